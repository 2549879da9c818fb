// SPDX-License-Identifier: Apache-2.0
#include "dump/sniff.h"

#include <algorithm>
#include <array>

#include "dump/json/json_scan.h"

namespace telltale::dump {
namespace {

using namespace std::string_view_literals;

constexpr std::array packed_magics = {
    "\x1F\x8B"sv, "\xFD\x37zXZ\0"sv, "\x28\xB5\x2F\xFD"sv, "PK\x03\x04"sv, "PK\x05\x06"sv,
};
constexpr std::array document_endings = {".yaml"sv, ".yml"sv, ".json"sv, ".ndjson"sv, ".jsonl"sv};
constexpr std::array archive_endings = {".tar"sv,     ".tgz"sv,     ".tar.gz"sv, ".tar.xz"sv,
                                        ".tar.zst"sv, ".tar.bz2"sv, ".zip"sv};

template <std::size_t count>
bool begins_with_any(std::string_view text, const std::array<std::string_view, count>& beginnings) {
  return std::ranges::any_of(beginnings, [&](auto start) { return text.starts_with(start); });
}

template <std::size_t count>
bool ends_with_any(std::string_view text, const std::array<std::string_view, count>& endings) {
  return std::ranges::any_of(endings, [&](auto end) { return text.ends_with(end); });
}

// A tar archive has no magic of its own in every dialect, but each header carries its own sum.
bool is_tar_header(std::string_view head) {
  constexpr std::size_t header_bytes = 512;
  constexpr std::size_t sum_at = 148;
  constexpr std::size_t sum_bytes = 8;
  if (head.size() < header_bytes || head[0] == '\0') return false;
  unsigned long sum = 0;
  for (std::size_t at = 0; at < header_bytes; ++at) {
    const bool in_sum = at >= sum_at && at < sum_at + sum_bytes;
    sum += in_sum ? ' ' : static_cast<unsigned char>(head[at]);
  }
  unsigned long written = 0;
  for (const char digit : head.substr(sum_at, sum_bytes)) {
    if (digit >= '0' && digit <= '7')
      written = written * 8 + static_cast<unsigned long>(digit - '0');
  }
  return sum == written;
}

bool is_utf16(std::string_view head) {
  if (head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF")) return true;
  return head.size() >= 4 &&
         ((head[0] == '\0' && head[1] != '\0' && head[2] == '\0') ||
          (head[0] != '\0' && head[1] == '\0' && head[3] == '\0' && head[2] != '\0'));
}

bool is_binary(std::string_view head) {
  return std::ranges::any_of(head, [](char byte) {
    const auto code = static_cast<unsigned char>(byte);
    return code < 0x20 && byte != '\t' && byte != '\n' && byte != '\r' && byte != '\f' &&
           byte != '\x1B';
  });
}

// YAML has brackets too, but its keys are seldom quoted; a Helm template begins with two of them.
bool begins_as_json(std::string_view text) {
  const char bracket = text.front();
  std::size_t at = 1;
  skip_space(text, at);
  if (at == text.size()) return bracket == '{' || bracket == '[';
  if (bracket == '{') return text[at] == '"' || text[at] == '}';
  return bracket == '[' && (text[at] == ']' || begins_value(text[at]));
}

}  // namespace

Format sniff(std::string_view head, std::string_view name) {
  if (head.empty()) return Format::Empty;
  const bool is_bzip2 = head.starts_with("BZh") && head.substr(0, 10).ends_with("1AY&SY");
  if (begins_with_any(head, packed_magics) || is_bzip2 || is_tar_header(head)) {
    return Format::Archive;
  }
  if (is_utf16(head)) return Format::Utf16;
  if (is_binary(head)) return has_archive_name(name) ? Format::Archive : Format::Binary;

  if (head.starts_with(byte_order_mark)) head.remove_prefix(byte_order_mark.size());
  std::size_t at = 0;
  skip_space(head, at);
  if (at == head.size()) return head.size() < sniffed_bytes ? Format::Empty : Format::Yaml;
  return begins_as_json(head.substr(at)) ? Format::Json : Format::Yaml;
}

bool has_document_name(std::string_view name) {
  if (name.ends_with(".gz")) name.remove_suffix(3);
  return ends_with_any(name, document_endings);
}

bool has_archive_name(std::string_view name) { return ends_with_any(name, archive_endings); }

bool is_worth_opening(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  // What macOS puts beside every file it packs: same name, no document.
  if (name.starts_with("._")) return false;
  return has_document_name(name) || has_archive_name(name);
}

}  // namespace telltale::dump
