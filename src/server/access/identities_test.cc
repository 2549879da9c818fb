// SPDX-License-Identifier: Apache-2.0
#include "server/access/identities.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "server/access/folder_for_test.h"

namespace telltale::server {
namespace {

using Files = std::map<std::string, std::string>;

Files files_in(const std::string& folder) {
  Files files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream stream(entry.path());
    files[entry.path().filename()] =
        std::string(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  return files;
}

class AccessIdentities : public ::testing::Test {
 protected:
  Result<Identities> load() { return load_or_create_identities(settings_, clock_, entropy_); }
  std::string pki(const std::string& name) const { return folder_.path("pki/" + name); }

  FolderForTest folder_;
  ManualClock clock_{*parse_rfc3339("2026-01-01T00:00:00Z")};
  SeededEntropy entropy_{7};
  IdentitySettings settings_{.data_folder = folder_.path()};
};

TEST_F(AccessIdentities, AreMadeOnce) {
  const auto first = load();
  ASSERT_TRUE(first) << first.error().detail;
  const Files before = files_in(folder_.path("pki"));
  const auto second = load();
  ASSERT_TRUE(second) << second.error().detail;
  EXPECT_EQ(files_in(folder_.path("pki")), before);
  EXPECT_EQ(first->ca_pem, second->ca_pem);
  EXPECT_EQ(first->serving.key_pem, second->serving.key_pem);
  EXPECT_EQ(first->people[1].token, second->people[1].token);
  EXPECT_EQ(first->cluster_secret, second->cluster_secret);
}

TEST_F(AccessIdentities, AreThreePeopleWithTheirOwnTokensAndCertificates) {
  const auto made = load();
  ASSERT_TRUE(made) << made.error().detail;
  ASSERT_EQ(made->people.size(), 3U);
  EXPECT_EQ(made->people[0].user.name, "telltale-admin");
  EXPECT_EQ(made->people[0].user.groups, std::vector<std::string>{"system:masters"});
  EXPECT_TRUE(made->people[1].user.groups.empty());
  for (const Identity& person : made->people) {
    EXPECT_EQ(person.token.size(), 9U + 64U);
    EXPECT_EQ(http::read_certificate(person.certificate.certificate_pem)->common_name,
              person.user.name);
  }
  EXPECT_NE(made->people[0].token, made->people[1].token);
  EXPECT_NE(made->people[1].token, made->people[2].token);
}

TEST_F(AccessIdentities, AreForTheirOwnerOnly) {
  ASSERT_TRUE(load());
  EXPECT_EQ(mode_for_test(folder_.path("pki")), 0700U);
  for (const auto& [name, text] : files_in(folder_.path("pki"))) {
    EXPECT_EQ(mode_for_test(pki(name)), 0600U) << name;
  }
}

TEST_F(AccessIdentities, GetAnotherServingCertificateWhenTheNamesChange) {
  const auto first = load();
  std::ranges::reverse(settings_.subject_names);
  EXPECT_EQ(load()->serving.certificate_pem, first->serving.certificate_pem);
  settings_.subject_names.emplace_back("telltale.example.com");
  const auto second = load();
  ASSERT_TRUE(second) << second.error().detail;
  EXPECT_NE(second->serving.certificate_pem, first->serving.certificate_pem);
  EXPECT_EQ(second->ca_pem, first->ca_pem);
  EXPECT_EQ(second->people[0].certificate.key_pem, first->people[0].certificate.key_pem);
  const auto names = http::read_certificate(second->serving.certificate_pem)->subject_names;
  EXPECT_NE(std::ranges::find(names, "telltale.example.com"), names.end());
}

TEST_F(AccessIdentities, AreIssuedAnewBeforeTheyEnd) {
  const auto first = load();
  clock_.advance(std::chrono::days{3650 - 31});
  EXPECT_EQ(load()->ca_pem, first->ca_pem);
  clock_.advance(std::chrono::days{2});
  const auto second = load();
  ASSERT_TRUE(second) << second.error().detail;
  EXPECT_NE(second->ca_pem, first->ca_pem);
  EXPECT_NE(second->serving.certificate_pem, first->serving.certificate_pem);
  EXPECT_NE(second->people[2].certificate.key_pem, first->people[2].certificate.key_pem);
  EXPECT_EQ(second->people[2].token, first->people[2].token);
}

TEST_F(AccessIdentities, AllFollowANewAuthority) {
  const auto first = load();
  // As if the power had failed after the authority was replaced, and before the rest was.
  std::filesystem::remove(pki("ca.pem"));
  const auto second = load();
  ASSERT_TRUE(second) << second.error().detail;
  EXPECT_NE(second->ca_pem, first->ca_pem);
  EXPECT_NE(second->serving.certificate_pem, first->serving.certificate_pem);
  EXPECT_EQ(files_in(folder_.path("pki"))["ca.crt"], second->ca_pem);
}

TEST_F(AccessIdentities, ThatAreDamagedAreNamedAndLeftAlone) {
  ASSERT_TRUE(load());
  for (const char* name :
       {"ca.pem", "serving.pem", "viewer.pem", "admin.token", "clusters.secret"}) {
    const Files before = files_in(folder_.path("pki"));
    std::ofstream(pki(name)) << "garbage";
    const auto broken = load();
    ASSERT_FALSE(broken) << name;
    EXPECT_EQ(broken.error().kind, Error::Kind::Invalid);
    EXPECT_NE(broken.error().detail.find(pki(name)), std::string::npos) << broken.error().detail;
    EXPECT_EQ(files_in(folder_.path("pki"))[name], "garbage");
    std::ofstream(pki(name)) << before.at(name);
    ASSERT_TRUE(load()) << name;
  }
}

TEST_F(AccessIdentities, NeverShowAToken) {
  const auto made = load();
  std::ofstream(pki("admin.token")) << made->people[0].token << "x";
  EXPECT_EQ(load().error().detail.find(made->people[0].token), std::string::npos);
}

TEST_F(AccessIdentities, RefuseNamesThatNoCertificateCanHave) {
  for (const char* name : {"", "a,b", "a b", "a\nb", "\xff"}) {
    settings_.subject_names = {"localhost", name};
    const auto made = load();
    ASSERT_FALSE(made) << name;
    EXPECT_EQ(made.error().kind, Error::Kind::Invalid);
  }
  EXPECT_FALSE(std::filesystem::exists(folder_.path("pki")));
}

TEST_F(AccessIdentities, NeedAFolderToLieIn) {
  settings_.data_folder = folder_.path("missing");
  const auto made = load();
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().detail.find("missing/pki"), std::string::npos);
}

}  // namespace
}  // namespace telltale::server
