// SPDX-License-Identifier: Apache-2.0
#include "live/definitions.h"

#include <utility>

#include "base/text.h"
#include "catalog/groups.h"
#include "catalog/kinds.h"
#include "json/parse.h"

namespace telltale::live {
namespace {

// One after the other: there are ten of them, and it happens once.
class DefinitionsReading : public std::enable_shared_from_this<DefinitionsReading> {
 public:
  DefinitionsReading(client::Api& api, std::function<void(KnownDefinitions)> then)
      : api_(api), then_(std::move(then)) {}

  void want(const client::ServedResource& resource) { wanted_.push_back(resource); }

  void next() {
    if (at_ == wanted_.size()) return then_(std::move(known_));
    const client::ServedResource& resource = wanted_[at_];
    api_.send({.target = format("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/{}.{}",
                                resource.plural, resource.group)},
              [self = shared_from_this()](Result<http::Response> answer) {
                self->take(client::accepted(std::move(answer), "a definition"));
                ++self->at_;
                self->next();
              });
  }

 private:
  void take(const Result<http::Response>& answer) {
    const client::ServedResource& resource = wanted_[at_];
    if (!answer) {
      known_.errors.push_back(
          format("the definition of {} cannot be read: {}", resource.kind, answer.error().detail));
      return;
    }
    const auto definition = json::parse(answer->body);
    if (!definition) {
      known_.errors.push_back(
          format("the definition of {}: {}", resource.kind, definition.error().detail));
      return;
    }
    std::vector<std::string> versions = resource.other_versions;
    versions.push_back(resource.version);
    for (const std::string& version : versions) {
      auto capability = Capability::of(*definition, version);
      if (!capability) continue;
      if (resource.group == cluster_api_group && version == resource.version) {
        known_.dialect = capability->dialect();
      }
      known_.capabilities.push_back(
          {resource.group, resource.kind, version, std::move(*capability)});
    }
    if (resource.plural == "nodepools") known_.documents.push_back(answer->body);
  }

  client::Api& api_;
  std::function<void(KnownDefinitions)> then_;
  std::vector<client::ServedResource> wanted_;
  std::size_t at_ = 0;
  KnownDefinitions known_;
};

}  // namespace

void read_definitions(client::Api& api, const client::Served& served,
                      std::function<void(KnownDefinitions)> then) {
  const auto reading = std::make_shared<DefinitionsReading>(api, std::move(then));
  for (const Kind* kind : judged_kinds()) {
    if (const auto* resource = served.find(kind->group, kind->kind)) reading->want(*resource);
  }
  reading->next();
}

}  // namespace telltale::live
