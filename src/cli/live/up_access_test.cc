// SPDX-License-Identifier: Apache-2.0
#include "cli/live/up_access.h"

#include <gtest/gtest.h>

#include "client/transport/inner_transport.h"
#include "server/server_for_test.h"

namespace telltale::cli {
namespace {

constexpr std::string_view clusters = "/apis/cluster.x-k8s.io/v1beta2/namespaces/default/clusters";
constexpr std::string_view merge_patch = "application/merge-patch+json";

class UpAccess : public ::testing::Test {
 protected:
  UpAccess() : server_(server::ServerForTest::Brings::TelltaleDefinitions) {
    controllers_ = server_.api().let_in(up_controllers());
    actors_ = server_.api().let_in(up_actors());
  }
  void write(const UpOptions& options) {
    client::InnerTransport above(
        [this](http::Request request, http::Responder responder) {
          server_.api().handle(std::move(request), std::move(responder));
        },
        "admin-token");
    const auto scheduler = client::make_thread_scheduler();
    client::Api api(above, *scheduler, server_.clock(), 1);
    const auto written = write_up_access(api, options);
    ASSERT_TRUE(written) << written.error().detail;
  }
  int ask(const std::string& token, std::string method, std::string target, std::string body = {},
          std::string_view type = "application/json") {
    return server_
        .ask(std::move(method), std::move(target), std::move(body),
             {{"Authorization", "Bearer " + token}, {"Content-Type", std::string(type)}})
        .code;
  }
  void make_cluster() {
    ASSERT_EQ(server_
                  .post(clusters, R"({"apiVersion":"cluster.x-k8s.io/v1beta2",)"
                                  R"("kind":"Cluster","metadata":{"name":"c1"},"spec":{}})")
                  .code,
              201);
    ASSERT_EQ(
        server_
            .post("/api/v1/namespaces/default/secrets", R"({"metadata":{"name":"c1-kubeconfig"}})")
            .code,
        201);
  }

  server::ServerForTest server_;
  std::string controllers_;
  std::string actors_;
};

TEST_F(UpAccess, LetsNobodyDoAnythingByItself) {
  make_cluster();
  for (const std::string& token : {controllers_, actors_}) {
    EXPECT_EQ(ask(token, "GET", std::string(clusters)), 403);
    EXPECT_EQ(ask(token, "GET", "/api/v1/secrets"), 403);
  }
}

TEST_F(UpAccess, LetsControllersReadAndWriteStatusAndNothingElse) {
  make_cluster();
  write({.demo = true});
  const std::string c1 = std::string(clusters) + "/c1";
  EXPECT_EQ(ask(controllers_, "GET", std::string(clusters)), 200);
  EXPECT_EQ(ask(controllers_, "PATCH", c1 + "/status", R"({"status":{"phase":"Provisioned"}})",
                merge_patch),
            200);
  EXPECT_EQ(ask(controllers_, "GET", "/api/v1/namespaces/default/secrets/c1-kubeconfig"), 200);

  EXPECT_EQ(ask(controllers_, "PATCH", c1, R"({"spec":{"paused":true}})", merge_patch), 403);
  EXPECT_EQ(ask(controllers_, "PUT", c1, "{}"), 403);
  EXPECT_EQ(ask(controllers_, "DELETE", c1), 403);
  EXPECT_EQ(ask(controllers_, "DELETE", std::string(clusters)), 403);
  EXPECT_EQ(ask(controllers_, "POST", std::string(clusters), "{}"), 403);
  EXPECT_EQ(ask(controllers_, "GET", "/api/v1/secrets"), 403);
  EXPECT_EQ(ask(controllers_, "GET", "/api/v1/namespaces/default/secrets"), 403);
  EXPECT_EQ(ask(controllers_, "GET", "/api/v1/namespaces/default/configmaps"), 403);
  EXPECT_EQ(
      ask(controllers_, "POST", "/api/v1/namespaces/default/serviceaccounts/telltale/token", "{}"),
      403);
  EXPECT_EQ(ask(controllers_, "GET", "/clusters/default/c1/api/v1/nodes"), 403);
  EXPECT_EQ(ask(controllers_, "POST", "/telltale/credentials/rotate"), 403);
  EXPECT_EQ(ask(controllers_, "GET", "/apis/rbac.authorization.k8s.io/v1/clusterroles"), 403);
}

TEST_F(UpAccess, LetsActorsPlayProvidersWithoutReadingSecrets) {
  make_cluster();
  write({.demo = true});
  const std::string c1 = std::string(clusters) + "/c1";
  EXPECT_EQ(ask(actors_, "PATCH", c1, R"({"spec":{"paused":true}})", merge_patch), 200);
  EXPECT_EQ(ask(actors_, "GET", "/api/v1/namespaces/default/secrets/c1-kubeconfig"), 403);
  EXPECT_EQ(ask(actors_, "GET", "/api/v1/secrets"), 403);
  EXPECT_EQ(ask(actors_, "POST", "/telltale/store/check"), 403);
  EXPECT_EQ(ask(actors_, "POST", "/apis/rbac.authorization.k8s.io/v1/clusterroles", "{}"), 403);
}

TEST_F(UpAccess, TakesBackWhatOtherFlagsGave) {
  make_cluster();
  write({.demo = true});
  UpOptions reading{.demo = false};
  reading.control.write = WritePolicy::None;
  reading.control.remote = false;
  write(reading);
  EXPECT_EQ(ask(controllers_, "GET", std::string(clusters)), 200);
  EXPECT_EQ(ask(controllers_, "PATCH", std::string(clusters) + "/c1/status", R"({"status":{}})",
                merge_patch),
            403);
  EXPECT_EQ(ask(controllers_, "GET", "/api/v1/namespaces/default/secrets/c1-kubeconfig"), 403);
  EXPECT_EQ(ask(actors_, "GET", std::string(clusters) + "/c1"), 403);
}

TEST_F(UpAccess, LetsNobodyInAnyMoreWhoIsLetOut) {
  write({});
  EXPECT_EQ(ask(controllers_, "GET", std::string(clusters)), 200);
  server_.api().let_out(controllers_);
  EXPECT_EQ(ask(controllers_, "GET", std::string(clusters)), 401);
}

}  // namespace
}  // namespace telltale::cli
