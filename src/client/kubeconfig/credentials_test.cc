// SPDX-License-Identifier: Apache-2.0
#include "client/kubeconfig/credentials.h"

#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/temp_folder_for_test.h"
#include "base/text.h"
#include "client/kubeconfig/kubeconfig_files.h"

namespace telltale::client {
namespace {

using Renewal = Credentials::Renewal;

class ClientCredentials : public testing::Test {
 protected:
  std::unique_ptr<Credentials> make(const Login& login) {
    return make_credentials(login, clock_, options_);
  }
  // Prints the next token at every run: t1, t2, ...
  Login counting_plugin(std::string_view more = {}) const {
    const std::string path = folder_.write(
        "plugin", format("#!/bin/sh\ncd '{}'\necho x >> runs\ncount=$(grep -c x runs)\n"
                         R"(printf '{{"apiVersion":"client.authentication.k8s.io/v1",)"
                         R"("kind":"ExecCredential","status":{{"token":"t%s"{}}}}}' "$count")"
                         "\n",
                         folder_.path(), more));
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return {.exec = ExecPlugin{.api_version = "client.authentication.k8s.io/v1", .command = path}};
  }
  static std::string shown(const RequestCredentialsPointer& credentials) {
    return credentials == nullptr ? "nothing" : credentials->authorization;
  }
  static std::string shown(const Result<RequestCredentialsPointer>& credentials) {
    return credentials ? shown(*credentials) : credentials.error().detail;
  }

  TempFolder folder_;
  ManualClock clock_{*parse_rfc3339("2026-11-15T20:00:00Z")};
  CredentialOptions options_;
};

TEST_F(ClientCredentials, WhatStandsStillIsShownAsItIs) {
  EXPECT_EQ(*make({})->current(), RequestCredentials{});
  EXPECT_EQ(
      *make({.certificate_pem = "c", .key_pem = "k", .token = "t"})->current(),
      (RequestCredentials{.authorization = "Bearer t", .certificate_pem = "c", .key_pem = "k"}));
  EXPECT_EQ(make({.username = "me", .password = "pa:ss"})->current()->authorization,
            "Basic bWU6cGE6c3M=");
  const auto credentials = make({.token = "t"});
  EXPECT_EQ(credentials->renewal(), Renewal::Never);
  EXPECT_EQ(*credentials->renew(nullptr), credentials->current());
}

TEST_F(ClientCredentials, ATokenFileIsReadAgainAfterAWhile) {
  const auto credentials = make({.token_file = folder_.write("token", "one\n")});
  const RequestCredentialsPointer first = credentials->current();
  EXPECT_EQ(shown(first), "Bearer one");
  folder_.write("token", "two");
  clock_.advance(Seconds(9));
  EXPECT_EQ(credentials->current(), first);
  clock_.advance(Seconds(1));
  EXPECT_EQ(shown(credentials->current()), "Bearer two");
}

TEST_F(ClientCredentials, ATokenFileThatDoesNotChangeIsTheSameProof) {
  const auto credentials = make({.token_file = folder_.write("token", "one")});
  const RequestCredentialsPointer first = credentials->current();
  clock_.advance(Seconds(100));
  EXPECT_EQ(credentials->current(), first);
  EXPECT_EQ(*credentials->renew(first), first);
}

TEST_F(ClientCredentials, ARefusedTokenIsReadAtOnce) {
  const auto credentials = make({.token_file = folder_.write("token", "one")});
  const RequestCredentialsPointer first = credentials->current();
  folder_.write("token", "two");
  EXPECT_EQ(credentials->renewal(), Renewal::AtOnce);
  EXPECT_EQ(shown(credentials->renew(first)), "Bearer two");
  // Who was refused earlier is given what is known by now.
  folder_.write("token", "three");
  EXPECT_EQ(shown(credentials->renew(first)), "Bearer two");
}

TEST_F(ClientCredentials, ATokenFileThatIsGoneLeavesTheLastToken) {
  const std::string file = folder_.write("token", "one");
  const auto credentials = make({.token = "stands", .token_file = file});
  EXPECT_EQ(shown(credentials->current()), "Bearer one");
  std::filesystem::remove(file);
  clock_.advance(Seconds(100));
  EXPECT_EQ(shown(credentials->current()), "Bearer one");
  folder_.write("token", "  ");
  clock_.advance(Seconds(100));
  EXPECT_EQ(shown(credentials->current()), "Bearer one");
  EXPECT_EQ(shown(make({.token = "stands", .token_file = folder_.path("absent")})->current()),
            "Bearer stands");
}

TEST_F(ClientCredentials, CertificatesInFilesAreReadAgainInPairs) {
  const auto credentials = make(
      {.certificate_file = folder_.write("crt", "c1"), .key_file = folder_.write("key", "k1")});
  EXPECT_EQ(credentials->current()->certificate_pem, "c1");
  folder_.write("crt", "c2");
  std::filesystem::remove(folder_.path("key"));
  clock_.advance(Seconds(10));
  EXPECT_EQ(*credentials->current(),
            (RequestCredentials{.certificate_pem = "c1", .key_pem = "k1"}));
  folder_.write("key", "k2");
  clock_.advance(Seconds(10));
  EXPECT_EQ(*credentials->current(),
            (RequestCredentials{.certificate_pem = "c2", .key_pem = "k2"}));
}

TEST_F(ClientCredentials, APluginIsRunWhenAsked) {
  const auto credentials = make(counting_plugin());
  EXPECT_EQ(credentials->renewal(), Renewal::Slow);
  EXPECT_EQ(credentials->current(), nullptr);
  EXPECT_EQ(shown(credentials->renew(nullptr)), "Bearer t1");
  EXPECT_EQ(shown(credentials->current()), "Bearer t1");
  clock_.advance(Seconds(1'000'000));
  EXPECT_EQ(shown(credentials->current()), "Bearer t1");
  EXPECT_EQ(shown(credentials->renew(credentials->current())), "Bearer t2");
}

TEST_F(ClientCredentials, APluginSaysHowLongItsAnswerHolds) {
  const auto credentials =
      make(counting_plugin(R"(,"expirationTimestamp":"2026-11-15T20:01:00Z")"));
  EXPECT_EQ(shown(credentials->renew(nullptr)), "Bearer t1");
  clock_.advance(Seconds(59));
  EXPECT_EQ(shown(credentials->current()), "Bearer t1");
  clock_.advance(Seconds(1));
  EXPECT_EQ(credentials->current(), nullptr);
  EXPECT_EQ(shown(credentials->renew(nullptr)), "Bearer t2");
}

TEST_F(ClientCredentials, OneRunServesAllWhoWereRefusedTheSame) {
  const auto credentials = make(counting_plugin());
  const RequestCredentialsPointer first = *credentials->renew(nullptr);
  std::vector<std::thread> threads;
  for (int count = 0; count < 4; ++count) {
    threads.emplace_back([&] { EXPECT_EQ(shown(credentials->renew(first)), "Bearer t2"); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(read_small_file(folder_.path("runs")), "x\nx\n");
}

TEST_F(ClientCredentials, APluginMayBringACertificate) {
  const auto credentials =
      make(counting_plugin(R"(,"clientCertificateData":"c","clientKeyData":"k")"));
  EXPECT_EQ(
      **credentials->renew(nullptr),
      (RequestCredentials{.authorization = "Bearer t1", .certificate_pem = "c", .key_pem = "k"}));
}

TEST_F(ClientCredentials, WhatTheKubeconfigSaysStandsBesideThePlugin) {
  Login login = counting_plugin();
  login.token = "mine";
  EXPECT_EQ(shown(make(login)->renew(nullptr)), "Bearer mine");
}

TEST_F(ClientCredentials, AFailedRunLeavesTheOldAnswer) {
  const auto credentials = make(counting_plugin());
  const RequestCredentialsPointer first = *credentials->renew(nullptr);
  folder_.write("plugin", "#!/bin/sh\nexit 1\n");
  EXPECT_FALSE(credentials->renew(first));
  EXPECT_EQ(credentials->current(), first);
}

TEST_F(ClientCredentials, AnInterruptedPluginIsNotWaitedFor) {
  const std::string path = folder_.write("slow", "#!/bin/sh\ntail -f /dev/null\n");
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  const auto credentials =
      make({.exec = ExecPlugin{.api_version = "client.authentication.k8s.io/v1", .command = path}});
  std::thread other([&] { credentials->interrupt(); });
  EXPECT_FALSE(credentials->renew(nullptr));
  other.join();
}

}  // namespace
}  // namespace telltale::client
