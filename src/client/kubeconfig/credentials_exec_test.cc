// SPDX-License-Identifier: Apache-2.0
#include "client/kubeconfig/credentials_exec.h"

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/temp_folder_for_test.h"
#include "base/text.h"

namespace telltale::client {
namespace {

using testing::HasSubstr;

constexpr std::string_view v1 = "client.authentication.k8s.io/v1";

std::string credential(std::string_view status) {
  return format(R"({{"apiVersion":"{}","kind":"ExecCredential","status":{}}})", v1, status);
}

std::string refusal_of_output(std::string_view output) {
  const auto read = read_exec_credential(output, v1);
  return read ? "read" : read.error().detail;
}

TEST(CredentialsExec, ReadsTokensAndCertificates) {
  EXPECT_EQ(*read_exec_credential(credential(R"({"token":"t"})"), v1),
            (ExecCredential{.token = "t"}));
  EXPECT_EQ(*read_exec_credential(
                credential(R"({"token":"t","clientCertificateData":"c","clientKeyData":"k",)"
                           R"("expirationTimestamp":"2026-11-15T20:00:00Z"})"),
                v1),
            (ExecCredential{.token = "t",
                            .certificate_pem = "c",
                            .key_pem = "k",
                            .expires = *parse_rfc3339("2026-11-15T20:00:00Z")}));
  EXPECT_EQ(refusal_of_output(credential(R"({"token":"t","expirationTimestamp":null})")), "read");
}

TEST(CredentialsExec, SaysWhatIsWrongWithTheOutput) {
  EXPECT_EQ(refusal_of_output(""), "it printed no ExecCredential");
  EXPECT_EQ(refusal_of_output("[]"), "it printed no ExecCredential");
  EXPECT_EQ(refusal_of_output("{}"), "it printed no ExecCredential");
  EXPECT_EQ(refusal_of_output(
                R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v2"})"),
            "it answered in API version client.authentication.k8s.io/v2, while the kubeconfig says "
            "client.authentication.k8s.io/v1");
  EXPECT_EQ(refusal_of_output(credential("null")), "it returned no status");
  EXPECT_EQ(refusal_of_output(credential("{}")),
            "it returned neither a token nor a certificate with its key");
  EXPECT_EQ(refusal_of_output(credential(R"({"clientKeyData":"k","token":"t"})")),
            "it returned a certificate or a key, but not both");
  EXPECT_EQ(refusal_of_output(credential(R"({"token":1})")), "its token is not a string");
  EXPECT_EQ(refusal_of_output(credential(R"({"token":"t","expirationTimestamp":"soon"})")),
            "its expirationTimestamp is not a time");
}

TEST(CredentialsExec, TellsThePluginWhatItMayKnow) {
  using Terminal = CredentialOptions::Terminal;
  ExecPlugin plugin{.api_version = std::string(v1)};
  EXPECT_EQ(exec_information(plugin, Terminal::None),
            R"({"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential",)"
            R"("spec":{"interactive":false}})");
  plugin.cluster_json = R"({"server":"https://a"})";
  EXPECT_EQ(exec_information(plugin, Terminal::Present),
            R"({"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential",)"
            R"("spec":{"cluster":{"server":"https://a"},"interactive":true}})");
  plugin.interactive = ExecPlugin::Interactive::Never;
  EXPECT_THAT(exec_information(plugin, Terminal::Present), HasSubstr("\"interactive\":false"));
}

class CredentialsExecRun : public testing::Test {
 protected:
  void write_plugin(std::string_view body) {
    plugin_.command = folder_.write("plugin", format("#!/bin/sh\n{}\n", body));
    std::filesystem::permissions(plugin_.command, std::filesystem::perms::owner_all);
  }
  Result<ExecCredential> run() { return run_plugin(plugin_, options_, interrupt_); }
  std::string error() {
    const auto credential = run();
    return credential ? "ran" : credential.error().detail;
  }

  TempFolder folder_;
  Interrupt interrupt_;
  CredentialOptions options_;
  ExecPlugin plugin_{.api_version = std::string(v1)};
};

TEST_F(CredentialsExecRun, RunsItWithArgumentsAndEnvironment) {
  write_plugin(
      R"(printf '{"apiVersion":"%s","kind":"ExecCredential","status":{"token":"%s-%s-%s"}}' )"
      R"("$API" "$1" "$NAME" "${#KUBERNETES_EXEC_INFO}")");
  plugin_.arguments = {"one"};
  plugin_.variables = {{"NAME", "two"}, {"API", std::string(v1)}};
  const auto length = exec_information(plugin_, CredentialOptions::Terminal::None).size();
  const auto credential = run();
  ASSERT_TRUE(credential) << credential.error().detail;
  EXPECT_EQ(credential->token, format("one-two-{}", length));
}

TEST_F(CredentialsExecRun, SaysHowToGetOneThatIsNotThere) {
  plugin_.command = "no-such-plugin";
  EXPECT_EQ(error(),
            "credential plugin no-such-plugin: executable not found; install it, or "
            "correct the user's exec.command in the kubeconfig");
  plugin_.install_hint = "\nask your vendor\n";
  EXPECT_EQ(error(), "credential plugin no-such-plugin: executable not found; ask your vendor");
}

TEST_F(CredentialsExecRun, SaysHowItFailed) {
  write_plugin("echo not logged in >&2; exit 7");
  EXPECT_EQ(error(), format("credential plugin {}: failed with exit code 7: not logged in",
                            plugin_.command));
  write_plugin("exit 1");
  EXPECT_EQ(error(), format("credential plugin {}: failed with exit code 1", plugin_.command));
  write_plugin("echo {}");
  EXPECT_EQ(error(), format("credential plugin {}: it printed no ExecCredential", plugin_.command));
  options_.exec_timeout = std::chrono::milliseconds(50);
  write_plugin("tail -f /dev/null");
  EXPECT_EQ(error(), format("credential plugin {}: did not end within 50 ms", plugin_.command));
}

TEST_F(CredentialsExecRun, AsksNobodyWhereNobodyIs) {
  write_plugin("exit 0");
  plugin_.interactive = ExecPlugin::Interactive::Always;
  EXPECT_THAT(error(), HasSubstr("there is no terminal"));
}

}  // namespace
}  // namespace telltale::client
