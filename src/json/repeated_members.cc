// SPDX-License-Identifier: Apache-2.0
#include "json/repeated_members.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include <absl/container/flat_hash_set.h>

#include "base/text.h"
#include "json/parse.h"

namespace telltale::json {
namespace {

constexpr std::size_t depth_max = 1000;

// A path that is long enough for anybody to read grows no further: every member below a long name
// would hold it once more.
constexpr std::size_t told_path_bytes_max = 1024;

// Up to this many members, looking at each is cheaper than hashing them.
constexpr std::size_t looked_through_max = 16;

// The names a map has had so far.
class Names {
 public:
  // True when the name is new.
  bool note(const std::string& name) {
    if (few_.size() < looked_through_max && many_.empty()) {
      if (std::ranges::find(few_, name) != few_.end()) return false;
      few_.push_back(name);
      return true;
    }
    if (many_.empty()) many_.insert(few_.begin(), few_.end());
    return many_.insert(name).second;
  }

 private:
  std::vector<std::string> few_;
  absl::flat_hash_set<std::string> many_;
};

struct Level {
  bool is_map = false;
  bool expects_name = false;
  std::size_t index = 0;       // of the child at hand
  std::size_t path_bytes = 0;  // of the path to this map or list
  Names names;
};

// Walks over a text without judging it: only brackets, strings and commas matter.
class Scan {
 public:
  Scan(std::string_view text, std::size_t paths_max) : text_(text), paths_max_(paths_max) {}

  std::vector<std::string> run() {
    while (at_ < text_.size() && found_.size() < paths_max_ && step(text_[at_])) {
    }
    return std::move(found_);
  }

 private:
  bool step(char character);
  bool open(char bracket);
  bool close(char bracket);
  bool comma();
  bool string();
  void name(std::string_view quoted);
  void point_at_item();

  std::string_view text_;
  std::size_t paths_max_;
  std::size_t at_ = 0;
  std::string path_;
  std::vector<Level> levels_;
  std::vector<std::string> found_;
  std::set<std::string> told_;
};

bool Scan::step(char character) {
  switch (character) {
    case '{':
    case '[':
      return open(character);
    case '}':
    case ']':
      return close(character);
    case ',':
      return comma();
    case '"':
      return string();
    default:
      ++at_;
      return true;
  }
}

bool Scan::open(char bracket) {
  if (levels_.size() == depth_max) return false;
  if (!levels_.empty() && !levels_.back().is_map) point_at_item();
  Level& level = levels_.emplace_back();
  level.is_map = level.expects_name = bracket == '{';
  level.path_bytes = path_.size();
  ++at_;
  return true;
}

bool Scan::close(char bracket) {
  if (levels_.empty() || levels_.back().is_map != (bracket == '}')) return false;
  path_.resize(levels_.back().path_bytes);
  levels_.pop_back();
  ++at_;
  return true;
}

bool Scan::comma() {
  if (levels_.empty()) return false;
  Level& level = levels_.back();
  level.expects_name = level.is_map;
  ++level.index;
  ++at_;
  return true;
}

void Scan::point_at_item() {
  path_.resize(levels_.back().path_bytes);
  if (path_.size() < told_path_bytes_max) path_ += format("[{}]", levels_.back().index);
}

bool Scan::string() {
  std::size_t end = at_ + 1;
  while (end < text_.size() && text_[end] != '"') end += text_[end] == '\\' ? 2 : 1;
  if (end >= text_.size()) return false;
  if (!levels_.empty() && levels_.back().expects_name) {
    name(text_.substr(at_, end + 1 - at_));
    levels_.back().expects_name = false;
  }
  at_ = end + 1;
  return true;
}

void Scan::name(std::string_view quoted) {
  std::string plain(quoted.substr(1, quoted.size() - 2));
  if (plain.find('\\') != std::string::npos) {
    const auto read = parse(quoted);
    if (read && read->is_string()) plain = std::string_view(read->get_string());
  }
  Level& level = levels_.back();
  path_.resize(level.path_bytes);
  if (path_.size() < told_path_bytes_max) {
    if (!path_.empty()) path_ += '.';
    path_ += truncate_utf8(plain, told_path_bytes_max);
  }
  if (!level.names.note(plain) && told_.insert(path_).second) found_.push_back(path_);
}

}  // namespace

std::vector<std::string> repeated_members(std::string_view text, std::size_t paths_max) {
  return Scan(text, paths_max).run();
}

}  // namespace telltale::json
