// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is measured of an API server, whichever it is, with small custom resources of a kind of its
// own (about 870 bytes as stored).

#include <cstddef>

#include "apiserver/api_process.h"

namespace telltale::apiserver {

struct Pace {
  double per_second = 0;
  double p50_ms = 0;
  double p99_ms = 0;
  double cpu_us = 0;  // of the server, for each; steadier than the rest on a busy machine
};

struct Figures {
  double syncs_per_second = 0;
  Pace creates = {};
  Pace patches = {};
  Pace gets = {};
  double list_mb = 0;
  Pace list = {};         // resourceVersion unset
  Pace cached_list = {};  // resourceVersion 0
  Pace one_watcher = {};
  Pace many_watchers = {};  // nothing when not asked for
  double empty_mib = 0;
  double filled_mib = 0;
  double patched_mib = 0;
  double list_peak_mib = 0;
  double large_mib = 0;  // nothing when not asked for
  double cpu_seconds = 0;
};

struct Sizes {
  std::size_t objects = 10'000;
  std::size_t many_objects = 100'000;  // 0: not asked for
  std::size_t many_watchers = 1'000;   // 0: not asked for
};

Figures measure(const ApiProcess& server, const Sizes& sizes);

}  // namespace telltale::apiserver
