// SPDX-License-Identifier: Apache-2.0
#pragma once

// Writing JSON and YAML piece by piece, without a value in between: reports, manifests, fleets.
// A Writer appends to a string it does not own and never looks back at it, so a caller may empty
// the string between two calls and write without end in little memory. Text must be UTF-8. Calls
// that do not balance are bugs and abort. Not safe to share between threads.
//
//   std::string out;
//   JsonWriter writer(out, JsonWriter::Layout::Pretty);
//   writer.begin_map();
//   writer.field("kind", "Report");
//   writer.map("summary", [&] { writer.field("objects", 12); });
//   writer.end_map();

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace telltale::json {

class Writer {
 public:
  static constexpr std::size_t depth_max = 1000;

  virtual ~Writer() = default;

  void begin_map() { begin(Shape::Map); }
  void end_map() { end(Shape::Map); }
  void begin_list() { begin(Shape::List); }
  void end_list() { end(Shape::List); }
  void key(std::string_view name);
  void string(std::string_view text);
  void integer(std::int64_t value);
  void boolean(bool value);
  void null();
  // A value that is text in the writer's own format already; it is not looked at.
  void raw(std::string_view value);

  void field(std::string_view name, std::string_view text) { key(name), string(text); }
  void field_unless_empty(std::string_view name, std::string_view text) {
    if (!text.empty()) field(name, text);
  }
  // A template, so that a pointer to characters is never taken for a boolean.
  template <std::integral Value>
  void field(std::string_view name, Value value) {
    key(name);
    if constexpr (std::same_as<Value, bool>) {
      boolean(value);
    } else {
      integer(static_cast<std::int64_t>(value));
    }
  }

  // A map or list whose body is what the callable writes.
  void map(std::invocable auto&& body) { begin_map(), body(), end_map(); }
  void list(std::invocable auto&& body) { begin_list(), body(), end_list(); }
  void map(std::string_view name, std::invocable auto&& body) { key(name), map(body); }
  void list(std::string_view name, std::invocable auto&& body) { key(name), list(body); }

 protected:
  enum class Shape : std::uint8_t { Root, Map, List };
  enum class Place : std::uint8_t { AtLineStart, BehindKey, BehindDash };
  struct Level {
    Shape shape = Shape::Root;
    Place place = Place::AtLineStart;  // where it begins; with `indent`, for writers of block style
    bool after_key = false;
    std::size_t indent = 0;
    std::uint64_t children = 0;
  };

  explicit Writer(std::string& out) : out_(out), levels_{Level{}} {}
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // What stands before a value, and before a key, at the innermost level.
  virtual void lead_to_value(const Level& level) = 0;
  virtual void lead_to_key(const Level& level) = 0;
  virtual void put_key(std::string_view name) = 0;
  virtual void put_begin(Level& level, const Level& parent) = 0;
  virtual void put_end(const Level& level) = 0;
  virtual void put_string(std::string_view text) = 0;
  virtual void put_word(std::string_view word) = 0;  // a number, true, false or null

  std::size_t depth() const { return levels_.size() - 1; }
  const Level& level() const { return levels_.back(); }

  std::string& out_;

 private:
  void begin(Shape shape);
  void end(Shape shape);
  void before_value();
  void after_value();

  std::vector<Level> levels_;
};

// Successive values at the root stand on lines of their own, which makes NDJSON of compact ones.
class JsonWriter final : public Writer {
 public:
  enum class Layout : std::uint8_t {
    Compact,
    Pretty,  // four spaces, as kubectl prints
  };

  explicit JsonWriter(std::string& out, Layout layout = Layout::Compact)
      : Writer(out), layout_(layout) {}

 private:
  void lead_to_value(const Level& level) override;
  void lead_to_key(const Level& level) override;
  void put_key(std::string_view name) override;
  void put_begin(Level& level, const Level& parent) override;
  void put_end(const Level& level) override;
  void put_string(std::string_view text) override;
  void put_word(std::string_view word) override { out_ += word; }
  void next_child(const Level& level);
  void break_line(std::size_t depth);

  Layout layout_;
};

// Block style as kubectl prints it. Strings are quoted where a YAML 1.1 reader would take them for
// something else. Successive values at the root are documents, parted by `---`.
class YamlWriter final : public Writer {
 public:
  explicit YamlWriter(std::string& out) : Writer(out) {}

 private:
  void lead_to_value(const Level& level) override;
  void lead_to_key(const Level& level) override;
  void put_key(std::string_view name) override;
  void put_begin(Level& level, const Level& parent) override;
  void put_end(const Level& level) override;
  void put_string(std::string_view text) override;
  void put_word(std::string_view word) override;
  void next_child(const Level& level);
  void blank_after_key();
};

// The text between double quotes, escaped as JSON demands.
void append_json_string(std::string& out, std::string_view text);

}  // namespace telltale::json
