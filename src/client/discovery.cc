// SPDX-License-Identifier: Apache-2.0
#include "client/discovery.h"

#include <algorithm>
#include <condition_variable>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "base/text.h"
#include "client/discovery_documents.h"

namespace telltale::client {
namespace {

// Everything in one document if possible; old servers pass over what they do not know.
constexpr std::string_view aggregated_or_plain =
    "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,"
    "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,"
    "application/json";

using Then = std::function<void(Result<Served>, std::vector<std::string>)>;

// One walk through what a server serves. Answers come on any thread; the last one finishes it.
class Walk : public std::enable_shared_from_this<Walk> {
 public:
  Walk(Api& api, Then then) : api_(api), then_(std::move(then)) {}

  void begin() {
    ask_for_groups("/api", core_);
    ask_for_groups("/apis", named_);
  }

 private:
  // The answer to one of the two first questions.
  struct Part {
    std::vector<GroupVersion> versions = {};
    std::optional<Error> error = {};
  };

  void ask_for_groups(const std::string& path, Part& part);
  void take_groups(Part& part, Result<http::Response> answer);
  void ask_for_missing();
  void ask_for_version(GroupVersion& version);
  void take_version(GroupVersion& version, Result<http::Response> answer);
  // With the mutex held: whether this was the last answer that is waited for.
  bool was_last() { return --awaited_ == 0; }
  void finish();

  Api& api_;
  Then then_;
  std::mutex mutex_;
  std::size_t awaited_ = 2;
  Part core_;
  Part named_;
  std::vector<GroupVersion> versions_;  // stays where it is once single versions are asked for
  std::vector<std::string> errors_;
};

void Walk::ask_for_groups(const std::string& path, Part& part) {
  Outgoing request{.target = path};
  request.headers.push_back({"Accept", std::string(aggregated_or_plain)});
  api_.send(std::move(request),
            [self = shared_from_this(), path, &part](Result<http::Response> answer) {
              self->take_groups(part, accepted(std::move(answer), path));
            });
}

void Walk::take_groups(Part& part, Result<http::Response> answer) {
  auto versions = answer ? read_groups(answer->body) : fail(answer.error());
  {
    const std::scoped_lock lock(mutex_);
    if (versions) {
      part.versions = std::move(*versions);
    } else {
      part.error = versions.error();
    }
    if (!was_last()) return;
  }
  ask_for_missing();
}

// A server that refuses one of the two (404, 403) may still serve the other; one that fails at it
// knows only half of itself, and half a truth would make kinds vanish.
void Walk::ask_for_missing() {
  for (const Part* part : {&core_, &named_}) {
    if (!part->error) continue;
    const bool is_refusal =
        part->error->kind == Error::Kind::NotFound || part->error->kind == Error::Kind::Internal;
    if (!is_refusal || (core_.error && named_.error)) {
      return then_(fail(*part->error), std::move(errors_));
    }
    errors_.push_back(part->error->detail);
  }
  versions_ = std::move(core_.versions);
  std::ranges::move(named_.versions, std::back_inserter(versions_));
  std::vector<GroupVersion*> missing;
  for (GroupVersion& version : versions_) {
    if (!version.is_known) missing.push_back(&version);
  }
  if (missing.empty()) return finish();
  awaited_ = missing.size();
  for (GroupVersion* version : missing) ask_for_version(*version);
}

void Walk::ask_for_version(GroupVersion& version) {
  Outgoing request{.target = version.path()};
  request.headers.push_back({"Accept", "application/json"});
  api_.send(std::move(request),
            [self = shared_from_this(), &version](Result<http::Response> answer) {
              self->take_version(version, accepted(std::move(answer), version.path()));
            });
}

void Walk::take_version(GroupVersion& version, Result<http::Response> answer) {
  auto resources = answer ? read_resources(answer->body, version) : fail(answer.error());
  {
    const std::scoped_lock lock(mutex_);
    if (resources) {
      version.resources = std::move(*resources);
    } else {
      errors_.push_back(resources.error().detail);
    }
    if (!was_last()) return;
  }
  finish();
}

void Walk::finish() {
  for (GroupVersion& version : versions_) {
    if (!version.is_stale) continue;
    // What it lists is what it served when it was last heard of.
    version.resources.clear();
    errors_.push_back(format("{} is stale: the server behind it does not answer", version.path()));
  }
  std::ranges::sort(errors_);
  then_(merge_versions(versions_), std::move(errors_));
}

}  // namespace

void discover(Api& api, Then then) { std::make_shared<Walk>(api, std::move(then))->begin(); }

Result<Served> discover(Api& api, std::vector<std::string>& errors) {
  struct Answer {
    std::mutex mutex;
    std::condition_variable arrived;
    std::optional<Result<Served>> served;
    std::vector<std::string> errors;
  };
  const auto answer = std::make_shared<Answer>();
  discover(api, [answer](Result<Served> served, std::vector<std::string> found) {
    const std::scoped_lock lock(answer->mutex);
    answer->served = std::move(served);
    answer->errors = std::move(found);
    answer->arrived.notify_all();
  });
  std::unique_lock lock(answer->mutex);
  answer->arrived.wait(lock, [&] { return answer->served.has_value(); });
  errors = std::move(answer->errors);
  return std::move(*answer->served);
}

}  // namespace telltale::client
