// SPDX-License-Identifier: Apache-2.0
#pragma once

// Finds where JSON values end without reading them: brackets and quotes are all it looks at. This
// is what makes it affordable to read a List of a hundred thousand objects one item at a time.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace telltale::dump {

// Steps over one value, which may come in several pieces.
class ValueScanner {
 public:
  enum class Outcome {
    More,    // the value goes on behind the text
    Done,    // `at` stands behind the value
    Broken,  // the bracket at `at` closes another kind than was opened
  };

  // Reads on at `at` and moves it along. The first piece begins with the value.
  Outcome scan(std::string_view text, std::size_t& at);
  // The text is over: a number or a word is complete, everything else is not.
  bool complete_at_end() const { return form_ == Form::Word; }
  // After Broken: the bracket that would have been right.
  char expected() const;

 private:
  // Deeper brackets are only counted; no reader takes such a document anyway.
  static constexpr std::size_t typed_depth = 128;

  enum class Form : std::uint8_t { Unknown, Brackets, String, Word };

  Outcome scan_brackets(std::string_view text, std::size_t& at);
  bool scan_string(std::string_view text, std::size_t& at);
  void open(char bracket);
  bool close(char bracket);

  std::array<std::uint64_t, typed_depth / 64> is_list_{};  // one bit for each open bracket
  std::size_t depth_ = 0;
  Form form_ = Form::Unknown;
  bool in_string_ = false;
  bool escaped_ = false;  // the last piece ended behind a backslash that escapes
};

// Moves `at` to the next byte that is no white space, or to the end.
inline void skip_space(std::string_view text, std::size_t& at) {
  while (at < text.size() &&
         (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t')) {
    ++at;
  }
}

// What a document shows of itself at its top level. Text is as it stands between the quotes.
struct Outline {
  bool is_map = false;
  std::string_view api_version;
  std::string_view kind;
  bool has_metadata = false;              // as a map
  std::optional<std::string_view> items;  // with its brackets, when it is a list

  bool is_list() const { return items && kind.ends_with("List"); }
  bool operator==(const Outline&) const = default;
};

// Nothing when the brackets of the document do not match.
std::optional<Outline> outline(std::string_view document);

// The members of a map, one by one.
class MemberCursor {
 public:
  struct Member {
    std::string_view quoted_key;
    std::string_view value;

    std::string_view key() const { return quoted_key.substr(1, quoted_key.size() - 2); }
  };

  // `map` begins with its bracket.
  explicit MemberCursor(std::string_view map) : map_(map), at_(1) {}
  // Nothing at the end, and from where the map is broken on.
  std::optional<Member> next();
  // After the last member: whether the map ends there with its bracket.
  bool closed() const { return closed_; }

 private:
  std::string_view map_;
  std::size_t at_;
  bool closed_ = false;
};

// True when a value begins like this; the reader will tell whether it is one.
bool begins_value(char byte);

// The values of a list, one by one.
class ItemCursor {
 public:
  // `list` begins with its bracket.
  explicit ItemCursor(std::string_view list) : list_(list), at_(1) {}
  // Nothing at the end, and from where the list is broken on.
  std::optional<std::string_view> next();

 private:
  std::string_view list_;
  std::size_t at_;
};

}  // namespace telltale::dump
