// SPDX-License-Identifier: Apache-2.0
#include "server/conversion/conversion.h"

#include <chrono>
#include <optional>
#include <span>
#include <string>

#include "base/text.h"
#include "convert/conversion.h"
#include "json/parse.h"
#include "json/print.h"
#include "server/conversion/webhook_calls.h"
#include "server/objects/object_access.h"

namespace telltale::server {
namespace {

StatusError webhook_failed(const Resource& resource, std::string_view why) {
  return internal(format("conversion webhook for {} failed: {}", resource.qualified(), why));
}

// What a webhook may not change: an object that came back as somebody else would be a new one.
bool same_identity(const json::Value& one, const json::Value& other) {
  for (const std::string_view field : {"metadata.name", "metadata.namespace", "metadata.uid"}) {
    if (text_at(one, field) != text_at(other, field)) return false;
  }
  return true;
}

// One object that waits for a review: where it stands among the others, and its text.
struct Waiting {
  std::size_t at = 0;
  std::string text = {};
};

// The reviews of one page. A page that the webhook refuses is halved until what it cannot convert
// stands alone; one that is not answered is given up as a whole.
class Reviews {
 public:
  Reviews(const Resource& resource, const Version& to, std::vector<Outcome<json::Value>>& objects)
      : resource_(resource),
        wanted_(resource.api_version(to.name)),
        objects_(objects),
        began_(resource.webhook_calls == nullptr ? std::chrono::nanoseconds{}
                                                 : resource.webhook_calls->elapsed()) {}

  void convert(std::span<const Waiting> some) {
    if (some.empty()) return;
    if (!resource_.webhook || resource_.webhook_calls == nullptr) {
      return fail_all(some, webhook_failed(resource_, "no webhook is configured"));
    }
    if (given_up_) return fail_all(some, *given_up_);
    const auto answer = ask(some);
    if (answer) return take(some, *answer);
    const bool may_split =
        !given_up_ && some.size() > 1 && resource_.webhook_calls->has_time(began_);
    if (!may_split) return fail_all(some, answer.error());
    const std::size_t half = some.size() / 2;
    convert(some.first(half));
    convert(some.subspan(half));
  }

 private:
  std::string review_of(std::span<const Waiting> some) const {
    const json::Value uid(text_at(*objects_[some.front().at], "metadata.uid"));
    std::string review =
        format(R"({{"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","request":)"
               R"({{"uid":{},"desiredAPIVersion":{},"objects":[)",
               json::print(uid), json::print(json::Value(wanted_)));
    for (const Waiting& one : some) {
      if (&one != some.data()) review += ',';
      review += one.text;
    }
    return review + "]}}";
  }

  Outcome<json::ValueList> ask(std::span<const Waiting> some) {
    const auto answer = resource_.webhook_calls->ask(*resource_.webhook, review_of(some));
    if (!answer) {
      const Error& error = answer.error();
      const bool busy = error.kind == Error::Kind::TooLarge;
      StatusError status = webhook_failed(resource_, error.detail);
      if (busy) status = too_many_requests(status.message, 1);
      if (busy || error.kind == Error::Kind::Unreachable) given_up_ = status;
      return refuse(std::move(status));
    }
    if (answer->status != 200) {
      return refuse(webhook_failed(resource_, format("it answered {}", answer->status)));
    }
    auto body = json::parse(answer->body);
    if (!body) return refuse(webhook_failed(resource_, body.error().detail));
    if (text_at(*body, "response.result.status") != "Success") {
      return refuse(webhook_failed(resource_, text_at(*body, "response.result.message")));
    }
    json::ValueList objects = list_at(*body, "response.convertedObjects");
    bool as_asked = objects.size() == some.size();
    for (std::size_t i = 0; as_asked && i < some.size(); ++i) {
      as_asked = text_at(objects[i], "apiVersion") == wanted_ &&
                 same_identity(objects[i], *objects_[some[i].at]);
    }
    if (as_asked) return objects;
    return refuse(webhook_failed(resource_, "the answer does not hold the objects asked for"));
  }

  void take(std::span<const Waiting> some, const json::ValueList& answer) {
    for (std::size_t i = 0; i < some.size(); ++i) objects_[some[i].at] = answer[i];
  }

  void fail_all(std::span<const Waiting> some, const StatusError& error) {
    for (const Waiting& one : some) objects_[one.at] = refuse(error);
  }

  const Resource& resource_;
  const std::string wanted_;
  std::vector<Outcome<json::Value>>& objects_;
  const std::chrono::nanoseconds began_;
  std::optional<StatusError> given_up_;
};

bool speaks_already(const json::Value& object, std::string_view wanted) {
  return !object.is_object() || text_at(object, "apiVersion") == wanted;
}

}  // namespace

std::vector<Outcome<json::Value>> converted_each(std::vector<json::Value> objects,
                                                 const Resource& resource, const Version& to) {
  std::vector<Outcome<json::Value>> results;
  results.reserve(objects.size());
  if (!conversion_blocks(resource)) {
    for (json::Value& object : objects) {
      results.push_back(converted(std::move(object), resource, to));
    }
    return results;
  }
  const std::string wanted = resource.api_version(to.name);
  std::vector<Waiting> waiting;
  for (json::Value& object : objects) {
    if (!speaks_already(object, wanted)) {
      waiting.push_back({.at = results.size(), .text = json::print(object)});
    }
    results.emplace_back(std::move(object));
  }
  Reviews(resource, to, results).convert(waiting);
  return results;
}

Outcome<json::Value> converted(json::Value object, const Resource& resource, const Version& to) {
  const std::string wanted = resource.api_version(to.name);
  if (speaks_already(object, wanted)) return object;
  switch (resource.conversion) {
    case Conversion::None:
      break;
    case Conversion::Webhook: {
      std::vector<json::Value> only;
      only.push_back(std::move(object));
      return std::move(converted_each(std::move(only), resource, to).front());
    }
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
