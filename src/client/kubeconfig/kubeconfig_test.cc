// SPDX-License-Identifier: Apache-2.0
#include "client/kubeconfig/kubeconfig.h"

#include <filesystem>
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/temp_folder_for_test.h"
#include "base/text.h"

namespace telltale::client {
namespace {

using testing::HasSubstr;

std::string config_for(std::string_view name) {
  return format(
      "current-context: {0}\n"
      "contexts: [{{name: {0}, context: {{cluster: {0}, user: {0}}}}}]\n"
      "clusters: [{{name: {0}, cluster: {{server: 'https://{0}:6443'}}}}]\n"
      "users: [{{name: {0}, user: {{token: t-{0}}}}}]\n",
      name);
}

class KubeconfigFinding : public testing::Test {
 protected:
  Surroundings around() const {
    return {.variable = [this](const std::string& name) -> std::optional<std::string> {
              const auto found = variables_.find(name);
              if (found == variables_.end()) return std::nullopt;
              return found->second;
            },
            .service_account_folder = folder_.path("account")};
  }
  Result<Access> find(const AccessFlags& flags = {}) const { return find_access(flags, around()); }
  std::string url(const AccessFlags& flags = {}) const {
    const auto access = find(flags);
    return access ? access->origin.url : access.error().detail;
  }
  void enter_pod() {
    variables_["KUBERNETES_SERVICE_HOST"] = "10.96.0.1";
    variables_["KUBERNETES_SERVICE_PORT"] = "443";
    folder_.write("account/token", "pod-token\n");
    folder_.write("account/ca.crt", "-----BEGIN CERTIFICATE-----\n");
    folder_.write("account/namespace", "telltale-system");
  }

  TempFolder folder_;
  std::map<std::string, std::string> variables_{{"HOME", folder_.path("home")}};
};

TEST_F(KubeconfigFinding, LooksAtHomeLast) {
  folder_.write("home/.kube/config", config_for("home"));
  EXPECT_EQ(url(), "https://home:6443");
  variables_["KUBECONFIG"] = folder_.write("listed", config_for("listed"));
  EXPECT_EQ(url(), "https://listed:6443");
  EXPECT_EQ(url({.kubeconfig = folder_.write("flag", config_for("flag"))}), "https://flag:6443");
}

TEST_F(KubeconfigFinding, MergesAListAndSkipsWhatIsNotThere) {
  variables_["KUBECONFIG"] =
      format(":{}:{}:{}::", folder_.path("absent"), folder_.write("one", config_for("one")),
             folder_.write("two", config_for("two")));
  EXPECT_EQ(url(), "https://one:6443");
  EXPECT_EQ(url({.context = "two"}), "https://two:6443");
  EXPECT_EQ(find({.context = "two"})->login.token, "t-two");
  EXPECT_EQ(url({.context = "absent"}),
            format("{0}/one:{0}/two: context \"absent\" does not exist; there is one, two",
                   folder_.path()));
}

TEST_F(KubeconfigFinding, AListOfNothingIsNoConfiguration) {
  folder_.write("home/.kube/config", config_for("home"));
  variables_["KUBECONFIG"] = folder_.path("absent");
  EXPECT_EQ(url(), format("no cluster to talk to: there is no {}; say --kubeconfig, set "
                          "KUBECONFIG, or read a dump with -f",
                          folder_.path("absent")));
  variables_["KUBECONFIG"].clear();
  EXPECT_EQ(url(), "https://home:6443");
}

TEST_F(KubeconfigFinding, AFileThatIsNamedMustBeThere) {
  EXPECT_EQ(
      url({.kubeconfig = folder_.path("absent")}),
      format("cannot read the kubeconfig {}: No such file or directory", folder_.path("absent")));
  EXPECT_EQ(url({.kubeconfig = folder_.path()}),
            format("cannot read the kubeconfig {}: Is a directory", folder_.path()));
  EXPECT_EQ(find({.kubeconfig = folder_.path("absent")}).error().kind, Error::Kind::NotFound);
}

TEST_F(KubeconfigFinding, AnErrorInAnyFileCounts) {
  variables_["KUBECONFIG"] =
      folder_.write("one", config_for("one")) + ":" + folder_.write("two", "users: 7");
  EXPECT_EQ(url(), format("{}: users: expected a list, found a number", folder_.path("two")));
}

TEST_F(KubeconfigFinding, PathsAreSeenFromTheirOwnFile) {
  folder_.write("deep/token", "deep-secret");
  variables_["KUBECONFIG"] =
      folder_.write("one", config_for("one")) + ":" +
      folder_.write("deep/two",
                    "contexts: [{name: two, context: {cluster: one, user: two}}]\n"
                    "users: [{name: two, user: {tokenFile: token}}]\n");
  const auto access = find({.context = "two"});
  ASSERT_TRUE(access) << access.error().detail;
  EXPECT_EQ(access->login.token, "deep-secret");
  EXPECT_EQ(access->login.token_file, folder_.path("deep/token"));
}

TEST_F(KubeconfigFinding, InAPodItIsTheServiceAccount) {
  enter_pod();
  const auto access = find();
  ASSERT_TRUE(access) << access.error().detail;
  EXPECT_EQ(
      *access,
      (Access{.origin = {.url = "https://10.96.0.1:443", .ca_pem = "-----BEGIN CERTIFICATE-----\n"},
              .login = {.token = "pod-token", .token_file = folder_.path("account/token")},
              .namespace_name = "telltale-system"}));
  EXPECT_EQ(find({.namespace_name = "other"})->namespace_name, "other");
  EXPECT_EQ(find({.as_user = "alice"})->as.user, "alice");
  EXPECT_FALSE(find({.as_groups = {"alice"}}));
  variables_["KUBERNETES_SERVICE_HOST"] = "fd00::1";
  EXPECT_EQ(url(), "https://[fd00::1]:443");
  folder_.write("home/.kube/config", config_for("home"));
  EXPECT_EQ(url(), "https://home:6443");
}

TEST_F(KubeconfigFinding, SaysWhatAServiceAccountLacks) {
  enter_pod();
  std::filesystem::remove(folder_.path("account/namespace"));
  EXPECT_EQ(find()->namespace_name, "default");
  folder_.write("account/token", "");
  EXPECT_EQ(url(), format("cannot use the service account: {}: it is empty",
                          folder_.path("account/token")));
  std::filesystem::remove(folder_.path("account/token"));
  EXPECT_EQ(url(), format("cannot use the service account: {}: No such file or directory",
                          folder_.path("account/token")));
  EXPECT_EQ(service_account_access({}).error().kind, Error::Kind::NotFound);
}

TEST_F(KubeconfigFinding, SaysWhatToDoWhenThereIsNothing) {
  EXPECT_THAT(url(), HasSubstr("home/.kube/config; say --kubeconfig"));
  EXPECT_EQ(find().error().kind, Error::Kind::NotFound);
  variables_.clear();
  EXPECT_THAT(url(), HasSubstr("HOME and KUBECONFIG are not set"));
}

TEST_F(KubeconfigFinding, KnowsTheProcess) {
  EXPECT_FALSE(process_surroundings().variable("TELLTALE_NO_SUCH_VARIABLE"));
  EXPECT_TRUE(process_surroundings().variable("PATH"));
}

TEST(KubeconfigOfASecret, IsReadWithoutTheWorldAroundIt) {
  const auto access = parse_kubeconfig(config_for("workload"), "Secret fleet/c1-kubeconfig");
  ASSERT_TRUE(access) << access.error().detail;
  EXPECT_EQ(access->origin.url, "https://workload:6443");
  EXPECT_EQ(access->login.token, "t-workload");
  EXPECT_EQ(parse_kubeconfig("", "Secret x").error().detail,
            "Secret x: no context is chosen; set current-context");
  EXPECT_EQ(parse_kubeconfig("{", "Secret x").error().kind, Error::Kind::Invalid);
  const auto exec = parse_kubeconfig(config_for("w") + "---\n", "Secret x");
  EXPECT_TRUE(exec);
}

TEST(KubeconfigOfASecret, RunsNothing) {
  const auto access = parse_kubeconfig(
      "current-context: a\n"
      "contexts: [{name: a, context: {cluster: a, user: a}}]\n"
      "clusters: [{name: a, cluster: {server: 'https://a'}}]\n"
      "users: [{name: a, user: {exec: {apiVersion: client.authentication.k8s.io/v1beta1, "
      "command: rm}}}]\n",
      "Secret x");
  ASSERT_FALSE(access);
  EXPECT_EQ(access.error().kind, Error::Kind::Invalid);
}

}  // namespace
}  // namespace telltale::client
