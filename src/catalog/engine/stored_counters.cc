// SPDX-License-Identifier: Apache-2.0
#include "catalog/engine/stored_counters.h"

#include "convert/shapes.h"

namespace telltale {

// In v1beta1 the counters of the new meaning stand in the preview block, in either spelling; the
// old ones count something else.
Counters stored_counters(const Object& owner) {
  const json::Tree status = owner.body["status"];
  const bool old = owner.version() == "v1beta1";
  const json::Tree place = old ? status["v1beta2"] : status;
  Counters counters{.replicas = shapes::small_number(status["replicas"]),
                    .ready = shapes::small_number(place["readyReplicas"]),
                    .available = shapes::small_number(place["availableReplicas"]),
                    .up_to_date = shapes::small_number(place["upToDateReplicas"])};
  if (!old) return counters;
  for (const std::string_view name : {"experimentalReadyReplicas", "exprimentalReadyReplicas"}) {
    if (!counters.ready) counters.ready = shapes::small_number(status[name]);
  }
  if (!counters.up_to_date) counters.up_to_date = shapes::small_number(status["upToDateReplicas"]);
  return counters;
}

}  // namespace telltale
