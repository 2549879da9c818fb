// SPDX-License-Identifier: Apache-2.0
#include "server/writer.h"

#include "base/text.h"
#include "json/print.h"
#include "schema/fields/managed_fields.h"
#include "schema/shape.h"
#include "server/metadata.h"
#include "server/object_access.h"
#include "server/patcher.h"
#include "server/presenter.h"
#include "server/reader.h"
#include "server/scale.h"
#include "server/stored.h"

namespace telltale::server {
namespace {

constexpr int attempts_max = 5;         // of writes that name no version and meet others
constexpr int generated_names_max = 8;  // tried for one object

enum class Endpoint : std::uint8_t { Main, Status, Scale, Finalize };

Endpoint endpoint_of(std::string_view subresource) {
  if (subresource == "status") return Endpoint::Status;
  if (subresource == "scale") return Endpoint::Scale;
  if (subresource == "finalize") return Endpoint::Finalize;
  return Endpoint::Main;
}

const schema::Structure& structure_of(const Call& call) {
  static const schema::Structure anything;
  return call.version->structure ? *call.version->structure : anything;
}

bool is_conflict(const Failure& failure) {
  return failure.code == 409 && failure.reason == "Conflict";
}

Failure other_uid(const Named& named, std::string_view given, std::string_view live) {
  return conflict(
      named,
      format("Precondition failed: UID in precondition: {}, UID in object meta: {}", given, live));
}

Failure of_conflicts(const std::vector<schema::Conflict>& conflicts) {
  std::string fields;
  Failure failure{.code = 409, .reason = "Conflict"};
  for (const schema::Conflict& conflict : conflicts) {
    const std::string whose = format("conflict with \"{}\"{}", conflict.manager, conflict.detail);
    fields += format("{}{}: {}", fields.empty() ? "" : ", ", whose, conflict.field);
    failure.causes.push_back(
        {.reason = "FieldManagerConflict", .message = whose, .field = conflict.field});
  }
  failure.message = format("Apply failed with {} conflict{}: {}", conflicts.size(),
                           conflicts.size() == 1 ? "" : "s",
                           conflicts.size() == 1 ? fields : format("conflicts with {}", fields));
  return failure;
}

}  // namespace

// One write on its way.
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
};

Outcome<Writer::Draft> Writer::draft_of(Call& call, std::string_view options_kind) const {
  const auto options = read_write_options(call.target, options_kind);
  if (!options) return refuse(options.error());
  const auto presenter = Reader(store_, clock_).presenter_for(call);
  if (!presenter) return refuse(presenter.error());
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
  const bool status = draft.endpoint == Endpoint::Status;
  schema::ResetFields reset;
  if (status) reset.only = {"status"};
  if (!status && draft.version().has_status) reset.dropped = {"status"};
  const schema::Writer writer{
      .manager = manager_of(draft.call, draft.options),
      .api_version = draft.place.resource->api_version(draft.version().name),
      .subresource = draft.call.route.subresource,
      .time = format_rfc3339(clock_.now())};
  schema::record_update(draft.live ? draft.live->object : json::Value{}, draft.next,
                        structure_of(draft.call), writer, reset);
}

// ---- create

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
  if (!text_at(draft->next, "metadata.resourceVersion").empty()) {
    return refuse(bad_request("resourceVersion should not be set on objects to be created"));
  }
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
  if (draft.version().has_status && resource.custom()) next.get_object().erase("status");
  begin_metadata(next, resource, clock_.now(), entropy_);
  if (const auto admitted = admit_(draft.call, next, nullptr); !admitted) {
    return refuse(admitted.error());
  }
  if (draft.version().structure) schema::fill_defaults(next, *draft.version().structure);
  if (resource.habits != nullptr && resource.habits->prepare != nullptr) {
    resource.habits->prepare(next, nullptr);
  }
  const schema::Violations trouble = trouble_in(next, nullptr, draft.call);
  if (!trouble.empty()) return refuse(invalid(draft.place.named_by_kind(), trouble));
  record_owner(draft);
  if (draft.options.dry_run) {
    if (store_.present().get(draft.place.key())) return refuse(already_exists(draft.place.named()));
    return answer_unsaved(draft, 201);
  }
  const auto item = save(store_, draft.place, next, 0);
  if (!item) return refuse(item.error());
  return answer(draft, *item, 201);
}

// ---- update

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
  for (int attempt = 1;; ++attempt) {
    auto taken = take_update(*draft, body->object);
    if (!taken) return refuse(taken.error());
    auto response = draft->live ? finish_update(*draft) : finish_create(*draft);
    const bool again = !response && is_conflict(response.error()) && !draft->version_given;
    if (!again || attempt == attempts_max) return response;
  }
}

Outcome<void> Writer::take_update(Draft& draft, const json::Value& body) const {
  auto live = load_live(draft);
  if (!live) return refuse(live.error());
  draft.live = std::move(*live);
  const Habits* habits = draft.place.resource->habits.get();
  const std::string_view version = text_at(body, "metadata.resourceVersion");
  draft.version_given = !version.empty() && version != "0";
  if (!draft.live) {
    const bool may_create = habits != nullptr && habits->creates_on_update &&
                            draft.endpoint == Endpoint::Main && !draft.version_given;
    if (!may_create) return refuse(not_found(draft.place.named()));
    draft.next = body;
    return {};
  }
  const bool needs_version = habits == nullptr || habits->update_needs_version;
  if (!draft.version_given && needs_version && draft.endpoint != Endpoint::Scale) {
    return refuse(invalid(
        draft.place.named(),
        {schema::invalid("metadata.resourceVersion", "0x0", "must be specified for an update")}));
  }
  if (draft.version_given && version != format("{}", draft.live->revision)) {
    return refuse(object_was_modified(draft.place.named()));
  }
  const std::string_view uid = text_at(body, "metadata.uid");
  const std::string_view live_uid = text_at(draft.live->object, "metadata.uid");
  if (!uid.empty() && uid != live_uid) {
    return refuse(other_uid(draft.place.named(), uid, live_uid));
  }
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
  const Resource& resource = *draft.place.resource;
  if (draft.version().structure) schema::fill_defaults(next, *draft.version().structure);
  if (resource.habits != nullptr && resource.habits->prepare != nullptr) {
    resource.habits->prepare(next, &live);
  }
}

void Writer::count_generation(Draft& draft) const {
  const Resource& resource = *draft.place.resource;
  if (!resource.custom() && !resource.habits->counts_generation) return;
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
  const schema::Violations trouble = trouble_in(draft.next, &live, draft.call);
  if (!trouble.empty()) return refuse(invalid(draft.place.named_by_kind(), trouble));
  record_owner(draft);
  if (schema::same_but_for_times(live, draft.next)) {
    return answer(draft, {.key = {}, .value = draft.live->stored, .revision = draft.live->revision},
                  200);
  }
  if (draft.options.dry_run) return answer_unsaved(draft, 200);
  const bool last_finalizer_gone = is_deleting(draft.next) && finalizer_count(draft.next) == 0 &&
                                   list_at(draft.next, "spec.finalizers").empty();
  if (last_finalizer_gone) {
    const auto erased = erase(store_, draft.place, draft.live->revision);
    if (!erased) return refuse(erased.error());
    return answer_unsaved(draft, 200);
  }
  const auto item = save(store_, draft.place, draft.next, draft.live->revision);
  if (!item) return refuse(item.error());
  return answer(draft, *item, 200);
}

// ---- patch

Outcome<http::Response> Writer::patch(Call& call) const {
  auto draft = draft_of(call, "PatchOptions");
  if (!draft) return refuse(draft.error());
  const BodyType type = body_type_of(call.content_type());
  if (!takes_patch(*call.resource, type)) {
    return refuse(unsupported_media_type(patch_types_of(*call.resource)));
  }
  if (type == BodyType::Apply && draft->options.field_manager.empty()) {
    return refuse(invalid({.group = "meta.k8s.io", .resource = "PatchOptions"},
                          {schema::required("fieldManager", "is required for apply patch")}));
  }
  if (type != BodyType::Apply && call.target.has("force")) {
    return refuse(
        invalid({.group = "meta.k8s.io", .resource = "PatchOptions"},
                {schema::forbidden("force", "may not be specified for non-apply patch")}));
  }
  const auto body = read_patch(call.http.body, type);
  if (!body) return refuse(body.error());
  for (int attempt = 1;; ++attempt) {
    call.warnings.clear();
    draft->owners_recorded = false;
    auto live = load_live(*draft);
    if (!live) return refuse(live.error());
    draft->live = std::move(*live);
    const auto taken = take_patch(*draft, *body, type);
    if (!taken) return refuse(taken.error());
    auto response = draft->live ? finish_update(*draft) : finish_create(*draft);
    const bool again = !response && is_conflict(response.error()) && !draft->version_given;
    if (!again || attempt == attempts_max) return response;
  }
}

Outcome<void> Writer::take_patch(Draft& draft, const Body& body, BodyType type) const {
  if (type == BodyType::Apply) return take_apply(draft, body.object);
  if (!draft.live) return refuse(not_found(draft.place.named()));
  if (draft.endpoint == Endpoint::Scale) return take_scale_patch(draft, body.object, type);
  auto next = patched(draft.live->object, body.object, type, structure_of(draft.call));
  if (!next) return refuse(next.error());
  if (!next->is_object()) return refuse(bad_request("the patch leaves no object"));
  draft.next = std::move(*next);
  if (const auto kind = check_kind(draft.next, draft.call); !kind) return refuse(kind.error());
  const std::vector<std::string> repeated =
      type == BodyType::JsonPatch ? std::vector<std::string>{} : body.repeated;
  const auto known = drop_unknown(draft.next, repeated, draft.options, draft.call);
  if (!known) return refuse(known.error());
  if (const auto space = settle_namespace(draft.next, draft.call); !space) {
    return refuse(space.error());
  }
  if (const auto name = check_name_matches(draft.next, draft.call); !name) {
    return refuse(name.error());
  }
  const std::string_view version = text_at(draft.next, "metadata.resourceVersion");
  const std::string live_version = format("{}", draft.live->revision);
  const json::Value* named = at(body.object, "metadata.resourceVersion");
  draft.version_given = version != live_version || named != nullptr;
  if (!version.empty() && version != live_version) {
    return refuse(object_was_modified(draft.place.named()));
  }
  return {};
}

Outcome<void> Writer::take_scale_patch(Draft& draft, const json::Value& patch,
                                       BodyType type) const {
  static const schema::Structure anything;
  const json::Value scale = scale_of(draft.live->object, *draft.version().scale);
  const BodyType merge = type == BodyType::StrategicMergePatch ? BodyType::MergePatch : type;
  auto asked = patched(scale, patch, merge, anything);
  if (!asked) return refuse(asked.error());
  const std::string_view version = text_at(*asked, "metadata.resourceVersion");
  draft.version_given = at(patch, "metadata.resourceVersion") != nullptr;
  if (!version.empty() && version != format("{}", draft.live->revision)) {
    return refuse(object_was_modified(draft.place.named()));
  }
  auto scaled = with_scale(draft.live->object, *asked, *draft.version().scale, draft.place.named());
  if (!scaled) return refuse(scaled.error());
  draft.next = std::move(*scaled);
  return {};
}

// ---- server-side apply

Outcome<void> Writer::take_apply(Draft& draft, const json::Value& given) const {
  Call& call = draft.call;
  json::Value config = given;
  if (!config.is_object()) return refuse(bad_request("the configuration to apply is no map"));
  if (const auto kind = check_kind(config, call); !kind) return refuse(kind.error());
  if (at(config, "metadata.managedFields") != nullptr) {
    return refuse(bad_request("metadata.managedFields must be nil"));
  }
  if (const auto known = drop_unknown(config, {}, draft.options, call); !known) {
    return refuse(known.error());
  }
  if (text_at(config, "metadata.name").empty()) metadata_of(config)["name"] = call.route.name;
  if (const auto name = check_name_matches(config, call); !name) return refuse(name.error());
  if (const auto space = settle_namespace(config, call); !space) return refuse(space.error());
  const std::string version(text_at(config, "metadata.resourceVersion"));
  const std::string uid(text_at(config, "metadata.uid"));
  draft.version_given = !version.empty();
  if (!draft.live && (draft.endpoint != Endpoint::Main)) {
    return refuse(not_found(draft.place.named()));
  }
  if (!draft.live && (!version.empty() || !uid.empty())) {
    return refuse(conflict(draft.place.named(),
                           "uid or resourceVersion was given, and the object "
                           "does not exist"));
  }
  if (draft.live && !version.empty() && version != format("{}", draft.live->revision)) {
    return refuse(object_was_modified(draft.place.named()));
  }
  if (draft.live && !uid.empty() && uid != text_at(draft.live->object, "metadata.uid")) {
    return refuse(other_uid(draft.place.named(), uid, text_at(draft.live->object, "metadata.uid")));
  }
  for (const std::string_view name : {"resourceVersion", "uid", "creationTimestamp"}) {
    metadata_of(config).erase(name);
  }
  const bool status = draft.endpoint == Endpoint::Status;
  schema::ResetFields reset;
  if (status) reset.only = {"status"};
  if (!status && draft.version().has_status) reset.dropped = {"status"};
  const schema::Writer writer{
      .manager = draft.options.field_manager,
      .api_version = draft.place.resource->api_version(draft.version().name),
      .subresource = call.route.subresource,
      .time = format_rfc3339(clock_.now())};
  auto applied =
      schema::apply(draft.live ? draft.live->object : json::Value{}, config, structure_of(call),
                    writer, reset, draft.options.force ? schema::Force::Yes : schema::Force::No);
  if (!applied) return refuse(bad_request(applied.error().detail));
  if (!applied->conflicts.empty()) return refuse(of_conflicts(applied->conflicts));
  draft.next = std::move(applied->object);
  draft.owners_recorded = true;
  return {};
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
