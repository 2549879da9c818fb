// SPDX-License-Identifier: Apache-2.0
#pragma once

// Turns the text of one document into an Object: typed metadata, typed conditions, and the selected
// rest as a tree. Bad parts become errors, and the object is kept without them.
//
//   ObjectReader reader([&](const json::Header& header) -> const json::Selection& { ... }, arena);
//   auto object = reader.read(text, {}, object_errors);
//
// Every selection handed out must come from select_fields().

#include <expected>
#include <span>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/instant.h"
#include "json/tree/tree_reader.h"
#include "kube/object.h"
#include "kube/object_error.h"

namespace telltale {

// How much of an object is worth its memory; the paths of a kind come on top. Most objects of a
// dump are only looked up by name, and a fleet has four of them for every Machine.
struct Extent {
  bool relations = true;          // labels, owners, UID
  bool legacy_conditions = true;  // the lists that v1beta2 keeps for v1beta1's sake
};

// Identity, times and conditions always; without the annotations nobody reads.
json::Selection select_fields(std::span<const std::string_view> kind_paths, Extent extent = {});

// For items of a typed list such as MachineList, which carry neither. Empty for other documents.
struct ListDefaults {
  std::string_view api_version;
  std::string_view kind;
};

// One per thread, as is the arena it fills.
class ObjectReader {
 public:
  ObjectReader(json::SelectFields choose, Arena& arena);

  // An error when there is no object in it: broken JSON, no kind, no apiVersion, no metadata.name.
  // The object owns nothing of `text`; it lives as long as the arena.
  [[nodiscard]] std::expected<Object, ObjectError> read(json::PaddedText text,
                                                        const ListDefaults& defaults,
                                                        std::vector<ObjectError>& object_errors);

  // The newest time in everything read so far: when the dump was taken, as far as it can tell.
  Instant newest() const { return newest_; }

 private:
  json::SelectFields choose_;
  Arena& arena_;
  Arena scratch_;
  json::TreeReader trees_;
  Instant newest_ = no_time;
};

}  // namespace telltale
