// SPDX-License-Identifier: Apache-2.0
#pragma once

// Label and field selectors together, asked of objects as they lie in the store. Only the fields
// they speak of are read.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "json/selection.h"
#include "kube/selector.h"
#include "server/failure.h"
#include "server/resource.h"

namespace telltale::server {

struct FieldRequirement {
  std::string path;  // "metadata.name", in the stored object
  std::string value;
  bool equal = true;
};

// Immutable; safe to share between threads.
class ObjectFilter {
 public:
  ObjectFilter() = default;  // everything passes

  [[nodiscard]] static Outcome<ObjectFilter> make(std::string_view label_selector,
                                                  std::string_view field_selector,
                                                  const Resource& resource);

  bool all() const { return labels_.requirements.empty() && fields_.empty(); }
  bool matches(std::string_view stored) const;
  // The one name or namespace that can pass, where the selector pins it; empty otherwise.
  std::string_view only_name() const { return only("metadata.name"); }
  std::string_view only_namespace() const { return only("metadata.namespace"); }

 private:
  std::string_view only(std::string_view path) const;

  Selector labels_;
  std::vector<FieldRequirement> fields_;
  std::shared_ptr<const json::Selection> selection_;
};

}  // namespace telltale::server
