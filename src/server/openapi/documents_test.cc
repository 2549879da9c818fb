// SPDX-License-Identifier: Apache-2.0
#include "server/openapi/documents.h"

#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "json/print.h"
#include "server/openapi/openapi_v2.h"
#include "server/openapi/openapi_v3.h"
#include "server/openapi/registry_for_test.h"

namespace telltale::server {
namespace {

using openapi::small_registry;

TEST(OpenApiDocuments, AreWhatTheFunctionsSay) {
  const auto registry = small_registry();
  const Documents documents(registry);
  EXPECT_EQ(*documents.api_group_list(), json::print(api_group_list(*registry)));
  EXPECT_EQ(*documents.openapi_v3_root(), json::print(openapi_v3_root(*registry)));
  EXPECT_EQ(*documents.openapi_v3("api/v1"), json::print(*openapi_v3(*registry, "api/v1")));
  EXPECT_EQ(*documents.openapi_v2_json(), json::print(openapi_v2(*registry)));
  EXPECT_EQ(*documents.openapi_v2_protobuf(), openapi_v2_protobuf(*registry));
  EXPECT_EQ(*documents.root_paths(), json::print(root_paths(*registry)));
  EXPECT_NE(*documents.aggregated(DiscoveryPart::Core, DiscoveryVersion::V2),
            *documents.aggregated(DiscoveryPart::Named, DiscoveryVersion::V2));
  EXPECT_NE(*documents.aggregated(DiscoveryPart::Named, DiscoveryVersion::V2Beta1),
            *documents.aggregated(DiscoveryPart::Named, DiscoveryVersion::V2));
}

TEST(OpenApiDocuments, AreNullWhereThereIsNothing) {
  const Documents documents(small_registry());
  EXPECT_EQ(documents.api_group("nothing.example.com"), nullptr);
  EXPECT_EQ(documents.api_resource_list("ref.example.com", "v9"), nullptr);
  EXPECT_EQ(documents.openapi_v3("apis/ref.example.com/v9"), nullptr);
  EXPECT_EQ(documents.openapi_v3_hash("apis/ref.example.com/v9"), std::nullopt);
}

TEST(OpenApiDocuments, AreMadeOnce) {
  const Documents documents(small_registry());
  EXPECT_EQ(documents.openapi_v3("api/v1").get(), documents.openapi_v3("api/v1").get());
  EXPECT_EQ(documents.api_resource_list("", "v1").get(),
            documents.api_resource_list("", "v1").get());
}

TEST(OpenApiDocuments, GiveTheHashThatTheRootTells) {
  const Documents documents(small_registry());
  const auto hash = documents.openapi_v3_hash("apis/ref.example.com/v1");
  ASSERT_TRUE(hash);
  EXPECT_NE(documents.openapi_v3_root()->find("/openapi/v3/apis/ref.example.com/v1?hash=" + *hash),
            std::string::npos);
}

TEST(OpenApiDocuments, AreTakenOverWhereNothingChanged) {
  const auto registry = small_registry();
  const Documents before(registry);
  const Documents::Text root = before.openapi_v3_root();
  const Documents::Text gadgets = before.openapi_v3("apis/ref.example.com/v1");
  ASSERT_NE(gadgets, nullptr);
  std::vector<Registry::ResourcePtr> resources = registry->resources();
  std::erase_if(resources, [](const auto& resource) { return resource->kind == "ConfigMap"; });
  const auto smaller = std::make_shared<const Registry>(std::move(resources));
  const Documents after(smaller, before);
  EXPECT_EQ(after.openapi_v3("apis/ref.example.com/v1").get(), gadgets.get());
  EXPECT_EQ(after.openapi_v3_hash("apis/ref.example.com/v1"),
            before.openapi_v3_hash("apis/ref.example.com/v1"));
  EXPECT_NE(*after.openapi_v3("api/v1"), *before.openapi_v3("api/v1"));
  EXPECT_EQ(*after.openapi_v3_root(), *Documents(smaller).openapi_v3_root());
  EXPECT_NE(*after.openapi_v3_root(), *root);
}

TEST(OpenApiDocuments, CanBeAskedByManyAtOnce) {
  const Documents documents(small_registry());
  std::vector<Documents::Text> roots(8);
  std::vector<std::thread> threads;
  for (Documents::Text& root : roots) {
    threads.emplace_back([&] { root = documents.openapi_v3_root(); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const Documents::Text& root : roots) EXPECT_EQ(root.get(), roots.front().get());
}

}  // namespace
}  // namespace telltale::server
