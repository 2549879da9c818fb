// SPDX-License-Identifier: Apache-2.0
#include "server/access/rbac/denial.h"

#include <gtest/gtest.h>

#include "json/print.h"

namespace telltale::server {
namespace {

const User anonymous{.name = "system:anonymous", .groups = {"system:unauthenticated"}};

TEST(AccessDenial, IsTheOneThatTheRealServerSends) {
  const StatusError error = denied(anonymous,
                                   {.verb = "list",
                                    .group = "ref.example.com",
                                    .version = "v1",
                                    .resource = "gadgets",
                                    .namespace_name = "default"},
                                   {});
  EXPECT_EQ(
      json::print(to_status(error)),
      R"({"apiVersion":"v1","code":403,"details":{"group":"ref.example.com","kind":"gadgets"},)"
      R"("kind":"Status","message":"gadgets.ref.example.com is forbidden: )"
      R"(User \"system:anonymous\" cannot list resource \"gadgets\" in API group )"
      R"(\"ref.example.com\" in the namespace \"default\"","metadata":{},)"
      R"("reason":"Forbidden","status":"StatusError"})");
}

TEST(AccessDenial, NamesTheObjectTheSubresourceAndTheReason) {
  const StatusError error = denied(
      {.name = "bob"},
      {.verb = "patch", .resource = "nodes", .subresource = "status", .name = "n1"}, "RBAC: why");
  EXPECT_EQ(error.message,
            "nodes \"n1\" is forbidden: User \"bob\" cannot patch resource \"nodes/status\" in API "
            "group \"\" at the cluster scope: RBAC: why");
  EXPECT_EQ(error.kind, "nodes");
  EXPECT_EQ(error.name, "n1");
}

TEST(AccessDenial, OfAPathHasEmptyDetails) {
  const StatusError error = denied(anonymous, {.verb = "get", .path = "/metrics"}, {});
  EXPECT_EQ(error.message, "forbidden: User \"system:anonymous\" cannot get path \"/metrics\"");
  EXPECT_TRUE(to_status(error).at("details").as_object().empty());
}

TEST(AccessDenial, CarriesNoMarkup) {
  const StatusError error = denied(anonymous, {.verb = "get", .path = "/<b>&"}, {});
  EXPECT_NE(error.message.find("/&lt;b&gt;&amp;"), std::string::npos);
}

}  // namespace
}  // namespace telltale::server
