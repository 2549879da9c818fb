// SPDX-License-Identifier: Apache-2.0
#include "kube/json_path.h"

#include <algorithm>
#include <utility>

namespace telltale {
namespace {

using json::Member;
using json::Tree;
using Trees = std::vector<Tree>;
using Value = std::variant<std::monostate, std::string_view, double, bool>;

// One walk over one document. The budget bounds what `..` and `*` can pile up.
class Walk {
 public:
  explicit Walk(const Tree& document) : document_(document) {}

  Trees follow(const Tree& root, const JsonPath::Steps& steps) {
    Trees current;
    if (root) current.push_back(root);
    for (const JsonPath::Step& step : steps) {
      Trees next;
      for (const Tree& tree : current) take(tree, step, next);
      current = std::move(next);
      if (current.empty()) break;
    }
    return current;
  }

 private:
  // The work of a whole walk is bounded, not only what comes out of it.
  static constexpr std::size_t visits_max = 10 * JsonPath::hits_max;

  void add(Trees& out, const Tree& tree) {
    ++visits_;
    if (tree && out.size() < JsonPath::hits_max) out.push_back(tree);
  }

  void take(const Tree& tree, const JsonPath::Step& step, Trees& out) {
    if (visits_ >= visits_max) return;
    std::visit([&](const auto& what) { take_one(tree, what, out); }, step.what);
  }

  void take_one(const Tree& tree, const JsonPath::Name& step, Trees& out) {
    add(out, tree[step.name]);
  }

  void take_one(const Tree& tree, const JsonPath::Every&, Trees& out) {
    for (const Tree& item : tree.items()) add(out, item);
    for (const Member& member : tree.members()) add(out, member.value);
  }

  // Documents are read with a limit on their depth, so this cannot run away.
  void take_one(const Tree& tree, const JsonPath::Descend& step, Trees& out) {
    if (visits_ >= visits_max) return;
    add(out, tree);
    for (const Tree& item : tree.items()) take_one(item, step, out);
    for (const Member& member : tree.members()) take_one(member.value, step, out);
  }

  void take_one(const Tree& tree, const JsonPath::Slice& slice, Trees& out) {
    const auto items = tree.items();
    const auto size = static_cast<std::int64_t>(items.size());
    const auto place = [&](std::int64_t at) { return at < 0 ? at + size : at; };
    const std::int64_t from = place(slice.from.value_or(0));
    if (slice.single) {
      if (from >= 0 && from < size) add(out, items[static_cast<std::size_t>(from)]);
      return;
    }
    const std::int64_t to = std::min(place(slice.to.value_or(size)), size);
    for (std::int64_t at = std::max<std::int64_t>(from, 0); at < to; at += slice.stride) {
      add(out, items[static_cast<std::size_t>(at)]);
    }
  }

  void take_one(const Tree& tree, const JsonPath::Filter& filter, Trees& out) {
    for (const Tree& item : tree.items()) {
      if (visits_ >= visits_max) return;
      ++visits_;
      if (holds(filter, item)) add(out, item);
    }
  }

  void take_one(const Tree& tree, const JsonPath::Union& step, Trees& out) {
    for (const JsonPath::Step& choice : step.choices) take(tree, choice, out);
  }

  static Value value_of(const Tree& tree) {
    if (const auto text = tree.as_string()) return *text;
    if (const auto number = tree.as_double()) return *number;
    if (const auto flag = tree.as_bool()) return *flag;
    return {};
  }

  Value value_of(const JsonPath::Operand& operand, const Tree& item) {
    using Root = JsonPath::Operand::Root;
    if (operand.root == Root::Literal) {
      const auto given = [](const auto& literal) -> Value { return literal; };
      return std::visit(given, operand.literal);
    }
    const Trees hits = follow(operand.root == Root::Item ? item : document_, operand.path);
    return hits.empty() ? Value() : value_of(hits.front());
  }

  bool holds(const JsonPath::Filter& filter, const Tree& item) {
    using enum JsonPath::Comparison;
    if (filter.comparison == Exists) return !follow(item, filter.operands.front().path).empty();
    const Value left = value_of(filter.operands.front(), item);
    const Value right = value_of(filter.operands.back(), item);
    // Values of different types are not compared at all, as in Kubernetes.
    if (left.index() == 0 || left.index() != right.index()) return false;
    switch (filter.comparison) {
      case Equal:
        return left == right;
      case NotEqual:
        return left != right;
      case Less:
        return left < right;
      case AtMost:
        return left <= right;
      case More:
        return left > right;
      case AtLeast:
        return left >= right;
      case Exists:
        break;
    }
    return false;
  }

  const Tree& document_;
  std::size_t visits_ = 0;
};

}  // namespace

JsonPath::JsonPath(Steps steps) : steps_(std::move(steps)) {
  for (const Step& step : steps_) {
    const Name* name = std::get_if<Name>(&step.what);
    if (name == nullptr) break;
    fields_.push_back(name->name);
  }
}

Trees JsonPath::find(const Tree& document) const { return Walk(document).follow(document, steps_); }

Tree JsonPath::first(const Tree& document) const {
  // Most columns are plain names, and a fleet has a million cells.
  if (fields_.size() == steps_.size()) {
    Tree tree = document;
    for (const std::string& field : fields_) tree = tree[field];
    return tree;
  }
  const Trees hits = find(document);
  return hits.empty() ? Tree() : hits.front();
}

}  // namespace telltale
