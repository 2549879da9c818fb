// SPDX-License-Identifier: Apache-2.0
#pragma once

// ClusterDeployments of Hive with their attempts to install: what people, Hive and its installer
// write. Hive tells how it goes by ClusterProvisions, DNSZones and ClusterDeprovisions; the five
// conditions that sum them up are telltale's, and nobody writes the old ones.

#include <cstdint>
#include <string_view>

#include "demo/actor_context.h"
#include "demo/document.h"

namespace telltale::demo {

enum class Attempt : std::uint8_t { Running, Failed, Complete };

// An installed cluster, with the attempt that made it.
Writes installed_writes(std::string_view name, const ActorContext& context);
// The deployment is deleted, and Hive takes the cluster apart.
enum class Deprovisioned : std::uint8_t { NotYet, Yes };
Writes deprovision_writes(std::string_view name, Deprovisioned done);
// The deployment and all that Hive made for it are gone.
Writes deployment_removal(std::string_view name);
// The attempt of that number, and the deployment that points to it.
Writes attempt_writes(std::string_view name, std::uint64_t number, Attempt attempt,
                      const ActorContext& context);
// What all deployments stand on.
Writes hive_writes();

}  // namespace telltale::demo
