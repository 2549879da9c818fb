// SPDX-License-Identifier: Apache-2.0
#include "store/etcd/etcd_target.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/temp_folder_for_test.h"

namespace telltale::store {
namespace {

using testing::HasSubstr;

class EtcdTargets : public testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(folder_.path(name)) << text;
    return folder_.path(name);
  }
  static std::string refusal(std::string_view where, const EtcdAccess& access = {}) {
    const auto target = read_etcd_target(where, access);
    return target ? "" : target.error().detail;
  }

  TempFolder folder_;
};

TEST_F(EtcdTargets, NameSeveralEndpoints) {
  const auto target = read_etcd_target("etcd://a:1,b:2,c:3", {});
  ASSERT_TRUE(target);
  EXPECT_EQ(target->endpoints, (std::vector<std::string>{"a:1", "b:2", "c:3"}));
  EXPECT_EQ(target->login.wire, EtcdLogin::Wire::Plain);
  EXPECT_EQ(read_etcd_target("etcds://a:1", {})->login.wire, EtcdLogin::Wire::Tls);
  EXPECT_THAT(refusal("etcd://a:1,b"), HasSubstr("b is not an etcd endpoint"));
  EXPECT_THAT(refusal("etcds://:1"), HasSubstr("is not an etcd endpoint"));
}

TEST_F(EtcdTargets, ReadTheirFiles) {
  const auto target = read_etcd_target("etcds://a:1", {.ca_file = file("ca", "CA"),
                                                       .certificate_file = file("cert", "CERT"),
                                                       .key_file = file("key", "KEY"),
                                                       .user = "telltale",
                                                       .password_file = file("pw", "secret\nx")});
  ASSERT_TRUE(target);
  EXPECT_EQ(target->login.ca_pem, "CA");
  EXPECT_EQ(target->login.certificate_pem, "CERT");
  EXPECT_EQ(target->login.key_pem, "KEY");
  EXPECT_EQ(target->login.user, "telltale");
  EXPECT_EQ(target->login.password, "secret");
}

TEST_F(EtcdTargets, RefuseWhatWouldNotProtect) {
  const auto password = file("pw", "secret");
  EXPECT_THAT(refusal("etcd://a:1", {.ca_file = file("ca", "CA")}), HasSubstr("write etcds://"));
  EXPECT_THAT(refusal("etcds://a:1", {.certificate_file = file("cert", "CERT")}),
              HasSubstr("go together"));
  EXPECT_THAT(refusal("etcds://a:1", {.user = "x"}), HasSubstr("go together"));
  EXPECT_THAT(refusal("etcd://127.0.0.1:1,a:1", {.user = "x", .password_file = password}),
              HasSubstr("in the clear"));
  EXPECT_EQ(refusal("etcd://127.0.0.1:1", {.user = "x", .password_file = password}), "");
  EXPECT_THAT(refusal("etcds://a:1", {.ca_file = folder_.path("none")}),
              HasSubstr("cannot be read"));
}

}  // namespace
}  // namespace telltale::store
