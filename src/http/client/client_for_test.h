// SPDX-License-Identifier: Apache-2.0
#pragma once

// Waiting for what another thread provides: a test that waits in vain fails instead of hanging.

#include <chrono>
#include <cstdlib>
#include <future>

#include <gtest/gtest.h>

namespace telltale::http {

inline constexpr std::chrono::seconds patience{30};

template <class Value>
Value wait_for(std::future<Value> future) {
  if (future.wait_for(patience) != std::future_status::ready) {
    ADD_FAILURE() << "nothing came";
    std::abort();
  }
  return future.get();
}

}  // namespace telltale::http
