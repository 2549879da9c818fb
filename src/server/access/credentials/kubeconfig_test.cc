// SPDX-License-Identifier: Apache-2.0
#include "server/access/credentials/kubeconfig.h"

#include <gtest/gtest.h>

#include "base/private_file.h"
#include "base/temp_folder_for_test.h"

namespace telltale::server {
namespace {

TEST(AccessKubeconfig, IsWhatKubectlReads) {
  EXPECT_EQ(kubeconfig_text({.server = "https://127.0.0.1:7443",
                             .ca_pem = "hello",
                             .cluster = "c",
                             .user = "u",
                             .context = "x",
                             .namespace_name = "team",
                             .token = "telltale-12"}),
            R"(apiVersion: v1
kind: Config
current-context: x
clusters:
- name: c
  cluster:
    certificate-authority-data: aGVsbG8=
    server: https://127.0.0.1:7443
contexts:
- name: x
  context:
    cluster: c
    namespace: team
    user: u
users:
- name: u
  user:
    token: telltale-12
)");
}

TEST(AccessKubeconfig, SaysWhereTelltaleAnswersWhereOneRuns) {
  const std::string text = kubeconfig_text(
      {.server = "https://a:1", .telltale = "http://127.0.0.1:7480", .ca_pem = "hello"});
  EXPECT_NE(text.find("    extensions:\n"
                      "    - name: telltale.dev\n"
                      "      extension:\n"
                      "        url: http://127.0.0.1:7480\n"
                      "    server: https://a:1\n"),
            std::string::npos)
      << text;
}

TEST(AccessKubeconfig, CarriesACertificateWhenThereIsOne) {
  const std::string text =
      kubeconfig_text({.server = "s",
                       .ca_pem = "",
                       .certificate = http::KeyPair{.certificate_pem = "ab", .key_pem = "abcd"}});
  EXPECT_NE(text.find("client-certificate-data: YWI="), std::string::npos);
  EXPECT_NE(text.find("client-key-data: YWJjZA=="), std::string::npos);
  EXPECT_EQ(text.find("token"), std::string::npos);
}

TEST(AccessKubeconfig, QuotesWhatYamlWouldMisread) {
  const std::string text =
      kubeconfig_text({.server = "s", .ca_pem = "", .cluster = "true", .context = "a: b"});
  EXPECT_EQ(text.find("name: true"), std::string::npos);
  EXPECT_EQ(text.find("current-context: a: b"), std::string::npos);
}

TEST(AccessKubeconfig, IsWrittenForEachIdentityAndOnlyWhenItChanges) {
  const TempFolder folder;
  Credentials held{.authorities = {{.file = {.pair = {"ca", ""}}, .issued = {}, .ends = {}}}};
  for (const char* name : {"admin", "viewer", "status-writer"}) {
    const std::string token = std::string("token-of-") + name;
    held.people.push_back({.name = name, .tokens = {{.text = token, .issued = {}, .ends = {}}}});
  }
  ASSERT_TRUE(write_kubeconfigs(folder.path(), {.server = "https://a:1"}, held));
  for (const auto& [file, token] : std::vector<std::pair<std::string, std::string>>{
           {"kubeconfig", "token-of-admin"},
           {"kubeconfig-viewer", "token-of-viewer"},
           {"kubeconfig-status-writer", "token-of-status-writer"}}) {
    const auto text = read_private_file(folder.path(file));
    ASSERT_TRUE(text && *text) << file;
    EXPECT_NE((*text)->find("token: " + token), std::string::npos);
    EXPECT_EQ(mode_for_test(folder.path(file)), 0600U);
  }
  const auto before = std::filesystem::last_write_time(folder.path("kubeconfig"));
  ASSERT_TRUE(write_kubeconfigs(folder.path(), {.server = "https://a:1"}, held));
  EXPECT_EQ(std::filesystem::last_write_time(folder.path("kubeconfig")), before);
  ASSERT_TRUE(write_kubeconfigs(folder.path(), {.server = "https://a:2"}, held));
  EXPECT_NE((*read_private_file(folder.path("kubeconfig")))->find("https://a:2"),
            std::string::npos);
}

}  // namespace
}  // namespace telltale::server
