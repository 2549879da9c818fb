// SPDX-License-Identifier: Apache-2.0
#include "client/kubeconfig/kubeconfig.h"

#include <cstdlib>
#include <filesystem>
#include <utility>

#include "base/letters.h"
#include "base/text.h"
#include "client/kubeconfig/kubeconfig_choice.h"
#include "client/kubeconfig/kubeconfig_files.h"
#include "client/kubeconfig/kubeconfig_text.h"

namespace telltale::client {
namespace {

constexpr std::size_t kubeconfig_files_max = 1000;

// Empty for what is not set, as shells see it.
std::string variable(const Surroundings& around, const std::string& name) {
  return around.variable ? around.variable(name).value_or("") : std::string();
}

std::string folder_of(const std::string& path) {
  std::error_code error;
  const auto whole = std::filesystem::absolute(path, error);
  return error ? std::string() : whole.parent_path().string();
}

Result<Kubeconfig> read_file(const std::string& path) {
  const auto text = read_small_file(path);
  if (text) return read_kubeconfig(*text, path, folder_of(path));
  return fail(text.error().kind,
              format("cannot read the kubeconfig {}: {}", path, text.error().detail));
}

struct Merged {
  Kubeconfig config = {};
  std::vector<std::string> files = {};  // those that exist
};

Result<Merged> read_files(const std::vector<std::string>& paths) {
  Merged merged;
  for (const std::string& path : paths) {
    auto config = read_file(path);
    if (!config && config.error().kind == Error::Kind::NotFound) continue;
    if (!config) return fail(config.error());
    merge_kubeconfig(merged.config, std::move(*config));
    merged.files.push_back(path);
  }
  return merged;
}

Result<std::vector<std::string>> usual_files(const Surroundings& around) {
  std::vector<std::string> paths;
  const std::string listed = variable(around, "KUBECONFIG");
  for (const std::string_view path : split(listed, ':')) {
    if (!path.empty()) paths.emplace_back(path);
  }
  if (paths.size() > kubeconfig_files_max) {
    return fail(Error::Kind::TooLarge,
                format("KUBECONFIG names more than {} files", kubeconfig_files_max));
  }
  const std::string home = variable(around, "HOME");
  if (paths.empty() && !home.empty()) paths.push_back(home + "/.kube/config");
  return paths;
}

std::unexpected<Error> nothing_found(const std::vector<std::string>& paths) {
  const std::string looked = paths.empty() ? "HOME and KUBECONFIG are not set"
                                           : format("there is no {}", join(paths, ", no "));
  return fail(Error::Kind::NotFound,
              format("no cluster to talk to: {}; say --kubeconfig, set KUBECONFIG, or read a dump "
                     "with -f",
                     looked));
}

Result<std::string> service_file(const Surroundings& around, const std::string& name) {
  const std::string path = around.service_account_folder + "/" + name;
  auto text = read_small_file(path);
  if (text && !trim(*text).empty()) return text;
  return fail(Error::Kind::Invalid, format("cannot use the service account: {}: {}", path,
                                           text ? "it is empty" : text.error().detail));
}

std::string url_of(const std::string& host, const std::string& port) {
  const bool is_ipv6 = host.find(':') != std::string::npos && !host.starts_with('[');
  return is_ipv6 ? format("https://[{}]:{}", host, port) : format("https://{}:{}", host, port);
}

}  // namespace

Surroundings process_surroundings() {
  return {.variable = [](const std::string& name) -> std::optional<std::string> {
    const char* const value = std::getenv(name.c_str());
    if (value == nullptr) return std::nullopt;
    return value;
  }};
}

Result<Access> service_account_access(const Surroundings& around) {
  const std::string host = variable(around, "KUBERNETES_SERVICE_HOST");
  const std::string port = variable(around, "KUBERNETES_SERVICE_PORT");
  if (host.empty() || port.empty()) {
    return fail(Error::Kind::NotFound,
                "not in a Pod: KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set");
  }
  const auto token = service_file(around, "token");
  if (!token) return fail(token.error());
  auto authority = service_file(around, "ca.crt");
  if (!authority) return fail(authority.error());
  Access access{.origin = {.url = url_of(host, port), .ca_pem = std::move(*authority)},
                .login = {.token = std::string(trim(*token)),
                          .token_file = around.service_account_folder + "/token"}};
  if (const auto name = service_file(around, "namespace")) access.namespace_name = trim(*name);
  return access;
}

Result<Access> find_access(const AccessFlags& flags, const Surroundings& around) {
  if (!flags.kubeconfig.empty()) {
    const auto config = read_file(flags.kubeconfig);
    if (!config) return fail(config.error());
    return choose_access(*config, flags, flags.kubeconfig, Outside::Allowed);
  }
  const auto paths = usual_files(around);
  if (!paths) return fail(paths.error());
  const auto merged = read_files(*paths);
  if (!merged) return fail(merged.error());
  if (merged->config != Kubeconfig{}) {
    return choose_access(merged->config, flags, join(merged->files, ":"), Outside::Allowed);
  }
  auto access = service_account_access(around);
  if (!access && access.error().kind == Error::Kind::NotFound) return nothing_found(*paths);
  if (!access) return access;
  if (!flags.namespace_name.empty()) access->namespace_name = flags.namespace_name;
  if (const auto done = impersonate(*access, flags); !done) return fail(done.error());
  return access;
}

Result<Access> parse_kubeconfig(std::string_view text, std::string_view name) {
  const auto config = read_kubeconfig(text, std::string(name), "");
  if (!config) return fail(config.error());
  return choose_access(*config, {}, name, Outside::Forbidden);
}

}  // namespace telltale::client
