// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where the telltale that runs is found: what was typed; else what the kubeconfig says, which `up`
// writes; else the ConfigMap that `run` writes; else the usual port of this machine.
//
// Whoever may write that ConfigMap is believed less than the user and the kubeconfig: no token of
// theirs follows it anywhere (token_for), and only an address that can be of use is tried.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/flag_groups/reading_flags.h"
#include "cli/source/connect.h"
#include "live/stored/address_keeper.h"

namespace telltale::cli {

// Of the ConfigMap, where commands look for it.
inline constexpr std::string_view address_namespace = "telltale-system";

// Why one that is published is of no use on the machine `host`, for people; empty: it is.
std::string trouble_with(const live::PublishedAddress& published, std::string_view host);

struct TelltaleAddress {
  enum class From : std::uint8_t { Default, Published, Kubeconfig, Typed };

  std::string url = {};
  From from = From::Default;

  bool operator==(const TelltaleAddress&) const = default;
};

struct TelltaleAddresses {
  std::vector<TelltaleAddress> candidates = {};  // to be tried in this order; at least one
  std::string trouble = {};                      // with one that is published and is not among them
};

// May ask `server` for the ConfigMap; nothing: there is no server to ask.
TelltaleAddresses find_telltale(Connection* server, const ConnectOptions& options);

}  // namespace telltale::cli
