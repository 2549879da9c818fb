// SPDX-License-Identifier: Apache-2.0
#pragma once

// Who wrote which condition of an object, from its managedFields: the one thing telltale wants to
// know of them. They are read once, when the object arrives, and then dropped.
//
//   OwnershipReader reader;                       // one per thread
//   const Ownership ownership = reader.read(document);

#include <compare>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"

namespace telltale {

inline constexpr std::string_view field_manager = "telltale";
// An API server keeps about ten entries; nobody needs to read a thousand.
inline constexpr std::size_t managers_max = 256;
inline constexpr std::size_t owned_types_max = 256;
inline constexpr std::size_t owned_fields_max = 64;

// A condition type of which somebody else owns any field, the message alone included.
struct ForeignOwner {
  std::string type = {};
  std::string manager = {};

  auto operator<=>(const ForeignOwner&) const = default;
};

// When a manager last touched an object, as its entry says.
struct ManagerTouch {
  std::string manager = {};
  Instant at = no_time;

  bool operator==(const ManagerTouch&) const = default;
};

struct Ownership {
  // Condition types by name, wherever the object keeps its list of the new kind; sorted, each once.
  // Of a list that is replaced as a whole managedFields say nothing: there, whoever remembers what
  // telltale wrote (StatusWrite::ours) names it in `ours`.
  std::vector<std::string> ours = {};     // applied by telltale
  std::vector<ForeignOwner> owners = {};  // others, of whichever field; sorted, each once
  // Who wrote a list that is one value; telltale itself is not among them. Sorted.
  std::vector<std::string> list_owners = {};
  bool list_is_ours = false;  // such a list was last written by telltale
  // Those of `ours` of which another manager owns any field. Giving one of them up would leave a
  // torn condition behind, which no API server takes.
  std::vector<std::string> shared = {};
  // Other fields of the status that telltale applied: "status.readyReplicas"; sorted.
  std::vector<std::string> our_fields = {};
  bool counters_elsewhere = false;  // another manager owns a computed counter or phase
  bool has_fields = false;          // managedFields were there at all

  bool is_ours(std::string_view type) const;
  bool owned_elsewhere(std::string_view type) const;
  // Those who own any field of it besides telltale.
  std::span<const ForeignOwner> owners_of(std::string_view type) const;
  bool is_shared(std::string_view type) const;
  // The same text for equal ones and no others, for whoever keeps each of them once.
  std::string text() const;
  bool operator==(const Ownership&) const = default;
};

// Keeps its buffers from one document to the next. One per thread.
class OwnershipReader {
 public:
  OwnershipReader();
  ~OwnershipReader();
  OwnershipReader(OwnershipReader&&) noexcept;
  OwnershipReader& operator=(OwnershipReader&&) noexcept;

  // From the text of one object; anything that cannot be read owns nothing. `touches`: who
  // touched it and when, telltale too, each manager once.
  Ownership read(std::string_view document, std::vector<ManagerTouch>* touches = nullptr);

 private:
  struct Workshop;
  std::unique_ptr<Workshop> workshop_;
};

// The same for a single document.
Ownership read_ownership(std::string_view document);

}  // namespace telltale
