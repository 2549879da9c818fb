// SPDX-License-Identifier: Apache-2.0
#pragma once

// Kubernetes Events about conditions that turned: a Warning when something went wrong, a Normal
// when it is right again, nothing for everything else. The name of an Event is made of what it
// tells, so that telling it twice is a conflict and not a second Event.
//
// A condition is good, bad or unclear as the polarity data says (polarity.h). A Warning is told
//   - when it turns from good to bad;
//   - when it is bad at first sight or after it was unclear, and is a complaint by its nature
//     (Degraded, ProvisionFailed, ReplicaFailure) or its object is Stuck; otherwise it is merely
//     not good yet;
//   - when the reason of a failure changes on a pool or a ClusterDeployment, under the same rule.
// A Normal is told when it turns from bad to good; HyperShift's is called "Recovered".
// Nothing is told of movement (scaling, rollouts, updates, remediation, pausing, deletion, and what
// is not up to date while it lasts), of sums over Machines (each tells its own), of unclear
// conditions, of messages, and of what ends with an object that is being deleted and not Stuck.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/judged.h"
#include "report/status/status_write.h"

namespace telltale {

// The API server's own limits.
inline constexpr std::size_t event_note_bytes_max = 1024;
inline constexpr std::size_t event_word_bytes_max = 128;  // reason, action, reporting instance
inline constexpr std::string_view reporting_controller = "telltale.dev/telltale";

enum class EventType : std::uint8_t { None, Normal, Warning };

struct KubeEvent {
  std::string namespace_name = {};  // "default" for objects that have none
  std::string name = {};
  std::string document = {};  // events.k8s.io/v1, JSON
  bool warning = false;
};

// What a turn is worth.
EventType event_type(const Judged& judged, const Turn& turn);

// Nothing when the turn is not worth an Event. `instance` is who reports: the host or pod name.
std::optional<KubeEvent> event_of(const Judged& judged, const Turn& turn, Instant now,
                                  std::string_view instance);

// What is no turn of a condition: a Normal that is told once for the same object and words.
struct PlainNews {
  std::string_view reason = {};
  std::string_view about = {};  // the condition type
  std::string_view note = {};
};
KubeEvent plain_event(const Object& object, const PlainNews& news, Instant now,
                      std::string_view instance);

// A Warning about conditions that find no room on the object, the same for the same types.
KubeEvent event_of_no_room(const Judged& judged, const std::vector<std::string_view>& types,
                           Instant now, std::string_view instance);

// From (object UID, type, previous transition time, new status, reason): a DNS subdomain of at most
// 253 bytes that begins with the name of the object.
std::string event_name(const Object& object, const Turn& turn);

}  // namespace telltale
