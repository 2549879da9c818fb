// SPDX-License-Identifier: Apache-2.0
#pragma once

// Writes one JSON document from the events of a YAML one, where JSON is less patient: every key is
// text and stands once, every alias is a copy, every merge key has been merged. Knows nothing of
// libyaml. A step that fails leaves the document useless; error() then says why.

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dump/limits.h"
#include "dump/lines.h"
#include "dump/text_error.h"
#include "dump/yaml/yaml_scalar.h"

namespace telltale::dump {

class JsonBuilder {
 public:
  // Each value may cost some 50 bytes beside its text; no document of a cluster has a tenth of
  // these.
  static constexpr std::size_t values_max = 4'000'000;
  // More than this many keys that stand twice are no slip of the pen.
  static constexpr std::size_t repeated_keys_max = 1000;
  // Each merge and each repeated key looks through the anchors, so neither may be many.
  static constexpr std::size_t rewrites_max = 10'000;
  static constexpr std::size_t anchors_max = 10'000;

  // Where an event stands and what it is called; the anchor is empty for nearly all.
  struct Place {
    std::size_t line = 0;
    std::string_view anchor;
  };

  explicit JsonBuilder(const Limits& limits) : limits_(limits) {}

  void clear();
  [[nodiscard]] bool begin_map(const Place& place);
  [[nodiscard]] bool end_map();
  [[nodiscard]] bool begin_list(const Place& place);
  [[nodiscard]] bool end_list();
  [[nodiscard]] bool scalar(const Place& place, const Scalar& scalar, std::string_view text);
  // `<<`, when it is not quoted; an ordinary word anywhere but in place of a key.
  [[nodiscard]] bool merge_key(const Place& place);
  [[nodiscard]] bool alias(std::size_t line, const std::string& name);

  // Also for what the caller finds wrong. Always false.
  bool fail(std::size_t line, std::string message);

  std::size_t depth() const { return frames_.size(); }
  std::string& json() { return out_; }
  const LineMap& lines() const { return lines_; }
  const std::vector<TextError>& warnings() const { return warnings_; }
  const TextError& error() const { return error_; }

 private:
  struct Frame {
    char bracket;
    bool wants_key;
    bool merging = false;
    std::size_t begin;  // of its text
    std::size_t merge_begin = 0;
    std::size_t first_member;  // of this map, in members_
    std::size_t items = 0;     // of this list
    std::size_t nodes_before;
    std::size_t line;
    std::string anchor;
  };
  // "key":value, with the comma behind it when there is one.
  struct Member {
    std::size_t begin;
    std::size_t key_end;
    std::size_t line;
    bool merged;
  };
  struct Anchored {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t nodes = 0;
    bool open = false;  // inside of it, the node is not complete yet
    bool saved = false;
    std::string copy;  // when saved: its place in the document has been used for something else
  };

  bool expects_key() const;
  bool begin(const Place& place, char bracket);
  bool end(char bracket);
  bool value_begins(std::size_t line);
  bool value_ends(std::size_t line);
  void begin_member(std::size_t line, bool merged);
  void key(std::size_t line, std::string_view quoted);
  bool scalar_key(const Place& place, const Scalar& scalar, std::string_view text);
  bool alias_key(std::size_t line, std::string_view text);
  bool finish_merge(Frame& frame, std::size_t line);
  void merge_map(std::string_view map, std::size_t line);
  bool has_repeated(std::size_t first_member) const;
  bool drop_repeated(const Frame& frame);
  bool drop(std::size_t member, std::size_t kept);
  bool save_anchors(std::size_t begin, std::size_t end, std::size_t line);
  bool remember(const Place& place, std::size_t begin, std::size_t nodes);
  std::string_view text_of(const Anchored& anchored) const;
  std::string_view key_text(const Member& member) const;

  const Limits& limits_;
  std::string out_;
  LineMap lines_;
  std::vector<Frame> frames_;
  std::vector<Member> members_;  // of all open maps, innermost last
  std::unordered_map<std::string, Anchored> anchors_;
  std::vector<TextError> warnings_;
  std::size_t nodes_ = 0;
  std::size_t copied_nodes_ = 0;
  std::size_t rewrites_ = 0;
  TextError error_;
};

}  // namespace telltale::dump
