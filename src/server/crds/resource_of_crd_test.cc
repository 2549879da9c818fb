// SPDX-License-Identifier: Apache-2.0
#include "server/crds/resource_of_crd.h"

#include <gtest/gtest.h>

#include "server/kinds/words_for_test.h"

namespace telltale::server {
namespace {

TEST(ResourceOfCrd, HasWhatTheDefinitionSays) {
  const Resource resource =
      resource_of_crd(from_json(R"({"spec":{"group":"a.b","scope":"Namespaced",
    "names":{"plural":"gadgets","singular":"gadget","kind":"Gadget","listKind":"GadgetList"},
    "versions":[
      {"name":"v1beta1","served":true,"storage":false,"deprecated":true,
       "schema":{"openAPIV3Schema":{"type":"object"}}},
      {"name":"v1","served":true,"storage":true,
       "schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object"}}}},
       "subresources":{"status":{},"scale":{"specReplicasPath":".spec.r",
         "statusReplicasPath":".status.r","labelSelectorPath":".status.s"}},
       "additionalPrinterColumns":[{"name":"Size","type":"integer","jsonPath":".spec.size",
         "priority":1},{"name":"Odd","type":"string","jsonPath":".a[?("}]}]},
    "status":{"acceptedNames":{"plural":"gadgets","singular":"gadget","kind":"Gadget",
      "listKind":"GadgetList","shortNames":["gd"],"categories":["all"]}}})"));
  EXPECT_EQ(resource.plural, "gadgets");
  EXPECT_EQ(resource.list_kind, "GadgetList");
  EXPECT_EQ(resource.short_names, std::vector<std::string>{"gd"});
  EXPECT_TRUE(resource.namespaced);
  ASSERT_EQ(resource.versions.size(), 2U);
  const Version& preferred = resource.versions[0];
  EXPECT_EQ(preferred.name, "v1");
  EXPECT_TRUE(preferred.storage);
  EXPECT_TRUE(preferred.has_status);
  ASSERT_TRUE(preferred.scale);
  EXPECT_EQ(preferred.scale->label_selector_path, ".status.s");
  ASSERT_EQ(preferred.columns.size(), 2U);
  EXPECT_EQ(preferred.columns[0].priority, 1);
  EXPECT_NE(preferred.columns[0].path, nullptr);
  EXPECT_EQ(preferred.columns[1].path, nullptr);
  EXPECT_NE(schema::field_of(*preferred.structure, "spec"), nullptr);
  EXPECT_EQ(resource.versions[1].deprecation_warning, "a.b/v1beta1 Gadget is deprecated");
  EXPECT_EQ(resource.conversion, Conversion::None);
}

TEST(ResourceOfCrd, KnowsItsWebhook) {
  const Resource resource =
      resource_of_crd(from_json(R"({"spec":{"conversion":{"strategy":"Webhook",
    "webhook":{"clientConfig":{"service":{"name":"s","namespace":"n","path":"/c","port":8443},
      "caBundle":"UEVN"},"conversionReviewVersions":["v1"]}}}})"));
  EXPECT_EQ(resource.conversion, Conversion::Webhook);
  ASSERT_TRUE(resource.webhook);
  EXPECT_EQ(resource.webhook->url, "https://s.n.svc:8443/c");
  EXPECT_EQ(resource.webhook->ca_pem, "PEM");
  EXPECT_EQ(resource.webhook->review_versions, std::vector<std::string>{"v1"});
}

TEST(ResourceOfCrd, TakesAnything) {
  EXPECT_EQ(resource_of_crd(from_json("[]")).versions.size(), 0U);
  EXPECT_EQ(resource_of_crd(from_json(R"({"spec":{"versions":[1]}})")).versions.size(), 1U);
}

}  // namespace
}  // namespace telltale::server
