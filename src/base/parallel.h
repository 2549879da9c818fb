// SPDX-License-Identifier: Apache-2.0
#pragma once

// Fork and join: the same work on consecutive stretches of a range. The parts never share anything,
// so the result does not depend on how many there are.

#include <cstddef>
#include <functional>

namespace telltale {

inline constexpr unsigned threads_max = 64;

// How many parts parallel_for makes at most.
std::size_t parallel_parts(unsigned threads);

// Calls work(part, first, last) for each stretch and returns when all are done. Small ranges stay
// on the calling thread.
void parallel_for(
    std::size_t count, unsigned threads,
    const std::function<void(std::size_t part, std::size_t first, std::size_t last)>& work);

}  // namespace telltale
