// SPDX-License-Identifier: Apache-2.0
#pragma once

// Kept connections to the server that is measured, all on one thread, and what its own counters
// say.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "apiserver/load_client.h"

namespace telltale::bench {

class Clients {
 public:
  static constexpr std::size_t count = 16;

  explicit Clients(apiserver::Target target);

  const apiserver::Target& target() const { return target_; }
  apiserver::Loop& loop() { return loop_; }
  std::vector<std::unique_ptr<apiserver::Connection>>& connections() { return connections_; }

  // The whole body; ends the program when the answer is no 200.
  std::string get(std::string_view path);
  // All connections ask, each again as soon as it is answered; in no order.
  void flood(std::size_t requests, const std::function<std::string(std::size_t)>& request,
             const std::function<void(std::size_t, const apiserver::Answer&)>& take);
  // Writes that the server made durable since it started, whoever asked for them.
  std::uint64_t durable_writes();
  // The version of the newest change.
  std::uint64_t revision();

 private:
  apiserver::Target target_;
  apiserver::Loop loop_;
  std::vector<std::unique_ptr<apiserver::Connection>> connections_;
};

// The sum of a family's samples in a page of metrics whose labels hold the word; empty: all.
double sample(std::string_view page, std::string_view family, std::string_view word = {});

// One answer over plain HTTP on this machine; empty when nobody answers.
std::string plain_get(int port, std::string_view path, std::string_view token = {});

}  // namespace telltale::bench
