// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/builtin.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "schema/shape.h"
#include "schema/structural/normal_form.h"
#include "server/kinds/cells/cells_for_test.h"
#include "server/kinds/words_for_test.h"
#include "server/proto/message.h"

namespace telltale::server {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class KindBuiltin : public testing::Test {
 protected:
  const Resource& of(std::string_view group, std::string_view plural) const {
    const auto found = std::ranges::find_if(resources_, [&](const auto& resource) {
      return resource->group == group && resource->plural == plural;
    });
    check(found != resources_.end(), "the kind is built in");
    return **found;
  }

  // The whole way of an object that is created: unknown fields, defaults, behavior, judgement.
  std::vector<std::string> created(const Resource& resource, json::Value& object) const {
    const schema::Structure& structure = *resource.versions.front().structure;
    std::vector<std::string> lines = schema::prune(object, structure, schema::Root::Resource);
    schema::fill_defaults(object, structure);
    if (resource.versions.front().shared) schema::normalise(object, structure);
    if (resource.behavior->prepare != nullptr) resource.behavior->prepare(object, nullptr);
    schema::FieldErrors field_errors = schema::validate(
        object, structure, schema::Root::Resource,
        resource.versions.front().shared ? schema::Repeats::Allowed : schema::Repeats::Refused);
    if (resource.behavior->validate != nullptr) {
      resource.behavior->validate(object, nullptr, field_errors);
    }
    for (const schema::FieldError& field_error : field_errors)
      lines.push_back(to_text(field_error));
    return lines;
  }

  const std::vector<std::shared_ptr<const Resource>> resources_ = builtin_resources();
};

TEST_F(KindBuiltin, HasEveryKindThatClientsExpect) {
  std::map<std::string, std::set<std::string>> groups;
  for (const auto& resource : resources_) groups[resource->group].insert(resource->plural);
  EXPECT_THAT(groups[""],
              UnorderedElementsAre("configmaps", "endpoints", "events", "limitranges", "namespaces",
                                   "nodes", "persistentvolumeclaims", "persistentvolumes", "pods",
                                   "podtemplates", "replicationcontrollers", "resourcequotas",
                                   "secrets", "serviceaccounts", "services"));
  EXPECT_THAT(groups["rbac.authorization.k8s.io"],
              UnorderedElementsAre("clusterrolebindings", "clusterroles", "rolebindings", "roles"));
  EXPECT_THAT(groups["authorization.k8s.io"],
              UnorderedElementsAre("localsubjectaccessreviews", "selfsubjectaccessreviews",
                                   "selfsubjectrulesreviews", "subjectaccessreviews"));
  EXPECT_THAT(
      groups["storage.k8s.io"],
      UnorderedElementsAre("csidrivers", "csinodes", "csistoragecapacities", "storageclasses",
                           "volumeattachments", "volumeattributesclasses"));
  EXPECT_EQ(groups.size(), 21U);
}

TEST_F(KindBuiltin, TakesWhatNobodyHereRuns) {
  for (const auto& [group, plural] : {std::pair{"apps", "deployments"},
                                      {"batch", "cronjobs"},
                                      {"networking.k8s.io", "ingresses"},
                                      {"storage.k8s.io", "volumeattachments"},
                                      {"", "persistentvolumes"}}) {
    EXPECT_THAT(of(group, plural).verbs, testing::Contains("create"));
    EXPECT_TRUE(of(group, plural).in_logical_clusters);
    EXPECT_NE(of(group, plural).versions.front().shared, nullptr);
  }
}

TEST_F(KindBuiltin, RefersToDefinitionsThatAreThere) {
  for (const auto& resource : resources_) {
    const Version& version = resource->storage();
    if (!version.shared) continue;
    std::vector<std::string> waiting{json::print(*version.openapi)};
    for (const std::string& name : version.shared->reached_from(*version.openapi)) {
      waiting.push_back(json::print(*version.shared->find(name)));
    }
    for (const std::string& text : waiting) {
      for (std::size_t at = text.find("\"$ref\":\""); at != std::string::npos;
           at = text.find("\"$ref\":\"", at + 1)) {
        const std::string name = text.substr(at + 8, text.find('"', at + 8) - at - 8);
        EXPECT_NE(version.shared->find(name), nullptr) << name;
      }
    }
  }
}

TEST_F(KindBuiltin, NamesKindsAsDiscoveryDoes) {
  const Resource& maps = of("", "configmaps");
  EXPECT_EQ(maps.kind, "ConfigMap");
  EXPECT_EQ(maps.list_kind, "ConfigMapList");
  EXPECT_EQ(maps.singular, "configmap");
  EXPECT_THAT(maps.short_names, ElementsAre("cm"));
  EXPECT_TRUE(maps.namespaced);
  EXPECT_THAT(maps.verbs, ElementsAre("create", "delete", "deletecollection", "get", "list",
                                      "patch", "update", "watch"));
  EXPECT_THAT(of("", "namespaces").verbs,
              ElementsAre("create", "delete", "get", "list", "patch", "update", "watch"));
  EXPECT_FALSE(of("", "nodes").namespaced);
  EXPECT_THAT(of("", "pods").categories, ElementsAre("all"));
  EXPECT_THAT(of("apiextensions.k8s.io", "customresourcedefinitions").short_names,
              ElementsAre("crd", "crds"));
  EXPECT_THAT(of("authentication.k8s.io", "tokenreviews").verbs, ElementsAre("create"));
  EXPECT_TRUE(of("authorization.k8s.io", "localsubjectaccessreviews").namespaced);
}

TEST_F(KindBuiltin, HasOneStoredVersionWithASchema) {
  for (const auto& resource : resources_) {
    ASSERT_EQ(resource->versions.size(), 1U);
    const Version& version = resource->storage();
    EXPECT_EQ(version.name, resource->group == "autoscaling" ? "v2" : "v1");
    EXPECT_NE(version.structure, nullptr);
    EXPECT_EQ(version.structure->type, schema::Structure::Type::Object) << resource->plural;
    EXPECT_TRUE(version.openapi->as_object().contains("description")) << resource->plural;
    EXPECT_NE(resource->behavior, nullptr);
    EXPECT_FALSE(resource->kind.empty() || resource->singular.empty());
  }
}

TEST_F(KindBuiltin, DescribesEveryField) {
  const auto every = [](const auto& self, const json::Value& schema,
                        const std::string& path) -> void {
    const json::ValueMap& map = schema.as_object();
    if (const json::Value* properties = map.if_contains("properties")) {
      for (const auto& [name, inner] : properties->as_object()) {
        const std::string below = path + "." + std::string(name);
        EXPECT_TRUE(inner.as_object().contains("description")) << below;
        self(self, inner, below);
      }
    }
    if (const json::Value* items = map.if_contains("items")) self(self, *items, path + "[]");
  };
  // Of Kubernetes' own definitions the kind is described, and of fields what words.yaml has.
  for (const auto& resource : resources_) {
    const Version& version = resource->versions.front();
    if (!version.shared) every(every, *version.openapi, resource->plural);
  }
}

TEST_F(KindBuiltin, HasACellForEveryColumn) {
  for (const auto& resource : resources_) {
    if (resource->behavior->cells == nullptr) {
      for (const Column& column : resource->versions.front().columns) {
        EXPECT_NE(column.path, nullptr) << resource->plural << " " << column.name;
      }
      continue;
    }
    const json::Value cells = resource->behavior->cells(from_json("{}"), shown_at);
    EXPECT_EQ(cells.as_array().size(), resource->versions.front().columns.size())
        << resource->plural;
  }
}

TEST_F(KindBuiltin, HasStatusSubresourcesWhereTheApiHasThem) {
  std::set<std::string> with_status;
  for (const auto& resource : resources_) {
    if (resource->versions.front().has_status) with_status.insert(resource->plural);
  }
  EXPECT_THAT(
      with_status,
      UnorderedElementsAre(
          "namespaces", "nodes", "pods", "services", "resourcequotas", "customresourcedefinitions",
          "apiservices", "persistentvolumes", "persistentvolumeclaims", "replicationcontrollers",
          "daemonsets", "deployments", "replicasets", "statefulsets", "horizontalpodautoscalers",
          "cronjobs", "jobs", "certificatesigningrequests", "ingresses", "servicecidrs",
          "poddisruptionbudgets", "volumeattachments", "resourceclaims", "flowschemas",
          "prioritylevelconfigurations", "validatingadmissionpolicies"));
}

TEST_F(KindBuiltin, StoresEventsOnce) {
  EXPECT_EQ(of("events.k8s.io", "events").stored_under, "/events");
  EXPECT_EQ(of("", "events").stored_under, "");
}

TEST_F(KindBuiltin, KeepsDefinitionsOutOfLogicalClusters) {
  EXPECT_FALSE(of("apiextensions.k8s.io", "customresourcedefinitions").in_logical_clusters);
  EXPECT_FALSE(of("apiregistration.k8s.io", "apiservices").in_logical_clusters);
  EXPECT_TRUE(of("", "nodes").in_logical_clusters);
  EXPECT_TRUE(of("", "pods").in_logical_clusters);
  EXPECT_TRUE(of("rbac.authorization.k8s.io", "roles").in_logical_clusters);
}

TEST_F(KindBuiltin, CanBeSentAsProtobuf) {
  for (const auto& resource : resources_) {
    if (std::ranges::find(resource->verbs, "create") == resource->verbs.end()) continue;
    if (resource->kind == "APIService") continue;  // No generated client of core Kubernetes.
    const std::string version = resource->api_version(resource->storage().name);
    EXPECT_NE(message_of_kind(version, resource->kind), nullptr) << resource->kind;
  }
}

TEST_F(KindBuiltin, MergesListsByTheirKeys) {
  const schema::Structure& pod = *of("", "pods").versions.front().structure;
  const auto& containers = *pod.properties.at("spec")->properties.at("containers");
  EXPECT_TRUE(containers.patch_merge);
  EXPECT_EQ(containers.patch_merge_key, "name");
  EXPECT_THAT(containers.list_map_keys, ElementsAre("name"));
  const schema::Structure& node = *of("", "nodes").versions.front().structure;
  const auto& conditions = *node.properties.at("status")->properties.at("conditions");
  EXPECT_EQ(conditions.patch_merge_key, "type");
  EXPECT_EQ(conditions.list_type, schema::Structure::ListType::Map);
}

TEST_F(KindBuiltin, TakesWhatGoClientsWriteAsNull) {
  json::Value event = from_json(R"({"apiVersion":"v1","kind":"Event",
      "metadata":{"name":"e","namespace":"default","creationTimestamp":null},
      "involvedObject":{"kind":"Node","name":"n"},"source":{},"firstTimestamp":null,
      "lastTimestamp":null,"eventTime":null,"reportingComponent":"","reportingInstance":""})");
  EXPECT_THAT(created(of("", "events"), event), IsEmpty());
  json::Value role = from_json(R"({"metadata":{"name":"r"},"rules":null})");
  EXPECT_THAT(created(of("rbac.authorization.k8s.io", "roles"), role), IsEmpty());
}

TEST_F(KindBuiltin, NamesFieldsThatAreNotThere) {
  json::Value map = from_json(R"({"metadata":{"name":"a"},"data":{"a":"b"},"dta":{"c":"d"}})");
  EXPECT_THAT(created(of("", "configmaps"), map), ElementsAre("dta"));
  json::Value definition = from_json(R"({"spec":{"group":"g","names":{"plural":"p","kind":"K"},
      "scope":"Cluster","versions":[{"name":"v1","served":true,"storage":true,"sored":true,
      "schema":{"openAPIV3Schema":{"type":"object","x-any":null}}}]}})");
  EXPECT_THAT(created(of("apiextensions.k8s.io", "customresourcedefinitions"), definition),
              ElementsAre("spec.versions[0].sored"));
}

TEST_F(KindBuiltin, KeepsPodsAsTheyCome) {
  json::Value pod = from_json(R"({"metadata":{"name":"p"},"spec":{"affinity":{"nodeAffinity":{}},
      "containers":[{"name":"a","image":"i","livenessProbe":{"httpGet":{"port":8080}},
      "ports":[{"containerPort":80}],"resources":{"limits":{"cpu":1,"memory":"1Gi"}}}],
      "volumes":[{"name":"v","emptyDir":{}}]}})");
  EXPECT_THAT(created(of("", "pods"), pod), IsEmpty());
  const json::Value& spec = pod.at("spec");
  EXPECT_EQ(
      json::print(spec.at("containers")),
      R"([{"image":"i","imagePullPolicy":"Always","livenessProbe":{"failureThreshold":3,)"
      R"("httpGet":{"path":"/","port":8080,"scheme":"HTTP"},"periodSeconds":10,)"
      R"("successThreshold":1,"timeoutSeconds":1},"name":"a",)"
      R"("ports":[{"containerPort":80,"protocol":"TCP"}],)"
      R"("resources":{"limits":{"cpu":"1","memory":"1Gi"},)"
      R"("requests":{"cpu":"1","memory":"1Gi"}},)"
      R"("terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File"}])");
  EXPECT_EQ(json::print(spec.at("volumes")), R"([{"emptyDir":{},"name":"v"}])");
  EXPECT_EQ(spec.at("restartPolicy"), "Always");
  EXPECT_EQ(json::print(pod.at("status")), R"({"phase":"Pending","qosClass":"Guaranteed"})");
}

TEST_F(KindBuiltin, RefusesWhatThePublishedSchemasRefuse) {
  json::Value pod = from_json(R"({"metadata":{"name":"p"},"spec":{"containers":[{"name":"a",
      "image":"i","ports":[{"containerPort":"80"}],"envv":[]}],"nodeName":3}})");
  EXPECT_THAT(created(of("", "pods"), pod),
              ElementsAre("spec.containers[0].envv",
                          testing::HasSubstr("spec.containers[0].ports[0].containerPort in body "
                                             "must be of type integer"),
                          testing::HasSubstr("spec.nodeName in body must be of type string"),
                          "spec.containers[0].ports[0].containerPort: Required value"));
  json::Value attachment = from_json(R"({"spec":{"attacher":"","nodeName":"n",
      "source":{"persistentVolumeName":"v"}}})");
  EXPECT_THAT(created(of("storage.k8s.io", "volumeattachments"), attachment),
              ElementsAre("spec.attacher: Required value"));
}

TEST_F(KindBuiltin, RefusesAmountsThatAreNone) {
  json::Value pod = from_json(R"({"metadata":{"name":"p"},"spec":{"containers":[{"name":"a",
      "image":"i","resources":{"requests":{"cpu":"much"}}}]}})");
  EXPECT_THAT(created(of("", "pods"), pod),
              ElementsAre(testing::HasSubstr("must be of type k8s-quantity")));
}

TEST_F(KindBuiltin, KeepsTheStatusThatAKubeletBrings) {
  json::Value node = from_json(R"({"metadata":{"name":"n"},"status":{"capacity":{"cpu":"4"},
      "addresses":[{"type":"InternalIP","address":"10.0.0.1"},
      {"type":"InternalIP","address":"fd00::1"}],
      "conditions":[{"type":"Ready","status":"True","lastHeartbeatTime":null}]}})");
  EXPECT_THAT(created(of("", "nodes"), node), IsEmpty());
  EXPECT_EQ(node.at("status").at("capacity").at("cpu"), "4");
}

TEST_F(KindBuiltin, RefusesSecretsThatAreNoBase64) {
  json::Value secret = from_json(R"({"metadata":{"name":"s"},"data":{"a":"not base64!"}})");
  EXPECT_THAT(created(of("", "secrets"), secret), testing::SizeIs(1));
}

}  // namespace
}  // namespace telltale::server
