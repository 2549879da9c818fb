// SPDX-License-Identifier: Apache-2.0
#include "server/writes/patcher.h"

#include "base/text.h"
#include "json/patch/json_patch.h"
#include "json/patch/merge_patch.h"
#include "schema/strategic_merge.h"

namespace telltale::server {
namespace {

StatusError patch_error(const Error& error) {
  switch (error.kind) {
    case Error::Kind::Conflict:
      return {.code = 422,
              .reason = "Invalid",
              .message = "the server rejected our request due to an error in our request",
              .empty_details = true};
    case Error::Kind::TooLarge:
      return too_large(error.detail);
    default:
      return bad_request(format("error decoding patch: {}", error.detail));
  }
}

}  // namespace

std::string_view patch_types_of(const Resource& resource) {
  return resource.custom() ? "application/json-patch+json, application/merge-patch+json, "
                             "application/apply-patch+yaml"
                           : "application/json-patch+json, application/merge-patch+json, "
                             "application/strategic-merge-patch+json, application/apply-patch+yaml";
}

bool takes_patch(const Resource& resource, BodyType type) {
  switch (type) {
    case BodyType::JsonPatch:
    case BodyType::MergePatch:
    case BodyType::Apply:
      return true;
    case BodyType::StrategicMergePatch:
      return !resource.custom();
    default:
      return false;
  }
}

Outcome<json::Value> patched(const json::Value& target, const json::Value& patch, BodyType type,
                             const schema::Structure& structure) {
  if (type == BodyType::JsonPatch) {
    auto result = json::json_patch(target, patch);
    if (!result) return refuse(patch_error(result.error()));
    return std::move(*result);
  }
  if (!patch.is_object()) return refuse(bad_request("error decoding patch: it is not a map"));
  if (type == BodyType::StrategicMergePatch) {
    auto result = schema::strategic_merge(target, patch, structure);
    if (!result) return refuse(patch_error(result.error()));
    return std::move(*result);
  }
  json::Value result = target;
  json::merge_patch(result, patch);
  return result;
}

}  // namespace telltale::server
