// SPDX-License-Identifier: Apache-2.0
#include "server/access/credentials/key_file.h"

#include <optional>
#include <string_view>

#include "base/text.h"

namespace telltale::server {
namespace {

constexpr std::string_view title = "Made by telltale. Remove this file to have it made again.\n";
constexpr std::string_view issuer_word = "Issuer: ";
constexpr std::string_view names_word = "Names: ";
constexpr std::string_view sum_word = "Sum: ";
constexpr std::string_view sum_key = "telltale key file";
constexpr std::string_view certificate_begin = "-----BEGIN CERTIFICATE-----";
constexpr std::string_view key_begin = "-----BEGIN ";

// The line that begins with the word, without it; `text` then begins behind that line.
std::optional<std::string> take_line(std::string_view& text, std::string_view word) {
  const std::size_t end = text.find('\n');
  if (!text.starts_with(word) || end == std::string_view::npos) return {};
  std::string line(text.substr(word.size(), end - word.size()));
  text.remove_prefix(end + 1);
  return line;
}

std::string body_of(const KeyFile& file) {
  return format("{}{}\n{}{}\n{}{}", issuer_word, file.issuer, names_word, join(file.names, ","),
                file.pair.certificate_pem, file.pair.key_pem);
}

}  // namespace

bool KeyFile::operator==(const KeyFile& other) const {
  return pair.certificate_pem == other.pair.certificate_pem && pair.key_pem == other.pair.key_pem &&
         issuer == other.issuer && names == other.names;
}

std::string fingerprint(const std::string& certificate_pem) {
  return http::keyed_hash("telltale certificate", certificate_pem);
}

std::string to_text(const KeyFile& file) {
  const std::string body = body_of(file);
  return format("{}{}{}\n{}", title, sum_word, http::keyed_hash(sum_key, body), body);
}

Result<KeyFile> parse_key_file(const std::string& text) {
  const auto damaged = [] {
    return fail(Error::Kind::Invalid, "it is damaged, or another program changed it");
  };
  std::string_view rest = text;
  if (!rest.starts_with(title)) return damaged();
  rest.remove_prefix(title.size());
  const std::optional<std::string> sum = take_line(rest, sum_word);
  if (!sum || *sum != http::keyed_hash(sum_key, rest)) return damaged();

  const std::optional<std::string> issuer = take_line(rest, issuer_word);
  const std::optional<std::string> names = take_line(rest, names_word);
  if (!issuer || !names || !rest.starts_with(certificate_begin)) return damaged();
  // A chain may hold several certificates; the key is what begins otherwise.
  std::size_t key = 0;
  do {
    key = rest.find(key_begin, key + 1);
  } while (key != std::string_view::npos && rest.substr(key).starts_with(certificate_begin));
  if (key == std::string_view::npos) return damaged();

  KeyFile file{.pair = {.certificate_pem = std::string(rest.substr(0, key)),
                        .key_pem = std::string(rest.substr(key))},
               .issuer = *issuer};
  if (!names->empty()) {
    for (const std::string_view name : split(*names, ',')) file.names.emplace_back(name);
  }
  return file;
}

}  // namespace telltale::server
