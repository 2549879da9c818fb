// SPDX-License-Identifier: Apache-2.0
#include "cli/source/running_telltale.h"

#include <algorithm>
#include <functional>

#include <gtest/gtest.h>

#include "cli/source/connect_for_test.h"
#include "cli/test_world.h"

namespace telltale::cli {
namespace {

constexpr std::string_view lost_connections =
    R"({"items":[{"apiVersion":"telltale.dev/v1alpha1","kind":"RemoteConnection",
        "metadata":{"namespace":"default","name":"c1"},
        "status":{"connected":false,"consecutiveFailures":31,
                  "lastProbeSuccessTime":"2026-01-01T11:00:00Z"}}]})";

struct Asking {
  FakeServer server = {};
  Screen screen = {};

  Asking() {
    screen.dialer = &server;
    server.add("clusters", R"({"metadata":{"namespace":"default","name":"c1"},"spec":{}})");
    server.add("machines", machine_document("m1", "True"));
  }
  ExitCode run(const std::vector<std::string>& args) { return screen.run(args); }
  bool asked(std::string_view part) const {
    return std::ranges::any_of(server.asked,
                               [&](const std::string& target) { return target.contains(part); });
  }
};

const std::vector<std::vector<std::string>> readers = {
    {"check"},
    {"get", "clusters,machines"},
    {"tree"},
    {"why", "cluster/c1"},
    {"wait", "machine/m1", "--for=verdict=Healthy", "--timeout", "0"},
};

TEST(RunningTelltale, IsAskedByEveryCommandThatJudges) {
  for (const std::vector<std::string>& args : readers) {
    Asking asking;
    asking.run(args);
    for (const std::string_view page : {"settings", "connections", "memory"}) {
      EXPECT_TRUE(asking.asked(format("/telltale/v1/{}", page))) << args.front() << " " << page;
    }
    EXPECT_FALSE(asking.screen.err.text.contains("note:")) << asking.screen.err.text;
  }
}

TEST(RunningTelltale, TellsTheConnection) {
  Asking asking;
  asking.server.answer("/telltale/v1/connections", std::string(lost_connections));
  asking.run({"why", "cluster/c1", "RemoteConnectionProbe"});
  EXPECT_TRUE(asking.screen.out.text.contains("RemoteConnectionProbe = False"))
      << asking.screen.out.text << asking.screen.err.text;
  EXPECT_EQ(asking.screen.err.text, "");
}

TEST(RunningTelltale, TellsItsSettings) {
  Asking asking;
  RunningSettings settings{.cluster_uid = "u-here"};
  settings.settings.dialect = upstream_dialect();
  settings.settings.remote_connection_grace = Seconds(7200);
  asking.server.answer("/telltale/v1/settings", write_settings(settings));
  asking.server.answer("/telltale/v1/connections", std::string(lost_connections));
  asking.run({"why", "cluster/c1", "RemoteConnectionProbe"});
  // An hour without a probe is within two hours of grace.
  EXPECT_FALSE(asking.screen.out.text.contains("RemoteConnectionProbe = False"))
      << asking.screen.out.text;
}

TEST(RunningTelltale, LosesToWhatWasTypedAndThatIsSaid) {
  Asking asking;
  RunningSettings settings{.cluster_uid = "u-here"};
  settings.settings.remote_connection_grace = Seconds(7200);
  asking.server.answer("/telltale/v1/settings", write_settings(settings));
  asking.server.answer("/telltale/v1/connections", std::string(lost_connections));
  asking.run({"why", "cluster/c1", "RemoteConnectionProbe", "--cluster-probe-grace-period", "60s"});
  EXPECT_TRUE(asking.screen.out.text.contains("RemoteConnectionProbe = False"))
      << asking.screen.out.text;
  EXPECT_EQ(asking.screen.err.text,
            "note: --cluster-probe-grace-period wins over the settings of the telltale at "
            "http://127.0.0.1:7480\n");
}

TEST(RunningTelltale, IsNotBelievedAboutAnotherCluster) {
  for (const std::vector<std::string>& args : readers) {
    Asking asking;
    asking.server.running = "u-elsewhere";
    asking.run(args);
    EXPECT_FALSE(asking.asked("/telltale/v1/connections")) << args.front();
    const std::string& said = asking.screen.err.text;
    EXPECT_TRUE(
        said.contains("note: the telltale at http://127.0.0.1:7480 judges another cluster; "
                      "judged from what is stored\n"))
        << args.front() << said;
    // Once, and at the end.
    EXPECT_EQ(said.find("note:"), said.rfind("note:")) << said;
    EXPECT_TRUE(said.substr(said.find("note:")).find('\n') == said.size() - said.find("note:") - 1);
  }
}

TEST(RunningTelltale, IsMissedInOneCalmLine) {
  for (const std::vector<std::string>& args : readers) {
    Asking asking;
    asking.server.running.clear();
    asking.run(args);
    const std::string& said = asking.screen.err.text;
    EXPECT_TRUE(
        said.ends_with("note: no telltale answers at http://127.0.0.1:7480; judged from "
                       "what is stored\n"))
        << args.front() << said;
    EXPECT_EQ(said.find("note:"), said.rfind("note:")) << said;
  }
}

TEST(RunningTelltale, IsOfNoUseInAHundredColumns) {
  const auto said = [](const std::function<void(FakeServer&)>& spoil) {
    Asking asking;
    spoil(asking.server);
    asking.run({"check"});
    return asking.screen.err.text;
  };
  for (const std::string& line :
       {said([](FakeServer& server) { server.running.clear(); }),
        said([](FakeServer& server) { server.running = "u-elsewhere"; }),
        said([](FakeServer& server) { server.refuse("/namespaces/kube-system", 403, "no"); }),
        said([](FakeServer& server) { server.refuse("/telltale/v1/settings", 401, "no"); }),
        said([](FakeServer& server) { server.refuse("/telltale/v1/settings", 403, "no"); }),
        said([](FakeServer& server) { server.refuse("/telltale/v1/settings", 404, "no"); }),
        said([](FakeServer& server) { server.answer("/telltale/v1/settings", "<html>"); }),
        said([](FakeServer& server) {
          server.answer("/telltale/v1/settings", write_settings({}));
        })}) {
    EXPECT_TRUE(line.starts_with("note: ")) << line;
    EXPECT_TRUE(line.ends_with("; judged from what is stored\n")) << line;
    EXPECT_LE(line.size(), 101U) << line;
  }
}

TEST(RunningTelltale, IsNotMissedByWhoWantsQuiet) {
  Asking asking;
  asking.server.running.clear();
  asking.run({"check", "-q"});
  EXPECT_EQ(asking.screen.err.text, "");
}

TEST(RunningTelltale, IsNotBelievedWhereNobodyKnowsWhichClusterThisIs) {
  Asking asking;
  asking.server.refuse("/namespaces/kube-system", 403, "User bob cannot get namespaces");
  asking.run({"check"});
  EXPECT_TRUE(asking.screen.err.text.contains(
      "namespace kube-system may not be read, so telltale is not asked"))
      << asking.screen.err.text;
  EXPECT_FALSE(asking.asked("/telltale/v1/connections"));

  Asking unread;
  unread.server.answer("/telltale/v1/settings", write_settings({}));
  unread.run({"check"});
  EXPECT_TRUE(unread.screen.err.text.contains("names no cluster")) << unread.screen.err.text;
}

TEST(RunningTelltale, IsBelievedWholeOrNotAtAll) {
  Asking asking;
  asking.server.answer("/telltale/v1/connections", std::string(lost_connections));
  asking.server.refuse("/telltale/v1/memory", 500, "broken");
  asking.run({"why", "cluster/c1", "RemoteConnectionProbe"});
  EXPECT_FALSE(asking.screen.out.text.contains("= False")) << asking.screen.out.text;
  EXPECT_TRUE(asking.screen.err.text.contains("gives no usable answer")) << asking.screen.err.text;
}

TEST(RunningTelltale, DoesNotKeepAnybodyWithPagesThatNeverEnd) {
  Asking asking;
  asking.server.answer("/telltale/v1/memory", R"({"metadata":{"next":"a"},"items":[]})");
  asking.run({"check"});
  EXPECT_TRUE(asking.screen.err.text.contains("gives no usable answer")) << asking.screen.err.text;
}

TEST(RunningTelltale, MaySpeakNonsense) {
  for (const std::string_view nonsense : {"<html>", "[]", R"({"kind":"Settings","dialect":7})"}) {
    Asking asking;
    asking.server.answer("/telltale/v1/settings", std::string(nonsense));
    asking.run({"check"});
    EXPECT_TRUE(asking.screen.err.text.contains("gives no usable answer")) << nonsense;
  }
  Asking asking;
  asking.server.answer("/telltale/v1/connections", R"({"items":[7,{"kind":"RemoteConnection"}]})");
  asking.run({"check"});
  EXPECT_FALSE(asking.screen.out.text.empty());
}

}  // namespace
}  // namespace telltale::cli
