// SPDX-License-Identifier: Apache-2.0
#include "server/openapi/openapi_v3.h"

#include <set>

#include <gtest/gtest.h>

#include "json/print.h"
#include "server/kinds/words_for_test.h"
#include "server/openapi/references_for_test.h"
#include "server/openapi/registry_for_test.h"

namespace telltale::server {
namespace {

using openapi::collect_references;
using openapi::gadgets;
using openapi::registry_of;
using openapi::small_registry;

constexpr std::string_view gadget_path =
    "/apis/ref.example.com/v1/namespaces/{namespace}/gadgets/{name}";

json::Value gadget_document() {
  return openapi_v3(*small_registry(), "apis/ref.example.com/v1").value();
}

const json::Value& operation(const json::Value& document, std::string_view path,
                             std::string_view method) {
  return document.at("paths").at(path).at(method);
}

std::set<std::string> parameters(const json::Value& entry) {
  std::set<std::string> names;
  for (const json::Value& parameter : entry.at("parameters").get_array()) {
    names.emplace(parameter.at("name").get_string());
  }
  return names;
}

TEST(OpenApiV3, HasADocumentForEveryServedVersion) {
  EXPECT_EQ(openapi_v3_paths(*small_registry()),
            (std::vector<std::string>{"api/v1", "apis/a.example.org/v2",
                                      "apis/authorization.k8s.io/v1", "apis/coordination.k8s.io/v1",
                                      "apis/ref.example.com/v1", "apis/ref.example.com/v1beta1"}));
}

TEST(OpenApiV3, HasNoDocumentForWhatIsNotServed) {
  for (const char* path : {"", "api", "apis", "apis/ref.example.com", "apis/ref.example.com/v9",
                           "apis/ref.example.com/v1alpha1", "/api/v1", "api/v1/"}) {
    EXPECT_FALSE(openapi_v3(*small_registry(), path)) << path;
  }
}

TEST(OpenApiV3, TellsWhatAPatchUnderstands) {
  const json::Value document = gadget_document();
  const json::Value& patch = operation(document, gadget_path, "patch");
  EXPECT_EQ(patch.at("x-kubernetes-group-version-kind"),
            from_json(R"({"group": "ref.example.com", "version": "v1", "kind": "Gadget"})"));
  EXPECT_EQ(patch.at("x-kubernetes-action"), json::Value("patch"));
  EXPECT_EQ(parameters(patch),
            (std::set<std::string>{"dryRun", "fieldManager", "fieldValidation", "force"}));
  EXPECT_FALSE(patch.at("requestBody")
                   .at("content")
                   .get_object()
                   .contains("application/strategic-merge-patch+json"));
}

TEST(OpenApiV3, OffersStrategicMergeWhereTheSchemaIsEnough) {
  const json::Value document = openapi_v3(*small_registry(), "api/v1").value();
  const auto types = [&](std::string_view path) -> const json::ValueMap& {
    return operation(document, path, "patch").at("requestBody").at("content").get_object();
  };
  EXPECT_TRUE(types("/api/v1/namespaces/{namespace}/configmaps/{name}")
                  .contains("application/strategic-merge-patch+json"));
  EXPECT_FALSE(
      types("/api/v1/namespaces/{name}").contains("application/strategic-merge-patch+json"));
}

TEST(OpenApiV3, HasAPathForEveryVerbAndSubresource) {
  const json::Value document = gadget_document();
  std::set<std::string> found;
  for (const auto& [path, entry] : document.at("paths").get_object()) {
    for (const auto& [method, operation] : entry.get_object()) {
      if (method == "parameters") continue;
      found.insert(std::string(operation.at("operationId").get_string()));
    }
  }
  EXPECT_EQ(
      found,
      (std::set<std::string>{
          "createRefExampleComV1NamespacedGadget",
          "deleteRefExampleComV1CollectionNamespacedGadget",
          "deleteRefExampleComV1NamespacedGadget", "listRefExampleComV1GadgetForAllNamespaces",
          "listRefExampleComV1NamespacedGadget", "patchRefExampleComV1NamespacedGadget",
          "patchRefExampleComV1NamespacedGadgetScale", "patchRefExampleComV1NamespacedGadgetStatus",
          "readRefExampleComV1NamespacedGadget", "readRefExampleComV1NamespacedGadgetScale",
          "readRefExampleComV1NamespacedGadgetStatus", "replaceRefExampleComV1NamespacedGadget",
          "replaceRefExampleComV1NamespacedGadgetScale",
          "replaceRefExampleComV1NamespacedGadgetStatus"}));
}

TEST(OpenApiV3, HasOnlyTheVerbsThatThereAre) {
  const json::Value document =
      openapi_v3(*small_registry(), "apis/authorization.k8s.io/v1").value();
  const json::ValueMap& paths = document.at("paths").get_object();
  ASSERT_EQ(paths.size(), 1U);
  EXPECT_TRUE(paths.begin()->value().get_object().contains("post"));
  EXPECT_FALSE(paths.begin()->value().get_object().contains("get"));
}

TEST(OpenApiV3, NamesThePlaceholdersOfEveryPath) {
  const json::Value document = gadget_document();
  EXPECT_EQ(parameters(document.at("paths").at(gadget_path)),
            (std::set<std::string>{"name", "namespace", "pretty"}));
}

TEST(OpenApiV3, SpeaksOfScaleUnderScale) {
  const json::Value document = gadget_document();
  const json::Value& get = operation(document, std::string(gadget_path) + "/scale", "get");
  EXPECT_EQ(get.at("responses").at("200").at("content").at("application/json").at("schema"),
            from_json(R"({"$ref": "#/components/schemas/io.k8s.api.autoscaling.v1.Scale"})"));
}

TEST(OpenApiV3, RefersOnlyToWhatIsInTheDocument) {
  for (const std::string& path : openapi_v3_paths(*small_registry())) {
    const json::Value document = openapi_v3(*small_registry(), path).value();
    std::set<std::string> references;
    collect_references(document, references);
    EXPECT_FALSE(references.empty());
    for (const std::string& reference : references) {
      const std::string_view prefix = "#/components/schemas/";
      ASSERT_TRUE(reference.starts_with(prefix)) << reference;
      const json::ValueMap& schemas = document.at("components").at("schemas").get_object();
      EXPECT_TRUE(schemas.contains(std::string_view(reference).substr(prefix.size()))) << reference;
    }
  }
}

TEST(OpenApiV3, DescribesEveryFieldOfMetadata) {
  const json::Value document = gadget_document();
  const json::Value& metadata =
      document.at("components").at("schemas").at("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
  EXPECT_EQ(metadata.at("properties").get_object().size(), 15U);
  for (const auto& [name, field] : metadata.at("properties").get_object()) {
    EXPECT_TRUE(field.get_object().contains("description")) << std::string_view(name);
  }
}

TEST(OpenApiV3, RootPointsAtEveryDocumentWithAHash) {
  const json::Value root = openapi_v3_root(*small_registry());
  const std::string url(
      root.at("paths").at("apis/ref.example.com/v1").at("serverRelativeURL").get_string());
  EXPECT_TRUE(url.starts_with("/openapi/v3/apis/ref.example.com/v1?hash=")) << url;
  EXPECT_EQ(root.at("paths").get_object().size(), 6U);
}

TEST(OpenApiV3, HashChangesOnlyWhereSomethingChanged) {
  const json::Value before = openapi_v3_root(*small_registry());
  EXPECT_EQ(before, openapi_v3_root(*small_registry()));
  const json::Value after = openapi_v3_root(*small_registry(R"({"type": "object"})"));
  for (const auto& [path, entry] : before.at("paths").get_object()) {
    const bool same = entry == after.at("paths").at(path);
    EXPECT_EQ(same, !path.starts_with("apis/ref.example.com/")) << std::string_view(path);
  }
}

TEST(OpenApiV3, SharedSchemasCannotBeReplaced) {
  Version version = openapi::version_with("v1", R"({"type": "object"})");
  Resource impostor = gadgets();
  impostor.group = "meta.apis.pkg.apimachinery.k8s.io";
  impostor.kind = "ObjectMeta";
  impostor.versions = {version};
  const auto registry = registry_of({impostor});
  const json::Value document =
      openapi_v3(*registry, "apis/meta.apis.pkg.apimachinery.k8s.io/v1").value();
  EXPECT_TRUE(document.at("components")
                  .at("schemas")
                  .at("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta")
                  .at("properties")
                  .get_object()
                  .contains("ownerReferences"));
}

}  // namespace
}  // namespace telltale::server
