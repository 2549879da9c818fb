// SPDX-License-Identifier: Apache-2.0
#include "json/patch/json_patch.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "json/equal_values.h"
#include "json/patch/pointer.h"

namespace telltale::json {
namespace {

constexpr std::size_t text_bytes_per_value = 16;
constexpr std::size_t shifts_per_value = 32;

struct Extent {
  std::size_t depth = 0;  // 1 for an empty list
  std::size_t weight = 0;
};

Extent extent_of(const Value& value) {
  Extent extent{.depth = 0, .weight = 1};
  const auto include = [&](const Value& child) {
    const Extent inner = extent_of(child);
    extent.depth = std::max(extent.depth, inner.depth);
    extent.weight += inner.weight;
  };
  if (const ValueString* text = value.if_string()) {
    extent.weight += text->size() / text_bytes_per_value;
  } else if (const ValueList* list = value.if_array()) {
    for (const Value& item : *list) include(item);
    ++extent.depth;
  } else if (const ValueMap* map = value.if_object()) {
    for (const auto& member : *map) {
      include(member.value());
      extent.weight += member.key().size() / text_bytes_per_value;
    }
    ++extent.depth;
  }
  return extent;
}

// One patch on its way through a document.
class Patching {
 public:
  explicit Patching(Value& document) : document_(document) {}

  Result<void> run(const Value& operation);

 private:
  using Names = std::span<const std::string>;
  struct Step {
    std::string_view op;
    Pointer path;
    Pointer from;
    const Value* value = nullptr;
  };

  Result<Step> read(const Value& operation) const;
  Result<void> run(const Step& step);
  Result<void> add(const Pointer& path, Value value);
  Result<void> insert(ValueList& list, const std::string& name, Value value);
  Result<Value> take(const Pointer& path);
  Result<void> replace(const Pointer& path, const Value& value);
  Result<void> move(const Step& step);
  Result<void> copy(const Step& step);
  Result<void> test(const Step& step);

  Value* find(Names names);
  Result<void> measure(const Pointer& path, const Extent& extent);
  Result<void> work(std::size_t values);

  Value& document_;
  std::size_t copied_ = 0;
  std::size_t work_ = 0;
};

std::string shown(std::span<const std::string> names) {
  std::string text;
  for (const std::string& name : names) text += '/' + name;
  return text;
}

std::unexpected<Error> missing(std::span<const std::string> names) {
  return fail(Error::Kind::Conflict, format("there is nothing at \"{}\"", shown(names)));
}

Result<Pointer> pointer_member(const ValueMap& operation, std::string_view name) {
  const Value* member = operation.if_contains(name);
  const ValueString* text = member == nullptr ? nullptr : member->if_string();
  if (text == nullptr) return fail(Error::Kind::Invalid, format("\"{}\" is not a string", name));
  return parse_pointer(std::string_view(*text));
}

Result<Patching::Step> Patching::read(const Value& operation) const {
  const ValueMap* map = operation.if_object();
  if (map == nullptr) return fail(Error::Kind::Invalid, "an operation is not an object");
  const Value* op = map->if_contains("op");
  if (op == nullptr || !op->is_string()) {
    return fail(Error::Kind::Invalid, "\"op\" is not a string");
  }
  Step step;
  step.op = std::string_view(op->get_string());
  auto path = pointer_member(*map, "path");
  if (!path) return fail(path.error());
  step.path = std::move(*path);
  if (step.op == "move" || step.op == "copy") {
    auto from = pointer_member(*map, "from");
    if (!from) return fail(from.error());
    step.from = std::move(*from);
  } else if (step.op == "add" || step.op == "replace" || step.op == "test") {
    step.value = map->if_contains("value");
    if (step.value == nullptr) return fail(Error::Kind::Invalid, "\"value\" is missing");
  } else if (step.op != "remove") {
    return fail(Error::Kind::Invalid, format("\"{}\" is not an operation", step.op));
  }
  return step;
}

Result<void> Patching::run(const Value& operation) {
  const auto step = read(operation);
  if (!step) return fail(step.error());
  return run(*step);
}

Result<void> Patching::run(const Step& step) {
  if (step.op == "add") {
    if (auto fits = measure(step.path, extent_of(*step.value)); !fits) return fits;
    return add(step.path, *step.value);
  }
  if (step.op == "replace") return replace(step.path, *step.value);
  if (step.op == "move") return move(step);
  if (step.op == "copy") return copy(step);
  if (step.op == "test") return test(step);
  const auto removed = take(step.path);
  if (!removed) return fail(removed.error());
  return {};
}

Result<void> Patching::add(const Pointer& path, Value value) {
  if (path.empty()) {
    document_ = std::move(value);
    return {};
  }
  const Names above = Names(path).first(path.size() - 1);
  Value* parent = find(above);
  if (parent == nullptr) return missing(above);
  if (ValueList* list = parent->if_array()) return insert(*list, path.back(), std::move(value));
  ValueMap* map = parent->if_object();
  if (map == nullptr) return missing(path);
  map->insert_or_assign(path.back(), std::move(value));
  return {};
}

Result<void> Patching::insert(ValueList& list, const std::string& name, Value value) {
  const auto index = name == "-" ? std::optional(list.size()) : parse_index(name);
  if (!index || *index > list.size()) {
    return fail(Error::Kind::Conflict, format("a list has no place \"{}\"", name));
  }
  if (auto fits = work((list.size() - *index) / shifts_per_value); !fits) return fits;
  list.insert(list.begin() + static_cast<std::ptrdiff_t>(*index), std::move(value));
  return {};
}

Result<Value> Patching::take(const Pointer& path) {
  if (path.empty()) return fail(Error::Kind::Invalid, "the whole document cannot be removed");
  Value* parent = find(Names(path).first(path.size() - 1));
  Value* found = parent == nullptr ? nullptr : child_at(*parent, path.back());
  if (found == nullptr) return missing(path);
  Value taken = std::move(*found);
  if (ValueList* list = parent->if_array()) {
    const auto behind = static_cast<std::size_t>(list->data() + list->size() - found);
    if (auto fits = work(behind / shifts_per_value); !fits) return fail(fits.error());
    list->erase(found);
  } else {
    parent->get_object().erase(path.back());
  }
  return taken;
}

Result<void> Patching::replace(const Pointer& path, const Value& value) {
  if (auto fits = measure(path, extent_of(value)); !fits) return fits;
  Value* found = find(path);
  if (found == nullptr) return missing(path);
  *found = value;
  return {};
}

Result<void> Patching::move(const Step& step) {
  const bool inside = step.path.size() > step.from.size() &&
                      std::equal(step.from.begin(), step.from.end(), step.path.begin());
  if (inside) return fail(Error::Kind::Invalid, "a value cannot be moved into itself");
  Value* found = find(step.from);
  if (found == nullptr) return missing(step.from);
  if (step.from == step.path) return {};
  if (step.path.size() > step.from.size()) {
    const Extent extent = extent_of(*found);
    if (auto fits = work(extent.weight); !fits) return fits;
    if (auto fits = measure(step.path, extent); !fits) return fits;
  }
  auto taken = take(step.from);
  if (!taken) return fail(taken.error());
  return add(step.path, std::move(*taken));
}

Result<void> Patching::copy(const Step& step) {
  const Value* found = find(step.from);
  if (found == nullptr) return missing(step.from);
  const Extent extent = extent_of(*found);
  copied_ += extent.weight;
  if (copied_ > patched_values_max) return fail(Error::Kind::TooLarge, "copies grow too large");
  if (auto fits = measure(step.path, extent); !fits) return fits;
  return add(step.path, Value(*found));
}

Result<void> Patching::test(const Step& step) {
  const Names above = Names(step.path).first(step.path.empty() ? 0 : step.path.size() - 1);
  Value* parent = find(above);
  if (parent == nullptr) return missing(above);
  const Value* found = step.path.empty() ? parent : child_at(*parent, step.path.back());
  if (found == nullptr && step.value->is_null() && parent->is_object()) return {};
  if (found == nullptr) return missing(step.path);
  if (equal_values(*found, *step.value)) return {};
  return fail(Error::Kind::Conflict, format("the test of \"{}\" failed", shown(step.path)));
}

Value* Patching::find(Names names) {
  Value* at = &document_;
  for (const std::string& name : names) {
    at = child_at(*at, name);
    if (at == nullptr) return nullptr;
  }
  return at;
}

Result<void> Patching::measure(const Pointer& path, const Extent& extent) {
  if (path.size() + extent.depth <= patched_depth_max) return {};
  return fail(Error::Kind::TooLarge, "the document becomes too deep");
}

Result<void> Patching::work(std::size_t values) {
  work_ += values;
  if (work_ <= patch_work_max) return {};
  return fail(Error::Kind::TooLarge, "the patch asks for too much work");
}

}  // namespace

Result<Value> json_patch(const Value& target, const Value& patch) {
  const ValueList* operations = patch.if_array();
  if (operations == nullptr) {
    return fail(Error::Kind::Invalid, "a JSON patch is a list of operations");
  }
  if (operations->size() > patch_operations_max) {
    return fail(Error::Kind::TooLarge,
                format("The allowed maximum operations in a JSON patch is {}, got {}",
                       patch_operations_max, operations->size()));
  }
  Value document = target;
  Patching patching(document);
  std::size_t number = 0;
  for (const Value& operation : *operations) {
    if (auto done = patching.run(operation); !done) {
      return fail(done.error().kind,
                  format("operation {}: {}", number, std::move(done.error().detail)));
    }
    ++number;
  }
  return document;
}

}  // namespace telltale::json
