// SPDX-License-Identifier: Apache-2.0
#include "server/access/rbac/reviews.h"

#include <optional>
#include <utility>
#include <vector>

#include "base/text.h"
#include "server/access/identity/authenticate.h"
#include "server/access/rbac/reading.h"

namespace telltale::server {
namespace {

constexpr std::string_view no_metadata = "must be empty";
constexpr std::string_view authorization_group = "authorization.k8s.io";

// Everything that answering one review needs.
struct Question {
  const Review& review;
  const User& user;
  const Policy& policy;
  const Trust& trust;
  const json::Value& spec;
};

json::Value answered(const Question& question, json::Value spec, json::Value status) {
  json::ValueMap metadata{{"creationTimestamp", nullptr}};
  if (question.review.kind == "LocalSubjectAccessReview") {
    metadata["namespace"] = question.review.namespace_name;
  }
  return json::ValueMap{{"kind", question.review.kind},
                        {"apiVersion", text_member(question.review.body, "apiVersion")},
                        {"metadata", std::move(metadata)},
                        {"spec", std::move(spec)},
                        {"status", std::move(status)}};
}

json::Value spec_of(const Question& question) {
  return question.spec.is_object() ? question.spec : json::Value(json::ValueMap{});
}

// As Go prints the struct.
std::string shown_path(const json::Value& attributes) {
  return format("authorization.NonResourceAttributes{{Path:{}, Verb:{}}}",
                go_quoted(text_member(attributes, "path")),
                go_quoted(text_member(attributes, "verb")));
}

void check_attributes(const json::Value& spec, schema::FieldErrors& field_errors) {
  const bool resource = has_member(spec, "resourceAttributes");
  const bool path = has_member(spec, "nonResourceAttributes");
  if (resource && path) {
    field_errors.push_back(schema::invalid(
        "spec.nonResourceAttributes", shown_path(member_or_null(spec, "nonResourceAttributes")),
        "cannot be specified in combination with resourceAttributes"));
  }
  if (!resource && !path) {
    field_errors.push_back(schema::invalid(
        "spec.resourceAttributes", "\"null\"",
        "exactly one of nonResourceAttributes or resourceAttributes must be specified"));
  }
}

void check_asked_subject(const json::Value& spec, schema::FieldErrors& field_errors) {
  if (!text_member(spec, "user").empty() || !texts_member(spec, "groups").empty()) return;
  field_errors.push_back(
      schema::invalid("spec.user", "\"\"", "at least one of user or group must be specified"));
}

// Reviews have no names or labels; what servers fill in by themselves does not count.
void check_metadata(const Question& question, std::string_view why,
                    schema::FieldErrors& field_errors) {
  const json::ValueMap* metadata = member_or_null(question.review.body, "metadata").if_object();
  if (metadata == nullptr) return;
  const bool local = question.review.kind == "LocalSubjectAccessReview";
  for (const auto& member : *metadata) {
    const std::string_view name = member.key();
    const json::Value& value = member.value();
    const bool empty = value.is_null() || (value.is_string() && value.get_string().empty()) ||
                       (value.is_object() && value.get_object().empty()) ||
                       (value.is_array() && value.get_array().empty());
    if (empty || name == "managedFields" || (local && name == "namespace")) continue;
    field_errors.push_back(schema::invalid("metadata", {}, why));
    return;
  }
}

std::optional<StatusError> refused_review(const Question& question,
                                          const schema::FieldErrors& field_errors) {
  if (field_errors.empty()) return {};
  return invalid(
      {.group = std::string(authorization_group), .resource = question.review.kind, .name = {}},
      field_errors);
}

Attributes asked_for(const json::Value& spec) {
  const json::Value& resource = member_or_null(spec, "resourceAttributes");
  if (!resource.is_null()) {
    return {.verb = text_member(resource, "verb"),
            .group = text_member(resource, "group"),
            .version = text_member(resource, "version"),
            .resource = text_member(resource, "resource"),
            .subresource = text_member(resource, "subresource"),
            .namespace_name = text_member(resource, "namespace"),
            .name = text_member(resource, "name")};
  }
  const json::Value& path = member_or_null(spec, "nonResourceAttributes");
  return {.verb = text_member(path, "verb"), .path = text_member(path, "path")};
}

User subject_of(const json::Value& spec) {
  User subject{.name = text_member(spec, "user"),
               .uid = text_member(spec, "uid"),
               .groups = texts_member(spec, "groups")};
  const json::Value& extra = member_or_null(spec, "extra");
  if (const json::ValueMap* members = extra.if_object()) {
    for (const auto& member : *members) {
      subject.extra.emplace_back(member.key(), texts_member(extra, member.key()));
    }
  }
  return subject;
}

json::Value access_status(const Decision& decision) {
  json::ValueMap status{{"allowed", decision.allowed}};
  if (!decision.reason.empty()) status["reason"] = decision.reason;
  return status;
}

Outcome<json::Value> answer_own_access(const Question& question) {
  schema::FieldErrors field_errors;
  check_attributes(question.spec, field_errors);
  check_metadata(question, no_metadata, field_errors);
  if (auto error = refused_review(question, field_errors)) return refuse(std::move(*error));
  const Decision decision = question.policy.decide(question.user, asked_for(question.spec));
  return answered(question, spec_of(question), access_status(decision));
}

Outcome<json::Value> answer_access(const Question& question) {
  schema::FieldErrors field_errors;
  check_attributes(question.spec, field_errors);
  check_asked_subject(question.spec, field_errors);
  check_metadata(question, no_metadata, field_errors);
  if (auto error = refused_review(question, field_errors)) return refuse(std::move(*error));
  const Decision decision =
      question.policy.decide(subject_of(question.spec), asked_for(question.spec));
  return answered(question, spec_of(question), access_status(decision));
}

void check_local(const Question& question, std::string_view home,
                 schema::FieldErrors& field_errors) {
  const json::Value& resource = member_or_null(question.spec, "resourceAttributes");
  const std::string asked = text_member(resource, "namespace");
  if (!resource.is_null() && asked != home) {
    field_errors.push_back(schema::invalid("spec.resourceAttributes.namespace", go_quoted(asked),
                                           "must match metadata.namespace"));
  }
  const json::Value& path = member_or_null(question.spec, "nonResourceAttributes");
  if (!path.is_null()) {
    field_errors.push_back(schema::invalid("spec.nonResourceAttributes", shown_path(path),
                                           "disallowed on this kind of request"));
  }
}

Outcome<json::Value> answer_local_access(const Question& question) {
  const std::string& home = question.review.namespace_name;
  const std::string written =
      text_member(member_or_null(question.review.body, "metadata"), "namespace");
  schema::FieldErrors field_errors;
  check_attributes(question.spec, field_errors);
  check_asked_subject(question.spec, field_errors);
  check_metadata(question, "must be empty except for namespace", field_errors);
  check_local(question, written.empty() ? home : written, field_errors);
  if (auto error = refused_review(question, field_errors)) return refuse(std::move(*error));
  if (home.empty()) return refuse(bad_request("namespace is required on this type: "));
  if (!written.empty() && written != home) {
    return refuse(
        bad_request(format("spec.resourceAttributes.namespace must match namespace: {}", home)));
  }
  const Decision decision =
      question.policy.decide(subject_of(question.spec), asked_for(question.spec));
  return answered(question, spec_of(question), access_status(decision));
}

json::Value resource_rule(const PolicyRule& rule) {
  json::ValueMap map{{"verbs", to_list(rule.verbs)},
                     {"apiGroups", to_list(rule.api_groups)},
                     {"resources", to_list(rule.resources)}};
  if (!rule.resource_names.empty()) map["resourceNames"] = to_list(rule.resource_names);
  return map;
}

Outcome<json::Value> answer_rules(const Question& question) {
  const std::string home = text_member(question.spec, "namespace");
  if (home.empty()) return refuse(bad_request("no namespace on request"));
  const HeldRules held = question.policy.rules_for(question.user, home);
  json::ValueList resources;
  json::ValueList paths;
  for (const PolicyRule& rule : held.rules) {
    if (!rule.resources.empty()) resources.push_back(resource_rule(rule));
    if (!rule.non_resource_urls.empty()) {
      paths.push_back(json::ValueMap{{"verbs", to_list(rule.verbs)},
                                     {"nonResourceURLs", to_list(rule.non_resource_urls)}});
    }
  }
  json::ValueMap status{{"resourceRules", std::move(resources)},
                        {"nonResourceRules", std::move(paths)},
                        {"incomplete", false}};
  if (!held.error.empty()) status["evaluationError"] = held.error;
  return answered(question, json::ValueMap{}, std::move(status));
}

json::Value user_facts(const User& user) {
  json::ValueMap facts{{"username", user.name}};
  if (!user.uid.empty()) facts["uid"] = user.uid;
  if (!user.groups.empty()) facts["groups"] = to_list(user.groups);
  json::ValueMap extra;
  for (const auto& [key, values] : user.extra) extra[key] = to_list(values);
  if (!extra.empty()) facts["extra"] = std::move(extra);
  return facts;
}

Outcome<json::Value> answer_token(const Question& question) {
  const std::string token = text_member(question.spec, "token");
  if (token.empty()) {
    return refuse(bad_request("token is required for TokenReview in authentication"));
  }
  auto holder = question.trust.find(token, texts_member(question.spec, "audiences"));
  json::ValueMap status;
  if (holder) {
    status["authenticated"] = true;
    status["user"] = user_facts(with_standing(std::move(holder->user)));
    status["audiences"] = to_list(holder->audiences);
  } else {
    status["user"] = json::ValueMap{};
    status["error"] = "invalid bearer token";
  }
  return answered(question, spec_of(question), std::move(status));
}

Outcome<json::Value> answer_self(const Question& question) {
  json::Value answer =
      answered(question, nullptr, json::ValueMap{{"userInfo", user_facts(question.user)}});
  answer.as_object().erase("spec");
  return answer;
}

using Answer = Outcome<json::Value> (*)(const Question&);

Answer answer_for(std::string_view kind) {
  if (kind == "SelfSubjectAccessReview") return answer_own_access;
  if (kind == "SubjectAccessReview") return answer_access;
  if (kind == "LocalSubjectAccessReview") return answer_local_access;
  if (kind == "SelfSubjectRulesReview") return answer_rules;
  if (kind == "TokenReview") return answer_token;
  if (kind == "SelfSubjectReview") return answer_self;
  return nullptr;
}

}  // namespace

bool is_review(std::string_view kind) { return answer_for(kind) != nullptr; }

Outcome<json::Value> answer_review(const Review& review, const User& user, const Policy& policy,
                                   const Trust& trust) {
  const Answer answer = answer_for(review.kind);
  if (answer == nullptr) return refuse(bad_request(format("{} is not a review", review.kind)));
  return answer({.review = review,
                 .user = user,
                 .policy = policy,
                 .trust = trust,
                 .spec = member_or_null(review.body, "spec")});
}

}  // namespace telltale::server
