// SPDX-License-Identifier: Apache-2.0
#include "client/kubeconfig/credentials_exec.h"

#include <utility>

#include "base/letters.h"
#include "base/text.h"
#include "json/parse.h"
#include "json/print.h"
#include "json/value.h"

namespace telltale::client {
namespace {

using Terminal = CredentialOptions::Terminal;

bool is_interactive(const ExecPlugin& plugin, Terminal terminal) {
  return plugin.interactive != ExecPlugin::Interactive::Never && terminal == Terminal::Present;
}

// Nothing for what is absent or null; an error for what is no string.
Result<std::string> string_field(const json::ValueMap& map, std::string_view name) {
  const json::Value* const value = map.if_contains(name);
  if (value == nullptr || value->is_null()) return std::string();
  if (const json::ValueString* text = value->if_string()) {
    return std::string(text->data(), text->size());
  }
  return fail(Error::Kind::Invalid, format("its {} is not a string", name));
}

Result<Instant> expiry_of(const json::ValueMap& status) {
  auto text = string_field(status, "expirationTimestamp");
  if (!text) return fail(text.error());
  if (text->empty()) return no_time;
  const auto instant = parse_rfc3339(*text);
  if (!instant) return fail(Error::Kind::Invalid, "its expirationTimestamp is not a time");
  return *instant;
}

Result<void> check_credential_kind(const json::ValueMap& object, std::string_view api_version) {
  const auto kind = string_field(object, "kind");
  const auto version = string_field(object, "apiVersion");
  if (!kind || !version || *kind != "ExecCredential") {
    return fail(Error::Kind::Invalid, "it printed no ExecCredential");
  }
  if (*version == api_version) return {};
  return fail(Error::Kind::Invalid,
              format("it answered in API version {}, while the kubeconfig says {}",
                     printable(*version), api_version));
}

Result<ExecCredential> check_whole(ExecCredential credential) {
  if (credential.certificate_pem.empty() != credential.key_pem.empty()) {
    return fail(Error::Kind::Invalid, "it returned a certificate or a key, but not both");
  }
  if (credential.token.empty() && credential.certificate_pem.empty()) {
    return fail(Error::Kind::Invalid, "it returned neither a token nor a certificate with its key");
  }
  return credential;
}

Error about(const ExecPlugin& plugin, const Error& error) {
  std::string detail = format("credential plugin {}: {}", plugin.command, error.detail);
  if (error.kind == Error::Kind::NotFound) {
    detail += plugin.install_hint.empty()
                  ? "; install it, or correct the user's exec.command in the kubeconfig"
                  : format("; {}", printable(trim(plugin.install_hint)));
  }
  return {.kind = error.kind, .detail = std::move(detail)};
}

}  // namespace

std::string exec_information(const ExecPlugin& plugin, Terminal terminal) {
  json::ValueMap spec;
  spec["interactive"] = is_interactive(plugin, terminal);
  if (!plugin.cluster_json.empty()) {
    if (auto cluster = json::parse(plugin.cluster_json)) spec["cluster"] = std::move(*cluster);
  }
  json::ValueMap information;
  information["kind"] = "ExecCredential";
  information["apiVersion"] = plugin.api_version;
  information["spec"] = std::move(spec);
  return json::print(information);
}

Result<ExecCredential> read_exec_credential(std::string_view output, std::string_view api_version) {
  const auto parsed = json::parse(output);
  const json::ValueMap* const object = parsed ? parsed->if_object() : nullptr;
  if (object == nullptr) return fail(Error::Kind::Invalid, "it printed no ExecCredential");
  if (const auto checked = check_credential_kind(*object, api_version); !checked) {
    return fail(checked.error());
  }
  const json::Value* const found = object->if_contains("status");
  const json::ValueMap* const status = found == nullptr ? nullptr : found->if_object();
  if (status == nullptr) return fail(Error::Kind::Invalid, "it returned no status");
  auto token = string_field(*status, "token");
  auto certificate = string_field(*status, "clientCertificateData");
  auto key = string_field(*status, "clientKeyData");
  const auto expires = expiry_of(*status);
  if (!token) return fail(token.error());
  if (!certificate) return fail(certificate.error());
  if (!key) return fail(key.error());
  if (!expires) return fail(expires.error());
  return check_whole({.token = std::move(*token),
                      .certificate_pem = std::move(*certificate),
                      .key_pem = std::move(*key),
                      .expires = *expires});
}

Result<ExecCredential> run_plugin(const ExecPlugin& plugin, const CredentialOptions& options,
                                  const Interrupt& interrupt) {
  if (plugin.interactive == ExecPlugin::Interactive::Always && options.terminal == Terminal::None) {
    return fail(about(plugin, {.kind = Error::Kind::Invalid,
                               .detail = "it wants to ask a person (interactiveMode Always), and "
                                         "there is no terminal"}));
  }
  Program program{.command = plugin.command,
                  .arguments = plugin.arguments,
                  .variables = plugin.variables,
                  .input = is_interactive(plugin, options.terminal) ? Program::Input::Terminal
                                                                    : Program::Input::Nothing,
                  .timeout = options.exec_timeout,
                  .output_bytes_max = options.exec_output_bytes_max};
  program.variables.emplace_back("KUBERNETES_EXEC_INFO",
                                 exec_information(plugin, options.terminal));
  const auto finished = run_program(program, interrupt);
  if (!finished) return fail(about(plugin, finished.error()));
  if (finished->exit_code != 0) {
    const std::string said = printable(trim(finished->error_output));
    return fail(about(plugin, {.kind = Error::Kind::Unreachable,
                               .detail = format("failed with exit code {}{}{}", finished->exit_code,
                                                said.empty() ? "" : ": ", said)}));
  }
  auto credential = read_exec_credential(finished->output, plugin.api_version);
  if (!credential) return fail(about(plugin, credential.error()));
  return credential;
}

}  // namespace telltale::client
