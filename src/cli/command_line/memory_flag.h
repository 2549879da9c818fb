// SPDX-License-Identifier: Apache-2.0
#pragma once

// How much memory a server may hold for its clients, and the addresses its Services get; the same
// for `serve` and `up`.

#include <cstddef>
#include <string>

namespace CLI {
class App;
}  // namespace CLI

namespace telltale::cli {

// What is typed lands in `mib`, which must outlive the app and holds the default.
void add_memory_flag(CLI::App& app, std::size_t& mib);
void add_service_range_flag(CLI::App& app, std::string& range);

}  // namespace telltale::cli
