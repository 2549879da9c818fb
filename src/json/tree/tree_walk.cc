// SPDX-License-Identifier: Apache-2.0
#include "json/tree/tree_walk.h"

#include <array>
#include <cstring>
#include <utility>

#include "base/text.h"
#include "json/number.h"
#include "json/repeated_names.h"

namespace telltale::json {
namespace {

// How each byte changes the depth of brackets, as a table so that stepping over a subtree does not
// branch on what it meets.
constexpr std::array<std::int8_t, 256> depth_change = [] {
  std::array<std::int8_t, 256> change{};
  change['{'] = change['['] = 1;
  change['}'] = change[']'] = -1;
  return change;
}();

bool is_space(char byte) { return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t'; }

std::string describe(char first) {
  switch (first) {
    case '{':
      return "a map";
    case '[':
      return "a list";
    case '"':
      return "a string";
    case '-':
      return "a number";
    case '\0':
      return "the end of the text";
    default:
      break;
  }
  if (first >= '0' && first <= '9') return "a number";
  if (first > ' ' && first < 0x7F) return format("'{}'", first);
  return "a byte that begins no value";
}

bool begins_scalar(char first) {
  return first == '"' || first == '-' || (first >= '0' && first <= '9') || first == 't' ||
         first == 'f' || first == 'n';
}

}  // namespace

inline std::string_view TreeWalk::token() const {
  std::size_t end = tokens_[next_ + 1];
  while (is_space(text_[end - 1])) --end;
  return text_.substr(tokens_[next_], end - tokens_[next_]);
}

// Most documents have few backslashes, so one search serves many strings.
inline bool TreeWalk::has_escape(std::string_view text) {
  if (escape_ < text.data()) {
    const char* const end = text_.data() + text_.size();
    const void* found = std::memchr(text.data(), '\\', static_cast<std::size_t>(end - text.data()));
    escape_ = found ? static_cast<const char*>(found) : end;
  }
  return escape_ < text.data() + text.size();
}

Header TreeWalk::peek_header() {
  Header header;
  start();
  if (first() == '{') {
    do {
      ++next_;
      std::string_view name;
      if (!read_name(name)) break;
      std::string_view* wanted = name == "kind"         ? &header.kind
                                 : name == "apiVersion" ? &header.api_version
                                                        : nullptr;
      const bool readable = wanted && first() == '"' ? read_string(*wanted) : skip_value();
      if (!readable || (!header.kind.empty() && !header.api_version.empty())) break;
    } while (first() == ',');
  }
  // What was wrong here is found again, and told, by reading the document.
  return header;
}

void TreeWalk::start() {
  next_ = values_ = 0;
  escape_ = nullptr;
  error_ = {};
  tools_.open.items.clear();
  tools_.open.members.clear();
}

bool TreeWalk::read_map_document(const Selection& selection, Tree& out) {
  start();
  return first() == '{' ? read_document(selection, out) : expected("a map");
}

bool TreeWalk::read_document(const Selection& selection, Tree& out) {
  selection_ = &selection;
  start();
  if (!read_value(*selection.root(), 1, out)) return false;
  if (next_ != count_)
    return fail_at(offset(), "there is more text behind the end of the document");
  return true;
}

bool TreeWalk::read_value(const Node& node, std::size_t depth, Tree& out) {
  if (++values_ > TreeReader::values_max) {
    return fail_at(offset(), format("the document has more than {} values", TreeReader::values_max),
                   Error::Kind::TooLarge);
  }
  switch (first()) {
    case '{':
      return read_map(node, depth, out);
    case '[':
      return read_list(node, depth, out);
    default:
      return read_scalar(out);
  }
}

bool TreeWalk::read_map(const Node& node, std::size_t depth, Tree& out) {
  if (!enter(depth)) return false;
  auto& members = tools_.open.members;
  const std::size_t start = members.size();
  const std::uint32_t where = offset();
  ++next_;
  if (first() == '}') {
    ++next_;
  } else if (!read_members(node, depth)) {
    return false;
  }
  out = Tree::map(tools_.scratch.keep(std::span<const Member>(members).subspan(start)), where);
  members.resize(start);
  return true;
}

bool TreeWalk::read_members(const Node& node, std::size_t depth) {
  auto& members = tools_.open.members;
  RepeatedNames repeated(members.size());
  for (bool more = true; more;) {
    std::string_view name;
    if (!read_name(name)) return false;
    if (const Node* chosen = select(node, name)) {
      repeated.note(name, members);
      if (!read_member(*chosen, name, depth)) return false;
    } else if (!skip_value()) {
      return false;
    }
    if (!read_separator('}', more)) return false;
  }
  repeated.drop(members);
  return true;
}

bool TreeWalk::read_member(const Node& node, std::string_view name, std::size_t depth) {
  Tree value;
  if (!read_value(node, depth + 1, value)) return false;
  tools_.open.members.push_back({name, value});
  return true;
}

inline bool TreeWalk::read_name(std::string_view& name) {
  if (first() != '"') return expected("a member name in quotes");
  if (!read_string(name)) return false;
  if (first() != ':') return expected("':' behind a member name");
  ++next_;
  return true;
}

bool TreeWalk::read_list(const Node& node, std::size_t depth, Tree& out) {
  if (!enter(depth)) return false;
  auto& items = tools_.open.items;
  const std::size_t start = items.size();
  const std::uint32_t where = offset();
  ++next_;
  if (first() == ']') {
    ++next_;
  } else if (!read_items(node.whole ? &node : selection_->items(node), depth)) {
    return false;
  }
  out = Tree::list(tools_.scratch.keep(std::span<const Tree>(items).subspan(start)), where);
  items.resize(start);
  return true;
}

// Without a node the list is only shown to be one: its items are stepped over.
bool TreeWalk::read_items(const Node* node, std::size_t depth) {
  for (bool more = true; more;) {
    if (node) {
      Tree item;
      if (!read_value(*node, depth + 1, item)) return false;
      tools_.open.items.push_back(item);
    } else if (!skip_value()) {
      return false;
    }
    if (!read_separator(']', more)) return false;
  }
  return true;
}

inline bool TreeWalk::read_separator(char closing, bool& more) {
  const char found = first();
  if (found != ',' && found != closing) return expected(format("',' or '{}'", closing));
  more = found == ',';
  ++next_;
  return true;
}

bool TreeWalk::read_string(std::string_view& out) {
  const std::string_view quoted = token();
  if (quoted.size() < 2 || quoted.back() != '"') return expected("a closing quote");
  out = quoted.substr(1, quoted.size() - 2);
  if (has_escape(out)) {
    char* const target = tools_.scratch.make<char>(quoted.size() + PaddedText::padding).data();
    const char* const end = tools_.index.unescape(out.data(), target);
    if (end == nullptr) return fail_at(offset(), "this string has a broken escape");
    out = std::string_view(target, static_cast<std::size_t>(end - target));
  }
  ++next_;
  return true;
}

bool TreeWalk::read_scalar(Tree& out) {
  const std::uint32_t where = offset();
  if (!begins_scalar(first())) return expected("a value");
  if (first() == '"') {
    std::string_view text;
    if (!read_string(text)) return false;
    out = Tree::string(text, where);
    return true;
  }
  const std::string_view word = token();
  if (word == "true" || word == "false") {
    out = Tree::boolean(word == "true", where);
  } else if (word == "null") {
    out = Tree::null(where);
  } else if (const auto number = read_number(word, where)) {
    out = *number;
  } else {
    return fail_at(where, format("expected a value, found {}", truncate_utf8(word, 40)));
  }
  ++next_;
  return true;
}

bool TreeWalk::skip_value() {
  if (begins_scalar(first())) {
    ++next_;
    return true;
  }
  if (first() != '{' && first() != '[') return expected("a value");
  const std::uint32_t where = offset();
  std::int32_t depth = 0;
  do {
    if (next_ == count_) return fail_at(where, "this bracket is never closed");
    depth += depth_change[static_cast<unsigned char>(text_[tokens_[next_++]])];
  } while (depth > 0);
  return true;
}

bool TreeWalk::enter(std::size_t depth) {
  if (depth <= tools_.depth_max) return true;
  return fail_at(offset(), format("nested deeper than {} levels", tools_.depth_max),
                 Error::Kind::TooLarge);
}

inline const TreeWalk::Node* TreeWalk::select(const Node& node, std::string_view name) const {
  if (selection_->drops(name)) return nullptr;
  return node.whole ? &node : selection_->child(node, name);
}

bool TreeWalk::expected(std::string_view what) {
  const std::string found = next_ == count_ ? "the end of the text" : describe(first());
  return fail_at(offset(), format("expected {}, found {}", what, found));
}

bool TreeWalk::fail_at(std::uint32_t offset, std::string message, Error::Kind kind) {
  error_ = {kind, offset, std::move(message)};
  return false;
}

}  // namespace telltale::json
