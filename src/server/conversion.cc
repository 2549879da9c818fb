// SPDX-License-Identifier: Apache-2.0
#include "server/conversion.h"

#include "base/text.h"
#include "convert/conversion.h"
#include "http/client.h"
#include "json/parse.h"
#include "json/print.h"
#include "server/object_access.h"

namespace telltale::server {
namespace {

Failure webhook_failed(const Resource& resource, std::string_view why) {
  return internal(format("conversion webhook for {} failed: {}", resource.qualified(), why));
}

// What a webhook may not change: an object that came back as somebody else would be a new one.
bool same_identity(const json::Value& one, const json::Value& other) {
  for (const std::string_view field : {"metadata.name", "metadata.namespace", "metadata.uid"}) {
    if (text_at(one, field) != text_at(other, field)) return false;
  }
  return true;
}

Outcome<json::Value> ask_webhook(json::Value object, const Resource& resource, const Version& to) {
  if (!resource.webhook) return refuse(webhook_failed(resource, "no webhook is configured"));
  const std::string wanted = resource.api_version(to.name);
  const json::ValueMap review{
      {"apiVersion", "apiextensions.k8s.io/v1"},
      {"kind", "ConversionReview"},
      {"request", json::ValueMap{{"uid", std::string(text_at(object, "metadata.uid"))},
                                 {"desiredAPIVersion", wanted},
                                 {"objects", json::ValueList{object}}}}};
  const auto answer = http::post({.url = resource.webhook->url, .ca_pem = resource.webhook->ca_pem},
                                 "application/json", json::print(review));
  if (!answer) return refuse(webhook_failed(resource, answer.error().detail));
  if (answer->status != 200) {
    return refuse(webhook_failed(resource, format("it answered {}", answer->status)));
  }
  const auto body = json::parse(answer->body);
  if (!body) return refuse(webhook_failed(resource, body.error().detail));
  if (text_at(*body, "response.result.status") != "Success") {
    return refuse(webhook_failed(resource, text_at(*body, "response.result.message")));
  }
  const json::ValueList& objects = list_at(*body, "response.convertedObjects");
  if (objects.size() != 1 || text_at(objects[0], "apiVersion") != wanted ||
      !same_identity(objects[0], object)) {
    return refuse(webhook_failed(resource, "the answer does not hold the object asked for"));
  }
  return objects[0];
}

}  // namespace

Outcome<json::Value> converted(json::Value object, const Resource& resource, const Version& to) {
  const std::string wanted = resource.api_version(to.name);
  if (text_at(object, "apiVersion") == wanted || !object.is_object()) return object;
  switch (resource.conversion) {
    case Conversion::None:
      break;
    case Conversion::Webhook:
      return ask_webhook(std::move(object), resource, to);
    case Conversion::Telltale: {
      const auto stage = to.name == "v1beta1" ? convert::Stage::V1Beta1 : convert::Stage::V1Beta2;
      auto done = convert::convert_object(object, {.to = stage});
      if (!done) return refuse(internal(done.error().detail));
      return std::move(done->object);
    }
  }
  object.get_object()["apiVersion"] = wanted;
  return object;
}

}  // namespace telltale::server
