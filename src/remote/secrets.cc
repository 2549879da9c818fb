// SPDX-License-Identifier: Apache-2.0
#include "remote/secrets.h"

#include <optional>
#include <utility>

#include "base/check.h"
#include "base/encoding.h"
#include "base/text.h"
#include "client/answer.h"
#include "client/api.h"
#include "client/discovery.h"
#include "json/parse.h"
#include "json/print.h"

namespace telltale::remote {
namespace {

client::Outgoing secret_request(const ClusterName& cluster, std::string_view suffix,
                                std::chrono::milliseconds timeout) {
  const client::ServedResource secrets{.version = "v1", .kind = "Secret", .plural = "secrets"};
  const std::string name = format("{}-{}", cluster.name, suffix);
  return {.target = client::path_of(secrets, cluster.namespace_name, name),
          .timeout = timeout,
          .answer_bytes_max = secret_bytes_max};
}

const json::ValueMap* map_at(const json::Value* value, std::string_view name) {
  const json::ValueMap* map = value != nullptr ? value->if_object() : nullptr;
  const json::Value* found = map != nullptr ? map->if_contains(name) : nullptr;
  return found != nullptr ? found->if_object() : nullptr;
}

const json::ValueString* text_at(const json::ValueMap* map, std::string_view name) {
  const json::Value* found = map != nullptr ? map->if_contains(name) : nullptr;
  return found != nullptr ? found->if_string() : nullptr;
}

// An object of the Secret's metadata, or empty when the answer is no object.
std::string metadata_document(const http::Response& answer) {
  const Result<json::Value> object = json::parse(client::joined(answer).body);
  if (!object) return {};
  const json::ValueMap* metadata = map_at(&*object, "metadata");
  const json::ValueString* name = text_at(metadata, "name");
  const json::ValueString* namespace_name = text_at(metadata, "namespace");
  if (name == nullptr || namespace_name == nullptr) return {};
  json::ValueMap kept{{"name", *name}, {"namespace", *namespace_name}};
  const json::Value* labels = metadata->if_contains("labels");
  if (labels != nullptr && labels->is_object()) kept["labels"] = *labels;
  return json::print(
      json::ValueMap{{"apiVersion", "v1"}, {"kind", "Secret"}, {"metadata", std::move(kept)}});
}

}  // namespace

client::Outgoing kubeconfig_request(const ClusterName& cluster, std::chrono::milliseconds timeout) {
  return secret_request(cluster, "kubeconfig", timeout);
}

Result<std::string> kubeconfig_of(const Result<http::Response>& answer,
                                  const ClusterName& cluster) {
  const Result<http::Response> read =
      client::accepted(answer, kubeconfig_request(cluster, {}).target);
  if (!read) return fail(read.error());
  const std::string secret = format("Secret {}-kubeconfig", to_text(cluster));
  const Result<json::Value> object = json::parse(client::joined(*read).body);
  // What exactly is wrong with it is not said, because saying it would quote it.
  if (!object) return fail(Error::Kind::Invalid, secret + " is not a JSON object");
  const json::ValueString* value = text_at(map_at(&*object, "data"), "value");
  if (value == nullptr) return fail(Error::Kind::Invalid, secret + " has no data.value");
  std::optional<std::string> kubeconfig = from_base64({value->data(), value->size()});
  if (!kubeconfig) return fail(Error::Kind::Invalid, secret + ": data.value is not base64");
  return std::move(*kubeconfig);
}

client::Outgoing certificate_request(const ClusterName& cluster, std::string_view purpose,
                                     std::chrono::milliseconds timeout) {
  client::Outgoing request = secret_request(cluster, purpose, timeout);
  request.headers.push_back(
      {"Accept", "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json"});
  return request;
}

void CertificateLook::add(std::size_t purpose, const Result<http::Response>& answer) {
  check(purpose < documents_.size() && !over(), "each purpose is answered once");
  ++answered_;
  if (answer && answer->status == 404) return;
  const bool is_there = answer && answer->status >= 200 && answer->status < 300;
  if (is_there) documents_[purpose] = metadata_document(*answer);
  if (documents_[purpose].empty()) complete_ = false;
}

CertificateSecrets CertificateLook::found() const {
  CertificateSecrets found{.complete = complete_ && over()};
  for (const std::string& document : documents_) {
    if (!document.empty()) found.documents.push_back(document);
  }
  return found;
}

}  // namespace telltale::remote
