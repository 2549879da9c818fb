// SPDX-License-Identifier: Apache-2.0
#include "json/writer.h"

#include <bit>
#include <charconv>
#include <cstring>

#include "base/check.h"
#include "json/hidden_characters.h"

namespace telltale::json {

namespace {

constexpr std::uint64_t every_byte(std::uint64_t byte) { return byte * 0x0101010101010101ULL; }
constexpr std::uint64_t high_bits = every_byte(0x80);

// The high bit of the lowest byte that equals `byte` is set; higher bytes may be set by mistake.
constexpr std::uint64_t equal_bytes(std::uint64_t word, std::uint64_t byte) {
  const std::uint64_t difference = word ^ every_byte(byte);
  return (difference - every_byte(1)) & ~difference & high_bits;
}

constexpr bool must_escape(unsigned char byte) {
  return byte < 0x20 || byte == '"' || byte == '\\';
}

// Where the first byte stands that JSON wants escaped; eight bytes a step, as most text has none.
std::size_t plain_prefix(std::string_view text) {
  static_assert(std::endian::native == std::endian::little, "the lowest byte comes first");
  std::size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + at, 8);
    const std::uint64_t control = (word - every_byte(0x20)) & ~word & high_bits;
    const std::uint64_t found = control | equal_bytes(word, '"') | equal_bytes(word, '\\');
    if (found != 0) return at + static_cast<std::size_t>(std::countr_zero(found)) / 8;
  }
  while (at < text.size() && !must_escape(static_cast<unsigned char>(text[at]))) ++at;
  return at;
}

void append_escape(std::string& out, unsigned char byte) {
  constexpr std::string_view digits = "0123456789abcdef";
  switch (byte) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\t':
      out += "\\t";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\b':
      out += "\\b";
      return;
    case '\f':
      out += "\\f";
      return;
    default:
      out += "\\u00";
      out += digits[byte >> 4];
      out += digits[byte & 15];
  }
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  for (std::size_t plain = plain_prefix(text);; plain = plain_prefix(text)) {
    out.append(text, 0, plain);
    if (plain == text.size()) break;
    append_escape(out, static_cast<unsigned char>(text[plain]));
    text.remove_prefix(plain + 1);
  }
  out += '"';
}

void Writer::key(std::string_view name) {
  check(level().shape == Shape::Map && !level().after_key, "a key stands in a map, before a value");
  lead_to_key(level());
  put_key(name);
  levels_.back().after_key = true;
}

void Writer::string(std::string_view text) {
  before_value();
  put_string(text);
  after_value();
}

void Writer::raw(std::string_view value) {
  before_value();
  put_word(value);
  after_value();
}

void Writer::integer(std::int64_t value) {
  char digits[24];
  const auto written = std::to_chars(std::begin(digits), std::end(digits), value);
  before_value();
  put_word({digits, static_cast<std::size_t>(written.ptr - digits)});
  after_value();
}

void Writer::boolean(bool value) {
  before_value();
  put_word(value ? "true" : "false");
  after_value();
}

void Writer::null() {
  before_value();
  put_word("null");
  after_value();
}

void Writer::begin(Shape shape) {
  check(depth() < depth_max, "a document is not nested without end");
  before_value();
  const Level parent = level();
  levels_.push_back(Level{.shape = shape});
  put_begin(levels_.back(), parent);
}

void Writer::end(Shape shape) {
  check(level().shape == shape && !level().after_key, "what ends is what began, and is complete");
  const Level ended = level();
  levels_.pop_back();
  put_end(ended);
  after_value();
}

void Writer::before_value() {
  check(level().shape != Shape::Map || level().after_key, "a value in a map stands after its key");
  lead_to_value(level());
}

void Writer::after_value() {
  levels_.back().after_key = false;
  ++levels_.back().children;
}

void JsonWriter::lead_to_value(const Level& level) {
  if (level.shape == Shape::List) next_child(level);
  if (level.shape == Shape::Root && level.children > 0) out_ += '\n';
}

void JsonWriter::lead_to_key(const Level& level) { next_child(level); }

void JsonWriter::put_key(std::string_view name) {
  put_string(name);
  out_ += layout_ == Layout::Pretty ? ": " : ":";
}

void JsonWriter::put_begin(Level& level, const Level&) {
  out_ += level.shape == Shape::Map ? '{' : '[';
}

void JsonWriter::put_end(const Level& level) {
  if (level.children > 0) break_line(depth());
  out_ += level.shape == Shape::Map ? '}' : ']';
}

void JsonWriter::put_string(std::string_view text) {
  const std::size_t start = out_.size();
  append_json_string(out_, text);
  escape_hidden(out_, start);
}

void JsonWriter::next_child(const Level& level) {
  if (level.children > 0) out_ += ',';
  break_line(depth());
}

void JsonWriter::break_line(std::size_t depth) {
  constexpr std::size_t indent = 4;
  if (layout_ == Layout::Compact) return;
  out_ += '\n';
  out_.append(depth * indent, ' ');
}

}  // namespace telltale::json
