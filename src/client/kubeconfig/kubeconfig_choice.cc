// SPDX-License-Identifier: Apache-2.0
#include "client/kubeconfig/kubeconfig_choice.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "base/closest.h"
#include "base/encoding.h"
#include "base/letters.h"
#include "base/text.h"
#include "client/kubeconfig/kubeconfig_files.h"
#include "http/tls/x509.h"
#include "json/parse.h"
#include "json/print.h"
#include "json/value.h"

namespace telltale::client {
namespace {

template <class Entry>
std::vector<std::string_view> names_of(const std::map<std::string, Entry>& entries) {
  std::vector<std::string_view> names;
  names.reserve(entries.size());
  for (const auto& [name, entry] : entries) names.push_back(name);
  return names;
}

std::string known_names(std::string_view word, const std::vector<std::string_view>& names) {
  if (names.empty()) return "there is none";
  const auto near = closest(word, names, 1);
  if (!near.empty()) return format("did you mean \"{}\"?", near.front());
  return format("there is {}", list_names(names));
}

std::unexpected<Error> invalid(std::string detail) {
  return fail(Error::Kind::Invalid, std::move(detail));
}

// One that is chosen, with what to call it.
template <class Entry>
struct Chosen {
  std::string name = {};
  Entry entry = {};
};

class Choice {
 public:
  Choice(const Kubeconfig& config, const AccessFlags& flags, std::string_view origin,
         Outside outside)
      : config_(config), flags_(flags), origin_(origin), outside_(outside) {}

  Result<Access> make();

 private:
  Result<Chosen<KubeconfigContext>> context() const;
  Result<Chosen<KubeconfigCluster>> cluster(const KubeconfigContext& context) const;
  Result<Chosen<KubeconfigUser>> user(const KubeconfigContext& context) const;
  Result<http::Origin> origin_of(const Chosen<KubeconfigCluster>& cluster) const;
  Result<Login> login_of(const Chosen<KubeconfigUser>& user, const http::Origin& origin,
                         const KubeconfigCluster& cluster) const;
  Result<void> check_outside(const Chosen<KubeconfigUser>& user) const;
  static Result<void> check_methods(const Chosen<KubeconfigUser>& user);
  Result<void> read_pair(Login& login, const std::string& user) const;
  Result<std::string> read_file(std::string_view field, const std::string& path,
                                std::string_view whose) const;

  const Kubeconfig& config_;
  const AccessFlags& flags_;
  const std::string_view origin_;
  const Outside outside_;
};

Result<Chosen<KubeconfigContext>> Choice::context() const {
  const std::string& name = flags_.context.empty() ? config_.current_context : flags_.context;
  if (name.empty()) {
    if (!flags_.cluster.empty()) return Chosen<KubeconfigContext>{};
    return invalid(format("{}: no context is chosen; set current-context{}", origin_,
                          outside_ == Outside::Allowed ? ", or say --context" : ""));
  }
  const auto found = config_.contexts.find(name);
  if (found != config_.contexts.end()) return Chosen<KubeconfigContext>{name, found->second};
  return invalid(format("{}: context \"{}\" does not exist; {}", origin_, printable(name),
                        known_names(name, names_of(config_.contexts))));
}

Result<Chosen<KubeconfigCluster>> Choice::cluster(const KubeconfigContext& context) const {
  const std::string& name = flags_.cluster.empty() ? context.cluster : flags_.cluster;
  const auto found = config_.clusters.find(name);
  if (found != config_.clusters.end()) return Chosen<KubeconfigCluster>{name, found->second};
  if (name.empty()) return invalid(format("{}: the context names no cluster", context.file));
  return invalid(format("{}: cluster \"{}\" does not exist; {}", origin_, printable(name),
                        known_names(name, names_of(config_.clusters))));
}

Result<Chosen<KubeconfigUser>> Choice::user(const KubeconfigContext& context) const {
  const std::string& name = flags_.user.empty() ? context.user : flags_.user;
  const auto found = config_.users.find(name);
  if (found != config_.users.end()) return Chosen<KubeconfigUser>{name, found->second};
  if (name.empty()) return Chosen<KubeconfigUser>{};  // Whoever needs no name.
  return invalid(format("{}: user \"{}\" does not exist; {}", origin_, printable(name),
                        known_names(name, names_of(config_.users))));
}

Result<std::string> Choice::read_file(std::string_view field, const std::string& path,
                                      std::string_view whose) const {
  if (outside_ == Outside::Forbidden) {
    return invalid(format("{}: {} of {} names a file; only {}-data is taken from here", origin_,
                          field, whose, field));
  }
  auto text = read_small_file(path);
  if (text) return text;
  return fail(text.error().kind,
              format("cannot read {} {} of {}: {}", field, path, whose, text.error().detail));
}

bool has_certificate(std::string_view pem) {
  return pem.find("-----BEGIN CERTIFICATE-----") != std::string_view::npos ||
         pem.find("-----BEGIN TRUSTED CERTIFICATE-----") != std::string_view::npos;
}

std::string whole_url(const std::string& server, const KubeconfigCluster& cluster) {
  std::string url = server;
  if (url.find("://") == std::string::npos) {
    const bool secure =
        !cluster.ca_pem.empty() || !cluster.ca_file.empty() || cluster.skips_verification;
    url = (secure ? "https://" : "http://") + url;
  }
  while (url.ends_with('/')) url.pop_back();
  return url;
}

Result<void> check_proxy(const std::string& proxy_url, std::string_view whose) {
  if (proxy_url.empty()) return {};
  constexpr std::array<std::string_view, 3> schemes{"http://", "https://", "socks5://"};
  const auto fits = [&](std::string_view scheme) { return proxy_url.starts_with(scheme); };
  if (std::ranges::any_of(schemes, fits)) return {};
  return invalid(format("proxy-url of {}: expected http, https or socks5, found {}", whose,
                        printable(proxy_url)));
}

bool is_url(std::string_view url) {
  const bool known = url.starts_with("https://") || url.starts_with("http://");
  const bool plain = std::ranges::all_of(url, [](char letter) {
    return letter > ' ' && letter < '\x7f' && letter != '#' && letter != '?';
  });
  return known && plain && url.find("://") + 3 < url.size();
}

Result<http::Origin> Choice::origin_of(const Chosen<KubeconfigCluster>& chosen) const {
  const KubeconfigCluster& cluster = chosen.entry;
  const std::string whose = format("cluster \"{}\" in {}", printable(chosen.name), cluster.file);
  if (cluster.server.empty()) return invalid(format("{} has no server", whose));
  http::Origin origin{.url = whole_url(cluster.server, cluster),
                      .ca_pem = cluster.ca_pem,
                      .server_name = cluster.server_name,
                      .proxy_url = cluster.proxy_url};
  if (!is_url(origin.url)) {
    return invalid(
        format("server of {}: expected a URL, found {}", whose, printable(cluster.server)));
  }
  if (const auto proxy = check_proxy(cluster.proxy_url, whose); !proxy) return fail(proxy.error());
  if (origin.ca_pem.empty() && !cluster.ca_file.empty()) {
    auto read = read_file("certificate-authority", cluster.ca_file, whose);
    if (!read) return fail(read.error());
    origin.ca_pem = std::move(*read);
    if (origin.ca_pem.empty()) return invalid(format("{} is empty", cluster.ca_file));
  }
  if (cluster.skips_verification && !origin.ca_pem.empty()) {
    return invalid(
        format("{} has a certificate-authority and insecure-skip-tls-verify; remove one", whose));
  }
  if (!origin.ca_pem.empty() && !has_certificate(origin.ca_pem)) {
    return invalid(format("certificate-authority of {} holds no certificate", whose));
  }
  if (cluster.skips_verification) origin.trust = http::Origin::Trust::Anybody;
  return origin;
}

// What a plugin learns of the cluster when it asks for it.
std::string cluster_information(const http::Origin& origin, const KubeconfigCluster& cluster) {
  json::ValueMap information;
  information["server"] = cluster.server;
  if (!origin.server_name.empty()) information["tls-server-name"] = origin.server_name;
  if (cluster.skips_verification) information["insecure-skip-tls-verify"] = true;
  if (!origin.ca_pem.empty()) information["certificate-authority-data"] = to_base64(origin.ca_pem);
  if (!origin.proxy_url.empty()) information["proxy-url"] = origin.proxy_url;
  if (auto config = json::parse(cluster.exec_config_json)) information["config"] = *config;
  return json::print(information);
}

Result<void> Choice::check_methods(const Chosen<KubeconfigUser>& user) {
  const Login& login = user.entry.login;
  const std::string whose = format("user \"{}\" in {}", printable(user.name), user.entry.file);
  const bool has_token = !login.token.empty() || !login.token_file.empty();
  if (has_token && (!login.username.empty() || !login.password.empty())) {
    return invalid(format("{} has a token and a username; remove one", whose));
  }
  if (!user.entry.auth_provider.empty()) {
    return invalid(
        format("{} uses the auth-provider {}, which clients no longer have; use an exec "
               "plugin instead",
               whose, printable(user.entry.auth_provider)));
  }
  const bool has_certificate = !login.certificate_pem.empty() || !login.certificate_file.empty();
  const bool has_key = !login.key_pem.empty() || !login.key_file.empty();
  if (has_certificate == has_key) return {};
  return invalid(format("{} has a {} and no {}", whose,
                        has_certificate ? "client-certificate" : "client-key",
                        has_certificate ? "client-key" : "client-certificate"));
}

Result<void> Choice::check_outside(const Chosen<KubeconfigUser>& user) const {
  if (outside_ == Outside::Allowed) return {};
  const Login& login = user.entry.login;
  const std::string whose = format("user \"{}\"", printable(user.name));
  if (login.exec) {
    return invalid(
        format("{}: {} asks for a program to be run (exec), which is not done for what "
               "is read from here",
               origin_, whose));
  }
  if (login.token_file.empty() || !login.token.empty()) return {};
  return invalid(
      format("{}: tokenFile of {} names a file; only token is taken from here", origin_, whose));
}

Result<void> Choice::read_pair(Login& login, const std::string& whose) const {
  if (!login.certificate_pem.empty()) login.certificate_file.clear();
  if (!login.key_pem.empty()) login.key_file.clear();
  if (!login.certificate_file.empty()) {
    auto text = read_file("client-certificate", login.certificate_file, whose);
    if (!text) return fail(text.error());
    login.certificate_pem = std::move(*text);
  }
  if (!login.key_file.empty()) {
    auto text = read_file("client-key", login.key_file, whose);
    if (!text) return fail(text.error());
    login.key_pem = std::move(*text);
  }
  if (login.certificate_pem.empty() && login.key_pem.empty()) return {};
  if (http::read_chain(login.certificate_pem).empty()) {
    return invalid(format("client-certificate of {} holds no certificate", whose));
  }
  if (http::read_key(login.key_pem) == nullptr) {
    return invalid(format("client-key of {} holds no key that can be read", whose));
  }
  return {};
}

Result<Login> Choice::login_of(const Chosen<KubeconfigUser>& user, const http::Origin& origin,
                               const KubeconfigCluster& cluster) const {
  if (const auto fits = check_methods(user); !fits) return fail(fits.error());
  if (const auto allowed = check_outside(user); !allowed) return fail(allowed.error());
  Login login = user.entry.login;
  const std::string whose = format("user \"{}\" in {}", printable(user.name), user.entry.file);
  if (const auto pair = read_pair(login, whose); !pair) return fail(pair.error());
  if (outside_ == Outside::Forbidden) login.token_file.clear();
  if (login.token.empty() && !login.token_file.empty()) {
    const auto token = read_file("tokenFile", login.token_file, whose);
    if (!token) return fail(token.error());
    login.token = trim(*token);
    if (login.token.empty()) return invalid(format("tokenFile {} is empty", login.token_file));
  }
  if (login.exec && user.entry.wants_cluster_information) {
    login.exec->cluster_json = cluster_information(origin, cluster);
  }
  return login;
}

Result<Access> Choice::make() {
  const auto chosen = context();
  if (!chosen) return fail(chosen.error());
  const auto where = cluster(chosen->entry);
  if (!where) return fail(where.error());
  const auto who = user(chosen->entry);
  if (!who) return fail(who.error());
  auto origin = origin_of(*where);
  if (!origin) return fail(origin.error());
  auto login = login_of(*who, *origin, where->entry);
  if (!login) return fail(login.error());
  Access access{.origin = std::move(*origin),
                .login = std::move(*login),
                .as = who->entry.as,
                .context = chosen->name,
                .cluster = where->name,
                .user = who->name,
                .telltale_url = where->entry.telltale_url};
  if (!chosen->entry.namespace_name.empty()) access.namespace_name = chosen->entry.namespace_name;
  if (!flags_.namespace_name.empty()) access.namespace_name = flags_.namespace_name;
  if (const auto done = impersonate(access, flags_); !done) return fail(done.error());
  return access;
}

}  // namespace

Result<Access> choose_access(const Kubeconfig& config, const AccessFlags& flags,
                             std::string_view origin, Outside outside) {
  return Choice(config, flags, origin, outside).make();
}

Result<void> impersonate(Access& access, const AccessFlags& flags) {
  Impersonation& as = access.as;
  if (!flags.as_user.empty()) as.user = flags.as_user;
  if (!flags.as_uid.empty()) as.uid = flags.as_uid;
  if (!flags.as_groups.empty()) as.groups = flags.as_groups;
  const bool has_more = !as.uid.empty() || !as.groups.empty() || !as.extra.empty();
  if (!as.user.empty() || !has_more) return {};
  return fail(Error::Kind::Invalid,
              "acting as a group or an UID needs a user to act as, too; say --as");
}

}  // namespace telltale::client
