// SPDX-License-Identifier: Apache-2.0
#include "server/proto/message.h"

#include <gtest/gtest.h>

#include <set>

namespace telltale::server {
namespace {

void collect(const Message& message, std::set<const Message*>& seen) {
  if (!seen.insert(&message).second) return;
  for (const Field& field : message.fields)
    if (field.message != nullptr) collect(*field.message, seen);
}

TEST(ServerMessages, KnowTheKindsThatClientsSend) {
  for (const char* kind : {"ConfigMap", "Secret", "Namespace", "Event", "Node", "Pod",
                           "ServiceAccount", "Service", "DeleteOptions"})
    EXPECT_NE(message_of_kind("v1", kind), nullptr) << kind;
  EXPECT_NE(message_of_kind("events.k8s.io/v1", "Event"), message_of_kind("v1", "Event"));
  EXPECT_NE(message_of_kind("meta.k8s.io/v1", "DeleteOptions"), nullptr);
  EXPECT_NE(message_of_kind("coordination.k8s.io/v1", "DeleteOptions"), nullptr);
}

TEST(ServerMessages, KnowNoOtherKind) {
  EXPECT_EQ(message_of_kind("v1", "Gadget"), nullptr);
  EXPECT_EQ(message_of_kind("v2", "Pod"), nullptr);
  EXPECT_EQ(message_of_kind("cluster.x-k8s.io/v1beta2", "Machine"), nullptr);
}

TEST(ServerMessages, GiveEveryNumberAndEveryNameOnce) {
  std::set<const Message*> all;
  collect(*message_of_kind("v1", "Pod"), all);
  collect(*message_of_kind("v1", "Node"), all);
  collect(*message_of_kind("apiextensions.k8s.io/v1", "CustomResourceDefinition"), all);
  EXPECT_GT(all.size(), 150U);
  for (const Message* message : all) {
    std::set<std::uint32_t> numbers;
    std::set<std::string> names;
    for (const Field& field : message->fields) {
      EXPECT_TRUE(numbers.insert(field.number).second) << message->name << " " << field.number;
      EXPECT_TRUE(names.insert(field.name).second) << message->name << " " << field.name;
    }
  }
}

TEST(ServerMessages, SaySomeFieldsThatTheChecklistNames) {
  const Message* config_map = message_of_kind("v1", "ConfigMap");
  EXPECT_EQ(config_map->field(3)->name, "binaryData");
  EXPECT_EQ(config_map->field(3)->type, Field::Type::Bytes);
  EXPECT_EQ(config_map->field(3)->many, Field::Many::Map);
  EXPECT_EQ(config_map->field(4)->empty, Field::Empty::Kept);
  EXPECT_EQ(config_map->field(99), nullptr);
  EXPECT_EQ(config_map->field(1)->message->field(17)->name, "managedFields");
}

}  // namespace
}  // namespace telltale::server
