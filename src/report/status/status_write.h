// SPDX-License-Identifier: Apache-2.0
#pragma once

// Speaking: from a verdict to the one request that makes an object say it, or to nothing when there
// is nothing new. Server-side apply where the list is a map, a patch guarded by resourceVersion
// where it is not; both fail with a conflict when the object changed meanwhile. Pure.
//
//   const auto write = status_write({.judged = judged, .ownership = ownership,
//                                    .capability = capability, .settings = settings}, rules);
//   if (write) send(PATCH, path + "/status?" + query_of(write->method), write->body);
//
// What an apply holds: every condition that telltale applied before, and those whose new value is
// news. A condition of the same type that somebody else said, and that telltale would say in the
// same words, stays theirs. What telltale applied and no longer says is given up by leaving it out.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/engine/gates.h"
#include "catalog/engine/judge_context.h"
#include "catalog/judged.h"
#include "catalog/settings.h"
#include "report/status/capability.h"
#include "report/status/fights.h"
#include "report/status/ownership.h"
#include "report/status/writers.h"

namespace telltale {

enum class WritePolicy : std::uint8_t {
  Missing,  // condition types that nobody else writes on such a kind; no counters, no phases
  All,      // everything telltale computes
  None,     // observe only
};

struct WriteRules {
  WritePolicy policy = WritePolicy::Missing;
  // Condition types on which other controllers act (polarity.h) and which are written all the same,
  // by either dialect's name. Without a value: as the policy says, without regard to that
  // (telltale's own server).
  std::optional<std::vector<std::string>> acted_on = std::vector<std::string>{};
  Gates gates = {};
  // Of `Missing`: types that are written all the same, whoever else writes them; by either
  // dialect's name.
  std::vector<std::string> types = {};
  // Of `Missing`: how old an object must be before a condition is claimed on it that a known
  // writer has, so that whoever made the object comes first.
  Seconds claim_after = std::chrono::minutes(2);
};

// Whether a type is written whoever else writes it.
bool insists_on(const WriteRules& rules, std::string_view kind, std::string_view type);

// One condition that a write makes turn.
struct Turn {
  Condition before = {};  // its type is empty when there was none
  Condition after = {};
};

struct StatusWrite {
  enum class Method : std::uint8_t { Apply, MergePatch };
  Method method = Method::Apply;
  std::string body = {};         // names resourceVersion, so that a stale one is a conflict
  std::vector<Turn> turns = {};  // whose status or reason differs; views into judged and object
  // Of a MergePatch only: the types in the list that telltale has written, this time or before. To
  // be remembered before it is sent, since such a list has no owner per item; sorted.
  std::vector<std::string> ours = {};
  // Of an Apply only: types that telltale still owns here and has let go of. They are said again
  // as they stand, so that nothing is lost, unless they are released first (release.h).
  std::vector<std::string> let_go = {};
  std::vector<std::string> news = {};  // the types whose value it changes
};

// What `judged.object` stands on when it is written.
struct WriteBase {
  const Judged& judged;
  const Ownership& ownership;
  const Capability& capability;
  const Settings& settings;  // the dialect judged in
  // Of a list that is one value to the server, or that holds what cannot be read: its JSON as it
  // came (stored_list), so that whatever others wrote into it survives to the byte. Without it a
  // list that is one value is written only when empty, and no apply is made that would remove an
  // unreadable item.
  std::string_view stored_list = {};
  Instant now = no_time;  // for lists that tell when a condition was looked at: Hive's
  // The judged world (LookBack), for phases, initialization and the legacy status. Whoever gives
  // one has read legacy_fields() too; without one these are left alone.
  const JudgeContext* context = nullptr;
  // Who else writes what, over the fleet, and what is fought over; without them every owner that
  // the object names is alive, and nobody is known of others.
  const Writers* writers = nullptr;
  const Fights* fights = nullptr;
};

// Nothing when the write would change nothing, or nothing of it may be written.
std::optional<StatusWrite> status_write(const WriteBase& base, const WriteRules& rules);

// When the object is old enough for what its youth alone withholds now; nothing where that is not
// the case.
std::optional<Instant> claim_wake(const WriteBase& base, const WriteRules& rules);

// Where the conditions of an object stand that telltale writes: "status.conditions" for most.
std::string_view list_path(const Object& object, DialectName dialect);
// The list at such a path of a document, as JSON text; empty when there is none.
std::string stored_list(std::string_view document, std::string_view path);

// What turned between two lists of one object's conditions, of the types that telltale computes;
// for drivers that observe and do not write. Views into both lists.
std::vector<Turn> turns_between(const Object& object, Conditions before, Conditions after,
                                const Dialect& dialect);

// How the request is sent: content type, and the query behind /status.
std::string_view content_type_of(StatusWrite::Method method);
std::string_view query_of(StatusWrite::Method method);  // "fieldManager=telltale&force=true"

}  // namespace telltale
