// SPDX-License-Identifier: Apache-2.0
#include "client/kubeconfig/kubeconfig_text.h"

#include <optional>
#include <utility>

#include "base/encoding.h"
#include "base/text.h"
#include "client/kubeconfig/kubeconfig_files.h"
#include "dump/yaml/yaml_to_json.h"
#include "json/parse.h"
#include "json/print.h"
#include "json/value.h"

namespace telltale::client {
namespace {

constexpr std::string_view exec_extension = "client.authentication.k8s.io/exec";
constexpr std::string_view telltale_extension = "telltale.dev";

std::string_view kind_of(const json::Value& value) {
  if (value.is_string()) return "a string";
  if (value.is_bool()) return "a boolean";
  if (value.is_number()) return "a number";
  if (value.is_array()) return "a list";
  return "a map";
}

// Reads fields one after another; the first error stays, and what follows it reads as empty.
class Fields {
 public:
  struct FirstError {
    std::string file;
    std::optional<Error> first = {};
  };

  Fields(FirstError& error, const json::ValueMap* map, std::string path)
      : error_(error), map_(map), path_(std::move(path)) {}

  std::string text(std::string_view name) const {
    const json::Value* const value = find(name);
    if (value == nullptr) return {};
    if (const auto* string = value->if_string()) return {string->data(), string->size()};
    return wrong(name, "a string", *value), std::string();
  }
  bool flag(std::string_view name) const {
    const json::Value* const value = find(name);
    if (value == nullptr) return false;
    if (const bool* flag = value->if_bool()) return *flag;
    return wrong(name, "true or false", *value), false;
  }
  std::string bytes(std::string_view name) const {
    const std::string encoded = text(name);
    auto decoded = from_base64(encoded);
    if (decoded) return std::move(*decoded);
    add_error(name, "expected base64, found something else");
    return {};
  }
  std::vector<std::string> texts(std::string_view name) const {
    std::vector<std::string> all;
    each(name, [&](const json::Value& value, const std::string& path) {
      if (const auto* string = value.if_string()) {
        all.emplace_back(string->data(), string->size());
      } else {
        add_error_at(path, format("expected a string, found {}", kind_of(value)));
      }
    });
    return all;
  }
  Fields map(std::string_view name) const {
    const json::Value* const value = find(name);
    if (value != nullptr && !value->is_object()) wrong(name, "a map", *value);
    return {error_, value == nullptr ? nullptr : value->if_object(), path_to(name)};
  }
  std::vector<Fields> maps(std::string_view name) const {
    std::vector<Fields> all;
    each(name, [&](const json::Value& value, const std::string& path) {
      if (!value.is_object()) {
        add_error_at(path, format("expected a map, found {}", kind_of(value)));
      }
      all.emplace_back(error_, value.if_object(), path);
    });
    return all;
  }
  // The names of a map, in order, each with what it holds.
  std::vector<std::string> names() const {
    std::map<std::string, int> sorted;
    if (map_ != nullptr) {
      for (const auto& field : *map_) sorted.emplace(field.key(), 0);
    }
    std::vector<std::string> all;
    for (const auto& [name, nothing] : sorted) all.push_back(name);
    return all;
  }
  bool is_there() const { return map_ != nullptr; }
  std::string as_json(std::string_view name) const {
    const json::Value* const value = find(name);
    return value == nullptr ? std::string() : json::print(*value);
  }
  void add_error(std::string_view name, std::string_view what) const {
    add_error_at(path_to(name), what);
  }

 private:
  template <class Take>
  void each(std::string_view name, const Take& take) const {
    const json::Value* const value = find(name);
    if (value == nullptr) return;
    const json::ValueList* const list = value->if_array();
    if (list == nullptr) return wrong(name, "a list", *value);
    for (std::size_t index = 0; index < list->size(); ++index) {
      take((*list)[index], format("{}[{}]", path_to(name), index));
    }
  }
  const json::Value* find(std::string_view name) const {
    if (map_ == nullptr) return nullptr;
    const json::Value* const value = map_->if_contains(name);
    return value == nullptr || value->is_null() ? nullptr : value;
  }
  std::string path_to(std::string_view name) const {
    return path_.empty() ? std::string(name) : format("{}.{}", path_, name);
  }
  void wrong(std::string_view name, std::string_view expected, const json::Value& found) const {
    add_error(name, format("expected {}, found {}", expected, kind_of(found)));
  }
  void add_error_at(const std::string& path, std::string_view what) const {
    if (error_.first) return;
    error_.first = Error{.kind = Error::Kind::Invalid,
                         .detail = format("{}: {}: {}", error_.file, printable(path), what)};
  }

  FirstError& error_;
  const json::ValueMap* map_;
  std::string path_;
};

std::string exec_config(const Fields& cluster) {
  for (const Fields& extension : cluster.maps("extensions")) {
    if (extension.text("name") == exec_extension) return extension.as_json("extension");
  }
  return {};
}

// "http://127.0.0.1:7480", as `telltale up` writes it.
std::string telltale_url(const Fields& cluster) {
  for (const Fields& extension : cluster.maps("extensions")) {
    if (extension.text("name") != telltale_extension) continue;
    std::string url = extension.map("extension").text("url");
    while (url.ends_with('/')) url.pop_back();
    return url;
  }
  return {};
}

KubeconfigCluster read_cluster(const Fields& fields, const std::string& folder) {
  return {.server = fields.text("server"),
          .server_name = fields.text("tls-server-name"),
          .ca_file = resolve(folder, fields.text("certificate-authority")),
          .ca_pem = fields.bytes("certificate-authority-data"),
          .proxy_url = fields.text("proxy-url"),
          .skips_verification = fields.flag("insecure-skip-tls-verify"),
          .exec_config_json = exec_config(fields),
          .telltale_url = telltale_url(fields)};
}

ExecPlugin::Interactive interactive_of(const Fields& exec, std::string_view api_version) {
  using enum ExecPlugin::Interactive;
  const std::string mode = exec.text("interactiveMode");
  if (mode == "Never") return Never;
  if (mode == "IfAvailable") return IfAvailable;
  if (mode == "Always") return Always;
  const bool may_be_absent = api_version == "client.authentication.k8s.io/v1beta1";
  if (!mode.empty() || !may_be_absent) {
    exec.add_error("interactiveMode", "expected Never, IfAvailable or Always");
  }
  return IfAvailable;
}

// A path is seen from the kubeconfig's folder; a bare name is looked for on PATH.
std::string command_of(const Fields& exec, const std::string& folder) {
  const std::string command = exec.text("command");
  if (command.empty()) exec.add_error("command", "expected the name of a program");
  return command.find('/') == std::string::npos ? command : resolve(folder, command);
}

ExecPlugin read_exec(const Fields& exec, const std::string& folder) {
  ExecPlugin plugin{.api_version = exec.text("apiVersion"),
                    .command = command_of(exec, folder),
                    .arguments = exec.texts("args"),
                    .install_hint = exec.text("installHint")};
  if (plugin.api_version != "client.authentication.k8s.io/v1" &&
      plugin.api_version != "client.authentication.k8s.io/v1beta1") {
    exec.add_error(
        "apiVersion",
        "expected client.authentication.k8s.io/v1 or client.authentication.k8s.io/v1beta1");
  }
  plugin.interactive = interactive_of(exec, plugin.api_version);
  for (const Fields& variable : exec.maps("env")) {
    const std::string name = variable.text("name");
    if (name.empty() || name.find('=') != std::string::npos) {
      variable.add_error("name", "expected the name of a variable");
    }
    plugin.variables.emplace_back(name, variable.text("value"));
  }
  return plugin;
}

Impersonation read_impersonation(const Fields& user) {
  Impersonation as{
      .user = user.text("as"), .uid = user.text("as-uid"), .groups = user.texts("as-groups")};
  const Fields extra = user.map("as-user-extra");
  for (const std::string& name : extra.names()) as.extra.emplace_back(name, extra.texts(name));
  return as;
}

KubeconfigUser read_user(const Fields& fields, const std::string& folder) {
  KubeconfigUser user{
      .login = {.certificate_pem = fields.bytes("client-certificate-data"),
                .key_pem = fields.bytes("client-key-data"),
                .certificate_file = resolve(folder, fields.text("client-certificate")),
                .key_file = resolve(folder, fields.text("client-key")),
                .token = fields.text("token"),
                .token_file = resolve(folder, fields.text("tokenFile")),
                .username = fields.text("username"),
                .password = fields.text("password")},
      .as = read_impersonation(fields)};
  const Fields exec = fields.map("exec");
  if (exec.is_there()) {
    user.login.exec = read_exec(exec, folder);
    user.wants_cluster_information = exec.flag("provideClusterInfo");
  }
  const Fields provider = fields.map("auth-provider");
  if (provider.is_there()) user.auth_provider = provider.text("name");
  return user;
}

KubeconfigContext read_context(const Fields& fields) {
  return {.cluster = fields.text("cluster"),
          .user = fields.text("user"),
          .namespace_name = fields.text("namespace")};
}

template <class Entry, class Read>
void read_named(const Fields& all, std::string_view list, std::string_view inner,
                std::map<std::string, Entry>& into, const Read& read) {
  for (const Fields& item : all.maps(list)) {
    const std::string name = item.text("name");
    if (!into.emplace(name, read(item.map(inner))).second) {
      item.add_error("name", format("{} stands there twice", printable(name)));
    }
  }
}

void check_kind(const Fields& all) {
  const std::string version = all.text("apiVersion");
  const std::string kind = all.text("kind");
  if (!version.empty() && version != "v1") {
    all.add_error("apiVersion", format("expected v1, found {}", printable(version)));
  }
  if (!kind.empty() && kind != "Config") {
    all.add_error("kind", format("expected Config, found {}", printable(kind)));
  }
}

Result<json::Value> read_yaml(std::string_view text, const std::string& file) {
  static const dump::Limits limits;
  dump::YamlReader reader(limits);
  reader.start(text, dump::YamlReader::Wrapping::None);
  const auto step = reader.next();
  if (step == dump::YamlReader::Step::Failed) {
    const dump::TextError& error = reader.error();
    return fail(Error::Kind::Invalid, format("{}:{}: {}", file, error.line + 1, error.message));
  }
  if (step == dump::YamlReader::Step::End) return json::Value(json::ValueMap());
  const dump::YamlDocument document = reader.document();
  if (document.is_nothing) return json::Value(json::ValueMap());
  auto value = json::parse(document.json.text());
  if (!value) return fail(value.error().kind, format("{}: {}", file, value.error().detail));
  if (value->is_object()) return value;
  return fail(Error::Kind::Invalid,
              format("{}: expected a kubeconfig, found {}", file, kind_of(*value)));
}

template <class Entry>
void name_file(std::map<std::string, Entry>& entries, const std::string& file) {
  for (auto& [name, entry] : entries) entry.file = file;
}

}  // namespace

Result<Kubeconfig> read_kubeconfig(std::string_view text, const std::string& file,
                                   const std::string& folder) {
  const auto value = read_yaml(text, file);
  if (!value) return fail(value.error());
  Fields::FirstError error{.file = file};
  const Fields all(error, value->if_object(), "");
  check_kind(all);
  Kubeconfig config{.current_context = all.text("current-context")};
  read_named(all, "clusters", "cluster", config.clusters,
             [&](const Fields& fields) { return read_cluster(fields, folder); });
  read_named(all, "users", "user", config.users,
             [&](const Fields& fields) { return read_user(fields, folder); });
  read_named(all, "contexts", "context", config.contexts, read_context);
  if (error.first) return fail(*error.first);
  name_file(config.clusters, file);
  name_file(config.users, file);
  name_file(config.contexts, file);
  return config;
}

void merge_kubeconfig(Kubeconfig& into, Kubeconfig later) {
  if (into.current_context.empty()) into.current_context = std::move(later.current_context);
  into.clusters.merge(later.clusters);
  into.users.merge(later.users);
  into.contexts.merge(later.contexts);
}

}  // namespace telltale::client
