// SPDX-License-Identifier: Apache-2.0
#include "dump/json/json_scan.h"

#include <cstring>

namespace telltale::dump {
namespace {

enum class Class : std::uint8_t { Other, Quote, Open, Close };

constexpr std::array<Class, 256> make_classes() {
  std::array<Class, 256> classes{};
  classes['"'] = Class::Quote;
  classes['{'] = classes['['] = Class::Open;
  classes['}'] = classes[']'] = Class::Close;
  return classes;
}

constexpr std::array<Class, 256> classes = make_classes();

Class class_of(char byte) { return classes[static_cast<unsigned char>(byte)]; }

// Whether the byte at `at` is escaped: an odd number of backslashes stands before it.
bool is_escaped(std::string_view text, std::size_t from, std::size_t at) {
  std::size_t start = at;
  while (start > from && text[start - 1] == '\\') --start;
  return (at - start) % 2 != 0;
}

bool ends_word(char byte) {
  return class_of(byte) != Class::Other || byte == ',' || byte == ':' || byte == ' ' ||
         byte == '\n' || byte == '\r' || byte == '\t';
}

}  // namespace

void ValueScanner::open(char bracket) {
  if (depth_ < typed_depth) {
    const std::uint64_t bit = std::uint64_t{1} << (depth_ % 64);
    std::uint64_t& bits = is_list_[depth_ / 64];
    bits = bracket == '[' ? bits | bit : bits & ~bit;
  }
  ++depth_;
}

char ValueScanner::expected() const {
  const std::size_t top = depth_ - 1;
  return (is_list_[top / 64] >> (top % 64) & 1) != 0 ? ']' : '}';
}

bool ValueScanner::close(char bracket) {
  if (depth_ <= typed_depth && bracket != expected()) return false;
  --depth_;
  return true;
}

bool ValueScanner::scan_string(std::string_view text, std::size_t& at) {
  if (at < text.size() && escaped_) {
    escaped_ = false;
    ++at;
  }
  std::size_t from = at;
  while (at < text.size()) {
    const void* quote = std::memchr(text.data() + at, '"', text.size() - at);
    if (quote == nullptr) break;
    const auto place = static_cast<std::size_t>(static_cast<const char*>(quote) - text.data());
    const bool escaped = is_escaped(text, from, place);
    at = from = place + 1;
    if (escaped) continue;
    in_string_ = false;
    return true;
  }
  if (from < text.size()) escaped_ = is_escaped(text, from, text.size());
  at = text.size();
  return false;
}

ValueScanner::Outcome ValueScanner::scan_brackets(std::string_view text, std::size_t& at) {
  while (at < text.size()) {
    const Class found = class_of(text[at]);
    if (found == Class::Other) {
      ++at;
      continue;
    }
    if (found == Class::Quote) {
      in_string_ = true;
      if (!scan_string(text, ++at)) return Outcome::More;
      continue;
    }
    if (found == Class::Open) open(text[at]);
    if (found == Class::Close && !close(text[at])) return Outcome::Broken;
    ++at;
    if (depth_ == 0) return Outcome::Done;
  }
  return Outcome::More;
}

ValueScanner::Outcome ValueScanner::scan(std::string_view text, std::size_t& at) {
  if (at == text.size()) return Outcome::More;
  if (form_ == Form::Unknown) {
    const Class first = class_of(text[at]);
    form_ = first == Class::Open    ? Form::Brackets
            : first == Class::Quote ? Form::String
                                    : Form::Word;
    if (form_ == Form::String) {
      in_string_ = true;
      ++at;
    }
  }
  if (in_string_ && !scan_string(text, at)) return Outcome::More;
  if (form_ == Form::String) return Outcome::Done;
  if (form_ == Form::Brackets) return scan_brackets(text, at);
  while (at < text.size() && !ends_word(text[at])) ++at;
  return at < text.size() ? Outcome::Done : Outcome::More;
}

bool begins_value(char byte) {
  const Class found = class_of(byte);
  return found == Class::Open || found == Class::Quote || (byte >= '0' && byte <= '9') ||
         byte == '-' || byte == 't' || byte == 'f' || byte == 'n';
}

namespace {

// The value at `at`, which moves behind it. Nothing when there is none or it does not end.
std::optional<std::string_view> take_value(std::string_view text, std::size_t& at) {
  const std::size_t begin = at;
  if (at == text.size() || !begins_value(text[at])) return std::nullopt;
  ValueScanner scanner;
  const ValueScanner::Outcome outcome = scanner.scan(text, at);
  const bool whole = outcome == ValueScanner::Outcome::Done ||
                     (outcome == ValueScanner::Outcome::More && scanner.complete_at_end());
  if (!whole) return std::nullopt;
  return text.substr(begin, at - begin);
}

std::string_view unquoted(std::string_view value) {
  if (!value.starts_with('"')) return {};
  return value.substr(1, value.size() - 2);
}

void note_member(Outline& outline, std::string_view key, std::string_view value) {
  if (key == "apiVersion") outline.api_version = unquoted(value);
  if (key == "kind") outline.kind = unquoted(value);
  if (key == "metadata") outline.has_metadata = value.starts_with('{');
  if (key == "items" && value.starts_with('[')) outline.items = value;
}

}  // namespace

std::optional<MemberCursor::Member> MemberCursor::next() {
  skip_space(map_, at_);
  while (at_ < map_.size() && map_[at_] == ',') skip_space(map_, ++at_);
  closed_ = at_ < map_.size() && map_[at_] == '}';
  if (at_ == map_.size() || map_[at_] != '"') return std::nullopt;
  const auto key = take_value(map_, at_);
  skip_space(map_, at_);
  if (!key || at_ == map_.size() || map_[at_] != ':') return std::nullopt;
  skip_space(map_, ++at_);
  const auto value = take_value(map_, at_);
  if (!value) return std::nullopt;
  return Member{*key, *value};
}

std::optional<Outline> outline(std::string_view document) {
  Outline found;
  std::size_t at = 0;
  skip_space(document, at);
  if (at == document.size() || document[at] != '{') {
    return take_value(document, at) ? std::optional(found) : std::nullopt;
  }
  found.is_map = true;
  MemberCursor members(document.substr(at));
  while (const auto member = members.next()) note_member(found, member->key(), member->value);
  return members.closed() ? std::optional(found) : std::nullopt;
}

std::optional<std::string_view> ItemCursor::next() {
  skip_space(list_, at_);
  if (at_ < list_.size() && list_[at_] == ',') skip_space(list_, ++at_);
  if (at_ >= list_.size() || list_[at_] == ']') return std::nullopt;
  return take_value(list_, at_);
}

}  // namespace telltale::dump
