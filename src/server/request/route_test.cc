// SPDX-License-Identifier: Apache-2.0
#include "server/request/route.h"

#include <gtest/gtest.h>

#include "base/check.h"
#include "base/text.h"

namespace telltale::server {
namespace {

using What = Route::What;

http::Target target_of(std::string_view text) {
  auto target = http::parse_target(text);
  check(target.has_value(), "a test's target is one");
  return std::move(*target);
}

Route route(std::string_view text) { return route_of(target_of(text)); }

// "group|version|namespace|resource|name|subresource"
std::string parts(std::string_view text) {
  const Route found = route(text);
  if (found.what != What::Objects) return "-";
  return format("{}|{}|{}|{}|{}|{}", found.group, found.version, found.namespace_name,
                found.resource, found.name, found.subresource);
}

std::string verb(std::string_view method, std::string_view text) {
  const http::Target target = target_of(text);
  return verb_of(method, route_of(target), target).value_or("-");
}

TEST(Route, KnowsThePathsThatAreNoObjects) {
  EXPECT_EQ(route("/").what, What::Root);
  EXPECT_EQ(route("/api").what, What::Versions);
  EXPECT_EQ(route("/api/").what, What::Versions);
  EXPECT_EQ(route("/apis").what, What::Groups);
  EXPECT_EQ(route("/apis/apps").what, What::Group);
  EXPECT_EQ(route("/apis/apps/v1").what, What::Resources);
  EXPECT_EQ(route("/api/v1").what, What::Resources);
  EXPECT_EQ(route("/openapi/v3/apis/apps/v1?hash=1").rest, "v3/apis/apps/v1");
  EXPECT_EQ(route("/healthz/ping").rest, "/healthz/ping");
  EXPECT_EQ(route("/nothing/here").what, What::Nothing);
}

TEST(Route, TakesObjectsApart) {
  EXPECT_EQ(parts("/api/v1/pods"), "|v1||pods||");
  EXPECT_EQ(parts("/api/v1/namespaces/ns/pods"), "|v1|ns|pods||");
  EXPECT_EQ(parts("/api/v1/namespaces/ns/pods/p"), "|v1|ns|pods|p|");
  EXPECT_EQ(parts("/apis/a.io/v2/namespaces/ns/things/t/status"), "a.io|v2|ns|things|t|status");
  EXPECT_EQ(parts("/apis/a.io/v2/things/t/scale"), "a.io|v2||things|t|scale");
}

TEST(Route, ANamespaceLiesInItself) {
  EXPECT_EQ(parts("/api/v1/namespaces"), "|v1||namespaces||");
  EXPECT_EQ(parts("/api/v1/namespaces/ns"), "|v1|ns|namespaces|ns|");
  EXPECT_EQ(parts("/api/v1/namespaces/ns/status"), "|v1|ns|namespaces|ns|status");
  EXPECT_EQ(parts("/api/v1/namespaces/ns/finalize"), "|v1|ns|namespaces|ns|finalize");
  EXPECT_FALSE(route("/api/v1/namespaces/ns/status").inside_namespace);
}

TEST(Route, KnowsAPathInsideANamespaceWhateverItNames) {
  EXPECT_TRUE(route("/api/v1/namespaces/ns/nodes").inside_namespace);
  EXPECT_TRUE(route("/api/v1/namespaces//nodes").inside_namespace);
  EXPECT_TRUE(route("/api/v1/watch/namespaces/ns/pods").inside_namespace);
  EXPECT_FALSE(route("/api/v1/nodes/namespaces").inside_namespace);
  // Another namespace named inside of one is asked for with the rights of the outer one, not its
  // own.
  EXPECT_EQ(parts("/api/v1/namespaces/ns/namespaces/other"), "|v1|ns|namespaces|other|");
  EXPECT_TRUE(route("/api/v1/namespaces/ns/namespaces/other").inside_namespace);
}

TEST(Route, WatchesTheOldWay) {
  EXPECT_EQ(parts("/api/v1/watch/pods"), "|v1||pods||");
  EXPECT_EQ(parts("/api/v1/watch/namespaces/ns/pods/p"), "|v1|ns|pods|p|");
  EXPECT_EQ(parts("/api/v1/watch/namespaces/ns"), "|v1|ns|namespaces|ns|");
  EXPECT_EQ(parts("/api/v1/watch/namespaces/ns/status"), "|v1|ns|namespaces|ns|status");
  EXPECT_EQ(verb("GET", "/api/v1/watch/namespaces/ns/pods/p"), "watch");
  EXPECT_EQ(verb("POST", "/api/v1/watch/namespaces/ns/pods"), "-");
  EXPECT_EQ(verb("DELETE", "/api/v1/watch/namespaces/ns/pods"), "-");
}

TEST(Route, WhatIsEmptyOrTooDeepIsNothing) {
  EXPECT_EQ(parts("/api/v1//pods"), "-");
  EXPECT_EQ(parts("/api/v1/namespaces//pods/p/status"), "|v1||pods|p|status");
  EXPECT_EQ(parts("/api/v1/namespaces/ns/pods/p/status/more"), "-");
  EXPECT_EQ(parts("/apis/a.io/v1/things/t/scale/more"), "-");
}

TEST(Route, NamesTheLogicalCluster) {
  const Route found = route("/clusters/ns/c1/api/v1/nodes/n");
  EXPECT_EQ(found.home, "ns:c1");
  EXPECT_EQ(found.cluster_namespace, "ns");
  EXPECT_EQ(found.cluster_name, "c1");
  EXPECT_EQ(found.name, "n");
  EXPECT_EQ(route("/clusters/ns/c1").what, What::Root);
  EXPECT_EQ(route("/clusters/ns").what, What::Nothing);
  EXPECT_EQ(route("/clusters//c1/api").what, What::Nothing);
  EXPECT_EQ(route("/api/v1/nodes").home, "~");
}

TEST(Route, VerbsFollowFromMethodNameAndWatch) {
  EXPECT_EQ(verb("GET", "/api/v1/pods"), "list");
  EXPECT_EQ(verb("HEAD", "/api/v1/pods"), "list");
  EXPECT_EQ(verb("GET", "/api/v1/pods?watch=true"), "watch");
  EXPECT_EQ(verb("GET", "/api/v1/pods?watch=0"), "list");
  EXPECT_EQ(verb("GET", "/api/v1/namespaces/ns/pods/p?watch=1"), "get");
  EXPECT_EQ(verb("POST", "/api/v1/pods"), "create");
  EXPECT_EQ(verb("PUT", "/api/v1/namespaces/ns/pods/p"), "update");
  EXPECT_EQ(verb("PATCH", "/api/v1/namespaces/ns/pods/p"), "patch");
  EXPECT_EQ(verb("DELETE", "/api/v1/namespaces/ns/pods/p"), "delete");
  EXPECT_EQ(verb("DELETE", "/api/v1/namespaces/ns/pods"), "deletecollection");
  EXPECT_EQ(verb("BREW", "/api/v1/pods"), "-");
}

}  // namespace
}  // namespace telltale::server
