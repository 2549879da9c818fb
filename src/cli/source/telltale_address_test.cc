// SPDX-License-Identifier: Apache-2.0
#include "cli/source/telltale_address.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "cli/source/connect_for_test.h"
#include "cli/test_world.h"
#include "live/leases/lease_keeper.h"

namespace telltale::cli {
namespace {

constexpr std::string_view usual_url = "http://127.0.0.1:7480";

// A command against a server, and where it looked for a telltale.
struct Looking {
  FakeServer server = {};
  Screen screen = {};

  Looking() {
    screen.dialer = &server;
    server.token = "mine";
    server.add("machines", machine_document("m1", "True"));
  }
  void publish(std::string_view url, const std::string& host) {
    server.answer("/configmaps/telltale-address",
                  format(R"({{"data":{{"url":"{}","host":"{}"}}}})", url, host));
  }
  std::vector<std::string> dialled(const std::vector<std::string>& more = {}) {
    std::vector<std::string> args{"get", "machines"};
    args.insert(args.end(), more.begin(), more.end());
    screen.run(args);
    return server.dialled;
  }
};

using Dialled = std::vector<std::string>;

TEST(TelltaleAddress, IsWhatWasTypedAndNobodyIsAskedForAnother) {
  Looking looking;
  looking.server.telltale_url = "http://127.0.0.1:1";
  EXPECT_EQ(looking.dialled({"--telltale", "https://t.example.com/"}),
            (Dialled{"https://t.example.com mine"}));
  for (const std::string& target : looking.server.asked) {
    EXPECT_FALSE(target.contains("configmaps")) << target;
  }
}

TEST(TelltaleAddress, IsThatOfTheKubeconfigElse) {
  Looking looking;
  looking.publish("https://evil.example.com", live::host_name());
  looking.server.telltale_url = "http://127.0.0.1:1";
  EXPECT_EQ(looking.dialled(), (Dialled{"http://127.0.0.1:1 mine"}));
}

TEST(TelltaleAddress, IsThatOfTheConfigMapElseAndNoTokenGoesThere) {
  Looking looking;
  looking.publish("https://t.example.com/", live::host_name());
  EXPECT_EQ(looking.dialled(), (Dialled{"https://t.example.com "}));
}

TEST(TelltaleAddress, IsTheUsualOneWhereNobodyAnswersAtTheOneThatIsPublished) {
  Looking looking;
  looking.publish("http://127.0.0.1:9", live::host_name());
  looking.server.silent = {"http://127.0.0.1:9"};
  EXPECT_EQ(looking.dialled(), (Dialled{"http://127.0.0.1:9 ", format("{} ", usual_url)}));
  EXPECT_EQ(looking.screen.err.text, "");
}

TEST(TelltaleAddress, IsTheUsualOneWhereThereIsNoOther) {
  Looking looking;
  EXPECT_EQ(looking.dialled(), (Dialled{format("{} ", usual_url)}));
  Looking forbidden;
  forbidden.server.refuse("/configmaps/telltale-address", 403, "not for bob");
  EXPECT_EQ(forbidden.dialled(), (Dialled{format("{} ", usual_url)}));
}

TEST(TelltaleAddress, OfAnotherMachineIsNotTriedAndSaidInALine) {
  Looking looking;
  looking.publish("http://127.0.0.1:9", "far-away");
  looking.server.running.clear();
  EXPECT_EQ(looking.dialled(), (Dialled{format("{} ", usual_url)}));
  EXPECT_EQ(looking.screen.err.text,
            "note: telltale answers on the machine far-away only; judged from what is stored\n");
}

TEST(TelltaleAddress, ThatIsNotEncryptedIsNotTriedOverANetwork) {
  Looking looking;
  looking.publish("http://10.244.10.107:7480", "telltale-0");
  looking.server.running.clear();
  EXPECT_EQ(looking.dialled(), (Dialled{format("{} ", usual_url)}));
  EXPECT_EQ(looking.screen.err.text,
            "note: the telltale at http://10.244.10.107:7480 needs a port-forward; judged from "
            "what is stored\n");
}

TEST(TelltaleAddress, ThatIsNonsenseIsNone) {
  for (const char* url : {"", "telltale", "http://127.0.0.1:1@evil", "file:///etc/passwd"}) {
    Looking looking;
    looking.publish(url, live::host_name());
    EXPECT_EQ(looking.dialled(), (Dialled{format("{} ", usual_url)})) << url;
  }
  Looking path;
  path.publish("http://127.0.0.1:9/admin/delete?x=", live::host_name());
  EXPECT_EQ(path.dialled(), (Dialled{format("{} ", usual_url)}));
  Looking folder;
  folder.publish("http://127.0.0.1:9/admin", live::host_name());
  EXPECT_EQ(folder.dialled(), (Dialled{format("{} ", usual_url)}));
}

TEST(TelltaleAddress, ThatWantsATokenIsToldHowToGetOne) {
  Looking looking;
  looking.publish("https://t.example.com", live::host_name());
  looking.server.refuse("/telltale/v1/settings", 401, "who are you");
  looking.dialled();
  EXPECT_EQ(
      looking.screen.err.text,
      "note: https://t.example.com needs a token, which --telltale sends; judged from what is "
      "stored\n");
}

TEST(TelltaleAddress, IsMissedInAHundredColumns) {
  for (const char* url : {"", "http://10.244.10.107:7480", "http://127.0.0.1:12345"}) {
    Looking looking;
    if (*url != '\0') looking.publish(url, "ip-10-0-12-34.ec2.internal");
    looking.server.running.clear();
    looking.dialled();
    EXPECT_LE(looking.screen.err.text.size(), 101U) << looking.screen.err.text;
    EXPECT_TRUE(looking.screen.err.text.starts_with("note: "));
  }
}

TEST(TelltaleAddress, ThatWasTypedIsMissedWithTheReason) {
  Looking looking;
  looking.server.running.clear();
  looking.dialled({"--telltale", "http://127.0.0.1:1"});
  EXPECT_EQ(looking.screen.err.text,
            "note: no telltale answers at http://127.0.0.1:1 (connection refused); judged from "
            "what is stored\n");
}

}  // namespace
}  // namespace telltale::cli
