// SPDX-License-Identifier: Apache-2.0
#include "client/kubeconfig/kubeconfig_text.h"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text.h"

namespace telltale::client {
namespace {

Kubeconfig read_config(std::string_view text) {
  const auto config = read_kubeconfig(text, "config", "/etc/kube");
  EXPECT_TRUE(config) << config.error().detail;
  return config.value_or(Kubeconfig{});
}

std::string refusal_of_config(std::string_view text) {
  const auto config = read_kubeconfig(text, "config", "/etc/kube");
  if (config) return "read";
  EXPECT_EQ(config.error().kind, Error::Kind::Invalid);
  return config.error().detail;
}

std::string refusal_of_user(std::string_view inner) {
  return refusal_of_config(format("users: [{{name: u, user: {}}}]", inner));
}

TEST(KubeconfigText, ReadsEverythingAboutAClusterAndAContext) {
  const Kubeconfig config = read_config(R"(
apiVersion: v1
kind: Config
preferences: {colors: true}
current-context: prod
contexts:
- name: prod
  context: {cluster: c1, user: u1, namespace: fleet, extensions: []}
clusters:
- name: c1
  cluster:
    server: https://10.0.0.1:6443
    tls-server-name: kubernetes.default
    certificate-authority: pki/ca.crt
    certificate-authority-data: aGVsbG8=
    insecure-skip-tls-verify: true
    proxy-url: socks5://proxy:1080
    disable-compression: true
    extensions:
    - {name: other, extension: {a: 1}}
    - name: client.authentication.k8s.io/exec
      extension: {audience: "06e3fbd18de8", more: [1, 2]}
)");
  EXPECT_EQ(config.current_context, "prod");
  EXPECT_EQ(config.contexts.at("prod"),
            (KubeconfigContext{
                .file = "config", .cluster = "c1", .user = "u1", .namespace_name = "fleet"}));
  EXPECT_EQ(config.clusters.at("c1"),
            (KubeconfigCluster{.file = "config",
                               .server = "https://10.0.0.1:6443",
                               .server_name = "kubernetes.default",
                               .ca_file = "/etc/kube/pki/ca.crt",
                               .ca_pem = "hello",
                               .proxy_url = "socks5://proxy:1080",
                               .skips_verification = true,
                               .exec_config_json = R"({"audience":"06e3fbd18de8","more":[1,2]})"}));
}

TEST(KubeconfigText, ReadsEverythingAboutAUser) {
  const KubeconfigUser user = read_config(R"(
users:
- name: u1
  user:
    client-certificate: /abs/cert.pem
    client-certificate-data: |
      aGVs
      bG8=
    client-key: ../key.pem
    client-key-data: a2V5
    token: secret
    tokenFile: token
    username: me
    password: pass
    as: you
    as-uid: "17"
    as-groups: [one, two]
    as-user-extra: {scopes: [a, b], acme.com/project: [c]}
    auth-provider: {name: gcp}
)")
                                  .users.at("u1");
  EXPECT_EQ(user.login, (Login{.certificate_pem = "hello",
                               .key_pem = "key",
                               .certificate_file = "/abs/cert.pem",
                               .key_file = "/etc/key.pem",
                               .token = "secret",
                               .token_file = "/etc/kube/token",
                               .username = "me",
                               .password = "pass"}));
  EXPECT_EQ(user.as,
            (Impersonation{.user = "you",
                           .uid = "17",
                           .groups = {"one", "two"},
                           .extra = {{"acme.com/project", {"c"}}, {"scopes", {"a", "b"}}}}));
  EXPECT_EQ(user.auth_provider, "gcp");
}

TEST(KubeconfigText, ReadsWhereTelltaleAnswers) {
  const auto url_of = [](std::string_view extensions) {
    return read_config(format("clusters: [{{name: c, cluster: {{extensions: {}}}}}]", extensions))
        .clusters.at("c")
        .telltale_url;
  };
  EXPECT_EQ(url_of("[{name: x, extension: {url: a}}, "
                   "{name: telltale.dev, extension: {url: 'http://127.0.0.1:7480/'}}]"),
            "http://127.0.0.1:7480");
  EXPECT_EQ(url_of("[{name: telltale.dev}]"), "");
  EXPECT_EQ(url_of("[{name: telltale.dev, extension: {other: 1}}]"), "");
  EXPECT_EQ(url_of("[]"), "");
}

TEST(KubeconfigText, ReadsACredentialPlugin) {
  const KubeconfigUser user = read_config(R"(
users:
- name: u1
  user:
    exec:
      apiVersion: client.authentication.k8s.io/v1
      command: aws
      args: [eks, get-token]
      env: [{name: AWS_PROFILE, value: fleet}, {name: EMPTY}]
      installHint: get it from the vendor
      interactiveMode: Never
      provideClusterInfo: true
)")
                                  .users.at("u1");
  EXPECT_EQ(*user.login.exec, (ExecPlugin{.api_version = "client.authentication.k8s.io/v1",
                                          .command = "aws",
                                          .arguments = {"eks", "get-token"},
                                          .variables = {{"AWS_PROFILE", "fleet"}, {"EMPTY", ""}},
                                          .install_hint = "get it from the vendor",
                                          .interactive = ExecPlugin::Interactive::Never}));
  EXPECT_TRUE(user.wants_cluster_information);
}

TEST(KubeconfigText, APluginWithAPathIsSeenFromTheFile) {
  const auto command = [](std::string_view name) {
    return read_config(format("users: [{{name: u, user: {{exec: {{apiVersion: "
                              "client.authentication.k8s.io/v1beta1, command: {}}}}}}}]",
                              name))
        .users.at("u")
        .login.exec->command;
  };
  EXPECT_EQ(command("plugin"), "plugin");
  EXPECT_EQ(command("./plugin"), "/etc/kube/plugin");
  EXPECT_EQ(command("bin/plugin"), "/etc/kube/bin/plugin");
  EXPECT_EQ(command("/bin/plugin"), "/bin/plugin");
}

TEST(KubeconfigText, OldPluginsNeedNotSayWhetherTheyAsk) {
  const auto mode = [](std::string_view version, std::string_view more) {
    return refusal_of_user(
        format("{{exec: {{apiVersion: client.authentication.k8s.io/{}, "
               "command: x{}}}}}",
               version, more));
  };
  EXPECT_EQ(mode("v1beta1", ""), "read");
  EXPECT_EQ(mode("v1", ", interactiveMode: IfAvailable"), "read");
  EXPECT_EQ(mode("v1", ", interactiveMode: Always"), "read");
  const std::string wanted =
      "config: users[0].user.exec.interactiveMode: expected Never, IfAvailable or Always";
  EXPECT_EQ(mode("v1", ""), wanted);
  EXPECT_EQ(mode("v1beta1", ", interactiveMode: Sometimes"), wanted);
}

TEST(KubeconfigText, SaysWhatAPluginLacks) {
  EXPECT_EQ(refusal_of_user("{exec: {apiVersion: client.authentication.k8s.io/v1beta1}}"),
            "config: users[0].user.exec.command: expected the name of a program");
  EXPECT_EQ(refusal_of_user("{exec: {apiVersion: client.authentication.k8s.io/v1alpha1, "
                            "command: x, interactiveMode: Never}}"),
            "config: users[0].user.exec.apiVersion: expected client.authentication.k8s.io/v1 or "
            "client.authentication.k8s.io/v1beta1");
  EXPECT_EQ(refusal_of_user("{exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: "
                            "x, env: [{value: a}]}}"),
            "config: users[0].user.exec.env[0].name: expected the name of a variable");
}

TEST(KubeconfigText, JsonAndEmptyFilesAreFine) {
  EXPECT_EQ(read_config(R"({"current-context":"a","contexts":null})").current_context, "a");
  EXPECT_EQ(read_config(""), Kubeconfig{});
  EXPECT_EQ(read_config("# nothing\n"), Kubeconfig{});
  EXPECT_EQ(read_config("apiVersion: v1\nkind: Config\n"), Kubeconfig{});
}

TEST(KubeconfigText, SaysWhereAndWhatItExpected) {
  EXPECT_EQ(refusal_of_config("a: b\n- c\n").substr(0, 9), "config:2:");
  EXPECT_EQ(refusal_of_config("[1]"), "config: expected a kubeconfig, found a list");
  EXPECT_EQ(refusal_of_config("just words"), "config: expected a kubeconfig, found a string");
  EXPECT_EQ(refusal_of_config("kind: Pod"), "config: kind: expected Config, found Pod");
  EXPECT_EQ(refusal_of_config("apiVersion: v2"), "config: apiVersion: expected v1, found v2");
  EXPECT_EQ(refusal_of_config("users: 7"), "config: users: expected a list, found a number");
  EXPECT_EQ(refusal_of_config("users: [a]"), "config: users[0]: expected a map, found a string");
  EXPECT_EQ(refusal_of_config("contexts: [{name: a, context: []}]"),
            "config: contexts[0].context: expected a map, found a list");
  EXPECT_EQ(refusal_of_user("{token: 123}"),
            "config: users[0].user.token: expected a string, found a number");
  EXPECT_EQ(refusal_of_user("{client-key-data: '***'}"),
            "config: users[0].user.client-key-data: expected base64, found something else");
  EXPECT_EQ(refusal_of_user("{as-groups: [a, true]}"),
            "config: users[0].user.as-groups[1]: expected a string, found a boolean");
  EXPECT_EQ(refusal_of_config("clusters: [{name: a, cluster: {insecure-skip-tls-verify: 'yes'}}]"),
            "config: clusters[0].cluster.insecure-skip-tls-verify: expected true or false, found a "
            "string");
  EXPECT_EQ(refusal_of_config("users: [{name: a}, {name: b}, {name: a}]"),
            "config: users[2].name: a stands there twice");
}

TEST(KubeconfigText, WhoeverSaysANameFirstSaysEverythingAboutIt) {
  Kubeconfig merged;
  merge_kubeconfig(merged, read_config("users: [{name: red, user: {token: first}}]\n"
                                       "contexts: [{name: one, context: {cluster: a}}]"));
  merge_kubeconfig(merged, read_config("current-context: two\n"
                                       "users: [{name: red, user: {username: x}}, {name: blue}]\n"
                                       "contexts: [{name: two, context: {cluster: b}}]"));
  merge_kubeconfig(merged, read_config("current-context: three\nclusters: [{name: c}]"));
  EXPECT_EQ(merged.current_context, "two");
  EXPECT_EQ(merged.users.at("red").login, (Login{.token = "first"}));
  EXPECT_EQ(merged.users.size(), 2U);
  EXPECT_EQ(merged.contexts.size(), 2U);
  EXPECT_EQ(merged.clusters.size(), 1U);
}

RC_GTEST_PROP(KubeconfigText, AnyTextIsReadOrRefused, (const std::string& text)) {
  const auto config = read_kubeconfig("users: [{name: u, user: " + text + "}]", "config", "/");
  RC_ASSERT(
      (config.has_value() || !config.error().detail.empty()));  // short-circuits inside of these
}

}  // namespace
}  // namespace telltale::client
