// SPDX-License-Identifier: Apache-2.0
#pragma once

// Documents of a Cluster as a dump would hold them, and a tree as the lines of its names.

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "catalog/judge.h"
#include "catalog/world_for_test.h"
#include "report/tree/grow_tree.h"

namespace telltale {

class TestTree {
 public:
  GrowOptions options = {};
  Completeness completeness = Completeness::Partial;
  Instant now = *parse_rfc3339("2026-01-01T12:00:00Z");

  // `more` holds further members of the document, each with a leading comma.
  void add(std::string_view kind, std::string_view name, std::string_view owner = "",
           std::string_view spec = "", std::string_view more = "") {
    const std::size_t slash = owner.find('/');
    const std::string reference =
        owner.empty() ? ""
                      : format(R"(,"ownerReferences":[{{"apiVersion":"{}/v1beta2","kind":"{}",)"
                               R"("name":"{}","uid":"","controller":true}}])",
                               group_for(owner.substr(0, slash)), owner.substr(0, slash),
                               owner.substr(slash + 1));
    const std::string_view comma = spec.empty() ? "" : ",";
    documents_.push_back(format(
        R"({{"apiVersion":"{}/v1beta2","kind":"{}","metadata":{{"namespace":"default",)"
        R"("name":"{}"{}}},"spec":{{{}{}{}}}{}}})",
        group_for(kind), kind, name, reference, kind == "Cluster" ? "" : R"("clusterName":"c1")",
        kind == "Cluster" ? "" : comma, spec, more));
  }
  void add_document(std::string text) { documents_.push_back(std::move(text)); }
  void add_node(std::string_view name, std::string_view ready = "True") {
    documents_.push_back(
        format(R"({{"apiVersion":"v1","kind":"Node","metadata":{{"name":"{0}","annotations":{{)"
               R"("cluster.x-k8s.io/cluster-name":"c1","cluster.x-k8s.io/cluster-namespace":)"
               R"("default"}}}},"spec":{{"providerID":"docker:////{0}"}},"status":{{"conditions":)"
               R"([{{"type":"Ready","status":"{1}","reason":"Kubelet","message":"",)"
               R"("lastTransitionTime":"2026-01-01T08:00:00Z"}}]}}}})",
               name, ready));
  }
  void add_machine(std::string_view name, std::string_view owner, std::string_view node = "") {
    const std::string spec = node.empty() ? "" : format(R"("providerID":"docker:////{}")", node);
    const std::string status =
        node.empty() ? "" : format(R"(,"status":{{"nodeRef":{{"name":"{}"}}}})", node);
    add("Machine", name, owner, spec, status);
  }

  std::vector<TreeNode> forest(const ReportFilter& filter = {}) {
    judge_all();
    return grow_forest(*world_, *judged_, filter, options);
  }
  TreeNode tree(std::string_view kind, std::string_view name) {
    judge_all();
    for (const Object& object : world_->objects()) {
      if (object.key.kind == kind && object.key.name == name) {
        return grow_tree(*world_, *judged_, object, options);
      }
    }
    check(false, "the test asks for an object of its own");
    return {};
  }
  const JudgedIndex& judged() const { return *judged_; }

 private:
  static std::string_view group_for(std::string_view kind) {
    if (kind.ends_with("ControlPlane")) return "controlplane.cluster.x-k8s.io";
    return kind.starts_with("Docker") ? "infrastructure.cluster.x-k8s.io" : "cluster.x-k8s.io";
  }
  void judge_all() {
    const std::vector<std::string_view> views(documents_.begin(), documents_.end());
    world_ = std::make_unique<World>(world_of(views, completeness));
    judgement_ = std::make_unique<Judgement>(judge(*world_, Settings(), now));
    judged_ = std::make_unique<JudgedIndex>(*world_, *judgement_);
  }

  std::vector<std::string> documents_;
  std::unique_ptr<World> world_;
  std::unique_ptr<Judgement> judgement_;
  std::unique_ptr<JudgedIndex> judged_;
};

inline void append_shape(std::string& out, const TreeNode& node, std::size_t depth) {
  out.append(2 * depth, ' ');
  out += node.is_heading() ? std::string(to_text(node.role))
                           : format("{} {}", node.key.kind, node.key.name);
  if (node.state != TreeState::Present) out += format(" ({})", to_text(node.state));
  out += '\n';
  for (const TreeNode& child : node.children) append_shape(out, child, depth + 1);
}

inline std::string shape_of(const TreeNode& node) {
  std::string out;
  append_shape(out, node, 0);
  return out;
}

}  // namespace telltale
