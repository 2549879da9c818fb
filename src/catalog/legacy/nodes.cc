// SPDX-License-Identifier: Apache-2.0
#include "catalog/legacy/nodes.h"

#include "catalog/cluster_api/connection.h"
#include "convert/shapes.h"

namespace telltale::legacy {

NodeCount::NodeCount(const JudgeContext& context, const Home& home, Seconds min_ready)
    : context_(context), home_(home), min_ready_(min_ready) {
  known_ = context.world.collected({"", "Node", {}, {}, home});
  reachable_ = see_connection(context.world, home.cluster_namespace, home.cluster_name, context.now)
                   .connected;
}

void NodeCount::add_named(std::string_view node_name) {
  if (node_name.empty() || !reachable_) return;
  const Found node = context_.world.find({"", "Node", {}, node_name, home_});
  if (node.object != nullptr) add(*node.object);
}

void NodeCount::add_provided(std::string_view provider_id) {
  if (provider_id.empty() || !reachable_) return;
  const auto nodes = context_.world.with_provider_id(home_, provider_id);
  if (!nodes.empty()) add(context_.world.objects()[nodes.front()]);
}

void NodeCount::add(const Object& node) {
  ++found_;
  const ConditionList* list = node.conditions_at("status.conditions");
  const Condition* ready = list == nullptr ? nullptr : find_condition(list->conditions, "Ready");
  if (ready == nullptr || ready->status != Status::True) return;
  ++ready_;
  const bool long_enough =
      is_set(ready->last_transition) && ready->last_transition + min_ready_ < context_.now;
  if (min_ready_ == Seconds(0) || long_enough) ++available_;
}

Seconds min_ready_of(const Object& owner) {
  const json::Tree spec = owner.body["spec"];
  const auto new_place = shapes::small_number(spec["template"]["spec"]["minReadySeconds"]);
  return Seconds(new_place.value_or(shapes::small_number(spec["minReadySeconds"]).value_or(0)));
}

Home home_of(const Object& object) { return {object.key.namespace_name, cluster_name_of(object)}; }

}  // namespace telltale::legacy
