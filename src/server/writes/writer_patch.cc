// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "json/print.h"
#include "server/objects/object_access.h"
#include "server/objects/reader.h"
#include "server/writes/patcher.h"
#include "server/writes/scale.h"
#include "server/writes/writer_draft.h"

namespace telltale::server {

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
  const std::size_t warned = call.warnings.size();
  for (int attempt = 1;; ++attempt) {
    call.warnings.resize(warned);
    draft->owners_recorded = false;
    auto live = load_live(*draft);
    if (!live) return refuse(live.error());
    draft->live = std::move(*live);
    const auto taken = take_patch(*draft, *body, type);
    if (!taken) return refuse(taken.error());
    auto response = draft->live ? finish_update(*draft) : finish_create(*draft);
    const bool again = !response && is_conflict(response.error()) && !draft->version_given;
    if (!again || attempt == write_attempts_max) return response;
    // A deletion that was in the way may not have been heard of yet.
    const auto current = Reader(store_, clock_).catch_up();
    if (!current) return refuse(current.error());
  }
}

Outcome<void> Writer::take_patch(Draft& draft, const Body& body, BodyType type) const {
  if (type == BodyType::Apply) return take_apply(draft, body.object);
  if (!draft.live) return refuse(not_found(draft.place.named()));
  if (draft.endpoint == Endpoint::Scale) return take_scale_patch(draft, body.object, type);
  auto next = patched(draft.live->object, body.object, type, draft.structure());
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
  const auto same = draft.take_version(text_at(draft.next, "metadata.resourceVersion"));
  if (!same) return refuse(same.error());
  draft.version_given = at(body.object, "metadata.resourceVersion") != nullptr;
  return draft.check_uid_kept(text_at(draft.next, "metadata.uid"));
}

Outcome<void> Writer::take_scale_patch(Draft& draft, const json::Value& patch,
                                       BodyType type) const {
  static const schema::Structure anything;
  const json::Value scale = scale_of(draft.live->object, *draft.version().scale);
  const BodyType merge = type == BodyType::StrategicMergePatch ? BodyType::MergePatch : type;
  auto asked = patched(scale, patch, merge, anything);
  if (!asked) return refuse(asked.error());
  const auto same = draft.take_version(text_at(*asked, "metadata.resourceVersion"));
  if (!same) return refuse(same.error());
  draft.version_given = at(patch, "metadata.resourceVersion") != nullptr;
  auto scaled = with_scale(draft.live->object, *asked, *draft.version().scale, draft.place.named());
  if (!scaled) return refuse(scaled.error());
  draft.next = std::move(*scaled);
  return {};
}

}  // namespace telltale::server
