// SPDX-License-Identifier: Apache-2.0
#include "server/openapi/names.h"

#include <gtest/gtest.h>

#include "server/kinds/words_for_test.h"
#include "server/openapi/registry_for_test.h"

namespace telltale::server::openapi {
namespace {

std::string name_of(const Resource& resource) {
  return schema_name(resource, resource.versions.front(), resource.kind);
}

TEST(OpenApiNames, TurnsTheGroupOfACustomKindAround) {
  EXPECT_EQ(name_of(gadgets()), "com.example.ref.v1.Gadget");
}

TEST(OpenApiNames, NamesBuiltInKindsAfterTheirPackage) {
  EXPECT_EQ(name_of(built_in("", "pods", "Pod")), "io.k8s.api.core.v1.Pod");
  EXPECT_EQ(name_of(built_in("rbac.authorization.k8s.io", "roles", "Role")),
            "io.k8s.api.rbac.v1.Role");
  EXPECT_EQ(name_of(built_in("apps", "deployments", "Deployment")),
            "io.k8s.api.apps.v1.Deployment");
  EXPECT_EQ(name_of(built_in("apiextensions.k8s.io", "x", "CustomResourceDefinition")),
            "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition");
}

TEST(OpenApiNames, JoinsTheWordsOfAGroup) {
  const Resource resource = gadgets();
  EXPECT_EQ(tag_of(resource, resource.versions.front()), "refExampleCom_v1");
  EXPECT_EQ(operation_part(resource, resource.versions.front()), "RefExampleComV1");
  const Resource core = namespaces();
  EXPECT_EQ(tag_of(core, core.versions.front()), "core_v1");
  const Resource leases = built_in("coordination.k8s.io", "leases", "Lease");
  EXPECT_EQ(operation_part(leases, leases.versions.front()), "CoordinationV1");
}

TEST(OpenApiNames, PutsWordsAroundAReferenceInVersion3AndBesideItInVersion2) {
  EXPECT_EQ(
      described_reference("Words.", "a.B", Dialect::V3),
      from_json(R"({"description": "Words.", "allOf": [{"$ref": "#/components/schemas/a.B"}]})"));
  EXPECT_EQ(described_reference("Words.", "a.B", Dialect::V2),
            from_json(R"({"description": "Words.", "$ref": "#/definitions/a.B"})"));
}

}  // namespace
}  // namespace telltale::server::openapi
