// SPDX-License-Identifier: Apache-2.0
#pragma once

// One object as an actor wants it, and one write that brings it about. Owners are named without
// their UIDs, which the server gives out: the WriteSequence fills them in.
//
//   Document("v1", "Node", "", "n1").label("a", "b").status({...}).apply_within("default/edge")

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "json/value.h"

namespace telltale::demo {

struct Write {
  enum class Verb : std::uint8_t {
    Apply,    // spec, and then status where the document has one
    Delete,   // gone already is fine
    Release,  // takes the finalizers away; gone already is fine
  };
  Verb verb = Verb::Apply;
  std::string cluster = {};  // "default/edge": in this workload cluster; empty: the management one
  json::ValueMap document = {};  // at least apiVersion, kind and metadata.name
};
using Writes = std::vector<Write>;

// "Machine default/m1 in default/edge", for people.
std::string to_text(const Write& write);
// "/clusters/default/edge/api/v1/nodes/n1".
std::string path_of(const Write& write);

void append(Writes& writes, Writes more);

class Document {
 public:
  Document(std::string_view api_version, std::string_view kind, std::string_view namespace_name,
           std::string_view name);

  Document& label(std::string_view key, std::string_view value);
  Document& annotation(std::string_view key, std::string_view value);
  Document& owner(std::string_view api_version, std::string_view kind, std::string_view name);
  Document& finalizer(std::string_view name);
  Document& spec(json::ValueMap spec) { return part("spec", std::move(spec)); }
  Document& status(json::ValueMap status) { return part("status", std::move(status)); }
  Document& part(std::string_view name, json::Value value);

  Write apply() const { return {.document = map_}; }
  Write apply_within(std::string_view cluster) const {
    return {.cluster = std::string(cluster), .document = map_};
  }
  Write remove() const { return {.verb = Write::Verb::Delete, .document = map_}; }
  Write remove_within(std::string_view cluster) const {
    return {.verb = Write::Verb::Delete, .cluster = std::string(cluster), .document = map_};
  }
  Write release() const { return {.verb = Write::Verb::Release, .document = map_}; }

 private:
  json::ValueMap& metadata() { return map_["metadata"].as_object(); }
  json::ValueMap& metadata_map(std::string_view name);

  json::ValueMap map_;
};

struct Said {
  std::string_view type = {};
  std::string_view status = "True";
  std::string_view reason = {};
  std::string_view message = {};
};
// A condition as actors write it.
json::Value condition(const Said& said, Instant since);

}  // namespace telltale::demo
