// SPDX-License-Identifier: Apache-2.0
#include "server/access/credentials/credentials_keeper.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "base/private_file.h"
#include "base/temp_folder_for_test.h"
#include "base/text.h"
#include "server/access/credentials/kubeconfig.h"

namespace telltale::server {
namespace {

using std::chrono::days;
using std::chrono::hours;
using Files = std::map<std::string, std::string>;

std::string file_text(const std::filesystem::path& path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

// What lies in the folder and below it, by its path from there.
Files files_below(const std::string& folder) {
  Files files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    files[std::filesystem::relative(entry.path(), folder)] = file_text(entry.path());
  }
  return files;
}

void put_files(const std::string& folder, const Files& files) {
  std::filesystem::remove_all(folder);
  for (const auto& [name, text] : files) {
    const std::filesystem::path path = std::filesystem::path(folder) / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
}

class AccessCredentialsKeeper : public ::testing::Test {
 protected:
  void open() {
    keeper_.reset();
    auto opened = CredentialsKeeper::open(folder_.path(), {}, clock_, entropy_);
    ASSERT_TRUE(opened) << opened.error().detail;
    keeper_ = std::move(*opened);
    const auto begun =
        keeper_->begin({.server = "https://here:1"},
                       {.serve =
                            [this](const http::Tls& tls) {
                              served_.push_back(tls);
                              return Result<void>();
                            },
                        .believe = [this](BelievedPtr now) { told_.push_back(std::move(now)); }});
    ASSERT_TRUE(begun) << begun.error().detail;
  }
  std::string token_in(const std::string& kubeconfig) const {
    const std::string text = file_text(folder_.path(kubeconfig));
    const std::size_t at = text.find("token: ") + 7;
    return text.substr(at, text.find('\n', at) - at);
  }
  bool is_believed(const std::string& token) const {
    return keeper_->believed()->tokens.find(token, clock_.now()).has_value();
  }
  std::string pki(const std::string& name) const { return folder_.path("pki/" + name); }

  // What a version made that had no times.
  void put_earlier_version() {
    ASSERT_TRUE(make_private_folder(folder_.path("pki")));
    const auto ca = http::make_authority("telltale-ca", clock_.now(), days(3650), entropy_);
    const std::string issuer = fingerprint(ca->certificate_pem);
    ASSERT_TRUE(write_private_file(pki("ca.pem"), to_text(KeyFile{.pair = *ca})));
    for (const char* name : {"serving", "admin", "viewer", "status-writer"}) {
      const auto pair = http::issue(*ca, {.common_name = std::string("telltale-") + name},
                                    clock_.now(), entropy_);
      ASSERT_TRUE(write_private_file(pki(std::string(name) + ".pem"),
                                     to_text(KeyFile{.pair = *pair, .issuer = issuer})));
      if (std::string_view(name) == "serving") continue;
      const std::string token = "telltale-" + random_hex(entropy_, 32);
      ASSERT_TRUE(write_private_file(pki(std::string(name) + ".token"), token + "\n"));
      const std::string suffix = std::string_view(name) == "admin" ? "" : std::string("-") + name;
      ASSERT_TRUE(write_private_file(
          folder_.path("kubeconfig" + suffix),
          kubeconfig_text({.server = "https://here:1", .ca_pem = "", .token = token})));
    }
    ASSERT_TRUE(write_private_file(pki("clusters.secret"), random_hex(entropy_, 32) + "\n"));
  }

  TempFolder folder_;
  ManualClock clock_{*parse_rfc3339("2026-01-01T00:00:00Z")};
  SeededEntropy entropy_{7};
  std::vector<http::Tls> served_;
  std::vector<BelievedPtr> told_;
  std::unique_ptr<CredentialsKeeper> keeper_;
};

TEST_F(AccessCredentialsKeeper, ChangesNothingAtAStartThatIsSoon) {
  open();
  const Files before = files_below(folder_.path());
  EXPECT_TRUE(before.contains("kubeconfig-viewer"));
  EXPECT_TRUE(before.contains("pki/credentials"));
  for (const auto& [name, text] : before) EXPECT_EQ(mode_for_test(folder_.path(name)), 0600U);
  clock_.advance(days(10));
  open();
  keeper_->tick();
  EXPECT_EQ(files_below(folder_.path()), before);
  EXPECT_TRUE(told_.empty());
}

TEST_F(AccessCredentialsKeeper, ReplacesWhatIsDueWhileItRuns) {
  open();
  const std::string old = token_in("kubeconfig");
  clock_.advance(days(20) - Seconds(1));
  keeper_->tick();
  EXPECT_TRUE(told_.empty());
  clock_.advance(Seconds(1));
  keeper_->tick();
  ASSERT_EQ(told_.size(), 1U);
  ASSERT_EQ(served_.size(), 1U);
  EXPECT_EQ(told_[0], keeper_->believed());
  const std::string now = token_in("kubeconfig");
  EXPECT_NE(now, old);
  EXPECT_EQ(file_text(pki("admin.token")), now + "\n");
  EXPECT_TRUE(is_believed(old) && is_believed(now));
  keeper_->tick();
  EXPECT_EQ(told_.size(), 1U);
  clock_.advance(hours(24));
  EXPECT_FALSE(is_believed(old));  // also before the next tick
  keeper_->tick();
  EXPECT_EQ(told_.size(), 2U);
  EXPECT_TRUE(is_believed(now));
}

TEST_F(AccessCredentialsKeeper, MakesNewOnesAtAStartAfterTheyEnded) {
  open();
  const std::string old = token_in("kubeconfig");
  keeper_.reset();
  clock_.advance(days(400));
  open();
  EXPECT_FALSE(is_believed(old));
  EXPECT_TRUE(is_believed(token_in("kubeconfig")));
  EXPECT_NE(token_in("kubeconfig"), old);
}

TEST_F(AccessCredentialsKeeper, RevokesForGoodAlsoAfterARestart) {
  open();
  const std::string old = token_in("kubeconfig-viewer");
  const std::string admin = token_in("kubeconfig");
  ASSERT_TRUE(keeper_->rotate({.only = "viewer", .old = Rotation::Old::EndNow}));
  EXPECT_FALSE(is_believed(old));
  EXPECT_TRUE(is_believed(admin));
  open();
  EXPECT_FALSE(is_believed(old));
  EXPECT_TRUE(is_believed(token_in("kubeconfig-viewer")));
  ASSERT_TRUE(keeper_->rotate({.old = Rotation::Old::EndNow}));
  EXPECT_FALSE(is_believed(admin));
  open();
  EXPECT_FALSE(is_believed(admin));
  EXPECT_TRUE(is_believed(token_in("kubeconfig")));
}

TEST_F(AccessCredentialsKeeper, TakesOverWhatAnEarlierVersionMadeForTenYears) {
  put_earlier_version();
  std::string old = file_text(pki("admin.token"));
  old.pop_back();
  const std::string secret = file_text(pki("clusters.secret"));
  const std::string old_ca = parse_key_file(file_text(pki("ca.pem")))->pair.certificate_pem;
  open();
  EXPECT_TRUE(is_believed(old));
  EXPECT_NE(token_in("kubeconfig"), old);
  EXPECT_EQ(file_text(pki("clusters.secret")), secret);
  EXPECT_NE(file_text(pki("ca.crt")).find(old_ca), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(pki("serving.pem")));
  const auto people = keeper_->believed()->people.find("telltale-admin")->second;
  ASSERT_EQ(people.size(), 2U);
  EXPECT_EQ(people[1].ends, clock_.now() + hours(24));
  // Whoever knows the old authority alone can verify the server for a day.
  const auto chain = http::read_certificate(keeper_->tls().certificate_pem);
  EXPECT_EQ(keeper_->believed()->authorities[1].ends, clock_.now() + hours(24));
  EXPECT_EQ(chain->not_after, clock_.now() + days(30));
  clock_.advance(hours(24));
  keeper_->tick();
  EXPECT_FALSE(is_believed(old));
  EXPECT_EQ(file_text(pki("ca.crt")).find(old_ca), std::string::npos);
}

// Every file is written by a rename. Wherever the power fails, the kubeconfigs that lie there are
// believed by the server that starts next, and a day's promise is kept.
TEST_F(AccessCredentialsKeeper, StandsAPowerCutBetweenAnyTwoFiles) {
  for (const bool from_earlier_version : {false, true}) {
    keeper_.reset();
    put_files(folder_.path(), {});
    std::filesystem::create_directory(folder_.path());
    if (from_earlier_version) put_earlier_version();
    if (!from_earlier_version) open();
    keeper_.reset();
    const Files before = files_below(folder_.path());
    open();
    ASSERT_TRUE(keeper_->rotate({}));
    keeper_.reset();
    Files after = files_below(folder_.path());
    // In the order in which they are written.
    std::vector<std::string> order{"pki/credentials", "pki/ca.crt", "pki/ca.pem"};
    for (const std::string name : {"admin", "viewer", "status-writer"}) {
      order.push_back("pki/" + name + ".token");
      order.push_back("pki/" + name + ".pem");
    }
    for (const char* name : {"kubeconfig", "kubeconfig-viewer", "kubeconfig-status-writer"}) {
      order.emplace_back(name);
    }
    for (std::size_t written = 0; written <= order.size(); ++written) {
      Files cut = before;
      for (std::size_t at = 0; at < written; ++at) cut[order[at]] = after.at(order[at]);
      put_files(folder_.path(), cut);
      std::map<std::string, std::string> held;
      for (const char* name : {"kubeconfig", "kubeconfig-viewer"}) {
        if (cut.contains(name)) held[name] = token_in(name);
      }
      open();
      EXPECT_EQ(held.size(), 2U) << written;
      for (const auto& [name, token] : held) {
        EXPECT_TRUE(is_believed(token)) << name << " after " << written;
      }
      EXPECT_TRUE(is_believed(token_in("kubeconfig"))) << written;
      EXPECT_EQ(file_text(pki("admin.token")), token_in("kubeconfig") + "\n") << written;
      EXPECT_EQ(file_text(pki("ca.crt")), keeper_->believed()->ca_pem) << written;
      keeper_.reset();
    }
  }
}

TEST_F(AccessCredentialsKeeper, GoesOnWithTheOldOnesWhileNothingCanBeWritten) {
  open();
  const std::string old = token_in("kubeconfig");
  // A folder where the draft would be: as a full disk, for this file.
  std::filesystem::create_directories(pki("credentials.new/x"));
  clock_.advance(days(20));
  keeper_->tick();
  EXPECT_TRUE(told_.empty());
  EXPECT_TRUE(is_believed(old));
  EXPECT_EQ(keeper_->failures(), 1U);
  keeper_->tick();
  EXPECT_EQ(keeper_->failures(), 1U);  // it is tried once in a minute
  EXPECT_FALSE(keeper_->rotate({}));
  std::filesystem::remove_all(pki("credentials.new"));
  clock_.advance(Seconds(60));
  keeper_->tick();
  EXPECT_EQ(told_.size(), 1U);

  // And what was saved is given out later.
  std::filesystem::create_directories(folder_.path("kubeconfig.new/x"));
  EXPECT_FALSE(keeper_->rotate({}));
  const std::string stale = token_in("kubeconfig");
  EXPECT_TRUE(is_believed(stale));
  std::filesystem::remove_all(folder_.path("kubeconfig.new"));
  keeper_->tick();
  EXPECT_NE(token_in("kubeconfig"), stale);
  EXPECT_TRUE(is_believed(token_in("kubeconfig")));
}

TEST_F(AccessCredentialsKeeper, NamesAFileThatIsDamagedAndLeavesItAlone) {
  open();
  keeper_.reset();
  const Files before = files_below(folder_.path());
  for (const char* name : {"pki/credentials", "pki/clusters.secret"}) {
    std::ofstream(folder_.path(name)) << "garbage";
    const auto opened = CredentialsKeeper::open(folder_.path(), {}, clock_, entropy_);
    ASSERT_FALSE(opened) << name;
    EXPECT_EQ(opened.error().kind, Error::Kind::Invalid);
    EXPECT_NE(opened.error().detail.find(folder_.path(name)), std::string::npos);
    EXPECT_EQ(file_text(folder_.path(name)), "garbage");
    std::ofstream(folder_.path(name)) << before.at(name);
  }
  std::string text = before.at("pki/credentials");
  for (std::size_t place = 0; place < text.size(); place += 97) {
    std::string changed = text;
    changed[place] = changed[place] == 'x' ? 'y' : 'x';
    EXPECT_FALSE(parse_credentials(changed)) << place;
    EXPECT_FALSE(parse_credentials(text.substr(0, place))) << place;
  }
  EXPECT_EQ(to_text(*parse_credentials(text)), text);
}

TEST_F(AccessCredentialsKeeper, KeepsOthersFromChangingWhatItServes) {
  using Kind = CredentialsLock::Kind;
  EXPECT_EQ(CredentialsLock::take(folder_.path(), Kind::Alone).error().kind, Error::Kind::NotFound);
  open();
  EXPECT_EQ(CredentialsLock::take(folder_.path(), Kind::Alone).error().kind, Error::Kind::Conflict);
  EXPECT_TRUE(CredentialsLock::take(folder_.path(), Kind::Servers));
  keeper_.reset();
  const auto alone = CredentialsLock::take(folder_.path(), Kind::Alone);
  ASSERT_TRUE(alone);
  EXPECT_FALSE(CredentialsKeeper::open(folder_.path(), {}, clock_, entropy_));
}

TEST_F(AccessCredentialsKeeper, TellsWhenTheyEnd) {
  open();
  clock_.advance(days(1));
  std::map<std::string, double> figures;
  for (const ExpiryFigure& one : keeper_->expiries()) figures[one.name] = one.seconds;
  EXPECT_EQ(figures.at("ca"), 364 * 86400.0);
  EXPECT_EQ(figures.at("serving"), 29 * 86400.0);
  EXPECT_EQ(figures.at("status-writer"), 29 * 86400.0);
  EXPECT_EQ(figures.at("accounts"), 29 * 86400.0);
}

}  // namespace
}  // namespace telltale::server
