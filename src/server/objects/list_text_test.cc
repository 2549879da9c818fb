// SPDX-License-Identifier: Apache-2.0
#include "server/objects/list_text.h"

#include <gtest/gtest.h>

#include "http/message.h"
#include "json/yaml/yaml_document.h"
#include "server/kinds/words_for_test.h"
#include "server/server_for_test.h"

namespace telltale::server {
namespace {

std::shared_ptr<const Resource> gizmos() {
  // A description may say what stands for an element while the frame is laid out.
  return std::make_shared<const Resource>(
      Resource{.group = "a.io",
               .plural = "gizmos",
               .kind = "Gizmo",
               .list_kind = "GizmoList",
               .versions = {Version{.name = "v1",
                                    .storage = true,
                                    .columns = {{.name = "A",
                                                 .type = "string",
                                                 .description = "\"a\"\n- a\n\"b\"",
                                                 .json_path = ".spec.a"}}}}});
}

// Texts that layouts treat each in its own way.
const std::vector<std::string_view> odd_texts{R"("plain")",
                                              R"("two\nlines\n\n  indented\n")",
                                              R"("yes")",
                                              R"("")",
                                              R"("\u202e hidden")",
                                              R"({})",
                                              R"([])",
                                              "-0.0",
                                              "null",
                                              R"([[{"a":[]}],{"b":{}}])"};

class ListTextTest : public testing::Test {
 protected:
  static std::vector<store::Item> items(std::size_t count) {
    std::vector<store::Item> made;
    for (std::size_t i = 0; i < count; ++i) {
      made.push_back(
          {.key = format("key{}", i),
           .value = std::make_shared<const std::string>(format(
               R"({{"apiVersion":"a.io/v1","kind":"Gizmo","metadata":{{"resourceVersion":"{}",)"
               R"("name":"n{}"}},"spec":{{"z":{},"a":"{}"}}}})",
               i + 1, i, odd_texts[i % odd_texts.size()], std::string(i % 7 * 500, 'x'))),
           .revision = static_cast<store::Revision>(i + 1)});
    }
    return made;
  }
  Presenter presenter(Form::Shape shape) const {
    return {resource, *resource->version("v1"), Form{.shape = shape}, IncludeObject::Metadata,
            clock};
  }
  // In one go, as a whole document is laid out.
  std::string expected(Form::Shape shape, Layout layout, std::size_t count) const {
    const Presenter shown = presenter(shape);
    const auto frame = shown.frame(about);
    std::string text = frame.head;
    for (const store::Item& item : items(count)) {
      if (item.revision > 1) text += ',';
      text += *shown.element(item.value, item.revision);
    }
    text += frame.tail;
    if (layout == Layout::Compact) return text + "\n";
    const json::Value value = from_json(text);
    return layout == Layout::Yaml ? json::yaml_document(value) : json::print_pretty(value) + "\n";
  }

  ManualClock clock{Instant(Seconds{0})};
  ListMetadata about{.revision = 99, .continue_token = "a", .remaining = 3};
  std::shared_ptr<const Resource> resource = gizmos();
};

TEST_F(ListTextTest, PiecesAreTheWholeInEveryShapeAndLayout) {
  using enum Form::Shape;
  for (const auto shape : {Object, Table, Metadata}) {
    for (const auto layout : {Layout::Compact, Layout::Pretty, Layout::Yaml}) {
      for (const std::size_t count : {0U, 1U, 2U, 15U, 400U}) {
        ListText text(presenter(shape), items(count), about, layout);
        std::string all;
        while (true) {
          const auto piece = text.next();
          ASSERT_TRUE(piece.has_value());
          if (*piece == nullptr) break;
          all += **piece;
        }
        EXPECT_TRUE(text.done());
        EXPECT_EQ(all, expected(shape, layout, count))
            << static_cast<int>(shape) << " " << static_cast<int>(layout) << " " << count;
      }
    }
  }
}

TEST_F(ListTextTest, MakesNoMoreThanAPieceAtATimeAndLetsGoOfWhatWasTold) {
  auto some = items(400);
  const std::weak_ptr<const std::string> first = some.front().value;
  const std::weak_ptr<const std::string> last = some.back().value;
  ListText text(presenter(Form::Shape::Object), std::move(some), about, Layout::Compact);
  const auto piece = text.next();
  ASSERT_TRUE(piece.has_value());
  EXPECT_GE((*piece)->size(), http::source_piece_bytes);
  EXPECT_LT((*piece)->size(), http::source_piece_bytes + 4096);
  EXPECT_FALSE(text.done());
  EXPECT_TRUE(first.expired());
  EXPECT_FALSE(last.expired());
}

TEST_F(ListTextTest, WhatCannotBeShownIsAFailure) {
  auto some = items(3);
  some[1].value = std::make_shared<const std::string>("{");
  ListText text(presenter(Form::Shape::Object), std::move(some), about, Layout::Compact);
  const auto piece = text.next();
  ASSERT_FALSE(piece.has_value());
  EXPECT_EQ(piece.error().code, 500);
}

TEST(LongLists, AreMadeWhileTheyAreSentAndSayTheSame) {
  ServerForTest server;
  const std::string filler(2000, 'x');
  for (int i = 0; i < 300; ++i) {
    server.post(ServerForTest::configmaps,
                format(R"({{"metadata":{{"name":"c{:03}"}},"data":{{"a":"{}\n"}}}})", i, filler));
  }
  const auto plain = server.get(ServerForTest::configmaps);
  ASSERT_EQ(plain.code, 200);
  ASSERT_GT(plain.body.size(), 4 * http::source_piece_bytes);
  EXPECT_EQ(names_of(plain.object).size(), 300U * 5 - 1);
  const auto pretty = server.get(format("{}?pretty=true", ServerForTest::configmaps));
  EXPECT_EQ(pretty.body, json::print_pretty(plain.object) + "\n");
}

}  // namespace
}  // namespace telltale::server
