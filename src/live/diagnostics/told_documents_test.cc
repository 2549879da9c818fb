// SPDX-License-Identifier: Apache-2.0
#include "live/diagnostics/told_documents.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace telltale::live {
namespace {

bool everything(std::string_view) { return true; }

TEST(ToldDocuments, HoldsOneDocumentForEachName) {
  ToldDocuments told;
  told.put(ToldKind::Connection, "default/c1", "capi/default/c1", "old");
  told.put(ToldKind::Connection, "default/c1", "capi/default/c1", "new");
  told.put(ToldKind::Memory, "default/c1", "capi/default/c1", "memory");
  EXPECT_EQ(told.page(ToldKind::Connection, "", everything).documents,
            std::vector<std::string>{"new"});
  told.remove(ToldKind::Connection, "default/c1");
  EXPECT_TRUE(told.page(ToldKind::Connection, "", everything).documents.empty());
  EXPECT_EQ(told.page(ToldKind::Memory, "", everything).documents.size(), 1U);
}

TEST(ToldDocuments, TellsNothingOfWhatOthersLookAfter) {
  ToldDocuments told;
  told.put(ToldKind::Connection, "default/c1", "ours", "1");
  told.put(ToldKind::Connection, "default/c2", "theirs", "2");
  const auto ours = [](std::string_view tree) { return tree == "ours"; };
  EXPECT_EQ(told.page(ToldKind::Connection, "", ours).documents, std::vector<std::string>{"1"});
}

TEST(ToldDocuments, ComesInPagesThatHoldEverythingOnce) {
  ToldDocuments told;
  const std::size_t count = 2 * ToldDocuments::page_documents_max + 7;
  for (std::size_t i = 0; i < count; ++i) {
    told.put(ToldKind::Memory, format("default/m{:05}", i), "t", format("{}", i));
  }
  std::vector<std::string> all;
  std::string after;
  int pages = 0;
  do {
    const ToldPage page = told.page(ToldKind::Memory, after, everything);
    all.insert(all.end(), page.documents.begin(), page.documents.end());
    after = page.next;
    ++pages;
  } while (!after.empty());
  EXPECT_EQ(pages, 3);
  ASSERT_EQ(all.size(), count);
  for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(all[i], format("{}", i));
}

TEST(ToldDocuments, CutsAPageByItsBytesToo) {
  ToldDocuments told;
  const std::string large(ToldDocuments::page_bytes_max, 'x');
  told.put(ToldKind::Memory, "default/a", "t", large);
  told.put(ToldKind::Memory, "default/b", "t", large);
  const ToldPage first = told.page(ToldKind::Memory, "", everything);
  EXPECT_EQ(first.documents.size(), 1U);
  EXPECT_EQ(first.next, "default/a");
  const ToldPage second = told.page(ToldKind::Memory, first.next, everything);
  EXPECT_EQ(second.documents.size(), 1U);
  EXPECT_EQ(second.next, "");
}

}  // namespace
}  // namespace telltale::live
