// SPDX-License-Identifier: Apache-2.0
#pragma once

// What was seen of one Hive ClusterDeployment: its spec, the five conditions as they stand, and the
// objects around it. Hive's old conditions are read here as copies of those objects: where a dump
// holds the object itself, the object is believed.

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/arena.h"
#include "catalog/engine/judge_context.h"
#include "kube/condition.h"

namespace telltale::clusterdeployment {

// How one check before the first attempt stands.
enum class Check : std::uint8_t { Unseen, Passes, Fails };

struct Finding {
  Check check = Check::Unseen;
  std::string_view text = {};    // what fails, for the message
  std::string_view source = {};  // who says so
  Instant since = no_time;       // how long it has failed at least
};

// What keeps the managed DNS zone from being ready.
enum class DnsTrouble : std::uint8_t {
  None,
  Waiting,   // not there yet, within its time or past it: the deadline tells
  TimedOut,  // Hive itself has given up waiting
  Failing,   // an error that may go away
  Fatal,     // an error that will not
};

// The attempt that matters now: the one status.provisionRef names, else the newest.
enum class Stage : std::uint8_t {
  None,     // there is none
  NotSeen,  // one is named, and the dump does not hold it
  Initializing,
  Provisioning,
  Complete,
  Failed,
};

// Whether the pod of an attempt came to life.
enum class Launch : std::uint8_t {
  Quiet,  // nothing to say
  Stuck,
  Over,  // InstallLaunchError is shown, and the pod runs
};

enum class Deprovision : std::uint8_t { None, PendingRequest, Completed };

// What the ClusterInstall says; nothing where neither it nor the old copy says anything.
struct Install {
  std::string_view kind = {};
  std::string_view name = {};
  const Object* object = nullptr;
  bool present = false;  // seen itself, or something of it was copied
  const Condition* requirements = nullptr;
  const Condition* completed = nullptr;
  const Condition* failed = nullptr;
  const Condition* stopped = nullptr;
};

// The five conditions before this look.
struct Stored {
  const Condition* requirements = nullptr;
  const Condition* failed = nullptr;
  const Condition* stopped = nullptr;
  const Condition* provisioned = nullptr;
  const Condition* deprovision = nullptr;
};

struct Checks {
  Finding dns = {};
  Finding credentials = {};
  Finding image_set = {};
  Finding images = {};
  Finding install_config_ref = {};
  Finding install_config = {};
  Finding customization = {};
};

struct Seen {
  Instant now = no_time;

  bool paused = false;  // the annotation reconcile-pause
  bool deleting = false;
  bool installed = false;
  bool provisioning = false;   // Hive provisions it: spec.provisioning, no ClusterInstall
  bool install_path = false;   // a ClusterInstall does
  bool preserves = false;      // spec.preserveOnDelete
  bool installs_once = false;  // the annotation try-install-once
  std::int64_t restarts = 0;   // status.installRestarts
  std::optional<std::int64_t> attempts_limit = {};

  Stored stored = {};

  Checks checks = {};
  DnsTrouble dns_trouble = DnsTrouble::None;
  Instant dns_deadline = no_time;          // of a zone that is waited for
  std::optional<Condition> resolved = {};  // RequirementsMet with our problem taken back
  bool other_problem = false;  // RequirementsMet is False for a reason that nobody here knows
  bool came_far = false;       // something shows that every check was passed once

  Stage stage = Stage::None;
  std::string_view provision = {};        // the name of that attempt
  bool attempted = false;                 // something shows that an attempt was made
  std::optional<Condition> failure = {};  // what the failed attempt, or the ClusterInstall, says
  bool failed_before = false;             // an earlier attempt failed
  Launch launch = Launch::Quiet;
  std::string_view launch_text = {};
  std::optional<Condition> launched = {};  // ProvisionFailed with InstallLaunchError taken back

  Install install = {};

  Deprovision deprovision = Deprovision::None;
  std::optional<Condition> deprovision_denied = {};  // AuthenticationFailure, or its old copy
  std::optional<Condition> deprovision_failed = {};
  bool deprovision_reports = false;  // the ClusterDeprovision says anything at all
  // Of a deletion that needs a ClusterDeprovision and has none: why, and by when it should be
  // there.
  std::string_view deprovision_hindrance = {};
  Instant deprovision_due = no_time;

  // As judged from the same sheet.
  Status requirements_met = Status::Unknown;
  Status stopped = Status::Unknown;
};

constexpr bool is(const Condition* condition, Status status) {
  return condition != nullptr && condition->status == status;
}
constexpr bool is(const std::optional<Condition>& condition, Status status) {
  return condition && condition->status == status;
}

// Text that the views of a sheet point to; it stays where it is when the sheet moves.
class Texts {
 public:
  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }

 private:
  std::deque<std::string> texts_;
};

struct Sheet {
  Seen seen;
  Texts texts;
  Arena remembered;  // what the Memory said
};

Sheet observe(const JudgeContext& context, const Object& deployment);

// What the Mirror rows write.
Condition requirements_copy(const Seen& seen);
Condition failure_copy(const Seen& seen);
Condition stop_copy(const Seen& seen);
Condition deprovision_copy(const Seen& seen);

}  // namespace telltale::clusterdeployment
