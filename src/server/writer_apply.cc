// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "server/object_access.h"
#include "server/writer_draft.h"

namespace telltale::server {
namespace {

Failure of_conflicts(const std::vector<schema::Conflict>& conflicts) {
  Failure failure{
      .code = 409, .reason = "Conflict", .message = schema::conflicts_message(conflicts)};
  for (const schema::Conflict& conflict : conflicts) {
    failure.causes.push_back({.reason = "FieldManagerConflict",
                              .message = schema::conflict_text(conflict),
                              .field = conflict.field});
  }
  return failure;
}

// The configuration as it can be applied: of the right kind, and where the path says.
Outcome<json::Value> settled_config(json::Value config, const WriteOptions& options, Call& call) {
  if (!config.is_object()) return refuse(bad_request("the configuration to apply is no map"));
  if (const auto kind = check_kind(config, call); !kind) return refuse(kind.error());
  if (at(config, "metadata.managedFields") != nullptr) {
    return refuse(bad_request("metadata.managedFields must be nil"));
  }
  if (const auto known = drop_unknown(config, {}, options, call); !known) {
    return refuse(known.error());
  }
  if (text_at(config, "metadata.name").empty()) metadata_of(config)["name"] = call.route.name;
  if (const auto name = check_name_matches(config, call); !name) return refuse(name.error());
  if (const auto space = settle_namespace(config, call); !space) return refuse(space.error());
  return config;
}

// A version or uid in the configuration is that of the object it means.
Outcome<void> check_meant(const Writer::Draft& draft, std::string_view version,
                          std::string_view uid) {
  if (!draft.live) {
    if (draft.endpoint != Endpoint::Main) return refuse(not_found(draft.place.named()));
    if (version.empty() && uid.empty()) return {};
    return refuse(conflict(draft.place.named(),
                           "uid or resourceVersion was given, and the object does not exist"));
  }
  const std::string_view live_uid = text_at(draft.live->object, "metadata.uid");
  if (!uid.empty() && uid != live_uid) {
    return refuse(other_uid(draft.place.named(), uid, live_uid));
  }
  return draft.check_version(version);
}

}  // namespace

Outcome<void> Writer::take_apply(Draft& draft, const json::Value& given) const {
  auto config = settled_config(given, draft.options, draft.call);
  if (!config) return refuse(config.error());
  const std::string version(text_at(*config, "metadata.resourceVersion"));
  draft.version_given = !version.empty();
  const auto meant = check_meant(draft, version, text_at(*config, "metadata.uid"));
  if (!meant) return refuse(meant.error());
  for (const std::string_view name : {"resourceVersion", "uid", "creationTimestamp"}) {
    metadata_of(*config).erase(name);
  }
  auto applied = schema::apply(
      draft.live ? draft.live->object : json::Value{}, *config, draft.structure(),
      draft.written_by(draft.options.field_manager, clock_.now()), draft.reset_fields(),
      draft.options.force ? schema::Force::Yes : schema::Force::No);
  if (!applied) return refuse(bad_request(applied.error().detail));
  if (!applied->conflicts.empty()) return refuse(of_conflicts(applied->conflicts));
  draft.next = std::move(applied->object);
  draft.owners_recorded = true;
  return {};
}

}  // namespace telltale::server
