// SPDX-License-Identifier: Apache-2.0
#include "json/tree/selection.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/check.h"
#include "base/text.h"

namespace telltale::json {
namespace {

constexpr std::size_t path_steps_max = 64;

// The trie while it grows; a Selection lays it out flat.
struct Branch {
  std::map<std::string_view, Branch> children;
  bool whole = false;
};

Tree::Type type_called(std::string_view name) {
  constexpr std::pair<std::string_view, Tree::Type> types[] = {
      {"string", Tree::Type::String}, {"time", Tree::Type::String}, {"int", Tree::Type::Int},
      {"bool", Tree::Type::Bool},     {"list", Tree::Type::List},   {"map", Tree::Type::Map}};
  const auto found =
      std::ranges::find(types, name, &std::pair<std::string_view, Tree::Type>::first);
  check(found != std::end(types), "a path expects string, time, int, bool, list or map");
  return found->second;
}

// Names between dots; one that has dots itself stands in brackets at the end.
std::vector<std::string_view> steps_of(std::string_view path) {
  const std::size_t bracket = path.find('[');
  if (bracket == std::string_view::npos) return split(path, '.');
  check(path.ends_with(']'), "a name in brackets ends its path");
  std::vector<std::string_view> steps = split(path.substr(0, bracket), '.');
  steps.push_back(path.substr(bracket + 1, path.size() - bracket - 2));
  return steps;
}

void add_path(Branch& root, std::string_view path) {
  const std::vector<std::string_view> steps = steps_of(path);
  check(steps.size() <= path_steps_max, "a selected path has few steps");
  Branch* branch = &root;
  for (const std::string_view step : steps) {
    check(!step.empty(), "a selected path has no empty step");
    branch = &branch->children[step];
  }
  branch->whole = true;
}

}  // namespace

Selection::Selection(std::span<const std::string_view> paths,
                     std::span<const std::string_view> dropped)
    : dropped_(dropped.begin(), dropped.end()) {
  for (const std::string& name : dropped_) dropped_lengths_ |= length_bit(name.size());

  Branch trie;
  trie.whole = paths.empty();
  for (const std::string_view said : paths) {
    const std::size_t colon = said.find(':');
    const std::string_view path = said.substr(0, colon);
    add_path(trie, path);
    if (colon == std::string_view::npos) continue;
    const std::vector<std::string_view> steps = steps_of(path);
    expectations_.push_back({.path = std::string(path),
                             .steps = {steps.begin(), steps.end()},
                             .type = type_called(said.substr(colon + 1)),
                             .is_time = said.substr(colon + 1) == "time"});
  }

  // Level by level, so that the edges of one node stand side by side.
  std::vector<const Branch*> branches = {&trie};
  for (std::size_t next = 0; next < branches.size(); ++next) {
    Node node{.first = static_cast<std::uint32_t>(edges_.size()), .whole = branches[next]->whole};
    // Below a whole node every finer path is already said.
    if (!node.whole) {
      for (const auto& [name, branch] : branches[next]->children) {
        const auto target = static_cast<std::uint32_t>(branches.size());
        branches.push_back(&branch);
        if (name == "*") {
          node.items = target;
          continue;
        }
        node.lengths |= length_bit(name.size());
        edges_.push_back({std::string(name), target});
      }
    }
    node.count = static_cast<std::uint32_t>(edges_.size()) - node.first;
    nodes_.push_back(node);
  }
}

}  // namespace telltale::json
