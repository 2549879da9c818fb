// SPDX-License-Identifier: Apache-2.0
#pragma once

// Says in a ConfigMap where this process answers, so that commands find it. Written once it is this
// replica's turn, and only where it says something else; left behind at the end, since whoever asks
// there then notices that nobody answers.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "client/api.h"
#include "client/scheduler.h"

namespace telltale::live {

inline constexpr std::string_view address_map = "telltale-address";

struct PublishedAddress {
  std::string url = {};       // "http://127.0.0.1:7480"
  std::string host = {};      // the machine it runs on: a loopback URL is good there only
  std::string identity = {};  // of the process that wrote it, for people

  bool operator==(const PublishedAddress&) const = default;
};

// What a ConfigMap says; nothing where it says none that could be an address.
std::optional<PublishedAddress> parse_published(std::string_view config_map);

struct AddressKeeperParts {
  client::Api& api;
  client::Scheduler& scheduler;
  std::string namespace_name = {};
  std::function<bool()> is_our_turn = {};  // any thread: of several replicas one speaks
  std::function<void(std::string_view line)> on_log = {};
};

class AddressKeeper {
 public:
  AddressKeeper(AddressKeeperParts parts, PublishedAddress address);
  ~AddressKeeper();  // when it returns it asks nobody any more
  AddressKeeper(const AddressKeeper&) = delete;
  AddressKeeper& operator=(const AddressKeeper&) = delete;

 private:
  class Work;
  std::shared_ptr<Work> work_;
};

}  // namespace telltale::live
