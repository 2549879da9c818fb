// SPDX-License-Identifier: Apache-2.0
#include "convert/review.h"

#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "base/text.h"
#include "convert/conversion.h"
#include "convert/value_path.h"
#include "kube/object.h"

namespace telltale::convert {
namespace {

constexpr std::string_view review_version = "apiextensions.k8s.io/v1";
constexpr std::string_view review_kind = "ConversionReview";
constexpr std::size_t message_bytes_max = 1024;

json::Value answer(const json::Value& request, json::ValueMap response) {
  response["uid"] = json::ValueString(text_at(request, "request.uid"));
  return {{"apiVersion", json::ValueString(review_version)},
          {"kind", json::ValueString(review_kind)},
          {"response", std::move(response)}};
}

json::ValueMap failed(std::string_view why) {
  const std::string message = printable(truncate_utf8(why, message_bytes_max));
  json::ValueMap result;
  result["status"] = "Failed";
  result["message"] = json::ValueString(message);
  json::ValueMap response;
  response["result"] = std::move(result);
  return response;
}

json::ValueMap succeeded(json::ValueList objects) {
  json::ValueMap result;
  result["status"] = "Success";
  json::ValueMap response;
  response["result"] = std::move(result);
  response["convertedObjects"] = std::move(objects);
  return response;
}

// "Machine default/m1", or its place in the request where it has no name.
std::string name_of(const json::Value& object, std::size_t index) {
  const std::string_view kind = text_at(object, "kind");
  const std::string_view name = text_at(object, "metadata.name");
  if (kind.empty() || name.empty()) return format("object {}", index + 1);
  const std::string_view space = text_at(object, "metadata.namespace");
  return format("{} {}{}{}", kind, space, space.empty() ? "" : "/", name);
}

Result<Stage> desired_stage(std::string_view api_version) {
  const std::string_view version = version_of(api_version);
  if (group_of(api_version).empty() || (version != "v1beta1" && version != "v1beta2")) {
    return fail(Error::Kind::Invalid,
                format("desiredAPIVersion {} is not a version this webhook converts to",
                       printable(api_version)));
  }
  return version == "v1beta1" ? Stage::V1Beta1 : Stage::V1Beta2;
}

// A kind we know no differences of would come back in its old version, which is no conversion.
Result<json::Value> convert_one(const json::Value& object, std::string_view desired,
                                const Conversion& conversion) {
  const std::string_view group = group_of(text_at(object, "apiVersion"));
  if (group != group_of(desired)) {
    return fail(Error::Kind::Invalid, format("it is of group {}, not {}", printable(group),
                                             printable(group_of(desired))));
  }
  Result<Converted> converted = convert_object(object, conversion);
  if (!converted) return fail(converted.error());
  if (text_at(converted->object, "apiVersion") == desired) return std::move(converted->object);
  return fail(Error::Kind::Invalid, "this kind is not known to differ between versions");
}

Result<json::ValueList> convert_all(const json::Value& request,
                                    std::optional<DialectName> dialect) {
  const json::Value* objects = find(request, "request.objects");
  if (objects == nullptr || !objects->is_array()) {
    return fail(Error::Kind::Invalid, "request.objects is not a list");
  }
  const json::ValueList& list = objects->get_array();
  if (list.size() > review_objects_max) {
    return fail(Error::Kind::TooLarge,
                format("{} objects are more than {}", list.size(), review_objects_max));
  }
  const std::string_view desired = text_at(request, "request.desiredAPIVersion");
  const Result<Stage> stage = desired_stage(desired);
  if (!stage) return fail(stage.error());
  json::ValueList converted;
  for (std::size_t i = 0; i < list.size(); ++i) {
    Result<json::Value> one = convert_one(list[i], desired, {.to = *stage, .dialect = dialect});
    if (!one) {
      return fail(one.error().kind, format("{}: {}", name_of(list[i], i), one.error().detail));
    }
    converted.push_back(std::move(*one));
  }
  return converted;
}

}  // namespace

json::Value review(const json::Value& request, std::optional<DialectName> dialect) {
  if (text_at(request, "apiVersion") != review_version || text_at(request, "kind") != review_kind) {
    return answer(request, failed("expected a ConversionReview of apiextensions.k8s.io/v1"));
  }
  if (text_at(request, "request.uid").empty()) {
    return answer(request, failed("request.uid is missing"));
  }
  Result<json::ValueList> objects = convert_all(request, dialect);
  if (!objects) return answer(request, failed(objects.error().detail));
  return answer(request, succeeded(std::move(*objects)));
}

}  // namespace telltale::convert
