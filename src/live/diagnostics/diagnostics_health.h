// SPDX-License-Identifier: Apache-2.0
#pragma once

// /healthz, /livez and /readyz as Kubernetes' components answer them: "ok", or every check by name
// with ?verbose, one check alone under its name, and some left out with ?exclude. Anyone may ask,
// therefore nobody is told why a check fails: that is in the log.

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "http/message.h"
#include "http/target.h"

namespace telltale::live {

struct HealthCheck {
  std::string name = {};                     // "caches-synced"
  std::function<Result<void>()> judge = {};  // must not block; any thread
};

// `name` is "healthz", "livez" or "readyz". A check called ping, which always holds, is first.
// `which` is what follows in the path: empty for all of them, or the name of one.
http::Response answer_health(const http::Target& target, const std::string& name,
                             std::string_view which, std::span<const HealthCheck> checks);

}  // namespace telltale::live
