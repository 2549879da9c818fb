// SPDX-License-Identifier: Apache-2.0
#pragma once

// Objects that are not in the namespace that was meant, and are in another: where they are, and
// how that is said.

#include <string>
#include <string_view>
#include <vector>

#include "cli/follow/watch_screen_bell.h"
#include "cli/source/connect.h"
#include "client/discovery.h"

namespace telltale::cli {

// Objects of one kind and name, outside of the namespace that was meant.
struct Elsewhere {
  std::string group = {};
  std::string kind = {};
  std::string name = {};
  std::vector<std::string> namespaces = {};  // sorted, each once
};

// The namespaces of a server that have one of that name. None, too, where these credentials may not
// list everywhere, or nobody answers.
std::vector<std::string> namespaces_with(Connection& connection, const client::Served& served,
                                         const client::ServedResource& resource,
                                         const std::string& name, Bell& bell);

// "; there is one in clusters: add -n clusters", "; there are 3: say which with -n: a, b or c".
// Empty where there is none.
std::string told_elsewhere(std::vector<std::string> namespaces);

// "no Machine "m1" in namespace default".
std::string not_in(std::string_view kind, std::string_view name, std::string_view namespace_name);

// "note: m1 is in namespace clusters, not default", with its line break.
std::string note_of_elsewhere(std::string_view name, std::string_view found,
                              std::string_view meant);

}  // namespace telltale::cli
