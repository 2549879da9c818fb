// SPDX-License-Identifier: Apache-2.0
#include "server/crds/telltale_crds.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "base/text.h"
#include "dump/yaml/yaml_to_json.h"
#include "json/parse.h"
#include "schema/shape.h"
#include "schema/structural/structure.h"
#include "server/crds/check_crd.h"
#include "server/crds/resource_of_crd.h"

namespace telltale::server {
namespace {

constexpr Instant noon =
    std::chrono::sys_days{std::chrono::January / 1 / 2026} + std::chrono::hours{12};

// By "group/version Kind".
using Structures = std::map<std::string, schema::StructurePtr>;

std::string text_at(const json::Value& value, std::string_view name) {
  return std::string(value.at(name).as_string());
}

Structures all_structures() {
  Structures structures;
  for (const TelltaleCrd& crd : telltale_crds()) {
    const json::Value& spec = crd.object.at("spec");
    const std::string kind = text_at(spec.at("names"), "kind");
    for (const json::Value& version : spec.at("versions").as_array()) {
      structures[format("{}/{} {}", text_at(spec, "group"), text_at(version, "name"), kind)] =
          schema::compile(version.at("schema").at("openAPIV3Schema"));
    }
  }
  return structures;
}

std::vector<json::Value> objects_of(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  const std::string yaml = text.str();
  const dump::Limits limits;
  dump::YamlReader reader(limits);
  std::vector<json::Value> objects;
  std::size_t begin = 0;
  while (begin < yaml.size()) {
    const std::size_t end = std::min(yaml.size(), yaml.find("\n---\n", begin));
    reader.start(std::string_view(yaml).substr(begin, end - begin),
                 dump::YamlReader::Wrapping::None);
    EXPECT_EQ(reader.next(), dump::YamlReader::Step::Document) << file;
    Result<json::Value> object = json::parse(reader.document().json.text());
    EXPECT_TRUE(object && object->is_object()) << file;
    if (object && object->is_object()) objects.push_back(std::move(*object));
    begin = end + 5;
  }
  return objects;
}

std::vector<json::Value> all_examples() {
  std::vector<json::Value> objects;
  const std::filesystem::path folder = std::filesystem::path(TELLTALE_SOURCE_DIR) / "examples";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".yaml") continue;
    for (json::Value& object : objects_of(entry.path())) objects.push_back(std::move(object));
  }
  return objects;
}

std::string joined(const schema::FieldErrors& field_errors) {
  std::string text;
  for (const schema::FieldError& one : field_errors) text += to_text(one) + "\n";
  return text;
}

TEST(TelltaleCrds, StandInTheOrderOfTheirNames) {
  const std::vector<TelltaleCrd> crds = telltale_crds();
  EXPECT_GT(crds.size(), 100U);
  EXPECT_TRUE(std::ranges::is_sorted(crds, std::ranges::less_equal{}, &TelltaleCrd::name));
  for (const TelltaleCrd& crd : crds) {
    EXPECT_TRUE(crd.yaml.starts_with("apiVersion: apiextensions.k8s.io/v1\n")) << crd.name;
    EXPECT_TRUE(crd.yaml.ends_with('\n')) << crd.name;
    EXPECT_FALSE(crd.yaml.contains("\n---")) << crd.name;
  }
}

TEST(TelltaleCrds, DefineEveryKindThatTelltaleSpeaksOf) {
  std::set<std::string> names;
  for (const TelltaleCrd& crd : telltale_crds()) names.insert(crd.name);
  for (const std::string name : {"clusters.cluster.x-k8s.io",
                                 "clusterclasses.cluster.x-k8s.io",
                                 "machines.cluster.x-k8s.io",
                                 "machinesets.cluster.x-k8s.io",
                                 "machinedeployments.cluster.x-k8s.io",
                                 "machinepools.cluster.x-k8s.io",
                                 "machinehealthchecks.cluster.x-k8s.io",
                                 "kubeadmcontrolplanes.controlplane.cluster.x-k8s.io",
                                 "kubeadmconfigs.bootstrap.cluster.x-k8s.io",
                                 "dockermachinetemplates.infrastructure.cluster.x-k8s.io",
                                 "ibmpowervsmachines.infrastructure.cluster.x-k8s.io",
                                 "agentmachines.capi-provider.agent-install.openshift.io",
                                 "nodepools.hypershift.openshift.io",
                                 "hostedclusters.hypershift.openshift.io",
                                 "nodepools.karpenter.sh",
                                 "nodeclaims.karpenter.sh",
                                 "ec2nodeclasses.karpenter.k8s.aws",
                                 "clusterdeployments.hive.openshift.io",
                                 "clusterprovisions.hive.openshift.io",
                                 "clusterdeprovisions.hive.openshift.io",
                                 "dnszones.hive.openshift.io",
                                 "clusterimagesets.hive.openshift.io",
                                 "agentclusterinstalls.extensions.hive.openshift.io",
                                 "remoteconnections.telltale.dev",
                                 "memories.telltale.dev",
                                 "logicalclusters.telltale.dev"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
}

TEST(TelltaleCrds, AreAcceptedByTheServer) {
  std::vector<AcceptedNames> others;
  for (TelltaleCrd& crd : telltale_crds()) {
    EXPECT_EQ(prune_crd_schemas(crd.object), std::vector<std::string>()) << crd.name;
    EXPECT_EQ(joined(prepare_crd(crd.object, nullptr, noon, others)), "") << crd.name;
    EXPECT_TRUE(is_established(crd.object)) << crd.name;
    EXPECT_EQ(crd_warnings(crd.object), std::vector<std::string>()) << crd.name;
    others.push_back(accepted_names_of(crd.object));
  }
}

TEST(TelltaleCrds, HaveColumnsThatCanBeRead) {
  for (TelltaleCrd& crd : telltale_crds()) {
    prepare_crd(crd.object, nullptr, noon, {});
    const Resource resource = resource_of_crd(crd.object);
    for (const Version& version : resource.versions) {
      EXPECT_FALSE(version.columns.empty()) << crd.name;
      for (const Column& column : version.columns) {
        EXPECT_NE(column.path, nullptr) << crd.name << " " << column.json_path;
      }
    }
  }
}

TEST(TelltaleCrds, KeepAndAcceptEveryExample) {
  const Structures structures = all_structures();
  std::size_t judged = 0;
  for (json::Value& object : all_examples()) {
    const std::string api_version = text_at(object, "apiVersion");
    if (api_version == "v1") continue;
    const std::string kind = format("{} {}", api_version, text_at(object, "kind"));
    const auto found = structures.find(kind);
    ASSERT_NE(found, structures.end()) << kind;
    const std::string name = text_at(object.at("metadata"), "name");
    const schema::Structure& structure = *found->second;
    EXPECT_EQ(schema::prune(object, structure, schema::Root::Resource), std::vector<std::string>())
        << kind << " " << name;
    schema::fill_defaults(object, structure);
    EXPECT_EQ(joined(schema::validate(object, structure, schema::Root::Resource)), "")
        << kind << " " << name;
    ++judged;
  }
  EXPECT_GT(judged, 100U);
}

json::Value machine_with(std::string_view spec, std::string_view status) {
  return json::parse(format(R"({{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine",
    "metadata":{{"name":"m1"}},"spec":{},"status":{}}})",
                            spec, status))
      .value();
}

TEST(TelltaleCrds, TellOfAMisspeltFieldInTheSpecAndKeepWhatOthersPutIntoTheStatus) {
  const Structures structures = all_structures();
  const schema::Structure& machine = *structures.at("cluster.x-k8s.io/v1beta2 Machine");
  json::Value object = machine_with(R"({"clusterName":"c1","providerId":"x"})",
                                    R"({"backCompatibility":{"phase":"Running"},"mine":1})");
  EXPECT_EQ(schema::prune(object, machine, schema::Root::Resource),
            std::vector<std::string>{"spec.providerId"});
  EXPECT_EQ(object.at("status").at("mine"), 1);
}

TEST(TelltaleCrds, RefuseAConditionThatTheConventionsRefuse) {
  const Structures structures = all_structures();
  const schema::Structure& machine = *structures.at("cluster.x-k8s.io/v1beta2 Machine");
  const json::Value bad =
      machine_with("{}", R"({"conditions":[{"type":"Ready","status":"Maybe","reason":"no words",
                "message":"","lastTransitionTime":"2026-01-01T10:00:00Z"}]})");
  const std::string text = joined(schema::validate(bad, machine, schema::Root::Resource));
  EXPECT_TRUE(text.contains("status.conditions[0].status")) << text;
  EXPECT_TRUE(text.contains("status.conditions[0].reason")) << text;
}

TEST(TelltaleCrds, ConnectALogicalClusterUnlessToldOtherwise) {
  const Structures structures = all_structures();
  const schema::Structure& cluster = *structures.at("telltale.dev/v1alpha1 LogicalCluster");
  json::Value object = json::parse(R"({"metadata":{"name":"c1"}})").value();
  schema::fill_defaults(object, cluster);
  EXPECT_EQ(object.at("spec").at("connected"), true);
  json::Value cut_off = json::parse(R"({"spec":{"connected":false}})").value();
  schema::fill_defaults(cut_off, cluster);
  EXPECT_EQ(cut_off.at("spec").at("connected"), false);
}

}  // namespace
}  // namespace telltale::server
