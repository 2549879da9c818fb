// SPDX-License-Identifier: Apache-2.0
#include "server/objects/store_paths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/server_for_test.h"
#include "store/snapshot.h"

namespace telltale::server {
namespace {

using testing::Contains;
using testing::HasSubstr;

TEST(StorePaths, SayWhatACheckFound) {
  ServerForTest server;
  server.make_configmap("a");
  const auto answer = server.post("/telltale/store/check", "");
  EXPECT_EQ(answer.code, 200);
  EXPECT_EQ(answer.number("objects"), static_cast<std::int64_t>(server.store().present().size()));
  EXPECT_EQ(answer.number("revision"), server.revision());
}

TEST(StorePaths, CompactForgetsHistory) {
  ServerForTest server;
  server.make_configmap("a");
  EXPECT_EQ(server.post("/telltale/store/compact", "").number("compacted"), server.revision());
  EXPECT_EQ(server.store().present().compacted(), server.revision());
}

TEST(StorePaths, ABackupHasEverythingAndGoesOnFromItsCursor) {
  ServerForTest server;
  server.make_configmap("a");
  const auto first = store::page_from_bytes(server.post("/telltale/store/backup", "").body);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->items.size(), server.store().present().size());
  const auto& key = first->items[first->items.size() - 2].key;
  const auto rest = store::page_from_bytes(
      server
          .post(format("/telltale/store/backup?at={}&after={}", first->revision, http::escape(key)),
                "")
          .body);
  ASSERT_TRUE(rest);
  EXPECT_EQ(rest->items.size(), 1U);
  EXPECT_EQ(rest->items[0].key, first->items.back().key);
}

TEST(StorePaths, ABackupOfWhatIsForgottenIsGone) {
  ServerForTest server;
  const auto old = server.revision();
  server.make_configmap("a");
  server.post("/telltale/store/compact", "");
  EXPECT_EQ(server.post(format("/telltale/store/backup?at={}", old), "").code, 410);
  EXPECT_EQ(server.post("/telltale/store/backup?at=x", "").code, 400);
}

TEST(StorePaths, AreForAdministratorsOfTheWholeOnly) {
  ServerForTest server;
  for (const std::string path : {"check", "compact", "backup", "rotate-key"}) {
    const auto whole = format("/telltale/store/{}", path);
    for (const std::string_view token : {"viewer-token", "status-writer-token"}) {
      const auto answer =
          server.ask("POST", whole, "", {{"Authorization", format("Bearer {}", token)}});
      EXPECT_EQ(answer.code, 403) << path << " as " << token;
    }
    EXPECT_EQ(server.get(whole).code, 405);
  }
  EXPECT_EQ(server.post("/telltale/store/other", "").code, 404);
  EXPECT_EQ(server.post("/clusters/a/b/telltale/store/backup", "").code, 404);
}

}  // namespace
}  // namespace telltale::server
