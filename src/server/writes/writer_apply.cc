// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "schema/shape.h"
#include "server/objects/object_access.h"
#include "server/writes/metadata.h"
#include "server/writes/writer_draft.h"

namespace telltale::server {
namespace {

StatusError of_conflicts(const std::vector<schema::Conflict>& conflicts) {
  StatusError error{
      .code = 409, .reason = "Conflict", .message = schema::conflicts_message(conflicts)};
  for (const schema::Conflict& conflict : conflicts) {
    error.causes.push_back({.reason = "FieldManagerConflict",
                            .message = schema::conflict_text(conflict),
                            .field = conflict.field});
  }
  return error;
}

// What has not the shape of its kind.
StatusError untyped(const json::Value& config, std::string_view why) {
  return unexplained(format("failed to create typed patch object ({}/{}; {}): {}",
                            text_at(config, "metadata.namespace"), text_at(config, "metadata.name"),
                            kind_text(config), why));
}

// The configuration is of the right kind, and its metadata can be read.
Outcome<void> check_config(json::Value& config, const Call& call) {
  if (!config.is_object()) return refuse(bad_request("the configuration to apply is not a map"));
  const Resource& resource = *call.resource;
  if (text_at(config, "apiVersion") != resource.api_version(call.version->name) ||
      text_at(config, "kind") != resource.kind) {
    return refuse(bad_request(format("invalid object type: {}", kind_text(config))));
  }
  if (at(config, "metadata.managedFields") != nullptr) {
    return refuse(bad_request("metadata.managedFields must be nil"));
  }
  if (const auto error = metadata_type_error(config)) return refuse(untyped(config, *error));
  const std::vector<std::string> unknown = prune_metadata(config);
  if (unknown.empty()) return {};
  return refuse(untyped(config, format(".{}: field not declared in schema", unknown.front())));
}

// What is to be created has no uid, and the name that the path has.
Outcome<void> check_new(const Writer::Draft& draft, const json::Value& config) {
  const std::string_view uid = text_at(config, "metadata.uid");
  if (!uid.empty()) {
    return refuse(conflict(draft.place.named(),
                           format("uid mismatch: the provided object specified uid {}, and no "
                                  "existing object was found",
                                  uid)));
  }
  if (!text_at(config, "metadata.name").empty()) return {};
  return refuse(bad_request(
      format("the name of the object ({} based on URL) was undeterminable: name must be provided",
             draft.place.name)));
}

// The result lies where the path says, and the configuration means the object that is there.
Outcome<void> check_meant(Writer::Draft& draft, const json::Value& config) {
  if (!draft.live) {
    if (const auto fit = check_new(draft, config); !fit) return refuse(fit.error());
  }
  if (const auto name = check_name_matches(draft.next, draft.call); !name) {
    return refuse(name.error());
  }
  if (const auto space = settle_namespace(draft.next, draft.call); !space) {
    return refuse(space.error());
  }
  draft.version_given = false;
  if (at(config, "metadata.resourceVersion") != nullptr) {
    const auto same = draft.take_version(text_at(config, "metadata.resourceVersion"));
    if (!same) return refuse(same.error());
  }
  if (!draft.live) return {};
  return draft.check_uid_kept(text_at(config, "metadata.uid"));
}

}  // namespace

Outcome<void> Writer::take_apply(Draft& draft, const json::Value& given) const {
  if (!draft.live && draft.endpoint != Endpoint::Main) {
    return refuse(not_found(draft.place.named()));
  }
  json::Value config = given;
  if (const auto fit = check_config(config, draft.call); !fit) return refuse(fit.error());
  auto applied = schema::apply(
      draft.live ? draft.live->object : json::Value{}, config, draft.structure(),
      draft.written_by(draft.options.field_manager, clock_.now()), draft.reset_fields(),
      draft.options.force ? schema::Force::Yes : schema::Force::No);
  if (!applied) return refuse(untyped(config, applied.error().detail));
  if (!applied->conflicts.empty()) return refuse(of_conflicts(applied->conflicts));
  draft.next = std::move(applied->object);
  draft.owners_recorded = true;
  // Where the schema has a map without fields, apply takes any and the object keeps none.
  if (draft.version().structure) {
    schema::prune(draft.next, *draft.version().structure, schema::Root::Resource);
  }
  return check_meant(draft, config);
}

}  // namespace telltale::server
