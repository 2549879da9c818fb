// SPDX-License-Identifier: Apache-2.0
#pragma once

// Who else writes which condition, over all objects of a kind: what "missing" means, and when
// telltale lets go. Learned from managedFields and from what others change; small enough to be
// stored as one object that all replicas share. Pure: times are handed in. Not for threads.
//
//   writers.saw(object, ownership, touches);           // every state of a judged object
//   writers.lost({object, "Ready", "manager", now});   // somebody wrote what telltale holds
//   if (writers.is_missing(object, "Ready", now)) ...  // nobody who is alive writes it
//
// A manager that has touched nothing for a day is no evidence. A human's tool speaks for the one
// object it touched.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "base/instant.h"
#include "base/result.h"
#include "kube/object.h"
#include "report/status/known_writers.h"
#include "report/status/ownership.h"

namespace telltale {

class Writers {
 public:
  static constexpr Seconds alive_for = std::chrono::hours(24);
  // Two objects within this time: the manager means the kind.
  static constexpr Seconds together = std::chrono::minutes(10);
  // That somebody is still alive is worth storing so often.
  static constexpr Seconds alive_step = std::chrono::hours(1);
  static constexpr std::size_t rows_max = 512;
  static constexpr std::size_t managers_max = 256;
  static constexpr std::size_t managers_per_row_max = 8;
  static constexpr std::size_t losses_per_row_max = 8;
  static constexpr std::size_t objects_max = 10'000;
  static constexpr std::size_t document_bytes_max = std::size_t{512} << 10;

  // What one state of an object says about everybody else.
  void saw(const Object& object, const Ownership& ownership, std::span<const ManagerTouch> touches);
  // Of a list that is one value: a condition that is not telltale's stands in it.
  void saw_in_list(const Object& object, std::string_view type, const Ownership& ownership);

  // Somebody else wrote a condition that telltale holds.
  struct Loss {
    const Object& object;
    std::string_view type = {};
    std::string_view manager = {};  // empty: nobody can tell who
    Instant at = no_time;
  };
  // What telltale lets go of because of it. None: it had let go already.
  enum class Extent : std::uint8_t { None, Object, Kind };
  Extent lost(const Loss& loss);
  // Telltale has written it again.
  void wrote(const Object& object, std::string_view type);

  bool is_alive(std::string_view manager, Instant now) const;
  // Nobody who is alive is known to write it on any object of this kind.
  bool is_missing(const Object& object, std::string_view type, Instant now) const;
  // Of this object alone, or of all of its kind.
  bool has_let_go(const Object& object, std::string_view type, Instant now) const;

  struct LetGo {
    std::string group = {};
    std::string kind = {};
    std::string type = {};
    std::string manager = {};
    Instant at = no_time;
  };
  // Types that are let go of on whole kinds, by kind and type.
  std::vector<LetGo> let_go() const;

  // As one line of JSON, the same for the same knowledge; and what another replica stored, added.
  std::string document() const;
  [[nodiscard]] Result<void> merge(std::string_view document);
  // Moves whenever there is something new to store.
  std::uint64_t changes() const { return changes_; }

 private:
  struct Name {
    std::string group;
    std::string kind;
    std::string type;
    auto operator<=>(const Name&) const = default;
  };
  struct OldLoss {
    std::string uid;
    std::string manager;
    Instant at = no_time;
    bool answered = false;  // telltale has written it again since
  };
  struct Row {
    std::vector<std::string> managers = {};
    std::vector<OldLoss> losses = {};  // the oldest first
    std::optional<std::pair<std::string, Instant>> let_go = {};
    KnownWriter known = KnownWriter::None;
  };

  static Name name_of(const Object& object, std::string_view type);
  Row* row_for(const Object& object, std::string_view type);
  const Row* find(const Object& object, std::string_view type) const;
  void note_writer(Row& row, std::string_view manager);
  void note_alive(std::string_view manager, Instant at);
  bool means_the_kind(const Row& row, const Loss& loss) const;
  bool is_present(KnownWriter writer, Instant now) const;
  void let_go_on(const Loss& loss);

  std::map<Name, Row> rows_;
  std::map<std::string, Instant, std::less<>> managers_;  // when each last touched anything
  std::map<std::string, Instant, std::less<>> told_;      // the same, as it was last worth storing
  // Of each known writer: how many of its conditions each manager was seen to write.
  std::map<KnownWriter, std::map<std::string, std::size_t, std::less<>>> present_;
  absl::flat_hash_map<std::string, std::string> on_objects_;  // "uid/type" to who wrote it
  std::deque<std::string> on_objects_in_order_;
  absl::flat_hash_set<std::string> seen_;  // kinds with ownerships that were looked at
  std::uint64_t changes_ = 0;
};

}  // namespace telltale
