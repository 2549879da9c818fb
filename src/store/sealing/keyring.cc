// SPDX-License-Identifier: Apache-2.0
#include "store/sealing/keyring.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/encoding.h"
#include "base/text.h"

namespace telltale::store {
namespace {

constexpr std::string_view ring_mark = "telltale-keyring-1";
constexpr std::string_view wrapped_word = "wrapped-by ";
constexpr std::string_view remains_word = "plaintext-remains";
constexpr std::string_view key_word = "key ";

// What stands before the wrapped key on its line, and what that is bound to.
std::string head_of(DataKeyId id, std::int64_t made, Revision since) {
  return format("{}{:08x} {} {} ", key_word, id, made, since);
}

std::int64_t seconds_of(Instant instant) { return instant.time_since_epoch().count(); }

std::string_view take_until(std::string_view& rest, char end) {
  const auto at = rest.find(end);
  const auto part = rest.substr(0, at);
  rest = at == std::string_view::npos ? std::string_view{} : rest.substr(at + 1);
  return part;
}

template <class Number>
std::optional<Number> number_of(std::string_view digits, int base) {
  Number number = 0;
  const char* const end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, number, base);
  if (digits.empty() || read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  return number;
}

struct WrappedKey {
  DataKeyId id = 0;
  std::int64_t made = 0;
  Revision since = 0;
  std::string bytes;
};

struct RingLines {
  std::string_view wrapped_by;
  bool plaintext_remains = false;
  std::vector<WrappedKey> keys;
};

std::optional<WrappedKey> wrapped_key_of(std::string_view line) {
  line.remove_prefix(key_word.size());
  const auto id = number_of<DataKeyId>(take_until(line, ' '), 16);
  const auto made = number_of<std::int64_t>(take_until(line, ' '), 10);
  const auto since = number_of<Revision>(take_until(line, ' '), 10);
  auto bytes = from_hex(line);
  if (!id || *id == 0 || !made || !since || !bytes) return std::nullopt;
  return WrappedKey{*id, *made, *since, *std::move(bytes)};
}

std::unexpected<Error> damaged_ring() {
  return fail(Error::Kind::Invalid, "the keyring of the store is damaged");
}

Result<RingLines> lines_of(std::string_view text) {
  RingLines lines;
  if (take_until(text, '\n') != ring_mark) return damaged_ring();
  auto line = take_until(text, '\n');
  if (!line.starts_with(wrapped_word)) return damaged_ring();
  lines.wrapped_by = line.substr(wrapped_word.size());
  while (!text.empty()) {
    line = take_until(text, '\n');
    if (line == remains_word) {
      lines.plaintext_remains = true;
      continue;
    }
    if (!line.starts_with(key_word) || lines.keys.size() >= data_keys_max) return damaged_ring();
    auto key = wrapped_key_of(line);
    const bool in_order = key && (lines.keys.empty() || lines.keys.back().id < key->id);
    if (!in_order) return damaged_ring();
    lines.keys.push_back(*std::move(key));
  }
  if (lines.keys.empty()) return damaged_ring();
  return lines;
}

}  // namespace

Result<std::string> to_text(const Keyring& ring, const CipherKey& wrapping, Entropy& entropy) {
  auto text = format("{}\n{}{}\n", ring_mark, wrapped_word, wrapping.name());
  if (ring.plaintext_remains) text += format("{}\n", remains_word);
  for (const DataKey& key : ring.keys) {
    const auto head = head_of(key.id, seconds_of(key.made), key.since);
    const std::string_view plain(reinterpret_cast<const char*>(key.key.bytes().data()),
                                 key.key.bytes().size());
    const auto wrapped = encrypted(wrapping, random_nonce(entropy), plain, head);
    if (!wrapped) return fail(wrapped.error());
    text += format("{}{}\n", head, to_hex(*wrapped));
  }
  return text;
}

Result<Keyring> read_keyring(std::string_view text, std::span<const CipherKey> wrapping) {
  const auto lines = lines_of(text);
  if (!lines) return fail(lines.error());
  const auto key = std::ranges::find(wrapping, lines->wrapped_by, &CipherKey::name);
  if (key == wrapping.end()) {
    return fail(Error::Kind::NotFound, format("its data keys are wrapped with the key named {}",
                                              printable(lines->wrapped_by)));
  }
  Keyring ring{.keys = {},
               .plaintext_remains = lines->plaintext_remains,
               .wrapped_by = std::string(lines->wrapped_by)};
  for (const WrappedKey& wrapped : lines->keys) {
    const auto head = head_of(wrapped.id, wrapped.made, wrapped.since);
    const auto plain = decrypted(*key, wrapped.bytes, head);
    const auto opened = plain ? CipherKey::from_bytes(*plain) : std::nullopt;
    if (!opened) return damaged_ring();
    ring.keys.push_back({.id = wrapped.id,
                         .made = Instant(std::chrono::seconds(wrapped.made)),
                         .since = wrapped.since,
                         .key = *opened});
  }
  return ring;
}

Result<DataKeyId> newest_in(std::string_view keyring_text) {
  const auto lines = lines_of(keyring_text);
  if (!lines) return fail(lines.error());
  return lines->keys.back().id;
}

}  // namespace telltale::store
