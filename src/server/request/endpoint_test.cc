// SPDX-License-Identifier: Apache-2.0
#include "server/request/endpoint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/encoding.h"
#include "server/server_for_test.h"

namespace telltale::server {
namespace {

// Every resource that discovery tells of, asked for in every way by people with all rights
// everywhere, all rights in one namespace, the rights of an editor there, and none: in the
// management cluster and in a logical one.

constexpr std::string_view crates_definition = R"json({
  "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
  "metadata": {"name": "crates.ref.example.com"},
  "spec": {"group": "ref.example.com", "scope": "Cluster",
    "names": {"plural": "crates", "kind": "Crate"},
    "versions": [{"name": "v1", "served": true, "storage": true,
      "subresources": {"status": {}, "scale": {"specReplicasPath": ".spec.replicas",
        "statusReplicasPath": ".status.replicas"}},
      "schema": {"openAPIV3Schema": {"type": "object",
        "x-kubernetes-preserve-unknown-fields": true}}}]}})json";

// Where somebody may do everything: a Role and its binding, or a ClusterRole and its binding.
constexpr std::array<std::array<std::string_view, 2>, 5> grants{{
    {"/namespaces/team-a/roles",
     R"({"metadata":{"name":"all"},)"
     R"("rules":[{"apiGroups":["*"],"resources":["*"],"verbs":["*"]}]})"},
    {"/namespaces/team-a/rolebindings",
     R"({"metadata":{"name":"local"},"subjects":[{"kind":"User","name":"local"}],"roleRef":)"
     R"({"apiGroup":"rbac.authorization.k8s.io","kind":"Role","name":"all"}})"},
    {"/namespaces/team-a/rolebindings",
     R"({"metadata":{"name":"editor"},"subjects":[{"kind":"User","name":"editor"}],"roleRef":)"
     R"({"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"edit"}})"},
    {"/clusterroles", R"({"metadata":{"name":"all"},)"
                      R"("rules":[{"apiGroups":["*"],"resources":["*"],"verbs":["*"]}]})"},
    {"/clusterrolebindings",
     R"({"metadata":{"name":"all"},"subjects":[{"kind":"User","name":"everywhere"}],"roleRef":)"
     R"({"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"all"}})"},
}};

struct ServedForTest {
  std::string group_version;  // "/api/v1", "/apis/apps/v1"
  std::string plural;
  bool namespaced = false;
  std::set<std::string> verbs = {};
  std::set<std::string> subresources = {};
};

// One way to ask for something.
struct WayForTest {
  std::string_view verb;
  std::string_view method;
  bool named = false;
  std::string_view query = {};
  std::string_view prefix = {};  // the old way to watch
};
constexpr std::array<WayForTest, 10> ways{{
    {"list", "GET"},
    {"watch", "GET", false, "?watch=1"},
    {"watch", "GET", false, "", "/watch"},
    {"watch", "GET", true, "", "/watch"},
    {"create", "POST", false, "?dryRun=All"},
    {"deletecollection", "DELETE", false, "?dryRun=All"},
    {"get", "GET", true},
    {"update", "PUT", true, "?dryRun=All"},
    {"patch", "PATCH", true, "?dryRun=All"},
    {"delete", "DELETE", true, "?dryRun=All"},
}};
constexpr std::array<std::string_view, 5> subresources{"", "status", "scale", "finalize", "proxy"};
constexpr std::array<std::string_view, 4> people{"everywhere", "local", "editor", "nobody"};

class EndpointTable : public testing::Test {
 protected:
  void SetUp() override {
    server.define_gadgets();
    ASSERT_EQ(server.post(ServerForTest::definitions, crates_definition).code, 201);
    make_namespace("", "team-a");
    make_namespace("", "team-b");
    ASSERT_EQ(server
                  .post("/apis/telltale.dev/v1alpha1/namespaces/team-b/logicalclusters",
                        R"({"apiVersion":"telltale.dev/v1alpha1","kind":"LogicalCluster",)"
                        R"("metadata":{"name":"c1"}})")
                  .code,
              201);
    server.settle();
    make_namespace(logical, "team-a");
    for (const std::string_view place : {std::string_view(), logical}) {
      for (const auto& [path, body] : grants) {
        const auto made =
            server.post(format("{}/apis/rbac.authorization.k8s.io/v1{}", place, path), body);
        ASSERT_EQ(made.code, 201) << made.body;
      }
    }
    server.settle();
  }

  void make_namespace(std::string_view place, std::string_view name) {
    server.post(format("{}/api/v1/namespaces", place),
                format(R"({{"metadata":{{"name":"{}"}}}})", name));
  }

  std::string token_of_cluster() {
    const auto secret = server.get("/api/v1/namespaces/team-b/secrets/c1-kubeconfig");
    const std::string config = from_base64(secret.text("data.value")).value_or("");
    const std::size_t start = config.find("token: ") + 7;
    std::string token = config.substr(start, config.find('\n', start) - start);
    std::erase(token, '"');
    return token;
  }

  std::vector<ServedForTest> served(std::string_view place) {
    std::vector<std::string> group_versions{"/api/v1"};
    const auto groups = server.get(format("{}/apis", place));
    for (const json::Value& group : list_at(groups.object, "groups")) {
      for (const json::Value& version : list_at(group, "versions")) {
        group_versions.push_back(format("/apis/{}", text_at(version, "groupVersion")));
      }
    }
    std::vector<ServedForTest> all;
    for (const std::string& group_version : group_versions) {
      const auto document = server.get(format("{}{}", place, group_version));
      for (const json::Value& one : list_at(document.object, "resources")) {
        const std::string_view name = text_at(one, "name");
        const std::size_t slash = name.find('/');
        if (slash != std::string_view::npos) {
          const auto of = std::ranges::find_if(all, [&](const ServedForTest& known) {
            return known.group_version == group_version && known.plural == name.substr(0, slash);
          });
          if (of != all.end()) of->subresources.emplace(name.substr(slash + 1));
          continue;
        }
        ServedForTest resource{.group_version = group_version, .plural = std::string(name)};
        const json::Value* namespaced = member(one, "namespaced");
        resource.namespaced = namespaced != nullptr && *namespaced == json::Value(true);
        for (const json::Value& verb : list_at(one, "verbs")) {
          resource.verbs.emplace(verb.as_string());
        }
        all.push_back(std::move(resource));
      }
    }
    return all;
  }

  AnswerForTest ask_as(std::string_view person, std::string_view token, const WayForTest& way,
                       const std::string& path) {
    const std::string type =
        way.verb == "patch" ? "application/merge-patch+json" : "application/json";
    AnswerForTest answer = server.ask(std::string(way.method), path + std::string(way.query),
                                      way.method == "GET" ? "" : "{}",
                                      {{"Authorization", format("Bearer {}", token)},
                                       {"Impersonate-User", std::string(person)},
                                       {"Content-Type", type}});
    if (answer.stream) answer.stream->leave();
    return answer;
  }

  // What must be true of every answer, said without looking at how the server decides.
  void judge(const ServedForTest& resource, const WayForTest& way, std::string_view subresource,
             bool inside, std::string_view person, const AnswerForTest& answer) {
    const bool is_namespace = resource.group_version == "/api/v1" &&
                              resource.plural == "namespaces" && way.named && !inside;
    const bool of_team_a = inside || is_namespace;
    const bool page = answer.code == 404 && answer.body.starts_with("404 page not found");
    const bool scope_differs =
        resource.namespaced
            ? !inside && (way.named || (way.verb != "list" && way.verb != "watch") ||
                          !resource.verbs.contains("list"))
            : inside;
    // Everybody whom the management cluster knows may ask there about themselves.
    const bool of_oneself =
        asking_management && way.verb == "create" && resource.plural.starts_with("selfsubject");
    const bool may = of_oneself || person == "everywhere" || (person == "local" && of_team_a);
    if (person == "editor") {
      EXPECT_TRUE(of_team_a || of_oneself || answer.code == 403);
      EXPECT_TRUE(!scope_differs || answer.code == 403 || page) << answer.code;
      return;
    }
    if (!may) {
      EXPECT_EQ(answer.code, 403);
      return;
    }
    EXPECT_NE(answer.code, 403);
    const bool finalizes = subresource == "finalize" && way.method != "PUT";
    const bool has_part =
        subresource.empty() || (resource.subresources.contains(std::string(subresource)) &&
                                way.verb != "watch" && !finalizes);
    EXPECT_EQ(page, scope_differs || !has_part) << answer.code;
  }

  void go_through(std::string_view place, std::string_view token) {
    asking_management = place.empty();
    const auto resources = served(place);
    const auto has = [&](bool namespaced) {
      return std::ranges::any_of(resources, [&](const ServedForTest& resource) {
        return resource.namespaced == namespaced;
      });
    };
    ASSERT_TRUE(has(true) && has(false));
    const store::Revision before = server.revision();
    for (const ServedForTest& resource : resources) {
      for (const WayForTest& way : ways) {
        for (const std::string_view subresource : subresources) {
          if (!subresource.empty() && !way.named) continue;
          for (const bool inside : {false, true}) {
            const std::string path =
                format("{}{}{}{}/{}{}{}{}", place, resource.group_version, way.prefix,
                       inside ? "/namespaces/team-a" : "", resource.plural,
                       way.named ? "/team-a" : "", subresource.empty() ? "" : "/", subresource);
            for (const std::string_view person : people) {
              SCOPED_TRACE(format("{} {} as {}", way.method, path, person));
              judge(resource, way, subresource, inside, person, ask_as(person, token, way, path));
            }
          }
        }
      }
      if (HasFailure()) return;  // one resource shows what is wrong
    }
    EXPECT_EQ(server.revision(), before) << "dry runs and refusals write nothing";
  }

  static constexpr std::string_view logical = "/clusters/team-b/c1";
  ServerForTest server{ServerForTest::Brings::TelltaleDefinitions};
  bool asking_management = true;
};

TEST_F(EndpointTable, OfTheManagementClusterLetsNobodyOutOfTheirNamespace) {
  go_through("", "admin-token");
}

TEST_F(EndpointTable, OfALogicalClusterLetsNobodyOutOfTheirNamespace) {
  go_through(logical, token_of_cluster());
}

// What was done through it, once.
TEST_F(EndpointTable, KeepsWhatLiesInNoNamespaceFromEditorsOfOne) {
  const std::string pools = "/apis/karpenter.sh/v1/nodepools";
  ASSERT_EQ(server
                .post(pools, R"({"apiVersion":"karpenter.sh/v1","kind":"NodePool",)"
                             R"("metadata":{"name":"p1"},"spec":{"template":{"spec":{)"
                             R"("nodeClassRef":{"group":"g","kind":"k","name":"n"},)"
                             R"("requirements":[]}}}})")
                .code,
            201);
  const std::string around = "/apis/karpenter.sh/v1/namespaces/team-a/nodepools/p1";
  const std::vector<http::Header> editor{{"Authorization", "Bearer admin-token"},
                                         {"Impersonate-User", "editor"}};
  EXPECT_EQ(server.ask("DELETE", around, {}, editor).code, 404);
  EXPECT_EQ(server.ask("DELETE", pools + "/p1", {}, editor).code, 403);
  EXPECT_EQ(server.get(pools + "/p1").code, 200);
}

}  // namespace
}  // namespace telltale::server
