// SPDX-License-Identifier: Apache-2.0
#pragma once

// The words that messages on a Cluster may use.

#include <string>

#include "catalog/cluster/seen.h"
#include "catalog/cluster_api/lost_connection.h"
#include "table/words.h"

namespace telltale::cluster {

// "Machine m1 is not healthy (not to be remediated)", or nothing.
void put_unhealthy(const Seen& seen, std::string& out);
void put_pauses(const Seen& seen, std::string& out);

inline constexpr Word<Seen> all_words[] = {
    {"infra.kind", [](const Seen& seen, std::string& out) { out += seen.infrastructure.kind; }},
    {"infra.trouble",
     [](const Seen& seen, std::string& out) { reference::put_trouble(seen.infrastructure, out); }},
    {"plane.kind", [](const Seen& seen, std::string& out) { out += seen.control_plane.kind; }},
    {"plane.trouble",
     [](const Seen& seen, std::string& out) { reference::put_trouble(seen.control_plane, out); }},
    lost_connection::last_success<Seen>,
    {"descendants", [](const Seen& seen, std::string& out) { out += seen.descendants; }},
    {"unhealthy", put_unhealthy},
    {"pauses", put_pauses},
};

}  // namespace telltale::cluster
