// SPDX-License-Identifier: Apache-2.0
#include "store/etcd/etcd_target.h"

#include <algorithm>
#include <fstream>

#include "base/text.h"

namespace telltale::store {
namespace {

constexpr std::size_t endpoints_max = 32;
constexpr std::size_t secret_file_bytes_max = std::size_t{1} << 20;
constexpr std::string_view plain_scheme = "etcd://";
constexpr std::string_view tls_scheme = "etcds://";

Result<std::string> read_secret(const std::string& path, std::string_view what) {
  if (path.empty()) return std::string();
  std::ifstream file(path, std::ios::binary);
  std::string text(secret_file_bytes_max + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (file.bad() || text.empty()) {
    return fail(Error::Kind::Invalid, format("{} of etcd cannot be read from {}", what, path));
  }
  if (text.size() > secret_file_bytes_max) {
    return fail(Error::Kind::TooLarge, format("{} of etcd: {} is too large", what, path));
  }
  return text;
}

Result<std::vector<std::string>> endpoints_in(std::string_view list) {
  std::vector<std::string> names;
  for (const auto name : split(list, ',')) {
    const auto colon = name.rfind(':');
    if (colon == std::string_view::npos || colon == 0 || colon + 1 == name.size()) {
      return fail(Error::Kind::Invalid,
                  format("{} is not an etcd endpoint: write host:port", printable(name)));
    }
    names.emplace_back(name);
  }
  if (names.size() <= endpoints_max) return names;
  return fail(Error::Kind::TooLarge,
              format("{} etcd endpoints, the limit is {}", names.size(), endpoints_max));
}

bool is_loopback(std::string_view endpoint) {
  const auto host = endpoint.substr(0, endpoint.rfind(':'));
  return host == "127.0.0.1" || host == "[::1]" || host == "localhost";
}

Result<void> check_access(const EtcdTarget& target, const EtcdAccess& access) {
  const auto refuse = [](std::string_view why) {
    return fail(Error::Kind::Invalid, std::string(why));
  };
  const bool plain = target.login.wire == EtcdLogin::Wire::Plain;
  const bool has_files = !access.ca_file.empty() || !access.certificate_file.empty();
  if (access.certificate_file.empty() != access.key_file.empty()) {
    return refuse("a certificate for etcd and its key go together");
  }
  if (plain && has_files) return refuse("certificates for etcd need TLS: write etcds://");
  if (access.user.empty() != access.password_file.empty()) {
    return refuse("a user of etcd and the file with its password go together");
  }
  const bool nearby = std::ranges::all_of(target.endpoints, is_loopback);
  if (plain && !nearby && !access.user.empty()) {
    return refuse("a password for etcd is not sent over a network in the clear: write etcds://");
  }
  return {};
}

}  // namespace

Result<EtcdTarget> read_etcd_target(std::string_view where, const EtcdAccess& access) {
  const bool tls = where.starts_with(tls_scheme);
  EtcdTarget target;
  target.login.wire = tls ? EtcdLogin::Wire::Tls : EtcdLogin::Wire::Plain;
  if (where.starts_with(plain_scheme)) where.remove_prefix(plain_scheme.size());
  if (tls) where.remove_prefix(tls_scheme.size());
  auto endpoints = endpoints_in(where);
  if (!endpoints) return fail(endpoints.error());
  target.endpoints = *std::move(endpoints);
  if (auto fits = check_access(target, access); !fits) return fail(fits.error());
  auto ca = read_secret(access.ca_file, "the authority");
  auto certificate = read_secret(access.certificate_file, "the certificate");
  auto key = read_secret(access.key_file, "the key");
  auto password = read_secret(access.password_file, "the password");
  for (const auto* read : {&ca, &certificate, &key, &password}) {
    if (!*read) return fail(read->error());
  }
  target.login.ca_pem = *std::move(ca);
  target.login.certificate_pem = *std::move(certificate);
  target.login.key_pem = *std::move(key);
  target.login.user = access.user;
  target.login.password = password->substr(0, password->find_first_of("\r\n"));
  return target;
}

}  // namespace telltale::store
