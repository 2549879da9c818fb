// SPDX-License-Identifier: Apache-2.0
#include "server/request/negotiate.h"

#include <gtest/gtest.h>

namespace telltale::server {
namespace {

TEST(Negotiate, NothingAskedForMeansJson) {
  EXPECT_EQ(negotiate("", Shapes::Offered), Form{});
  EXPECT_EQ(negotiate("*/*", Shapes::Offered), Form{});
}

TEST(Negotiate, TheFirstClauseThatWeCanDoCounts) {
  const auto form = negotiate(
      "application/vnd.kubernetes.protobuf;as=Table;g=meta.k8s.io;v=v1,"
      "application/json;as=Table;v=v1;g=meta.k8s.io,application/json",
      Shapes::Offered);
  ASSERT_TRUE(form);
  EXPECT_EQ(form->shape, Form::Shape::Table);
}

TEST(Negotiate, ATableThatIsNotOfferedFallsBackToTheObject) {
  const auto form = negotiate("application/json;as=Table;v=v1;g=meta.k8s.io,application/json",
                              Shapes::NotOffered);
  ASSERT_TRUE(form);
  EXPECT_EQ(form->shape, Form::Shape::Object);
}

TEST(Negotiate, OldTablesKeepTheirVersion) {
  const auto form = negotiate("application/json;as=Table;v=v1beta1;g=meta.k8s.io", Shapes::Offered);
  ASSERT_TRUE(form);
  EXPECT_EQ(form->table_version, "v1beta1");
}

TEST(Negotiate, NothingWeCanDoIsNotAcceptable) {
  for (const char* accept : {"application/xml", "application/vnd.kubernetes.protobuf",
                             "application/json;q=0", "application/json;as=Chart;v=v1;g=a"}) {
    const auto form = negotiate(accept, Shapes::Offered);
    ASSERT_FALSE(form) << accept;
    EXPECT_EQ(form.error().code, 406);
  }
}

TEST(Negotiate, AggregatedDiscoveryIsGivenOnlyWhenAskedForFirst) {
  EXPECT_EQ(aggregated_discovery_version(
                "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,"
                "application/json"),
            "v2");
  EXPECT_EQ(
      aggregated_discovery_version("application/json,application/json;g=apidiscovery.k8s.io;v=v2;"
                                   "as=APIGroupDiscoveryList"),
      "");
  EXPECT_EQ(aggregated_discovery_version(
                "application/json;g=apidiscovery.k8s.io;v=v9;as=APIGroupDiscoveryList,"
                "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList"),
            "v2beta1");
}

TEST(Negotiate, BodiesAreKnownByTheirTypeWithoutParameters) {
  EXPECT_EQ(body_type_of(""), BodyType::Json);
  EXPECT_EQ(body_type_of("application/JSON; charset=utf-8"), BodyType::Json);
  EXPECT_EQ(body_type_of("application/apply-patch+yaml"), BodyType::Apply);
  EXPECT_EQ(body_type_of("text/plain"), BodyType::Other);
}

}  // namespace
}  // namespace telltale::server
