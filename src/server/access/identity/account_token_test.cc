// SPDX-License-Identifier: Apache-2.0
#include "server/access/identity/account_token.h"

#include <gtest/gtest.h>

#include "base/encoding.h"
#include "json/parse.h"
#include "server/access/identity/trust_for_test.h"

namespace telltale::server {
namespace {

const Instant noon = *parse_rfc3339("2026-01-01T12:00:00Z");

AccountClaims claims_for_test() {
  return {.namespace_name = "team-a",
          .name = "builder",
          .uid = "uid-1",
          .audiences = {std::string(account_issuer)},
          .issued = noon,
          .ends = noon + Seconds(3600),
          .id = "id-1"};
}

std::string web_base64(std::string_view bytes) {
  std::string text = to_base64(bytes);
  for (char& letter : text) letter = letter == '+' ? '-' : letter == '/' ? '_' : letter;
  while (text.ends_with('=')) text.pop_back();
  return text;
}

class AccessAccountToken : public ::testing::Test {
 protected:
  std::optional<AccountToken> read(std::string_view token, Instant now = noon) const {
    return read_account_token(token, keys_, now);
  }
  // Signed well, whatever it says.
  std::string with(std::string_view header, std::string_view payload) const {
    const std::string text = format("{}.{}", web_base64(header), web_base64(payload));
    return format("{}.{}", text, web_base64(keys_[0].key.sign(text)));
  }
  std::string header() const { return format(R"({{"alg":"ES256","kid":"{}"}})", keys_[0].id); }

  std::vector<AccountKey> keys_{account_key_for_test()};
};

TEST_F(AccessAccountToken, IsReadBack) {
  AccountClaims claims = claims_for_test();
  claims.bound = BoundObject{.kind = "Pod", .name = "p", .uid = "uid-p"};
  const auto token = read(write_account_token(claims, keys_[0]));
  ASSERT_TRUE(token);
  EXPECT_EQ(token->key_id, keys_[0].id);
  EXPECT_EQ(token->claims.namespace_name, "team-a");
  EXPECT_EQ(token->claims.name, "builder");
  EXPECT_EQ(token->claims.uid, "uid-1");
  EXPECT_EQ(token->claims.audiences, claims.audiences);
  EXPECT_EQ(token->claims.ends, claims.ends);
  EXPECT_EQ(token->claims.bound->uid, "uid-p");
  const User user = user_of_account(token->claims);
  EXPECT_EQ(user.name, "system:serviceaccount:team-a:builder");
  EXPECT_EQ(user.uid, "uid-1");
  EXPECT_EQ(user.groups,
            (std::vector<std::string>{"system:serviceaccounts", "system:serviceaccounts:team-a"}));
  EXPECT_EQ(user.extra[0].second, std::vector<std::string>{"JTI=id-1"});
}

TEST_F(AccessAccountToken, HasItsTime) {
  const std::string token = write_account_token(claims_for_test(), keys_[0]);
  EXPECT_TRUE(read(token, noon + Seconds(3599)));
  EXPECT_FALSE(read(token, noon + Seconds(3600)));
  EXPECT_TRUE(read(token, noon - Seconds(60)));
  EXPECT_FALSE(read(token, noon - Seconds(61)));
}

TEST_F(AccessAccountToken, NeedsAKeyThatIsBelieved) {
  const std::string token = write_account_token(claims_for_test(), keys_[0]);
  std::vector<AccountKey> both{account_key_for_test(), keys_[0]};
  EXPECT_TRUE(read_account_token(token, both, noon));
  both[1].ends = noon;
  EXPECT_FALSE(read_account_token(token, both, noon));
  // Another key under the same name.
  std::vector<AccountKey> forged{account_key_for_test()};
  forged[0].id = keys_[0].id;
  EXPECT_FALSE(read_account_token(token, forged, noon));
  EXPECT_FALSE(read_account_token(token, {}, noon));
}

TEST_F(AccessAccountToken, IsRefusedWhenAnyByteOfItChanges) {
  const std::string token = write_account_token(claims_for_test(), keys_[0]);
  for (std::size_t place = 0; place < token.size(); ++place) {
    std::string changed = token;
    changed[place] = changed[place] == 'x' ? 'y' : 'x';
    // The last letter of the signature has bits that stand for nothing.
    if (place + 1 == token.size()) continue;
    EXPECT_FALSE(read(changed)) << place;
    EXPECT_FALSE(read(token.substr(0, place))) << place;
  }
  EXPECT_FALSE(read(token + "."));
  EXPECT_FALSE(read(token + "="));
  EXPECT_FALSE(read("\n" + token));
}

TEST_F(AccessAccountToken, OfOtherMakersIsRefused) {
  const std::string good =
      R"({"aud":["a"],"exp":1767272400,"iat":1767268800,"nbf":1767268800,)"
      R"("iss":"https://kubernetes.default.svc.cluster.local","kubernetes.io":)"
      R"({"namespace":"n","serviceaccount":{"name":"s","uid":"u"}},)"
      R"("sub":"system:serviceaccount:n:s"})";
  EXPECT_TRUE(read(with(header(), good)));
  const auto without = [&](std::string_view what, std::string_view instead) {
    std::string text = good;
    text.replace(text.find(what), what.size(), instead);
    return with(header(), text);
  };
  EXPECT_FALSE(read(without("https://kub", "https://elsewhere")));
  EXPECT_FALSE(read(without("account:n:s", "account:n:t")));
  EXPECT_FALSE(read(without("\"exp\":1767272400", "\"exp\":\"never\"")));
  EXPECT_FALSE(read(without("\"exp\":1767272400", "\"exp\":9223372036854775807")));
  EXPECT_FALSE(read(without("\"exp\":1767272400,", "")));
  EXPECT_FALSE(read(without("\"nbf\":1767268800,", "")));
  EXPECT_FALSE(read(without("\"uid\":\"u\"", "\"uid\":\"\"")));
  EXPECT_FALSE(read(with(header(), "[]")));
  EXPECT_FALSE(read(with(header(), "")));
  EXPECT_FALSE(read(with(R"({"alg":"none"})", good)));
  EXPECT_FALSE(read(with(format(R"({{"alg":"HS256","kid":"{}"}})", keys_[0].id), good)));
  EXPECT_FALSE(read(with(R"({"alg":"ES256"})", good)));
}

TEST_F(AccessAccountToken, ThatIsLongIsNotLookedAt) {
  AccountClaims claims = claims_for_test();
  claims.audiences = {std::string(account_token_bytes_max, 'a')};
  EXPECT_FALSE(read(write_account_token(claims, keys_[0])));
  EXPECT_FALSE(read(std::string(std::size_t{1} << 20, '.')));
  EXPECT_FALSE(read(std::string(std::size_t{1} << 20, 'a')));
}

}  // namespace
}  // namespace telltale::server
