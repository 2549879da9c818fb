// SPDX-License-Identifier: Apache-2.0
#include "server/access/credentials/wrapping_keys.h"

#include <algorithm>
#include <optional>

#include "base/encoding.h"
#include "base/letters.h"
#include "base/private_file.h"
#include "base/text.h"
#include "server/objects/keys.h"

namespace telltale::server {
namespace {

using store::CipherKey;

constexpr std::size_t wrapping_keys_max = 16;

std::optional<CipherKey> wrapping_key_of(std::string_view text) {
  auto bytes = text.size() == 2 * store::cipher_key_bytes ? from_hex(text) : std::nullopt;
  if (!bytes) bytes = from_base64(text);
  return bytes ? CipherKey::from_bytes(*bytes) : std::nullopt;
}

std::unexpected<Error> about(const std::string& place, const Error& error) {
  return fail(error.kind, format("{}: {}", place, error.detail));
}

// A file that was named is there; the one of the data folder may not be yet.
enum class Absent : std::uint8_t { Fails, IsNoKey };

Result<std::vector<CipherKey>> keys_in_file(const std::string& path, Absent absent) {
  const auto text = read_private_file(path);
  if (!text) return fail(text.error());
  if (!*text && absent == Absent::IsNoKey) return std::vector<CipherKey>{};
  if (!*text) return fail(Error::Kind::NotFound, format("{}: there is no such file", path));
  auto keys = parse_wrapping_keys(**text);
  if (!keys) return about(path, keys.error());
  return keys;
}

Result<CipherKey> make_key_file(const std::string& folder, const std::string& path,
                                Entropy& entropy) {
  if (auto made = make_private_folder(folder); !made) return fail(made.error());
  auto key = CipherKey::random(entropy);
  const std::string_view bytes(reinterpret_cast<const char*>(key.bytes().data()),
                               key.bytes().size());
  const auto text = format(
      "# Opens the Secrets of the store of this folder; without it they are lost. Keep a copy "
      "elsewhere.\n{}\n",
      to_hex(bytes));
  if (auto written = write_private_file(path, text); !written) return fail(written.error());
  return key;
}

}  // namespace

Result<std::vector<CipherKey>> parse_wrapping_keys(std::string_view text) {
  std::vector<CipherKey> keys;
  for (std::size_t line_number = 1; !text.empty(); ++line_number) {
    const auto end = text.find('\n');
    const auto line = trim(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    if (line.empty() || line.starts_with('#')) continue;
    const auto key = wrapping_key_of(line);
    // Without the line itself, which may be a key with a mistake in it.
    if (!key) {
      return fail(Error::Kind::Invalid,
                  format("line {} is not a key: 32 bytes as 64 hexadecimal digits or in base64",
                         line_number));
    }
    if (keys.size() >= wrapping_keys_max) {
      return fail(Error::Kind::TooLarge, format("more than {} keys", wrapping_keys_max));
    }
    keys.push_back(*key);
  }
  if (keys.empty()) return fail(Error::Kind::Invalid, "there is no key in it");
  return keys;
}

store::KeySource wrapping_keys(const Encryption& encryption, const std::string& data_folder,
                               Entropy& entropy) {
  if (!encryption.key_command.empty()) {
    const auto name = format("what \"{}\" prints", encryption.key_command);
    return {.name = name, .read = [encryption, name]() -> Result<std::vector<CipherKey>> {
              const auto text = encryption.run(encryption.key_command);
              if (!text) return about(name, text.error());
              auto keys = parse_wrapping_keys(*text);
              if (!keys) return about(name, keys.error());
              return keys;
            }};
  }
  if (!encryption.key_file.empty()) {
    return {.name = encryption.key_file,
            .read = [path = encryption.key_file] { return keys_in_file(path, Absent::Fails); }};
  }
  const auto folder = data_folder + "/encryption";
  const auto path = folder + "/key";
  return {.name = path,
          .read = [path] { return keys_in_file(path, Absent::IsNoKey); },
          .make = [folder, path, &entropy] { return make_key_file(folder, path, entropy); }};
}

bool is_sealed_kind(std::string_view store_key) {
  const auto parts = parts_of(store_key);
  return parts && parts->group.empty() && parts->plural == "secrets";
}

}  // namespace telltale::server
