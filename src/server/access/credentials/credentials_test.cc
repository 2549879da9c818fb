// SPDX-License-Identifier: Apache-2.0
#include "server/access/credentials/credentials.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace telltale::server {
namespace {

using std::chrono::days;
using std::chrono::hours;

class AccessCredentials : public ::testing::Test {
 protected:
  void renew_now() { ASSERT_TRUE(renew(held_, settings_, clock_.now(), entropy_)); }
  Result<void> rotate_now(const Rotation& rotation) {
    return rotate(held_, rotation, settings_, clock_.now(), entropy_);
  }
  // As a server does it that runs all the time.
  void live(Seconds time) {
    const Instant end = clock_.now() + time;
    while (clock_.now() < end) {
      clock_.advance(std::min<Seconds>(hours(1), end - clock_.now()));
      if (is_due(held_, settings_, clock_.now())) renew_now();
    }
  }
  const Person& person(std::string_view name) const {
    return *std::ranges::find(held_.people, name, &Person::name);
  }
  static std::string digest(const IssuedKeys& keys) {
    return http::read_certificate(keys.file.pair.certificate_pem)->digest;
  }
  static bool is_signed_by(const IssuedKeys& keys, const IssuedKeys& authority) {
    return keys.file.issuer == fingerprint(authority.file.pair.certificate_pem);
  }

  Credentials held_;
  CredentialSettings settings_;
  ManualClock clock_{*parse_rfc3339("2026-01-01T00:00:00Z")};
  SeededEntropy entropy_{7};
};

TEST_F(AccessCredentials, AreMadeOfNothingAndThenStay) {
  EXPECT_TRUE(is_due(held_, settings_, clock_.now()));
  renew_now();
  EXPECT_FALSE(is_due(held_, settings_, clock_.now()));
  const Credentials first = held_;
  renew_now();
  EXPECT_EQ(held_, first);
  ASSERT_EQ(held_.people.size(), 3U);
  for (const Person& one : held_.people) {
    EXPECT_EQ(one.tokens.size(), 1U);
    EXPECT_EQ(one.tokens[0].text.size(), 9U + 64U);
    EXPECT_EQ(one.tokens[0].ends, clock_.now() + days(30));
    EXPECT_EQ(http::read_certificate(one.certificates[0].file.pair.certificate_pem)->not_after,
              clock_.now() + days(30));
  }
  EXPECT_NE(person("admin").tokens[0].text, person("viewer").tokens[0].text);
  EXPECT_EQ(held_.authorities[0].ends, clock_.now() + days(365));
  EXPECT_EQ(held_.serving[0].ends, clock_.now() + days(30));
}

TEST_F(AccessCredentials, AreReplacedAtTwoThirdsOfTheirLife) {
  renew_now();
  const Credentials first = held_;
  clock_.advance(days(20) - Seconds(1));
  EXPECT_FALSE(is_due(held_, settings_, clock_.now()));
  clock_.advance(Seconds(1));
  ASSERT_TRUE(is_due(held_, settings_, clock_.now()));
  renew_now();
  EXPECT_EQ(held_.authorities, first.authorities);
  EXPECT_NE(held_.serving, first.serving);
  EXPECT_EQ(held_.account_keys.size(), 2U);
  for (const Person& one : held_.people) {
    ASSERT_EQ(one.tokens.size(), 2U);
    ASSERT_EQ(one.certificates.size(), 2U);
    EXPECT_EQ(one.tokens[1].ends, clock_.now() + hours(24));
    EXPECT_EQ(one.certificates[1].ends, clock_.now() + hours(24));
    EXPECT_NE(one.tokens[0].text, one.tokens[1].text);
  }
  // And the old ones are gone a day later.
  clock_.advance(hours(24) - Seconds(1));
  EXPECT_FALSE(is_due(held_, settings_, clock_.now()));
  clock_.advance(Seconds(1));
  EXPECT_TRUE(is_due(held_, settings_, clock_.now()));
  renew_now();
  for (const Person& one : held_.people) {
    EXPECT_EQ(one.tokens.size(), 1U);
    EXPECT_EQ(one.certificates.size(), 1U);
  }
  EXPECT_EQ(held_.account_keys.size(), 1U);
  EXPECT_FALSE(is_due(held_, settings_, clock_.now()));
}

// A client has a bundle of authorities from some moment. For a day it can verify the server.
TEST_F(AccessCredentials, LetEveryClientOfTheLastDayVerifyTheServer) {
  renew_now();
  std::vector<std::pair<Instant, std::string>> bundles;
  const Instant end = clock_.now() + days(600);
  bool replaced = false;
  while (clock_.now() < end) {
    bundles.emplace_back(clock_.now(), authorities_pem(held_));
    live(hours(5));
    replaced = replaced || held_.authorities.size() > 1;
    ASSERT_LE(held_.authorities.size(), 2U);
    const auto server = std::ranges::find_if(held_.authorities, [&](const IssuedKeys& one) {
      return is_signed_by(held_.serving[0], one);
    });
    ASSERT_NE(server, held_.authorities.end());
    EXPECT_GT(held_.serving[0].ends, clock_.now());
    for (const auto& [since, bundle] : bundles) {
      if (since + hours(24) < clock_.now()) continue;
      EXPECT_NE(bundle.find(server->file.pair.certificate_pem), std::string::npos)
          << format_rfc3339(since) << " at " << format_rfc3339(clock_.now());
    }
  }
  EXPECT_TRUE(replaced);
}

TEST_F(AccessCredentials, HaveANewAuthorityAfterTwoThirdsOfAYear) {
  renew_now();
  const IssuedKeys first = held_.authorities[0];
  clock_.advance(Seconds(days(365)) * 2 / 3);
  renew_now();
  ASSERT_EQ(held_.authorities.size(), 2U);
  EXPECT_EQ(held_.authorities[1].file, first.file);
  EXPECT_EQ(held_.authorities[1].ends, clock_.now() + hours(24));
  EXPECT_TRUE(is_signed_by(held_.serving[0], held_.authorities[1]));
  for (const Person& one : held_.people) {
    EXPECT_TRUE(is_signed_by(one.certificates[0], held_.authorities[0]));
  }
  clock_.advance(hours(24));
  ASSERT_TRUE(is_due(held_, settings_, clock_.now()));
  renew_now();
  ASSERT_EQ(held_.authorities.size(), 1U);
  EXPECT_TRUE(is_signed_by(held_.serving[0], held_.authorities[0]));
}

TEST_F(AccessCredentials, AreAllNewAfterTheyHaveEnded) {
  renew_now();
  const Credentials first = held_;
  clock_.advance(days(400));
  ASSERT_TRUE(is_due(held_, settings_, clock_.now()));
  renew_now();
  EXPECT_EQ(held_.authorities.size(), 1U);
  EXPECT_NE(digest(held_.authorities[0]), digest(first.authorities[0]));
  for (const Person& one : held_.people) {
    EXPECT_EQ(one.tokens.size(), 1U);
    EXPECT_EQ(one.certificates.size(), 1U);
  }
  EXPECT_FALSE(is_due(held_, settings_, clock_.now()));
}

TEST_F(AccessCredentials, AreMadeAnewByAClockThatWasWrong) {
  clock_.advance(days(3650));
  renew_now();
  ManualClock right{*parse_rfc3339("2026-01-01T00:00:00Z")};
  EXPECT_TRUE(is_due(held_, settings_, right.now()));
  ASSERT_TRUE(renew(held_, settings_, right.now(), entropy_));
  EXPECT_FALSE(is_due(held_, settings_, right.now()));
  EXPECT_EQ(held_.serving[0].issued, right.now());
}

TEST_F(AccessCredentials, AreReplacedWhenSomebodySaysSo) {
  renew_now();
  const Credentials first = held_;
  ASSERT_TRUE(rotate_now({}));
  EXPECT_EQ(held_.authorities.size(), 2U);
  EXPECT_EQ(held_.account_keys.size(), 2U);
  EXPECT_TRUE(is_signed_by(held_.serving[0], held_.authorities[1]));
  for (const Person& one : held_.people) {
    EXPECT_EQ(one.tokens.size(), 2U);
    EXPECT_EQ(one.certificates.size(), 2U);
  }
  EXPECT_FALSE(is_due(held_, settings_, clock_.now()));
}

TEST_F(AccessCredentials, EndAtOnceWhenTheyAreRevoked) {
  renew_now();
  const Credentials first = held_;
  ASSERT_TRUE(rotate_now({}));  // with old ones beside them
  ASSERT_TRUE(rotate_now({.old = Rotation::Old::EndNow}));
  EXPECT_EQ(held_.authorities.size(), 1U);
  EXPECT_EQ(held_.account_keys.size(), 1U);
  EXPECT_TRUE(is_signed_by(held_.serving[0], held_.authorities[0]));
  for (std::size_t at = 0; at < held_.people.size(); ++at) {
    EXPECT_EQ(held_.people[at].tokens.size(), 1U);
    EXPECT_EQ(held_.people[at].certificates.size(), 1U);
    EXPECT_NE(held_.people[at].tokens[0], first.people[at].tokens[0]);
  }
}

TEST_F(AccessCredentials, OfOneAreReplacedWithoutTheOthers) {
  renew_now();
  const Credentials first = held_;
  ASSERT_TRUE(rotate_now({.only = "viewer", .old = Rotation::Old::EndNow}));
  EXPECT_EQ(held_.authorities, first.authorities);
  EXPECT_EQ(held_.serving, first.serving);
  EXPECT_EQ(held_.account_keys, first.account_keys);
  EXPECT_EQ(held_.people[0], first.people[0]);
  EXPECT_EQ(held_.people[2], first.people[2]);
  EXPECT_EQ(person("viewer").tokens.size(), 1U);
  EXPECT_NE(person("viewer").tokens, first.people[1].tokens);
  EXPECT_NE(person("viewer").certificates, first.people[1].certificates);

  ASSERT_TRUE(rotate_now({.only = "accounts"}));
  EXPECT_EQ(held_.account_keys.size(), 2U);
  EXPECT_EQ(held_.people[0], first.people[0]);
  const auto unknown = rotate_now({.only = "nobody"});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().kind, Error::Kind::Invalid);
}

TEST_F(AccessCredentials, DoNotPileUp) {
  renew_now();
  for (std::size_t time = 1; time < credentials_kept_max; ++time) ASSERT_TRUE(rotate_now({}));
  const Credentials before = held_;
  const auto again = rotate_now({});
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().kind, Error::Kind::Conflict);
  held_ = before;
  ASSERT_TRUE(rotate_now({.old = Rotation::Old::EndNow}));
  EXPECT_EQ(held_.authorities.size(), 1U);
  held_ = before;
  clock_.advance(hours(24));
  renew_now();
  EXPECT_TRUE(rotate_now({}));
}

TEST_F(AccessCredentials, FollowTheNamesOfTheServer) {
  renew_now();
  const Credentials first = held_;
  std::ranges::reverse(settings_.subject_names);
  EXPECT_FALSE(is_due(held_, settings_, clock_.now()));
  settings_.subject_names.emplace_back("telltale.example.com");
  ASSERT_TRUE(is_due(held_, settings_, clock_.now()));
  renew_now();
  EXPECT_EQ(held_.people, first.people);
  const auto names =
      http::read_certificate(held_.serving[0].file.pair.certificate_pem)->subject_names;
  EXPECT_NE(std::ranges::find(names, "telltale.example.com"), names.end());
  for (const char* name : {"", "a,b", "a b", "a\nb", "\xff"}) {
    settings_.subject_names = {"localhost", name};
    EXPECT_FALSE(renew(held_, settings_, clock_.now(), entropy_)) << name;
  }
}

}  // namespace
}  // namespace telltale::server
