// SPDX-License-Identifier: Apache-2.0
#pragma once

// Files of the source tree that are part of the program, so that it needs nothing beside itself.
// cmake/embed.cmake turns them into what is declared here.

#include <span>
#include <string_view>

namespace telltale::server {

struct EmbeddedFile {
  std::string_view name;  // "core.yaml"
  std::string_view text;
};

// src/server/kinds/groups/*.yaml: the built-in kinds.
std::span<const EmbeddedFile> embedded_kinds();
// src/server/kinds/definitions/*.json: Kubernetes' own types (tools/kinds/generate).
std::span<const EmbeddedFile> embedded_definitions();
// deploy/crds/*.yaml: the CustomResourceDefinitions that telltale brings.
std::span<const EmbeddedFile> embedded_crds();

}  // namespace telltale::server
