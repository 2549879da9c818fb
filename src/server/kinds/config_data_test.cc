// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/kind_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/encoding.h"
#include "base/text.h"
#include "server/kinds/words_for_test.h"

namespace telltale::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST(KindConfigMap, TakesAnyGoodKey) {
  EXPECT_THAT(
      errors_of(validate_config_map,
                R"({"data":{"a":"1","B.c-d_e":"2",".hidden":""},"binaryData":{"f":"AA=="}})"),
      IsEmpty());
}

TEST(KindConfigMap, RefusesKeysThatAreNoFileNames) {
  EXPECT_THAT(
      errors_of(validate_config_map, R"({"data":{"a/b":"1"}})"),
      ElementsAre(HasSubstr("data[a/b]: Invalid value: \"a/b\": a valid config key must consist")));
  EXPECT_THAT(errors_of(validate_config_map, R"({"data":{".":"1"}})"),
              ElementsAre("data[.]: Invalid value: \".\": must not be '.'"));
  EXPECT_THAT(errors_of(validate_config_map, R"({"binaryData":{"..":""}})"),
              ElementsAre("binaryData[..]: Invalid value: \"..\": must not be '..'"));
  EXPECT_THAT(errors_of(validate_config_map, R"({"data":{"..a":""}})"),
              ElementsAre("data[..a]: Invalid value: \"..a\": must not start with '..'"));
  EXPECT_THAT(errors_of(validate_config_map, R"({"data":{"":""}})"), SizeIs(1));
  const std::string longest(253, 'k');
  EXPECT_THAT(errors_of(validate_config_map, format(R"({{"data":{{"{}":""}}}})", longest)),
              IsEmpty());
  EXPECT_THAT(errors_of(validate_config_map, format(R"({{"data":{{"{}k":""}}}})", longest)),
              ElementsAre(HasSubstr("must be no more than 253 characters")));
}

TEST(KindConfigMap, HasAKeyOnlyOnce) {
  EXPECT_THAT(errors_of(validate_config_map, R"({"data":{"a":"1"},"binaryData":{"a":"AA=="}})"),
              ElementsAre("data[a]: Invalid value: \"a\": duplicate of key present in binaryData",
                          "binaryData[a]: Invalid value: \"a\": duplicate of key present in data"));
}

TEST(KindConfigMap, IsOfLimitedSize) {
  const std::string half(config_data_bytes_max / 2, 'x');
  const auto with = [&](std::string_view more) {
    return format(R"({{"data":{{"a":"{}"}},"binaryData":{{"b":"{}"}}}})", half,
                  to_base64(half + std::string(more)));
  };
  EXPECT_THAT(errors_of(validate_config_map, with("")), IsEmpty());
  EXPECT_THAT(errors_of(validate_config_map, with("y")),
              ElementsAre(HasSubstr("Too long: may not be more than 1048576 bytes")));
}

TEST(KindConfigMap, ChangesNothingOnceItIsFrozen) {
  constexpr std::string_view frozen = R"({"data":{"a":"1"},"immutable":true})";
  EXPECT_THAT(errors_of(validate_config_map, frozen, frozen), IsEmpty());
  EXPECT_THAT(errors_of(validate_config_map,
                        R"({"data":{"a":"1"},"binaryData":{},"immutable":true,
                          "metadata":{"labels":{"x":"y"}}})",
                        frozen),
              IsEmpty());
  EXPECT_THAT(errors_of(validate_config_map,
                        R"({"data":{"a":"2"},"binaryData":{"b":""},"immutable":true})", frozen),
              ElementsAre("data: Forbidden: field is immutable when `immutable` is set",
                          "binaryData: Forbidden: field is immutable when `immutable` is set"));
  for (const char* thawed : {R"({"data":{"a":"1"}})", R"({"data":{"a":"1"},"immutable":false})"}) {
    EXPECT_THAT(errors_of(validate_config_map, thawed, frozen),
                ElementsAre("immutable: Forbidden: field is immutable when `immutable` is set"));
  }
  EXPECT_THAT(errors_of(validate_config_map, frozen, R"({"data":{"a":"0"}})"), IsEmpty());
}

TEST(KindConfigMap, SurvivesWhatIsNoMap) {
  EXPECT_THAT(errors_of(validate_config_map, R"({"data":[],"binaryData":"x","immutable":3})",
                        R"({"data":7,"immutable":true})"),
              SizeIs(1));
  EXPECT_THAT(errors_of(validate_config_map, "[]"), IsEmpty());
}

TEST(KindSecret, FoldsTextIntoData) {
  EXPECT_EQ(prepared(prepare_secret,
                     R"({"stringData":{"a":"new","b":""},"data":{"a":"b2xk","c":"eA=="}})"),
            R"({"data":{"a":"bmV3","b":"","c":"eA=="},"type":"Opaque"})");
  EXPECT_EQ(prepared(prepare_secret, R"({"stringData":{},"type":""})"), R"({"type":"Opaque"})");
  EXPECT_EQ(prepared(prepare_secret, R"({"stringData":null,"data":null,"type":"mine"})"),
            R"({"type":"mine"})");
}

TEST(KindSecret, LeavesToTheSchemaWhatIsNoText) {
  EXPECT_EQ(prepared(prepare_secret, R"({"stringData":{"a":1,"b":"x"}})"),
            R"({"data":{"b":"eA=="},"stringData":{"a":1},"type":"Opaque"})");
  EXPECT_EQ(prepared(prepare_secret, R"({"stringData":[],"type":3})"),
            R"({"stringData":[],"type":3})");
  EXPECT_EQ(prepared(prepare_secret, "[]"), "[]");
}

TEST(KindSecret, KeepsItsType) {
  EXPECT_THAT(errors_of(validate_secret, R"({"type":"b"})", R"({"type":"a"})"),
              ElementsAre("type: Invalid value: \"b\": field is immutable"));
  EXPECT_THAT(errors_of(validate_secret, R"({"type":"a"})", R"({"type":"a"})"), IsEmpty());
}

TEST(KindSecret, HoldsWhatItsTypePromises) {
  const auto of = [](std::string_view type, std::string_view data) {
    return errors_of(validate_secret,
                     format(R"({{"type":"kubernetes.io/{}","data":{}}})", type, data));
  };
  EXPECT_THAT(of("tls", R"({"tls.crt":"","tls.key":""})"), IsEmpty());
  EXPECT_THAT(of("tls", R"({"tls.crt":""})"), ElementsAre("data[tls.key]: Required value"));
  EXPECT_THAT(of("tls", "{}"), SizeIs(2));
  EXPECT_THAT(of("ssh-auth", R"({"ssh-privatekey":""})"),
              ElementsAre("data[ssh-privatekey]: Required value"));
  EXPECT_THAT(of("ssh-auth", R"({"ssh-privatekey":"eA=="})"), IsEmpty());
  EXPECT_THAT(of("basic-auth", R"({"password":"eA=="})"), IsEmpty());
  EXPECT_THAT(of("basic-auth", "{}"),
              ElementsAre("data[username]: Required value", "data[password]: Required value"));
  EXPECT_THAT(of("dockerconfigjson", "{}"), ElementsAre("data[.dockerconfigjson]: Required value"));
  EXPECT_THAT(of("dockerconfigjson", R"({".dockerconfigjson":"e30="})"), IsEmpty());
  EXPECT_THAT(of("dockercfg", R"({".dockercfg":"bm8="})"),
              ElementsAre(HasSubstr("data[.dockercfg]: Invalid value: \"<secret contents")));
  EXPECT_THAT(of("service-account-token", "{}"),
              ElementsAre("metadata.annotations[kubernetes.io/service-account.name]: Required "
                          "value"));
  EXPECT_THAT(of("of-my-own", "{}"), IsEmpty());
}

TEST(KindSecret, NeverRepeatsItsContents) {
  const std::string secret = to_base64("hunter2 is no JSON");
  for (const std::string& line :
       errors_of(validate_secret,
                 format(R"({{"type":"kubernetes.io/dockercfg","data":{{".dockercfg":"{}"}}}})",
                        secret))) {
    EXPECT_THAT(line, testing::Not(HasSubstr("hunter2"))) << line;
  }
}

TEST(KindSecret, IsOfLimitedSizeAndCanBeFrozen) {
  const std::string most = to_base64(std::string(config_data_bytes_max, 'x'));
  const std::string more = to_base64(std::string(config_data_bytes_max + 1, 'x'));
  EXPECT_THAT(errors_of(validate_secret, format(R"({{"data":{{"a":"{}"}}}})", most)), IsEmpty());
  EXPECT_THAT(errors_of(validate_secret, format(R"({{"data":{{"a":"{}"}}}})", more)),
              ElementsAre("data: Too long: may not be more than 1048576 bytes"));
  EXPECT_THAT(
      errors_of(validate_secret, R"({"immutable":true,"data":{"a":""}})", R"({"immutable":true})"),
      ElementsAre("data: Forbidden: field is immutable when `immutable` is set"));
}

}  // namespace
}  // namespace telltale::server
