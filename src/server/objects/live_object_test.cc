// SPDX-License-Identifier: Apache-2.0
#include "server/objects/live_object.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "server/kinds/words_for_test.h"
#include "server/objects/object_access.h"
#include "store/stores.h"

namespace telltale::server {
namespace {

class LiveObjectTest : public testing::Test {
 protected:
  json::Value gadget(int size) const {
    return from_json(format(R"({{"apiVersion":"a.io/v2","kind":"Gadget","metadata":{{"name":"n",)"
                            R"("namespace":"ns"}},"spec":{{"size":{}}}}})",
                            size));
  }

  std::unique_ptr<store::Store> store = store::open_memory_store();
  const Place place{
      .home = "~",
      .resource = std::make_shared<const Resource>(
          Resource{.group = "a.io",
                   .plural = "gadgets",
                   .kind = "Gadget",
                   .versions = {Version{.name = "v1", .storage = true}, Version{.name = "v2"}}}),
      .namespace_name = "ns",
      .name = "n"};
  const Version& newer = place.resource->versions[1];
};

TEST_F(LiveObjectTest, IsStoredInTheStorageVersionAndLoadedInAnother) {
  EXPECT_FALSE(load(*store, place, newer)->has_value());
  const auto item = save(*store, place, gadget(1), 0);
  ASSERT_TRUE(item.has_value());
  EXPECT_TRUE(item->value->starts_with(R"({"apiVersion":"a.io/v1")"));
  EXPECT_EQ(item->key, "~/a.io/gadgets/ns/n");
  EXPECT_EQ(*store->present().get(item->key)->value, *item->value);
  const auto live = load(*store, place, newer);
  EXPECT_EQ(text_at((*live)->object, "apiVersion"), "a.io/v2");
  EXPECT_EQ(text_at((*live)->object, "metadata.resourceVersion"), format("{}", item->revision));
}

TEST_F(LiveObjectTest, IsSavedAgainstTheRevisionItWasLoadedAt) {
  const auto first = save(*store, place, gadget(1), 0);
  EXPECT_EQ(save(*store, place, gadget(2), 0).error().reason, "AlreadyExists");
  const auto second = save(*store, place, gadget(2), first->revision);
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(save(*store, place, gadget(3), first->revision).error().reason, "Conflict");
  EXPECT_EQ(erase(*store, place, first->revision).error().reason, "Conflict");
  EXPECT_TRUE(erase(*store, place, second->revision).has_value());
  EXPECT_EQ(save(*store, place, gadget(3), second->revision).error().reason, "Conflict");
}

TEST_F(LiveObjectTest, TroubleOfTheStoreIsSaidAsTheApiSaysIt) {
  const auto code = [&](Error::Kind kind) {
    return status_error_of({.kind = kind, .detail = "why"}, place, 5).code;
  };
  EXPECT_EQ(code(Error::Kind::TooLarge), 429);
  EXPECT_EQ(code(Error::Kind::Unreachable), 503);
  EXPECT_EQ(code(Error::Kind::Internal), 500);
}

TEST_F(LiveObjectTest, DamageIsAFailure) {
  ASSERT_TRUE(store::commit_and_wait(*store, {.key = place.key(), .value = "{"}).has_value());
  EXPECT_EQ(load(*store, place, newer).error().code, 500);
}

TEST_F(LiveObjectTest, MayGoWhenItIsDeletedAndNobodyWaits) {
  const Resource namespaces{.plural = "namespaces"};
  const json::Value waiting = from_json(
      R"({"metadata":{"deletionTimestamp":"2026"},"spec":{"finalizers":["kubernetes"]}})");
  EXPECT_FALSE(may_go(gadget(1), *place.resource));
  EXPECT_TRUE(may_go(waiting, *place.resource));
  EXPECT_FALSE(may_go(waiting, namespaces));
  EXPECT_FALSE(may_go(from_json(R"({"metadata":{"deletionTimestamp":"2026",)"
                                R"("finalizers":["a.io/x"]}})"),
                      *place.resource));
}

}  // namespace
}  // namespace telltale::server
