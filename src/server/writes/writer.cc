// SPDX-License-Identifier: Apache-2.0
#include "server/writes/writer.h"

#include "base/text.h"
#include "json/print.h"
#include "schema/shape.h"
#include "schema/structural/normal_form.h"
#include "server/conversion/version_text.h"
#include "server/objects/object_access.h"
#include "server/objects/reader.h"
#include "server/objects/stored.h"
#include "server/writes/metadata.h"
#include "server/writes/scale.h"
#include "server/writes/writer_draft.h"

namespace telltale::server {
namespace {

constexpr int generated_names_max = 8;  // tried for one object

Endpoint endpoint_of(std::string_view subresource) {
  if (subresource == "status" || subresource == "approval") return Endpoint::Status;
  if (subresource == "scale") return Endpoint::Scale;
  if (subresource == "finalize") return Endpoint::Finalize;
  return Endpoint::Main;
}

StatusError other_uid(const Named& named, std::string_view given, std::string_view live) {
  return conflict(
      named,
      format("Precondition failed: UID in precondition: {}, UID in object meta: {}", given, live));
}

}  // namespace

const schema::Structure& Writer::Draft::structure() const {
  static const schema::Structure anything;
  return call.version->structure ? *call.version->structure : anything;
}

schema::ResetFields Writer::Draft::reset_fields() const {
  if (endpoint == Endpoint::Status) return {.only = {"status"}};
  if (version().has_status) return {.dropped = {"status"}};
  return {};
}

schema::Writer Writer::Draft::written_by(std::string manager, Instant now) const {
  return {.manager = std::move(manager),
          .api_version = place.resource->api_version(version().name),
          .subresource = call.route.subresource,
          .time = format_rfc3339(now)};
}

json::Value Writer::Draft::nothing() const {
  return version().shared ? schema::empty_object(*version().structure) : json::Value{};
}

Outcome<void> Writer::Draft::take_version(std::string_view given) {
  const auto version = read_version_text(given);
  if (!version) return refuse(unexplained(version.error()));
  version_given = *version != 0;
  if (!live || *version == live->revision) return {};
  if (version_given) return refuse(object_was_modified(place.named()));
  const KindBehavior* behavior = place.resource->behavior.get();
  const bool needs_one = behavior == nullptr || behavior->update_needs_version;
  if (!needs_one || endpoint == Endpoint::Scale) return {};
  return refuse(invalid(place.named(), {schema::invalid("metadata.resourceVersion", "0x0",
                                                        "must be specified for an update")}));
}

// Through the status of a custom resource no metadata is written, so none is looked at. Elsewhere
// the API finds it twice, in the update and in the metadata.
Outcome<void> Writer::Draft::check_uid_kept(std::string_view uid) const {
  if (endpoint == Endpoint::Status && place.resource->custom()) return {};
  if (uid.empty() || uid == text_at(live->object, "metadata.uid")) return {};
  const schema::FieldError changed =
      schema::invalid("metadata.uid", schema::shown(json::Value(uid)), "field is immutable");
  return refuse(invalid(place.named_by_kind(), {changed, changed}));
}

Outcome<Writer::Draft> Writer::draft_of(Call& call, std::string_view options_kind) const {
  const auto options = read_write_options(call.target, options_kind);
  if (!options) return refuse(options.error());
  const Reader reader(store_, clock_);
  const auto presenter = reader.presenter_for(call);
  if (!presenter) return refuse(presenter.error());
  // Whatever is decided here, also to change nothing, is decided about what others have written.
  if (const auto current = reader.catch_up(); !current) return refuse(current.error());
  const std::string space = call.resource->namespaced ? call.route.namespace_name : std::string{};
  return Draft{.call = call,
               .options = *options,
               .endpoint = endpoint_of(call.route.subresource),
               .place = {.home = call.route.home,
                         .resource = call.resource,
                         .namespace_name = space,
                         .name = call.route.name},
               .presenter = *presenter};
}

Outcome<std::optional<Live>> Writer::load_live(const Draft& draft) const {
  return load(store_, draft.place, draft.version());
}

Outcome<http::Response> Writer::answer(const Draft& draft, const store::Item& item,
                                       int status) const {
  if (draft.endpoint == Endpoint::Scale) {
    auto object = draft.presenter->object(item.value, item.revision);
    if (!object) return refuse(object.error());
    const auto value = from_stored(**object);
    if (!value) return refuse(internal(value.error().detail));
    return answer_json(json::print(scale_of(*value, *draft.version().scale)),
                       draft.presenter->form(), draft.call.target, status);
  }
  const auto bytes = draft.presenter->one(item.value, item.revision);
  if (!bytes) return refuse(bytes.error());
  return answer_json(**bytes, draft.presenter->form(), draft.call.target, status);
}

Outcome<http::Response> Writer::answer_unsaved(const Draft& draft, int status) const {
  const store::Item item{
      .key = {},
      .value = std::make_shared<const std::string>(to_wire(draft.next)),
      .revision = draft.live ? draft.live->revision : draft.place.resource->shaped_since};
  // What is not stored is in the client's version already; only its shape may differ.
  return answer(draft, item, status);
}

void Writer::record_owner(Draft& draft) const {
  if (draft.owners_recorded) return;
  schema::record_update(
      draft.live ? draft.live->object : draft.nothing(), draft.next, draft.structure(),
      draft.written_by(manager_of(draft.call, draft.options), clock_.now()), draft.reset_fields());
}

Outcome<http::Response> Writer::create(Call& call) const {
  auto draft = draft_of(call, "CreateOptions");
  if (!draft) return refuse(draft.error());
  const Resource& resource = *call.resource;
  auto body = read_body(call.http.body, body_type_of(call.content_type()), resource.kind,
                        resource.custom() ? Protobuf::Refused : Protobuf::Taken);
  if (!body) return refuse(body.error());
  draft->next = std::move(body->object);
  if (const auto kind = check_kind(draft->next, call); !kind) return refuse(kind.error());
  if (const auto known = drop_unknown(draft->next, body->repeated, draft->options, call); !known) {
    return refuse(known.error());
  }
  if (const auto space = settle_namespace(draft->next, call); !space) return refuse(space.error());
  draft->version_given =
      read_version_text(text_at(draft->next, "metadata.resourceVersion")).value_or(0) != 0;
  return create_under_some_name(*draft);
}

Outcome<http::Response> Writer::create_under_some_name(Draft& draft) const {
  const std::string prefix(text_at(draft.next, "metadata.generateName"));
  const bool generate = text_at(draft.next, "metadata.name").empty() && !prefix.empty();
  const json::Value asked = draft.next;
  for (int attempt = 1;; ++attempt) {
    draft.next = asked;
    if (generate) metadata_of(draft.next)["name"] = generated_name(prefix, entropy_);
    draft.place.name = text_at(draft.next, "metadata.name");
    auto response = finish_create(draft);
    const bool clash = !response && response.error().reason == "AlreadyExists";
    if (!generate || !clash || attempt == generated_names_max) return response;
  }
}

Outcome<http::Response> Writer::finish_create(Draft& draft) const {
  const Resource& resource = *draft.place.resource;
  json::Value& next = draft.next;
  const bool drops_status = resource.custom() || resource.behavior->drops_status;
  if (draft.version().has_status && drops_status) next.get_object().erase("status");
  begin_metadata(next, resource, clock_.now(), entropy_);
  if (const auto admitted = admit_(draft.call, next, nullptr); !admitted) {
    return refuse(admitted.error());
  }
  bring_into_shape(draft, nullptr);
  const schema::FieldErrors field_errors = errors_in(next, nullptr, draft.call);
  if (!field_errors.empty()) {
    return refuse(refusal_of(field_errors, draft.next, draft.place.named_by_kind(), draft.call));
  }
  record_owner(draft);
  auto claim = fill_server_fields_({draft.call, draft.place, next, nullptr, draft.options.dry_run});
  if (!claim) return refuse(claim.error());
  if (draft.options.dry_run) {
    if (store_.present().get(draft.place.key())) return refuse(already_exists(draft.place.named()));
    return answer_unsaved(draft, 201);
  }
  if (draft.version_given && draft.call.verb == "create") {
    return refuse(unexplained("resourceVersion should not be set on objects to be created"));
  }
  const auto item = save(store_, draft.place, next, 0);
  if (!item) return refuse(item.error());
  claim->keep();
  const auto completed = complete_(draft.place, item->revision);
  if (!completed) return refuse(completed.error());
  return answer(draft, *item, 201);
}

Outcome<http::Response> Writer::update(Call& call) const {
  auto draft = draft_of(call, "UpdateOptions");
  if (!draft) return refuse(draft.error());
  const Resource& resource = *call.resource;
  const bool scale = draft->endpoint == Endpoint::Scale;
  auto body = read_body(call.http.body, body_type_of(call.content_type()), resource.kind,
                        resource.custom() ? Protobuf::Refused : Protobuf::Taken);
  if (!body) return refuse(body.error());
  if (!scale) {
    if (const auto kind = check_kind(body->object, call); !kind) return refuse(kind.error());
    const auto known = drop_unknown(body->object, body->repeated, draft->options, call);
    if (!known) return refuse(known.error());
    if (const auto space = settle_namespace(body->object, call); !space) {
      return refuse(space.error());
    }
    if (const auto name = check_name_matches(body->object, call); !name) {
      return refuse(name.error());
    }
  }
  const std::size_t warned = call.warnings.size();
  for (int attempt = 1;; ++attempt) {
    call.warnings.resize(warned);
    auto taken = take_update(*draft, body->object);
    if (!taken) return refuse(taken.error());
    auto response = draft->live ? finish_update(*draft) : finish_create(*draft);
    const bool again = !response && is_conflict(response.error()) && !draft->version_given;
    if (!again || attempt == write_attempts_max) return response;
    // A deletion that was in the way may not have been heard of yet.
    const auto current = Reader(store_, clock_).catch_up();
    if (!current) return refuse(current.error());
  }
}

Outcome<void> Writer::take_update(Draft& draft, const json::Value& body) const {
  auto live = load_live(draft);
  if (!live) return refuse(live.error());
  draft.live = std::move(*live);
  const KindBehavior* behavior = draft.place.resource->behavior.get();
  const bool may_create =
      behavior != nullptr && behavior->creates_on_update && draft.endpoint == Endpoint::Main;
  if (!draft.live && !may_create) return refuse(not_found(draft.place.named()));
  const std::string_view uid = text_at(body, "metadata.uid");
  const std::string_view live_uid =
      draft.live ? text_at(draft.live->object, "metadata.uid") : std::string_view{};
  if (!uid.empty() && uid != live_uid) {
    return refuse(other_uid(draft.place.named(), uid, live_uid));
  }
  const auto same = draft.take_version(text_at(body, "metadata.resourceVersion"));
  if (!same) return refuse(same.error());
  if (draft.endpoint == Endpoint::Scale) {
    auto scaled = with_scale(draft.live->object, body, *draft.version().scale, draft.place.named());
    if (!scaled) return refuse(scaled.error());
    draft.next = std::move(*scaled);
    return {};
  }
  draft.next = body;
  return {};
}

// What the endpoint does not write stays as it is, and so does what only the server writes.
void Writer::settle_update(Draft& draft) const {
  const json::Value& live = draft.live->object;
  json::Value& next = draft.next;
  const bool through_status = draft.endpoint == Endpoint::Status;
  if (through_status || draft.endpoint == Endpoint::Finalize) {
    json::Value written = live;
    const std::string_view field = through_status ? "status" : "spec";
    if (const json::Value* value = member(next, field)) {
      written.get_object()[field] = *value;
    } else {
      written.get_object().erase(field);
    }
    if (const json::Value* managed = at(next, "metadata.managedFields")) {
      metadata_of(written)["managedFields"] = *managed;
    }
    next = std::move(written);
  } else if (draft.version().has_status) {
    if (const json::Value* status = member(live, "status")) {
      next.get_object()["status"] = *status;
    } else {
      next.get_object().erase("status");
    }
  }
  keep_metadata(next, live);
  bring_into_shape(draft, &live);
}

void Writer::bring_into_shape(Draft& draft, const json::Value* old) const {
  const Version& version = draft.version();
  const KindBehavior* behavior = draft.place.resource->behavior.get();
  if (version.structure) schema::fill_defaults(draft.next, *version.structure);
  if (version.shared) schema::normalise(draft.next, *version.structure);
  if (behavior != nullptr && behavior->prepare != nullptr) behavior->prepare(draft.next, old);
}

void Writer::count_generation(Draft& draft) const {
  const Resource& resource = *draft.place.resource;
  if (!resource.custom() && !resource.behavior->counts_generation) return;
  const StatusCounts status = draft.version().has_status ? StatusCounts::No : StatusCounts::Yes;
  if (!desires_differ(draft.live->object, draft.next, status)) return;
  const std::int64_t before = number_at(draft.live->object, "metadata.generation");
  metadata_of(draft.next)["generation"] = before + 1;
}

Outcome<http::Response> Writer::finish_update(Draft& draft) const {
  settle_update(draft);
  const json::Value& live = draft.live->object;
  if (const auto admitted = admit_(draft.call, draft.next, &live); !admitted) {
    return refuse(admitted.error());
  }
  count_generation(draft);
  const schema::FieldErrors field_errors = errors_in(draft.next, &live, draft.call);
  if (!field_errors.empty()) {
    return refuse(refusal_of(field_errors, draft.next, draft.place.named_by_kind(), draft.call));
  }
  record_owner(draft);
  if (schema::same_but_for_times(live, draft.next)) {
    return answer(draft, {.key = {}, .value = draft.live->stored, .revision = draft.live->revision},
                  200);
  }
  auto claim =
      fill_server_fields_({draft.call, draft.place, draft.next, &live, draft.options.dry_run});
  if (!claim) return refuse(claim.error());
  if (draft.options.dry_run) return answer_unsaved(draft, 200);
  if (may_go(draft.next, *draft.place.resource)) {
    const auto erased = erase(store_, draft.place, draft.live->revision);
    if (!erased) return refuse(erased.error());
    return answer_unsaved(draft, 200);
  }
  const auto item = save(store_, draft.place, draft.next, draft.live->revision);
  if (!item) return refuse(item.error());
  claim->keep();
  return answer(draft, *item, 200);
}

Outcome<http::Response> Writer::get_scale(const Call& call) const {
  Call copy = call;
  auto draft = draft_of(copy, "GetOptions");
  if (!draft) return refuse(draft.error());
  auto live = load_live(*draft);
  if (!live) return refuse(live.error());
  if (!*live) return refuse(not_found(draft->place.named()));
  return answer(*draft, {.key = {}, .value = (*live)->stored, .revision = (*live)->revision}, 200);
}

}  // namespace telltale::server
