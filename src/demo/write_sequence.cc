// SPDX-License-Identifier: Apache-2.0
#include "demo/write_sequence.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "client/answer.h"
#include "client/api.h"
#include "json/parse.h"
#include "json/print.h"

namespace telltale::demo {
namespace {

using client::Outgoing;

constexpr std::string_view apply_query = "?fieldManager=demo&force=true";
constexpr std::string_view apply_type = "application/apply-patch+yaml";
constexpr std::string_view merge_type = "application/merge-patch+json";

// Their lists of conditions are one value to the server, and telltale has its own in there.
constexpr std::string_view shared_lists[] = {"hypershift.openshift.io/v1beta1 NodePool",
                                             "hive.openshift.io/v1 ClusterDeployment"};

std::string_view text_at(const json::Value* value) {
  const json::ValueString* text = value != nullptr ? value->if_string() : nullptr;
  return text != nullptr ? std::string_view(*text) : std::string_view();
}

const json::Value* member(const json::Value* value, std::string_view name) {
  const json::ValueMap* map = value != nullptr ? value->if_object() : nullptr;
  return map != nullptr ? map->if_contains(name) : nullptr;
}

bool shares_list(const Write& write) {
  const std::string kind = format("{} {}", text_at(write.document.if_contains("apiVersion")),
                                  text_at(write.document.if_contains("kind")));
  return std::ranges::find(shared_lists, kind) != std::end(shared_lists);
}

Outgoing patch(std::string target, std::string_view type, const json::Value& body) {
  return {.method = "PATCH",
          .target = std::move(target),
          .headers = {{"Content-Type", std::string(type)}},
          .body = json::print(body)};
}

// What names an owner, from its reference or from itself. Kinds of one name differ in their group.
std::string owner_key(std::string_view api_version, std::string_view kind, std::string_view name) {
  return format("{} {} {}", api_version, kind, name);
}

// The stored list with ours put in, by type.
json::ValueList merged_conditions(const json::Value* stored, const json::Value* ours) {
  json::ValueList merged;
  const json::ValueList empty;
  const json::ValueList* wanted = ours != nullptr ? ours->if_array() : nullptr;
  if (wanted == nullptr) wanted = &empty;
  const json::ValueList* had = stored != nullptr ? stored->if_array() : nullptr;
  for (const json::Value& one : had != nullptr ? *had : empty) {
    const std::string_view type = text_at(member(&one, "type"));
    const bool is_ours = std::ranges::any_of(
        *wanted, [&](const json::Value& other) { return text_at(member(&other, "type")) == type; });
    if (!is_ours) merged.push_back(one);
  }
  merged.insert(merged.end(), wanted->begin(), wanted->end());
  return merged;
}

json::ValueMap name_only(const Write& write) {
  const json::Value* metadata = write.document.if_contains("metadata");
  json::ValueMap names{{"name", text_at(member(metadata, "name"))}};
  const std::string_view space = text_at(member(metadata, "namespace"));
  if (!space.empty()) names["namespace"] = space;
  return names;
}

}  // namespace

Result<void> WriteSequence::add(Writes writes) {
  if (waiting_.size() + writes.size() > waiting_max) {
    return fail(Error::Kind::TooLarge, format("more than {} writes wait", waiting_max));
  }
  std::ranges::move(writes, std::back_inserter(waiting_));
  return {};
}

std::optional<Outgoing> WriteSequence::next() {
  if (under_way_ || waiting_.empty()) return std::nullopt;
  under_way_ = true;
  const Write& write = waiting_.front();
  if (step_ == Step::Read) return Outgoing{.target = path_of(write)};
  if (step_ == Step::Status) return status_request(write);
  switch (write.verb) {
    case Write::Verb::Apply:
      return main_request(write);
    case Write::Verb::Delete:
      return Outgoing{.method = "DELETE", .target = path_of(write)};
    case Write::Verb::Release:
      break;
  }
  return patch(path_of(write), merge_type,
               json::ValueMap{{"metadata", json::ValueMap{{"finalizers", nullptr}}}});
}

Result<void> WriteSequence::take(const Result<http::Response>& answer) {
  check(under_way_ && !waiting_.empty(), "an answer belongs to a request");
  under_way_ = false;
  ++attempts_;
  const Write& write = waiting_.front();
  const bool is_apply = write.verb == Write::Verb::Apply;
  const Result<http::Response> read = client::accepted(answer, path_of(write));
  if (!read) {
    const bool is_gone = read.error().kind == Error::Kind::NotFound;
    if (is_gone && !is_apply) return finish(), Result<void>();
    if (read.error().kind != Error::Kind::Conflict || attempts_ >= attempts_max) {
      return give_up(read.error());
    }
    // Another writer was faster; the next attempt starts from what is stored now.
    if (step_ == Step::Status && shares_list(write)) step_ = Step::Read;
    return {};
  }
  if (!is_apply) return finish(), Result<void>();
  Result<json::Value> object = json::parse(client::joined(*read).body);
  if (!object) return give_up(object.error());
  return advance(std::move(*object));
}

Result<void> WriteSequence::advance(json::Value answer) {
  const Write& write = waiting_.front();
  learn_uid(write, answer);
  if (step_ == Step::Status || !write.document.contains("status")) return finish(), Result<void>();
  stored_ = std::move(answer);
  step_ = Step::Status;
  return {};
}

Result<void> WriteSequence::give_up(Error error) {
  error.detail = format("{}: {}", to_text(waiting_.front()), error.detail);
  finish();
  return fail(std::move(error));
}

void WriteSequence::finish() {
  waiting_.pop_front();
  step_ = Step::Main;
  attempts_ = 0;
  stored_ = nullptr;
}

Outgoing WriteSequence::main_request(const Write& write) const {
  json::ValueMap document = write.document;
  document.erase("status");
  fill_in_owners(document);
  return patch(path_of(write) + std::string(apply_query), apply_type, document);
}

Outgoing WriteSequence::status_request(const Write& write) const {
  json::ValueMap status = write.document.at("status").as_object();
  if (!shares_list(write)) {
    return patch(format("{}/status{}", path_of(write), apply_query), apply_type,
                 json::ValueMap{{"apiVersion", write.document.at("apiVersion")},
                                {"kind", write.document.at("kind")},
                                {"metadata", name_only(write)},
                                {"status", std::move(status)}});
  }
  const json::Value* stored = member(member(&stored_, "status"), "conditions");
  status["conditions"] = merged_conditions(stored, status.if_contains("conditions"));
  const std::string_view version = text_at(member(member(&stored_, "metadata"), "resourceVersion"));
  return patch(path_of(write) + "/status", merge_type,
               json::ValueMap{{"metadata", json::ValueMap{{"resourceVersion", version}}},
                              {"status", std::move(status)}});
}

void WriteSequence::learn_uid(const Write& write, const json::Value& answer) {
  const json::Value* metadata = member(&answer, "metadata");
  const std::string_view uid = text_at(member(metadata, "uid"));
  if (uid.empty() || !write.cluster.empty()) return;
  // As many as there are names in the demonstration, which do not grow.
  uids_[owner_key(text_at(member(&answer, "apiVersion")), text_at(member(&answer, "kind")),
                  text_at(member(metadata, "name")))] = uid;
}

// An owner that could not be written has no UID, and the server refuses what it would own.
void WriteSequence::fill_in_owners(json::ValueMap& document) const {
  json::ValueMap& metadata = document.at("metadata").as_object();
  json::Value* owners = metadata.if_contains("ownerReferences");
  if (owners == nullptr) return;
  for (json::Value& owner : owners->as_array()) {
    const auto found =
        uids_.find(owner_key(text_at(member(&owner, "apiVersion")), text_at(member(&owner, "kind")),
                             text_at(member(&owner, "name"))));
    if (found != uids_.end()) owner.as_object()["uid"] = found->second;
  }
}

}  // namespace telltale::demo
