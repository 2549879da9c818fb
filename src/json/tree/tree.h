// SPDX-License-Identifier: Apache-2.0
#pragma once

// A JSON value that is read and never changed: 16 bytes a value, children side by side in an arena.
// Asking for what is not there gives a Missing tree, so that paths read in one line:
//
//   const bool done = object.body["status"]["initialization"]["provisioned"].as_bool(false);

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/arena.h"

namespace telltale::json {

class Tree;
struct Member;

class Tree {
 public:
  enum class Type : std::uint8_t { Missing, Null, Bool, Int, Double, String, List, Map };

  constexpr Tree() {}
  // The views must outlive the tree, and hold fewer than `size_max` bytes, items or members.
  static constexpr std::size_t size_max = std::size_t{1} << 28;
  static Tree null(std::uint32_t offset) { return {Type::Null, 0, offset}; }
  static Tree boolean(bool value, std::uint32_t offset) { return {Type::Bool, value, offset}; }
  static Tree integer(std::int64_t value, std::uint32_t offset);
  static Tree number(double value, std::uint32_t offset);
  static Tree string(std::string_view text, std::uint32_t offset);
  static Tree list(std::span<const Tree> items, std::uint32_t offset);
  static Tree map(std::span<const Member> members, std::uint32_t offset);

  Type type() const { return static_cast<Type>(size_and_type_ >> 28); }
  bool is(Type type) const { return this->type() == type; }
  explicit operator bool() const { return !is(Type::Missing); }
  // Where the value stands in the text it was read from, in bytes.
  std::uint32_t offset() const { return offset_; }

  // Missing when this is no map or has no such member. Of repeated members the last one counts.
  Tree operator[](std::string_view key) const;
  std::span<const Tree> items() const;
  std::span<const Member> members() const;

  // Nothing when the value is of another type. An integer is a number too.
  std::optional<bool> as_bool() const;
  std::optional<std::int64_t> as_int() const;
  std::optional<double> as_double() const;
  std::optional<std::string_view> as_string() const;
  bool as_bool(bool otherwise) const { return as_bool().value_or(otherwise); }
  std::string_view as_string(std::string_view otherwise) const {
    return as_string().value_or(otherwise);
  }

 private:
  constexpr Tree(Type type, std::size_t size, std::uint32_t offset)
      : size_and_type_(static_cast<std::uint32_t>(type) << 28 | static_cast<std::uint32_t>(size)),
        offset_(offset) {}
  std::size_t size() const { return size_and_type_ & 0x0FFFFFFF; }

  union {
    const void* pointer_ = nullptr;
    std::int64_t integer_;
    double number_;
  };
  std::uint32_t size_and_type_ = 0;
  std::uint32_t offset_ = 0;
};

struct Member {
  std::string_view key;
  Tree value;
};

inline std::span<const Tree> Tree::items() const {
  if (!is(Type::List)) return {};
  return {static_cast<const Tree*>(pointer_), size()};
}

inline std::span<const Member> Tree::members() const {
  if (!is(Type::Map)) return {};
  return {static_cast<const Member*>(pointer_), size()};
}

inline std::optional<bool> Tree::as_bool() const {
  if (!is(Type::Bool)) return std::nullopt;
  return size() != 0;
}

inline std::optional<std::int64_t> Tree::as_int() const {
  if (!is(Type::Int)) return std::nullopt;
  return integer_;
}

inline std::optional<double> Tree::as_double() const {
  if (is(Type::Int)) return static_cast<double>(integer_);
  if (!is(Type::Double)) return std::nullopt;
  return number_;
}

inline std::optional<std::string_view> Tree::as_string() const {
  if (!is(Type::String)) return std::nullopt;
  return std::string_view(static_cast<const char*>(pointer_), size());
}

static_assert(sizeof(Tree) == 16 && sizeof(Member) == 32);

// A deep copy that needs nothing of the original: member names are interned, as they repeat in
// every document, and strings are kept.
Tree keep(const Tree& tree, Arena& arena);

// "a string", "a number", "a list": for messages that say what was found.
std::string_view type_name(Tree::Type type);

// Equal as values; where they stood in their texts does not matter. Order of members does not
// matter.
bool same_value(const Tree& left, const Tree& right);

}  // namespace telltale::json
