// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which fields of a document are worth reading, compiled once into a trie and asked for every
// member name by the tree reader. Never changed after it is made; safe to share between threads.
//
//   const Selection machine({"metadata", "spec.clusterName", "metadata.managedFields.*.time"});
//
// A path may say what it expects to find, "spec.replicas:int"; the code that reads the tree checks
// it against expectations(). A name with dots stands in brackets,
// "metadata.labels[example.com/role]". A selected path keeps its whole subtree; `*` steps through
// the items of a list. A selection without paths keeps everything.

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "json/tree/tree.h"

namespace telltale::json {

class Selection {
 public:
  struct Node {
    std::uint64_t lengths = 0;  // bit n: some child's name has n bytes (the last bit: that or more)
    std::uint32_t first = 0;    // its edges stand side by side
    std::uint32_t count = 0;
    std::uint32_t items = 0;  // the node behind `*`; zero, the root, for none
    bool whole = false;       // everything below is kept
  };

  // What a path said it expects: string, int, bool, list, map, or a string that is a time.
  struct Expectation {
    std::string path;
    std::vector<std::string> steps;
    Tree::Type type = Tree::Type::Missing;
    bool is_time = false;
  };

  Selection() : Selection(std::span<const std::string_view>()) {}
  Selection(std::initializer_list<std::string_view> paths)
      : Selection(std::span<const std::string_view>(paths.begin(), paths.size())) {}
  // Members with a `dropped` name are left out wherever they stand, even inside selected subtrees.
  explicit Selection(std::span<const std::string_view> paths,
                     std::span<const std::string_view> dropped = {});

  const Node* root() const { return nodes_.data(); }
  // Nothing when the member is not selected. Must not be asked of a whole node.
  const Node* child(const Node& node, std::string_view name) const;
  const Node* items(const Node& node) const {
    return node.items == 0 ? nullptr : &nodes_[node.items];
  }
  bool drops(std::string_view name) const;
  std::span<const Expectation> expectations() const { return expectations_; }

 private:
  struct Edge {
    std::string name;
    std::uint32_t target = 0;
  };

  static std::uint64_t length_bit(std::size_t length) {
    return std::uint64_t{1} << (length < 63 ? length : 63);
  }

  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<std::string> dropped_;
  std::vector<Expectation> expectations_;
  std::uint64_t dropped_lengths_ = 0;
};

inline const Selection::Node* Selection::child(const Node& node, std::string_view name) const {
  if ((node.lengths & length_bit(name.size())) == 0) return nullptr;
  const Edge* edge = edges_.data() + node.first;
  for (const Edge* end = edge + node.count; edge != end; ++edge) {
    if (edge->name == name) return &nodes_[edge->target];
  }
  return nullptr;
}

inline bool Selection::drops(std::string_view name) const {
  if ((dropped_lengths_ & length_bit(name.size())) == 0) return false;
  for (const std::string& dropped : dropped_) {
    if (dropped == name) return true;
  }
  return false;
}

}  // namespace telltale::json
