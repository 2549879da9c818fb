// SPDX-License-Identifier: Apache-2.0
#include "client/kubeconfig/kubeconfig_choice.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/clock.h"
#include "base/encoding.h"
#include "base/entropy.h"
#include "base/temp_folder_for_test.h"
#include "base/text.h"
#include "http/tls/certificates.h"

namespace telltale::client {
namespace {

using testing::HasSubstr;

struct Papers {
  SeededEntropy entropy{7};
  Instant now = SystemClock().now();
  http::KeyPair ca = *http::make_authority("ca", now, std::chrono::days(1), entropy);
  http::KeyPair alice = *http::issue(ca, {.common_name = "alice"}, now, entropy);
};

class KubeconfigChoice : public testing::Test {
 protected:
  Result<Access> choose(const AccessFlags& flags = {}, Outside outside = Outside::Allowed) const {
    return choose_access(config_, flags, "config", outside);
  }
  std::string refusal(const AccessFlags& flags = {}, Outside outside = Outside::Allowed) const {
    const auto access = choose(flags, outside);
    return access ? "chosen" : access.error().detail;
  }
  KubeconfigCluster& cluster() { return config_.clusters["c1"]; }
  Login& login() { return config_.users["u1"].login; }

  Papers papers_;
  TempFolder folder_;
  Kubeconfig config_{
      .current_context = "one",
      .clusters = {{"c1", {.file = "config", .server = "https://one:6443/"}},
                   {"c2", {.file = "config", .server = "https://two"}}},
      .users = {{"u1", {.file = "config", .login = {.token = "t1"}}},
                {"u2", {.file = "config", .login = {.username = "me", .password = "pw"}}}},
      .contexts = {
          {"one", {.file = "config", .cluster = "c1", .user = "u1"}},
          {"two", {.file = "config", .cluster = "c2", .user = "u2", .namespace_name = "fleet"}}}};
};

TEST_F(KubeconfigChoice, SaysWhereTheTelltaleOfTheClusterAnswers) {
  cluster().telltale_url = "http://127.0.0.1:1";
  EXPECT_EQ(choose()->telltale_url, "http://127.0.0.1:1");
  EXPECT_EQ(choose({.context = "two"})->telltale_url, "");
}

TEST_F(KubeconfigChoice, TakesTheCurrentContext) {
  EXPECT_EQ(*choose(), (Access{.origin = {.url = "https://one:6443"},
                               .login = {.token = "t1"},
                               .context = "one",
                               .cluster = "c1",
                               .user = "u1"}));
}

TEST_F(KubeconfigChoice, FlagsWin) {
  const auto other = choose({.context = "two"});
  EXPECT_EQ(other->origin.url, "https://two");
  EXPECT_EQ(other->namespace_name, "fleet");
  const auto mixed = choose({.cluster = "c2", .user = "u2", .namespace_name = "mine"});
  EXPECT_EQ(mixed->origin.url, "https://two");
  EXPECT_EQ(mixed->login.username, "me");
  EXPECT_EQ(mixed->namespace_name, "mine");
  EXPECT_EQ(mixed->context, "one");
}

TEST_F(KubeconfigChoice, AClusterCanBeNamedWithoutAContext) {
  config_.current_context.clear();
  EXPECT_EQ(choose({.cluster = "c1", .user = "u1"})->origin.url, "https://one:6443");
  EXPECT_EQ(choose({.cluster = "c1"})->login, Login{});
  EXPECT_EQ(refusal(), "config: no context is chosen; set current-context, or say --context");
}

TEST_F(KubeconfigChoice, SaysWhatDoesNotExistAndWhatDoes) {
  EXPECT_EQ(refusal({.context = "tow"}),
            "config: context \"tow\" does not exist; there is one, two");
  EXPECT_EQ(refusal({.context = "ones"}),
            "config: context \"ones\" does not exist; did you mean \"one\"?");
  EXPECT_EQ(refusal({.cluster = "nowhere"}),
            "config: cluster \"nowhere\" does not exist; there is c1, c2");
  EXPECT_EQ(refusal({.user = "nobody"}), "config: user \"nobody\" does not exist; there is u1, u2");
  config_.contexts["one"].cluster.clear();
  EXPECT_EQ(refusal(), "config: the context names no cluster");
  config_.contexts.clear();
  EXPECT_EQ(refusal(), "config: context \"one\" does not exist; there is none");
}

TEST_F(KubeconfigChoice, AContextNeedsNoUser) {
  config_.contexts["one"].user.clear();
  EXPECT_EQ(choose()->login, Login{});
}

TEST_F(KubeconfigChoice, ServersAreUrls) {
  const auto url = [this](const std::string& server) {
    cluster().server = server;
    const auto access = choose();
    return access ? access->origin.url : access.error().detail;
  };
  EXPECT_EQ(url("https://h:1/prefix//"), "https://h:1/prefix");
  EXPECT_EQ(url("localhost:8080"), "http://localhost:8080");
  EXPECT_EQ(url(""), "cluster \"c1\" in config has no server");
  for (const auto* bad : {"ftp://h", "https://", "https://h?x", "https://h#x", "https://a b"}) {
    EXPECT_EQ(url(bad),
              format("server of cluster \"c1\" in config: expected a URL, found {}", bad));
  }
  cluster().skips_verification = true;
  EXPECT_EQ(url("h:6443"), "https://h:6443");
}

TEST_F(KubeconfigChoice, TrustComesFromDataBeforeFiles) {
  cluster().ca_file = folder_.write("ca.crt", papers_.ca.certificate_pem);
  EXPECT_EQ(choose()->origin.ca_pem, papers_.ca.certificate_pem);
  cluster().ca_pem = papers_.alice.certificate_pem;
  EXPECT_EQ(choose()->origin.ca_pem, papers_.alice.certificate_pem);
  cluster().ca_pem = "nonsense";
  EXPECT_EQ(refusal(), "certificate-authority of cluster \"c1\" in config holds no certificate");
  cluster().ca_pem.clear();
  cluster().ca_file = folder_.path("absent.crt");
  EXPECT_EQ(refusal(), format("cannot read certificate-authority {} of cluster \"c1\" in config: "
                              "No such file or directory",
                              cluster().ca_file));
  cluster().ca_file = folder_.write("empty.crt", "");
  EXPECT_THAT(refusal(), HasSubstr("is empty"));
}

TEST_F(KubeconfigChoice, WithoutVerificationThereIsNoAuthority) {
  cluster().skips_verification = true;
  EXPECT_EQ(choose()->origin.trust, http::Origin::Trust::Anybody);
  cluster().ca_pem = papers_.ca.certificate_pem;
  EXPECT_EQ(refusal(),
            "cluster \"c1\" in config has a certificate-authority and "
            "insecure-skip-tls-verify; remove one");
}

TEST_F(KubeconfigChoice, PassesNameAndProxyOn) {
  cluster().server_name = "kubernetes";
  for (const auto* proxy : {"http://p:1", "https://p:1", "socks5://p:1"}) {
    cluster().proxy_url = proxy;
    EXPECT_EQ(choose()->origin.proxy_url, proxy);
  }
  EXPECT_EQ(choose()->origin.server_name, "kubernetes");
  cluster().proxy_url = "p:1";
  EXPECT_EQ(refusal(),
            "proxy-url of cluster \"c1\" in config: expected http, https or socks5, "
            "found p:1");
}

TEST_F(KubeconfigChoice, CertificatesComeWithTheirKeys) {
  login() = {.certificate_pem = papers_.alice.certificate_pem, .key_pem = papers_.alice.key_pem};
  EXPECT_EQ(choose()->login, login());
  login().key_pem.clear();
  EXPECT_EQ(refusal(), "user \"u1\" in config has a client-certificate and no client-key");
  login() = {.key_pem = papers_.alice.key_pem};
  EXPECT_EQ(refusal(), "user \"u1\" in config has a client-key and no client-certificate");
  login() = {.certificate_pem = "x", .key_pem = papers_.alice.key_pem};
  EXPECT_EQ(refusal(), "client-certificate of user \"u1\" in config holds no certificate");
  login() = {.certificate_pem = papers_.alice.certificate_pem, .key_pem = "x"};
  EXPECT_EQ(refusal(), "client-key of user \"u1\" in config holds no key that can be read");
}

TEST_F(KubeconfigChoice, CertificatesInFilesAreReadAndRemembered) {
  login() = {.certificate_file = folder_.write("a.crt", papers_.alice.certificate_pem),
             .key_file = folder_.write("a.key", papers_.alice.key_pem)};
  const auto access = choose();
  ASSERT_TRUE(access) << access.error().detail;
  EXPECT_EQ(access->login.certificate_pem, papers_.alice.certificate_pem);
  EXPECT_EQ(access->login.key_pem, papers_.alice.key_pem);
  EXPECT_EQ(access->login.certificate_file, login().certificate_file);
  // What stands in the configuration itself wins, and files beside it do not matter.
  login().certificate_pem = papers_.alice.certificate_pem;
  login().certificate_file = folder_.path("absent");
  EXPECT_EQ(choose()->login.certificate_file, "");
  login().key_file = folder_.path("absent");
  EXPECT_THAT(refusal(), HasSubstr("cannot read client-key"));
}

TEST_F(KubeconfigChoice, TokensComeFromFilesToo) {
  login() = {.token_file = folder_.write("token", "  secret\n")};
  EXPECT_EQ(choose()->login.token, "secret");
  EXPECT_EQ(choose()->login.token_file, login().token_file);
  login().token_file = folder_.write("blank", " \n");
  EXPECT_THAT(refusal(), HasSubstr("is empty"));
  login().token_file = folder_.path("absent");
  EXPECT_THAT(refusal(), HasSubstr("cannot read tokenFile"));
  login().token = "stands here";
  EXPECT_EQ(choose()->login.token, "stands here");
}

TEST_F(KubeconfigChoice, OneWayToLogInIsEnough) {
  login().username = "me";
  EXPECT_EQ(refusal(), "user \"u1\" in config has a token and a username; remove one");
  login() = {};
  config_.users["u1"].auth_provider = "gcp";
  EXPECT_THAT(refusal(), HasSubstr("auth-provider gcp"));
}

TEST_F(KubeconfigChoice, APluginLearnsOfTheClusterOnlyWhenItAsks) {
  login() = {.exec = ExecPlugin{.command = "x"}};
  EXPECT_EQ(choose()->login.exec->cluster_json, "");
  config_.users["u1"].wants_cluster_information = true;
  EXPECT_EQ(choose()->login.exec->cluster_json, R"({"server":"https://one:6443/"})");
  cluster().server_name = "name";
  cluster().proxy_url = "http://p";
  cluster().ca_pem = papers_.ca.certificate_pem;
  cluster().exec_config_json = R"({"a":1})";
  EXPECT_EQ(choose()->login.exec->cluster_json,
            format(R"({{"certificate-authority-data":"{}","config":{{"a":1}},)"
                   R"("proxy-url":"http://p","server":"https://one:6443/",)"
                   R"("tls-server-name":"name"}})",
                   to_base64(papers_.ca.certificate_pem)));
  cluster().ca_pem.clear();
  cluster().skips_verification = true;
  EXPECT_THAT(choose()->login.exec->cluster_json, HasSubstr("\"insecure-skip-tls-verify\":true"));
}

TEST_F(KubeconfigChoice, ActsAsOthersWhenAsked) {
  config_.users["u1"].as = {.user = "you", .uid = "1", .groups = {"g"}, .extra = {{"k", {"v"}}}};
  EXPECT_EQ(choose()->as, config_.users["u1"].as);
  const auto flagged = choose({.as_user = "she", .as_groups = {"h", "i"}});
  EXPECT_EQ(flagged->as.user, "she");
  EXPECT_EQ(flagged->as.groups, (std::vector<std::string>{"h", "i"}));
  config_.users["u1"].as = {};
  EXPECT_THAT(refusal({.as_groups = {"h"}}), HasSubstr("say --as"));
  EXPECT_THAT(refusal({.as_uid = "1"}), HasSubstr("say --as"));
}

TEST_F(KubeconfigChoice, WhoMustNotMakesUsReadNoFileAndRunNoProgram) {
  const auto refused = [this] { return refusal({}, Outside::Forbidden); };
  EXPECT_EQ(refused(), "chosen");
  cluster().ca_file = folder_.write("ca.crt", papers_.ca.certificate_pem);
  EXPECT_THAT(refused(), HasSubstr("names a file; only certificate-authority-data is taken"));
  cluster().ca_pem = papers_.ca.certificate_pem;
  EXPECT_EQ(refused(), "chosen");
  login() = {.token_file = folder_.write("token", "t")};
  EXPECT_THAT(refused(), HasSubstr("names a file; only token is taken"));
  login().token = "t1";
  EXPECT_EQ(choose({}, Outside::Forbidden)->login, (Login{.token = "t1"}));
  login() = {.certificate_file = folder_.write("a.crt", papers_.alice.certificate_pem),
             .key_file = folder_.write("a.key", papers_.alice.key_pem)};
  EXPECT_THAT(refused(), HasSubstr("names a file; only client-certificate-data is taken"));
  login().certificate_pem = papers_.alice.certificate_pem;
  EXPECT_THAT(refused(), HasSubstr("names a file; only client-key-data is taken"));
  login() = {.exec = ExecPlugin{.command = "rm"}};
  EXPECT_THAT(refused(), HasSubstr("program to be run"));
}

}  // namespace
}  // namespace telltale::client
