// SPDX-License-Identifier: Apache-2.0
#pragma once

// One write on its way: what the Writer's files pass to each other. Belongs to one request.

#include <cstdint>
#include <optional>
#include <string_view>

#include "schema/fields/managed_fields.h"
#include "server/objects/presenter.h"
#include "server/request/options.h"
#include "server/writes/writer.h"

namespace telltale::server {

enum class Endpoint : std::uint8_t { Main, Status, Scale, Finalize };

struct Writer::Draft {
  Call& call;
  WriteOptions options;
  Endpoint endpoint = Endpoint::Main;
  Place place;
  std::optional<Presenter> presenter = {};
  std::optional<Live> live = {};
  json::Value next = {};
  bool version_given = false;  // the client named the version it started from
  bool owners_recorded = false;

  const Version& version() const { return *call.version; }
  // Of the version, or one that knows nothing.
  const schema::Structure& structure() const;
  // What is there before anything is: of Kubernetes' own kinds what Go holds by value.
  json::Value nothing() const;
  // What nobody comes to own through this endpoint.
  schema::ResetFields reset_fields() const;
  schema::Writer written_by(std::string manager, Instant now) const;
  // The version that the client started from, if it named one, must be the stored one; some kinds
  // insist on one.
  Outcome<void> take_version(std::string_view given);
  // Nobody gives an object another uid.
  Outcome<void> check_uid_kept(std::string_view uid) const;
};

// Of writes that name no version and meet others. Of a crowd on one object one is done at a time.
constexpr int write_attempts_max = 64;

inline bool is_conflict(const StatusError& error) {
  return error.code == 409 && error.reason == "Conflict";
}

}  // namespace telltale::server
