// SPDX-License-Identifier: Apache-2.0
#pragma once

// Small worlds for tests, from the JSON documents a dump would hold, read by the same reader and
// with the same choice of fields as in production. A document that cannot be read is a broken test.
//
//   const World world = world_of({R"({"apiVersion": "v1", "kind": "Node", ...})"});

#include <initializer_list>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/arena.h"
#include "base/check.h"
#include "catalog/engine/judge_context.h"
#include "catalog/engine/starts.h"
#include "catalog/kinds.h"
#include "json/tree/padded_text.h"
#include "kube/read_object.h"
#include "observe/world.h"

namespace telltale {

inline World world_of(std::span<const std::string_view> documents,
                      Completeness completeness = Completeness::Partial) {
  std::vector<Arena> arenas(1);
  std::vector<Object> objects;
  std::vector<ObjectError> object_errors;
  ObjectReader reader(fields_to_read(), arenas.front());
  for (const std::string_view document : documents) {
    const json::PaddedCopy text(document);
    const auto object = reader.read(text.padded(), {}, object_errors);
    check(object.has_value(), object ? "" : object.error().message);
    objects.push_back(*object);
  }
  return World(std::move(objects), std::move(arenas), completeness, belonging_of_kinds());
}

inline World world_of(std::initializer_list<std::string_view> documents,
                      Completeness completeness = Completeness::Partial) {
  return world_of(std::span(documents.begin(), documents.size()), completeness);
}

// What a single object is observed with when nothing was judged before it.
class JudgeContextForTest {
 public:
  JudgeContextForTest(const World& world, Instant now, const Settings& settings = {})
      : settings_(settings),
        starts_(control_plane_starts(world, settings_, now)),
        judged_of_(world.objects().size(), nullptr),
        context_{world, settings_, now, starts_, judged_of_} {}
  JudgeContextForTest(const JudgeContextForTest&) = delete;
  JudgeContextForTest& operator=(const JudgeContextForTest&) = delete;

  const JudgeContext& context() const { return context_; }

 private:
  Settings settings_;
  ControlPlaneStarts starts_;
  std::vector<const Judged*> judged_of_;
  JudgeContext context_;
};

}  // namespace telltale
