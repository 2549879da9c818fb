// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the loop wants done, as plain data; its driver does it and tells how it went.

#include <cstdint>
#include <string>
#include <vector>

#include "report/status/kube_event.h"
#include "report/status/status_write.h"

namespace telltale {

// An object, by name and not by view: commands outlive what they were made from.
struct Target {
  std::string api_version = {};
  std::string kind = {};
  std::string namespace_name = {};
  std::string name = {};
  std::string uid = {};

  bool operator==(const Target&) const = default;
};

Target target_of(const Object& object);
Key key_of(const Target& target);  // points into the target
// "Machine default/m1".
std::string shown(const Target& target);
// "cluster.x-k8s.io/Machine/default/m1": the same for every state of one object.
std::string text_of_key(const Key& key);

struct Command {
  enum class What : std::uint8_t {
    // First the memory, if there is any: without it stored, nothing that follows from it is said.
    // Then the Events (one that is already there is as good as written; one that cannot be written
    // does not hold up the rest), then the status.
    WriteStatus,
    WriteMemory,  // nothing is said, only remembered
    Read,         // the object changed under us: what does it say now?
    // Telltale's claim to `types` is taken out of the object's managedFields; no value changes.
    LetGo,
    Tell,  // Events only
  };

  std::uint64_t id = 0;
  What what = What::Read;
  Target target = {};
  std::string tree = {};  // the tree it belongs to, for shards
  StatusWrite::Method method = StatusWrite::Method::Apply;
  std::string body = {};    // of WriteStatus
  std::string memory = {};  // of WriteMemory, and of a WriteStatus that has to be remembered
  std::vector<KubeEvent> events = {};
  std::string line = {};                // what to say in the log when it is done
  std::vector<std::string> types = {};  // of LetGo; of WriteStatus: whose values it changes
};

// How it went.
struct Outcome {
  enum class How : std::uint8_t {
    Done,      // `document` is what the server stored, or what was read
    Conflict,  // somebody was faster
    NotFound,  // the object is gone
    Refused,   // never like this: invalid, forbidden
    Lost,      // nobody answered; it may or may not have happened
  };

  How how = How::Lost;
  std::string document = {};
  std::string detail = {};  // of Refused and Lost: one sentence
};

}  // namespace telltale
