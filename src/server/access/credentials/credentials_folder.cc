// SPDX-License-Identifier: Apache-2.0
#include "server/access/credentials/credentials_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <optional>
#include <system_error>
#include <utility>

#include "base/private_file.h"
#include "base/text.h"
#include "json/parse.h"
#include "json/print.h"
#include "server/access/rbac/reading.h"
#include "server/objects/object_access.h"

namespace telltale::server {
namespace {

constexpr std::string_view credentials_title =
    "Made by telltale. `telltale rotate` replaces what is in it.\n";
constexpr std::string_view credentials_sum_word = "Sum: ";
constexpr std::string_view credentials_sum_key = "telltale credentials";
constexpr std::string_view earlier_token_mark = "telltale-";
constexpr std::size_t earlier_secret_bytes = 32;
// What an earlier version issued has no time: it is older than anything.
constexpr Instant long_ago{};

std::unexpected<Error> damaged_file(const std::string& path, const Error& error) {
  return fail(Error::Kind::Invalid,
              format("cannot use {}: {}; restore it, or remove it to have a new one made", path,
                     error.detail));
}

json::Value to_json(const IssuedText& one) {
  return json::ValueMap{{"text", one.text},
                        {"issued", format_rfc3339(one.issued)},
                        {"ends", format_rfc3339(one.ends)}};
}

json::Value to_json(const IssuedKeys& one) {
  return json::ValueMap{{"certificate", one.file.pair.certificate_pem},
                        {"key", one.file.pair.key_pem},
                        {"issuer", one.file.issuer},
                        {"names", to_list(one.file.names)},
                        {"issued", format_rfc3339(one.issued)},
                        {"ends", format_rfc3339(one.ends)}};
}

template <class Issued>
json::Value to_json(const std::vector<Issued>& issued) {
  json::ValueList list;
  for (const Issued& one : issued) list.push_back(to_json(one));
  return list;
}

// False when the times cannot be read.
bool read_times(const json::Value& value, Instant& issued, Instant& ends) {
  const auto began = parse_rfc3339(text_member(value, "issued"));
  const auto ended = parse_rfc3339(text_member(value, "ends"));
  if (!began || !ended) return false;
  issued = *began;
  ends = *ended;
  return true;
}

bool read_one(const json::Value& value, IssuedText& one) {
  one.text = text_member(value, "text");
  return !one.text.empty() && read_times(value, one.issued, one.ends);
}

bool read_one(const json::Value& value, IssuedKeys& one) {
  one.file = {.pair = {.certificate_pem = text_member(value, "certificate"),
                       .key_pem = text_member(value, "key")},
              .issuer = text_member(value, "issuer"),
              .names = texts_member(value, "names")};
  return http::read_certificate(one.file.pair.certificate_pem).has_value() &&
         read_times(value, one.issued, one.ends);
}

template <class Issued>
bool read_all(const json::Value& value, std::string_view name, std::vector<Issued>& issued) {
  for (const json::Value& item : list_member(value, name)) {
    if (!read_one(item, issued.emplace_back())) return false;
  }
  return true;
}

Result<std::optional<KeyFile>> earlier_keys(const std::string& path) {
  const auto text = read_private_file(path);
  if (!text) return fail(text.error());
  if (!*text) return std::nullopt;
  Result<KeyFile> file = parse_key_file(**text);
  if (!file) return damaged_file(path, file.error());
  return std::optional(std::move(*file));
}

bool is_secret(std::string_view text, std::string_view mark) {
  return text.size() == mark.size() + 2 * earlier_secret_bytes && text.starts_with(mark) &&
         text.find_first_not_of("0123456789abcdef", mark.size()) == std::string_view::npos;
}

Result<std::optional<std::string>> earlier_secret(const std::string& path, std::string_view mark) {
  const auto text = read_private_file(path);
  if (!text) return fail(text.error());
  if (!*text) return std::nullopt;
  std::string kept = **text;
  if (kept.ends_with('\n')) kept.pop_back();
  if (is_secret(kept, mark)) return std::optional(std::move(kept));
  return damaged_file(path, {.detail = "it does not hold what was written to it"});
}

Result<void> write_if_other(const std::string& path, const std::string& text) {
  const auto there = read_private_file(path);
  if (there && *there == text) return {};
  return write_private_file(path, text);
}

Result<std::optional<IssuedKeys>> taken_over(const std::string& path) {
  auto file = earlier_keys(path);
  if (!file) return fail(file.error());
  if (!*file) return std::nullopt;
  const auto facts = http::read_certificate((*file)->pair.certificate_pem);
  if (!facts) return damaged_file(path, facts.error());
  return std::optional(
      IssuedKeys{.file = std::move(**file), .issued = long_ago, .ends = facts->not_after});
}

}  // namespace

Result<CredentialsLock> CredentialsLock::take(const std::string& data_folder, Kind kind) {
  const std::string folder = data_folder + "/pki";
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) {
    return fail(errno == ENOENT ? Error::Kind::NotFound : Error::Kind::Internal,
                format("cannot open {}: {}", folder, std::generic_category().message(errno)));
  }
  CredentialsLock lock(descriptor);
  if (::flock(descriptor, (kind == Kind::Alone ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0) return lock;
  return fail(Error::Kind::Conflict, format("{} is in use", folder));
}

CredentialsLock::CredentialsLock(CredentialsLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}
CredentialsLock& CredentialsLock::operator=(CredentialsLock&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}
CredentialsLock::~CredentialsLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::string to_text(const Credentials& held) {
  json::ValueList people;
  for (const Person& person : held.people) {
    people.push_back(json::ValueMap{{"name", person.name},
                                    {"tokens", to_json(person.tokens)},
                                    {"certificates", to_json(person.certificates)}});
  }
  const std::string body = json::print(json::ValueMap{{"authorities", to_json(held.authorities)},
                                                      {"serving", to_json(held.serving)},
                                                      {"people", std::move(people)},
                                                      {"accountKeys", to_json(held.account_keys)}});
  return format("{}{}{}\n{}\n", credentials_title, credentials_sum_word,
                http::keyed_hash(credentials_sum_key, body), body);
}

Result<Credentials> parse_credentials(const std::string& text) {
  const auto damaged = [] {
    return fail(Error::Kind::Invalid, "it is damaged, or another program changed it");
  };
  std::string_view rest = text;
  if (!rest.starts_with(credentials_title) || !rest.ends_with('\n')) return damaged();
  rest.remove_prefix(credentials_title.size());
  rest.remove_suffix(1);
  const std::size_t line = rest.find('\n');
  if (!rest.starts_with(credentials_sum_word) || line == std::string_view::npos) return damaged();
  const std::string_view sum =
      rest.substr(credentials_sum_word.size(), line - credentials_sum_word.size());
  rest.remove_prefix(line + 1);
  if (sum != http::keyed_hash(credentials_sum_key, rest)) return damaged();
  const auto read = json::parse(rest);
  if (!read) return damaged();
  Credentials held;
  bool fine = read_all(*read, "authorities", held.authorities) &&
              read_all(*read, "serving", held.serving) &&
              read_all(*read, "accountKeys", held.account_keys);
  for (const json::Value& item : list_member(*read, "people")) {
    Person& person = held.people.emplace_back();
    person.name = text_member(item, "name");
    fine = fine && read_all(item, "tokens", person.tokens) &&
           read_all(item, "certificates", person.certificates);
  }
  if (!fine) return damaged();
  return held;
}

CredentialsFolder::CredentialsFolder(std::string data_folder)
    : folder_(std::move(data_folder) + "/pki") {}

std::string CredentialsFolder::path(std::string_view file) const {
  return format("{}/{}", folder_, file);
}

Result<Credentials> CredentialsFolder::load() const {
  if (auto made = make_private_folder(folder_); !made) return fail(made.error());
  const std::string file = path("credentials");
  const auto text = read_private_file(file);
  if (!text) return fail(text.error());
  if (!*text) return load_from_earlier_version();
  auto held = parse_credentials(**text);
  if (!held) return damaged_file(file, held.error());
  return held;
}

// What is read here is over its life in any case, and so replaced at once.
Result<Credentials> CredentialsFolder::load_from_earlier_version() const {
  Credentials held;
  auto authority = taken_over(path("ca.pem"));
  if (!authority) return fail(authority.error());
  if (!*authority) return held;
  held.authorities.push_back(std::move(**authority));
  for (const std::string_view name : {"admin", "viewer", "status-writer"}) {
    Person person{.name = std::string(name)};
    auto certificate = taken_over(path(format("{}.pem", name)));
    if (!certificate) return fail(certificate.error());
    if (*certificate) person.certificates.push_back(std::move(**certificate));
    auto token = earlier_secret(path(format("{}.token", name)), earlier_token_mark);
    if (!token) return fail(token.error());
    if (*token) {
      person.tokens.push_back(
          {.text = std::move(**token), .issued = long_ago, .ends = held.authorities[0].ends});
    }
    held.people.push_back(std::move(person));
  }
  return held;
}

Result<void> CredentialsFolder::save(const Credentials& held) const {
  return write_private_file(path("credentials"), to_text(held));
}

Result<void> CredentialsFolder::publish(const Credentials& held) const {
  const auto copy = [&](std::string_view file, const std::string& text) {
    return write_if_other(path(file), text);
  };
  if (auto done = copy("ca.crt", authorities_pem(held)); !done) return done;
  if (auto done = copy("ca.pem", to_text(held.authorities.front().file)); !done) return done;
  for (const Person& person : held.people) {
    auto done = copy(format("{}.token", person.name), person.tokens.front().text + "\n");
    if (!done) return done;
    done = copy(format("{}.pem", person.name), to_text(person.certificates.front().file));
    if (!done) return done;
  }
  // Of an earlier version.
  std::remove(path("serving.pem").c_str());
  return {};
}

Result<std::string> CredentialsFolder::cluster_secret(Entropy& entropy) const {
  const std::string file = path("clusters.secret");
  auto kept = earlier_secret(file, {});
  if (!kept) return fail(kept.error());
  if (*kept) return std::move(**kept);
  std::string made = random_hex(entropy, earlier_secret_bytes);
  if (auto written = write_private_file(file, made + "\n"); !written) return fail(written.error());
  return made;
}

}  // namespace telltale::server
