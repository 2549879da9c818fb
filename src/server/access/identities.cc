// SPDX-License-Identifier: Apache-2.0
#include "server/access/identities.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"
#include "server/access/key_file.h"
#include "server/access/policy.h"
#include "server/access/private_file.h"

namespace telltale::server {
namespace {

constexpr std::chrono::days validity{3650};
constexpr std::size_t secret_bytes = 32;
// A token that looks like one: scanners for leaked secrets find it, and YAML takes it for text.
constexpr std::string_view token_mark = "telltale-";

// Where the files lie, and what making new ones needs.
struct Workshop {
  std::string folder;
  Instant now;
  Entropy& entropy;

  std::string path(std::string_view file) const { return format("{}/{}", folder, file); }
};

std::unexpected<Error> damaged(const std::string& path, const Error& error) {
  return fail(Error::Kind::Invalid,
              format("cannot use {}: {}; restore it, or remove it to have a new one made", path,
                     error.detail));
}

// Nothing when there is none, or when it will end soon.
Result<std::optional<KeyFile>> load_keys(const Workshop& shop, const std::string& path) {
  const auto text = read_private_file(path);
  if (!text) return fail(text.error());
  if (!*text) return std::nullopt;
  Result<KeyFile> file = parse_key_file(**text);
  if (!file) return damaged(path, file.error());
  const Result<http::CertificateFacts> facts = http::read_certificate(file->pair.certificate_pem);
  if (!facts) return damaged(path, facts.error());
  if (facts->not_after < shop.now + certificate_rest_min) return std::nullopt;
  return std::optional(std::move(*file));
}

Result<http::KeyPair> save_keys(const std::string& path, const KeyFile& file) {
  if (const auto written = write_private_file(path, to_text(file)); !written) {
    return fail(written.error());
  }
  return file.pair;
}

Result<http::KeyPair> authority(const Workshop& shop) {
  const std::string path = shop.path("ca.pem");
  auto file = load_keys(shop, path);
  if (!file) return fail(file.error());
  if (*file) return (*file)->pair;
  Result<http::KeyPair> made =
      http::make_authority("telltale-ca", shop.now, validity, shop.entropy);
  if (!made) return fail(made.error());
  return save_keys(path, {.pair = std::move(*made)});
}

// A copy for people who want the certificate without the key.
Result<void> publish_authority(const Workshop& shop, const std::string& ca_pem) {
  const std::string path = shop.path("ca.crt");
  const auto text = read_private_file(path);
  if (text && *text == ca_pem) return {};
  return write_private_file(path, ca_pem);
}

// Names are kept in a line of the file, parted by commas.
Result<void> check_subject_names(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const bool plain = printable(name) == name && name.find_first_of(", ") == std::string::npos;
    if (name.empty() || !plain) {
      return fail(Error::Kind::Invalid,
                  format("\"{}\" is no name or address for a certificate", printable(name)));
    }
  }
  return {};
}

Result<http::KeyPair> issued(const Workshop& shop, const http::KeyPair& ca, std::string_view name,
                             http::CertificateRequest request) {
  const std::string path = shop.path(format("{}.pem", name));
  std::ranges::sort(request.subject_names);
  const auto repeated = std::ranges::unique(request.subject_names);
  request.subject_names.erase(repeated.begin(), repeated.end());
  request.valid = validity;
  const std::string issuer = fingerprint(ca.certificate_pem);

  auto file = load_keys(shop, path);
  if (!file) return fail(file.error());
  if (*file && (*file)->issuer == issuer && (*file)->names == request.subject_names) {
    return (*file)->pair;
  }
  Result<http::KeyPair> made = http::issue(ca, request, shop.now, shop.entropy);
  if (!made) return fail(made.error());
  return save_keys(path,
                   {.pair = std::move(*made), .issuer = issuer, .names = request.subject_names});
}

bool is_secret(std::string_view text, std::string_view mark) {
  return text.size() == mark.size() + 2 * secret_bytes && text.starts_with(mark) &&
         text.find_first_not_of("0123456789abcdef", mark.size()) == std::string_view::npos;
}

Result<std::string> kept_secret(const Workshop& shop, std::string_view file,
                                std::string_view mark) {
  const std::string path = shop.path(file);
  const auto text = read_private_file(path);
  if (!text) return fail(text.error());
  if (*text) {
    std::string kept = **text;
    if (kept.ends_with('\n')) kept.pop_back();
    if (is_secret(kept, mark)) return kept;
    return damaged(path, {.detail = "it does not hold what was written to it"});
  }
  std::string made = std::string(mark) + random_hex(shop.entropy, secret_bytes);
  if (const auto written = write_private_file(path, made + "\n"); !written) {
    return fail(written.error());
  }
  return made;
}

Result<Identity> person(const Workshop& shop, const http::KeyPair& ca, const Identity& wanted) {
  Identity made = wanted;
  Result<std::string> token = kept_secret(shop, format("{}.token", wanted.name), token_mark);
  if (!token) return fail(token.error());
  made.token = std::move(*token);
  Result<http::KeyPair> pair =
      issued(shop, ca, wanted.name,
             {.common_name = wanted.user.name, .organizations = wanted.user.groups});
  if (!pair) return fail(pair.error());
  made.certificate = std::move(*pair);
  return made;
}

std::vector<Identity> wanted_people() {
  const auto wanted = [](std::string_view name, std::string_view user,
                         std::vector<std::string> groups) {
    return Identity{.name = std::string(name),
                    .user = {.name = std::string(user), .groups = std::move(groups)},
                    .token = {},
                    .certificate = {}};
  };
  return {wanted("admin", admin_user, {std::string(masters_group)}),
          wanted("viewer", viewer_user, {}), wanted("status-writer", status_writer_user, {})};
}

}  // namespace

Result<Identities> load_or_create_identities(const IdentitySettings& settings, const Clock& clock,
                                             Entropy& entropy) {
  if (const auto fine = check_subject_names(settings.subject_names); !fine)
    return fail(fine.error());
  const Workshop shop{settings.data_folder + "/pki", clock.now(), entropy};
  if (const auto made = make_private_folder(shop.folder); !made) return fail(made.error());
  const Result<http::KeyPair> ca = authority(shop);
  if (!ca) return fail(ca.error());
  if (const auto published = publish_authority(shop, ca->certificate_pem); !published) {
    return fail(published.error());
  }
  Result<http::KeyPair> serving = issued(
      shop, *ca, "serving", {.common_name = "telltale", .subject_names = settings.subject_names});
  if (!serving) return fail(serving.error());
  Identities all{.ca_pem = ca->certificate_pem,
                 .serving = std::move(*serving),
                 .people = {},
                 .cluster_secret = {}};
  for (const Identity& wanted : wanted_people()) {
    Result<Identity> made = person(shop, *ca, wanted);
    if (!made) return fail(made.error());
    all.people.push_back(std::move(*made));
  }
  Result<std::string> clusters = kept_secret(shop, "clusters.secret", {});
  if (!clusters) return fail(clusters.error());
  all.cluster_secret = std::move(*clusters);
  return all;
}

}  // namespace telltale::server
