// SPDX-License-Identifier: Apache-2.0
#include "server/flow/demand.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "server/access/credentials/credentials.h"
#include "server/access/rbac/policy.h"
#include "server/objects/keys.h"
#include "server/request/negotiate.h"
#include "server/request/options.h"

namespace telltale::server {
namespace {

constexpr std::string_view service_account = "system:serviceaccount:";
// How many of the objects are looked at for the size of all.
constexpr std::size_t sample_size = 16;
// How much more it takes to write an object anew than to pass it on, and to delete it.
constexpr std::size_t rewritten_factor = 4;
constexpr std::size_t deleted_factor = 4;

bool is_one_object(const Call& call) {
  return call.verb != "list" && call.verb != "watch" && call.verb != "deletecollection";
}

// What keeps leaders and nodes alive: nobody's lists may hold it up.
bool is_election(const Call& call, const User& asker) {
  if (call.route.what != Route::What::Objects || !is_one_object(call)) return false;
  if (call.route.group == "coordination.k8s.io" && call.route.resource == "leases") return true;
  const bool of_node = call.route.group.empty() && call.route.resource == "nodes";
  return of_node && in_group(asker, "system:nodes");
}

bool is_system(const Call& call, const User& asker) {
  return call.http.peer == inside_peer || asker.name == status_writer_user ||
         in_group(asker, "system:serviceaccounts:kube-system");
}

struct Extent {
  std::size_t objects = 0;
  std::size_t bytes = 0;

  std::size_t seats(std::size_t factor) const {
    return 1 + factor * (objects / objects_per_seat + bytes / bytes_per_seat);
  }
};

// What lies there, by the index; its size by the first few.
Extent extent_of(const Call& call, const store::CurrentState& present) {
  const std::string_view space =
      call.resource->namespaced ? std::string_view(call.route.namespace_name) : std::string_view{};
  const auto page = present.list(
      {.prefix = range_prefix(call.route.home, *call.resource, space), .limit = sample_size});
  if (!page || page->items.empty()) return {};
  std::size_t sampled = 0;
  for (const store::Item& item : page->items) sampled += item.value->size();
  const std::size_t objects = page->items.size() + page->remaining;
  return {.objects = objects, .bytes = sampled / page->items.size() * objects};
}

// A page ends a list early, unless a selector goes on until enough pass.
Extent extent_of_list(const Call& call, const store::CurrentState& present) {
  Extent extent = extent_of(call, present);
  const std::string_view limit = call.target.parameter("limit");
  const bool selects = !call.target.parameter("labelSelector").empty() ||
                       !call.target.parameter("fieldSelector").empty();
  std::size_t most = 0;
  std::from_chars(limit.data(), limit.data() + limit.size(), most);
  if (most == 0 || selects || extent.objects <= most) return extent;
  return {.objects = most, .bytes = extent.bytes / extent.objects * most};
}

std::size_t form_factor(const Call& call) {
  const auto form = negotiate(call.accept(), Shapes::Offered);
  const bool plain = form && form->encoding == Form::Encoding::Json &&
                     form->shape == Form::Shape::Object && !is_yes(call.target, "pretty");
  return plain && call.version->storage ? 1 : rewritten_factor;
}

bool begins_with_present(const Call& call) {
  const std::string_view version = call.target.parameter("resourceVersion");
  return is_yes(call.target, "sendInitialEvents") ||
         ((version.empty() || version == "0") && !call.target.has("sendInitialEvents"));
}

}  // namespace

std::string flow_of(const Call& call, const User& asker) {
  if (call.http.peer == inside_peer) return std::string(inside_peer);
  if (call.from_within) return format("cluster {}", call.route.home);
  if (!asker.name.starts_with(service_account)) return asker.name;
  return asker.name.substr(0, asker.name.rfind(':'));
}

Level level_of(const Call& call, const User& asker) {
  if (asker.anonymous() || in_group(asker, "system:unauthenticated")) return Level::Strangers;
  if (is_election(call, asker)) return Level::Elections;
  return is_system(call, asker) ? Level::System : Level::Workload;
}

std::size_t width_of(const Call& call, const store::CurrentState& present) {
  const std::size_t for_body = 1 + call.http.body.size() / bytes_per_seat;
  if (call.route.what != Route::What::Objects || !call.resource) return for_body;
  if (call.verb == "list") return extent_of_list(call, present).seats(form_factor(call));
  if (call.verb == "deletecollection") return extent_of(call, present).seats(deleted_factor);
  if (call.verb != "watch") return for_body;
  return begins_with_present(call) ? extent_of(call, present).seats(form_factor(call)) : 1;
}

Demand demand_of(const Call& call, const User& asker, const store::CurrentState& present) {
  return {.level = level_of(call, asker),
          .flow = flow_of(call, asker),
          .width = width_of(call, present)};
}

}  // namespace telltale::server
