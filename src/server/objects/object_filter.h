// SPDX-License-Identifier: Apache-2.0
#pragma once

// Label and field selectors together, asked of objects as they lie in the store. Only the fields
// they speak of are read.

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "json/tree/padded_text.h"
#include "json/tree/selection.h"
#include "json/tree/tree.h"
#include "kube/selector.h"
#include "server/request/status_error.h"
#include "server/resource.h"

namespace telltale::server {

struct FieldRequirement {
  std::string path;  // "metadata.name", in the stored object
  std::string value;
  bool equal = true;
};

// What selectors ask of one object, read once for all the selectors that are asked about it: the
// object may be large and the selectors many. Immutable; safe to share between threads.
class ObjectFacts {
 public:
  // The fields are those that `selection` names, as an ObjectFilter has it.
  ObjectFacts(std::string_view stored, const json::Selection& selection);
  ObjectFacts(const ObjectFacts&) = delete;
  ObjectFacts& operator=(const ObjectFacts&) = delete;

  bool readable() const { return readable_; }
  std::span<const Label> labels() const { return labels_; }  // in the order of their keys
  std::string text_at(std::string_view dotted) const;        // as field selectors compare it

 private:
  Arena scratch_;
  json::PaddedCopy copy_;
  json::Tree tree_;
  bool readable_ = false;
  std::vector<Label> labels_;
};

// Immutable; safe to share between threads.
class ObjectFilter {
 public:
  ObjectFilter() = default;  // everything passes

  [[nodiscard]] static Outcome<ObjectFilter> make(std::string_view label_selector,
                                                  std::string_view field_selector,
                                                  const Resource& resource,
                                                  const Version* version = nullptr);

  bool all() const { return labels_.requirements.empty() && fields_.empty(); }
  bool matches(std::string_view stored) const;
  // Of all filters with the same `reads`, the facts of an object are the same.
  bool matches(const ObjectFacts& facts) const;
  const std::string& reads() const { return reads_; }
  std::unique_ptr<const ObjectFacts> facts_of(std::string_view stored) const {
    return std::make_unique<const ObjectFacts>(stored, *selection_);
  }
  // The one name or namespace that can pass, where the selector pins it; empty otherwise.
  std::string_view only_name() const { return only("metadata.name"); }
  std::string_view only_namespace() const { return only("metadata.namespace"); }

 private:
  std::string_view only(std::string_view path) const;

  Selector labels_;
  std::vector<FieldRequirement> fields_;
  std::string reads_;  // the paths that are read, joined
  std::shared_ptr<const json::Selection> selection_;
};

}  // namespace telltale::server
