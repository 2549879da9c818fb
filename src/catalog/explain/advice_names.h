// SPDX-License-Identifier: Apache-2.0
#pragma once

// What advice about one object can put in: its own names, what it refers to, and around it the
// machines' type and region and the pool whose size people set. Views into the world.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "classify/aws_quota.h"
#include "classify/platform.h"
#include "kube/object.h"
#include "observe/world.h"

namespace telltale {

// What is empty is not known.
struct AdviceNames {
  std::string_view group = {};
  std::string_view kind = {};
  std::string_view name = {};
  std::string_view namespace_name = {};
  std::string_view cluster = {};
  std::string_view node = {};
  struct Reference {
    std::string_view kind = {};
    std::string_view name = {};
  };
  Reference infrastructure = {};
  Reference bootstrap = {};
  Reference control_plane = {};
  Reference install = {};
  std::string_view pre_drain_hook = {};
  std::string_view pre_terminate_hook = {};
  std::string_view attempt = {};  // of an installation: the one that counts
  Platform platform = Platform::Any;

  // Around it.
  std::string_view region = {};
  std::string_view instance_type = {};
  AwsMarket market = AwsMarket::OnDemand;
  const Object* deepest = nullptr;           // what is in trouble below it
  const Object* scaled = nullptr;            // whose spec.replicas people set
  std::optional<std::int64_t> running = {};  // how many machines that has, fewer than it wants
};

// What the object itself says.
AdviceNames names_of_object(const Object& object);
// And what stands around it; `deepest` may be the object itself.
AdviceNames names_of_object(const World& world, const Object& object, const Object& deepest);

}  // namespace telltale
