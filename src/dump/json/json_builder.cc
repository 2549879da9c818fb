// SPDX-License-Identifier: Apache-2.0
#include "dump/json/json_builder.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "dump/json/json_scan.h"
#include "json/writer.h"

namespace telltale::dump {
namespace {

// Names come from outside and may be as long as the document.
constexpr std::size_t shown_bytes = 60;
constexpr std::size_t few_members = 12;

std::string shown(std::string_view text) { return printable(truncate_utf8(text, shown_bytes)); }

}  // namespace

void JsonBuilder::clear() {
  out_.clear();
  lines_.clear();
  frames_.clear();
  members_.clear();
  anchors_.clear();
  warnings_.clear();
  nodes_ = copied_nodes_ = rewrites_ = 0;
  error_ = {};
}

bool JsonBuilder::fail(std::size_t line, std::string message) {
  error_ = {line, std::move(message), std::nullopt};
  return false;
}

bool JsonBuilder::expects_key() const { return !frames_.empty() && frames_.back().wants_key; }

std::string_view JsonBuilder::key_text(const Member& member) const {
  return std::string_view(out_).substr(member.begin, member.key_end - member.begin);
}

std::string_view JsonBuilder::text_of(const Anchored& anchored) const {
  if (anchored.saved) return anchored.copy;
  return std::string_view(out_).substr(anchored.begin, anchored.end - anchored.begin);
}

bool JsonBuilder::value_begins(std::size_t line) {
  if (expects_key())
    return fail(line, "expected a key that is a single word, found a map or a list");
  if (frames_.empty() && !out_.empty()) return fail(line, "expected one value, found a second one");
  if (!frames_.empty() && frames_.back().bracket == '[' && frames_.back().items++ > 0) out_ += ',';
  lines_.add(out_.size(), line);
  ++nodes_;
  return true;
}

bool JsonBuilder::value_ends(std::size_t line) {
  if (out_.size() > limits_.document_bytes) {
    return fail(line,
                format("the document makes more than {} bytes of JSON", limits_.document_bytes));
  }
  if (nodes_ > values_max) {
    return fail(line, format("the document holds more than {} values", values_max));
  }
  if (frames_.empty() || frames_.back().bracket == '[') return true;
  frames_.back().wants_key = true;
  return !frames_.back().merging || finish_merge(frames_.back(), line);
}

bool JsonBuilder::begin(const Place& place, char bracket) {
  if (!value_begins(place.line)) return false;
  if (frames_.size() >= limits_.document_depth) {
    return fail(place.line, format("nested more than {} levels deep", limits_.document_depth));
  }
  frames_.push_back({.bracket = bracket,
                     .wants_key = bracket == '{',
                     .begin = out_.size(),
                     .first_member = members_.size(),
                     .nodes_before = nodes_ - 1,
                     .line = place.line,
                     .anchor = std::string(place.anchor)});
  if (!place.anchor.empty()) {
    Anchored& anchored = anchors_[std::string(place.anchor)] = Anchored();
    anchored.open = true;
  }
  out_ += bracket;
  return true;
}

bool JsonBuilder::end(char bracket) {
  out_ += bracket;
  const Frame frame = std::move(frames_.back());
  frames_.pop_back();
  const bool remembered =
      remember({frame.line, frame.anchor}, frame.begin, nodes_ - frame.nodes_before);
  return remembered && value_ends(frame.line);
}

bool JsonBuilder::begin_map(const Place& place) { return begin(place, '{'); }
bool JsonBuilder::begin_list(const Place& place) { return begin(place, '['); }
bool JsonBuilder::end_list() { return end(']'); }

bool JsonBuilder::end_map() {
  check(!frames_.empty() && frames_.back().bracket == '{', "a map that ends has begun");
  if (!drop_repeated(frames_.back())) return false;
  members_.resize(frames_.back().first_member);
  return end('}');
}

void JsonBuilder::begin_member(std::size_t line, bool merged) {
  if (members_.size() > frames_.back().first_member) out_ += ',';
  lines_.add(out_.size(), line);
  members_.push_back({out_.size(), out_.size(), line, merged});
}

void JsonBuilder::key(std::size_t line, std::string_view quoted) {
  begin_member(line, false);
  out_ += quoted;
  members_.back().key_end = out_.size();
  frames_.back().wants_key = false;
}

bool JsonBuilder::scalar_key(const Place& place, const Scalar& scalar, std::string_view text) {
  if (scalar.type == Scalar::Type::Null) return fail(place.line, "expected a key, found null");
  const bool as_written =
      scalar.type == Scalar::Type::String || scalar.type == Scalar::Type::NotANumber;
  std::string quoted;
  json::append_json_string(quoted, as_written ? text : std::string_view(scalar.json));
  key(place.line, quoted);
  const bool remembered = remember(place, members_.back().begin, 1);
  out_ += ':';
  return remembered;
}

bool JsonBuilder::scalar(const Place& place, const Scalar& scalar, std::string_view text) {
  if (expects_key()) return scalar_key(place, scalar, text);
  if (!value_begins(place.line)) return false;
  if (scalar.type == Scalar::Type::NotANumber) {
    return fail(place.line, format("expected a finite number, found {}", text));
  }
  const std::size_t begin = out_.size();
  if (scalar.type == Scalar::Type::String) {
    json::append_json_string(out_, text);
  } else {
    out_ += scalar.json;
  }
  return remember(place, begin, 1) && value_ends(place.line);
}

bool JsonBuilder::remember(const Place& place, std::size_t begin, std::size_t nodes) {
  if (place.anchor.empty()) return true;
  Anchored anchored;
  anchored.begin = begin;
  anchored.end = out_.size();
  anchored.nodes = nodes;
  anchors_[std::string(place.anchor)] = std::move(anchored);
  return anchors_.size() <= anchors_max ||
         fail(place.line, format("the document has more than {} anchors", anchors_max));
}

bool JsonBuilder::alias(std::size_t line, const std::string& name) {
  const auto found = anchors_.find(name);
  if (found == anchors_.end()) return fail(line, format("found no anchor &{} before", shown(name)));
  const Anchored& anchored = found->second;
  if (anchored.open) return fail(line, format("the alias *{0} stands inside &{0}", shown(name)));
  copied_nodes_ += anchored.nodes;
  if (copied_nodes_ > limits_.alias_nodes) {
    return fail(line, format("the aliases of this document expand to more than {} values",
                             limits_.alias_nodes));
  }
  if (expects_key()) return alias_key(line, text_of(anchored));
  if (!value_begins(line)) return false;
  nodes_ += anchored.nodes - 1;
  if (anchored.saved) {
    out_ += anchored.copy;
  } else {
    out_.append(out_, anchored.begin, anchored.end - anchored.begin);
  }
  return value_ends(line);
}

bool JsonBuilder::alias_key(std::size_t line, std::string_view text) {
  const bool is_word = !text.starts_with('{') && !text.starts_with('[') && text != "null";
  if (!is_word)
    return fail(line, "expected a key that is a single word, found an alias of no word");
  // A copy, because writing the key may move what the alias stands for.
  key(line, text.starts_with('"') ? std::string(text) : format("\"{}\"", text));
  out_ += ':';
  return true;
}

bool JsonBuilder::merge_key(const Place& place) {
  if (!expects_key()) return scalar(place, {}, "<<");
  frames_.back().wants_key = false;
  frames_.back().merging = true;
  frames_.back().merge_begin = out_.size();
  return true;
}

// The value of a merge key has just been written like any other; now it is taken apart.
bool JsonBuilder::finish_merge(Frame& frame, std::size_t line) {
  frame.merging = false;
  if (!save_anchors(frame.merge_begin, out_.size(), line)) return false;
  const std::string value = out_.substr(frame.merge_begin);
  out_.resize(frame.merge_begin);
  lines_.cut(frame.merge_begin);
  if (value.starts_with('{')) {
    merge_map(value, line);
    return true;
  }
  if (!value.starts_with('[')) return fail(line, "expected a map behind <<");

  std::vector<std::string_view> maps;
  ItemCursor items(value);
  while (const auto item = items.next()) maps.push_back(*item);
  // Of several maps the first one has the last word.
  for (auto map = maps.rbegin(); map != maps.rend(); ++map) {
    if (!map->starts_with('{')) return fail(line, "expected only maps in the list behind <<");
    merge_map(*map, line);
  }
  return true;
}

void JsonBuilder::merge_map(std::string_view map, std::size_t line) {
  MemberCursor members(map);
  while (const auto member = members.next()) {
    begin_member(line, true);
    out_ += member->quoted_key;
    members_.back().key_end = out_.size();
    out_ += ':';
    out_ += member->value;
  }
}

// Comparing all with all is quicker than sorting, for as few members as most maps have.
bool JsonBuilder::has_repeated(std::size_t first_member) const {
  for (std::size_t left = first_member; left < members_.size(); ++left) {
    for (std::size_t right = left + 1; right < members_.size(); ++right) {
      if (key_text(members_[left]) == key_text(members_[right])) return true;
    }
  }
  return false;
}

bool JsonBuilder::drop_repeated(const Frame& frame) {
  const std::size_t count = members_.size() - frame.first_member;
  if (count < 2 || (count <= few_members && !has_repeated(frame.first_member))) return true;
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), frame.first_member);
  std::ranges::sort(order, [this](std::size_t left, std::size_t right) {
    const int by_key = key_text(members_[left]).compare(key_text(members_[right]));
    return by_key != 0 ? by_key < 0 : left < right;
  });
  for (std::size_t at = 0; at + 1 < count; ++at) {
    const bool same = key_text(members_[order[at]]) == key_text(members_[order[at + 1]]);
    if (same && !drop(order[at], order[at + 1])) return false;
  }
  return true;
}

// Blanks keep every other place in the document where it is.
bool JsonBuilder::drop(std::size_t member, std::size_t kept) {
  const Member& dropped = members_[member];
  if (!dropped.merged && !members_[kept].merged) {
    const std::string_view name = key_text(dropped);
    warnings_.push_back(
        {members_[kept].line,
         format("the key {} stands twice in one map; the last one counts", shown(name)),
         std::nullopt});
  }
  if (warnings_.size() > repeated_keys_max) {
    return fail(dropped.line, format("more than {} keys stand twice", repeated_keys_max));
  }
  const std::size_t end = members_[member + 1].begin;
  if (!save_anchors(dropped.begin, end, dropped.line)) return false;
  std::fill(out_.begin() + static_cast<std::ptrdiff_t>(dropped.begin),
            out_.begin() + static_cast<std::ptrdiff_t>(end), ' ');
  return true;
}

// Their text is about to be overwritten, but aliases may still ask for it.
bool JsonBuilder::save_anchors(std::size_t begin, std::size_t end, std::size_t line) {
  if (++rewrites_ > rewrites_max) {
    return fail(line, format("more than {} merge keys and repeated keys", rewrites_max));
  }
  for (auto& [name, anchored] : anchors_) {
    const bool touched = !anchored.open && anchored.begin >= begin && anchored.begin < end;
    if (!touched || anchored.saved) continue;
    anchored.copy = text_of(anchored);
    anchored.saved = true;
  }
  return true;
}

}  // namespace telltale::dump
