// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is watched in a management cluster: the kinds that judging reads, as far as the server has
// them, and nothing else. Never Secrets, never its Pods.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/kind_data.h"
#include "client/discovery.h"
#include "client/watch/reflector.h"

namespace telltale::live {

// Whether judging reads objects of this kind.
bool is_watched(std::string_view group, std::string_view kind);

// Kinds of other projects that records ask for, where the server has them.
std::vector<KindBehind> kinds_behind();

// Groups of which every kind is watched, whoever brings it.
std::vector<std::string> watched_groups();

// One for each kind; of Events one for each kind of object they may be about. Namespaces: where to
// look; none: everywhere.
std::vector<client::ReflectorOptions> watch_list(const client::Served& served,
                                                 std::span<const std::string> namespaces);

}  // namespace telltale::live
