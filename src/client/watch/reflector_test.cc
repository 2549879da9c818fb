// SPDX-License-Identifier: Apache-2.0
#include "client/watch/reflector.h"

#include <atomic>
#include <optional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.h"
#include "base/text.h"
#include "client/transport/transport_for_test.h"
#include "http/target.h"

namespace telltale::client {
namespace {

using namespace std::chrono_literals;
using Told = std::vector<std::string>;

const ServedResource machines{
    .group = "cluster.x-k8s.io", .version = "v1beta2", .kind = "Machine", .plural = "machines"};

std::string object(std::string_view name, int version) {
  return format(R"({{"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine","metadata":)"
                R"({{"name":"{}","resourceVersion":"{}"}}}})",
                name, version);
}

std::string event(std::string_view type, std::string_view name, int version) {
  return format(R"({{"type":"{}","object":{}}})"
                "\n",
                type, object(name, version));
}

std::string error_event(int code, std::string_view message) {
  return format(R"({{"type":"ERROR","object":{{"kind":"Status","code":{},"message":"{}"}}}})"
                "\n",
                code, message);
}

http::Response page(int version, const std::vector<std::string>& items,
                    std::string_view token = {}) {
  return json_answer(
      200, format(R"({{"kind":"MachineList","metadata":{{"resourceVersion":"{}","continue":"{}"}},)"
                  R"("items":[{}]}})",
                  version, token, join(items, ",")));
}

std::string name_in(std::string_view document) {
  const std::size_t begin = document.find(R"("name":")") + 8;
  return std::string(document.substr(begin, document.find('"', begin) - begin));
}

// One server, one reflector, and what it told.
struct World {
  explicit World(const ReflectorOptions& with = {}) : options(with) {
    options.resource = machines;
    reflector.emplace(api, time, 1, options, sink());
    time.advance(0ms);
  }

  ReflectorSink sink() {
    return {
        .on_list = [this] { told.emplace_back("list"); },
        .on_object = [this](std::string_view document) { told.push_back("+" + name_in(document)); },
        .on_deleted =
            [this](std::string_view document) { told.push_back("-" + name_in(document)); },
        .on_synced = [this] { told.emplace_back("synced"); },
        .on_error = [this](const Error& error) { told.push_back("!" + error.detail); },
        .on_recovered = [this] { told.emplace_back("recovered"); }};
  }
  // Past the list, into a watch that has begun.
  void watching_from(int version) {
    transport.last().answer(page(version, {}));
    time.advance(0ms);
    transport.last().head();
    told.clear();
  }
  ScriptedTransport::Call& last() const { return transport.last(); }
  std::string asked(std::string_view parameter) const {
    return std::string(http::parse_target(last().target())->parameter(parameter));
  }
  bool watches() const { return last().is_stream(); }

  ManualScheduler time;
  ScriptedTransport transport;
  Api api{transport, time, time.clock(), 1, {.qps = 0, .attempts = 1}};
  ReflectorOptions options;
  Told told;
  std::optional<Reflector> reflector;
};

TEST(ClientReflector, ListsAndThenWatchesFromThere) {
  World world;
  EXPECT_EQ(world.last().target(), "/apis/cluster.x-k8s.io/v1beta2/machines?limit=500");
  world.last().answer(page(7, {object("a", 3), object("b", 5)}));
  world.time.advance(0ms);
  EXPECT_EQ(world.told, (Told{"list", "+a", "+b", "synced"}));
  ASSERT_TRUE(world.watches());
  EXPECT_EQ(world.asked("resourceVersion"), "7");
  EXPECT_EQ(world.asked("watch"), "true");
  EXPECT_EQ(world.asked("allowWatchBookmarks"), "true");
  EXPECT_GE(std::stoi(world.asked("timeoutSeconds")), 300);
  EXPECT_LE(std::stoi(world.asked("timeoutSeconds")), 600);
  EXPECT_EQ(world.last().request().silence, 600s);
  EXPECT_TRUE(world.reflector->figures().synced);
}

TEST(ClientReflector, SelectorsAndNamespacesAreAskedFor) {
  World world({.namespace_name = "default",
               .label_selector = "a=b,c in (d)",
               .field_selector = "metadata.name=x&y",
               .page = 2});
  EXPECT_TRUE(world.last().target().starts_with(
      "/apis/cluster.x-k8s.io/v1beta2/namespaces/default/machines?limit=2&"));
  EXPECT_EQ(world.asked("labelSelector"), "a=b,c in (d)");
  EXPECT_EQ(world.asked("fieldSelector"), "metadata.name=x&y");
  world.watching_from(1);
  EXPECT_EQ(world.asked("labelSelector"), "a=b,c in (d)");
  EXPECT_EQ(world.asked("fieldSelector"), "metadata.name=x&y");
}

TEST(ClientReflector, ListsPageByPageAndWatchesFromTheFirst) {
  World world;
  world.last().answer(page(7, {object("a", 1)}, "to/ken=="));
  world.time.advance(0ms);
  EXPECT_EQ(world.asked("continue"), "to/ken==");
  world.last().answer(page(9, {object("b", 1)}));
  world.time.advance(0ms);
  EXPECT_EQ(world.told, (Told{"list", "+a", "+b", "synced"}));
  EXPECT_EQ(world.asked("resourceVersion"), "7");
}

TEST(ClientReflector, ATokenThatExpiredBeginsTheListAnew) {
  World world;
  world.last().answer(page(7, {object("a", 1)}, "token"));
  world.time.advance(0ms);
  world.last().answer(refusal(410, "Expired", "continue parameter is too old"));
  world.time.advance_to_next();
  world.time.advance(0ms);
  EXPECT_EQ(world.asked("continue"), "");
  world.last().answer(page(9, {object("b", 1)}));
  world.time.advance(0ms);
  EXPECT_EQ(world.told, (Told{"list", "+a", "list", "+b", "synced"}));
  EXPECT_EQ(world.asked("resourceVersion"), "9");
  EXPECT_EQ(world.reflector->figures().lists, 2U);
}

TEST(ClientReflector, AListThatNeverEndsIsTrouble) {
  World world({.pages_max = 3});
  for (int i = 0; i < 3; ++i) {
    world.last().answer(page(7, {}, "more"));
    world.time.advance(0ms);
  }
  EXPECT_EQ(world.transport.size(), 3U);
  EXPECT_EQ(world.told, (Told{"list",
                              "!/apis/cluster.x-k8s.io/v1beta2/machines: a list of more "
                              "than 3 pages"}));
  world.time.advance_to_next();
  world.time.advance(0ms);
  EXPECT_EQ(world.asked("continue"), "");
  EXPECT_EQ(world.transport.size(), 4U);
}

TEST(ClientReflector, AsksForJson) {
  World world;
  EXPECT_EQ(http::find_header(world.last().request().headers, "accept"), "application/json");
  world.watching_from(7);
  EXPECT_EQ(http::find_header(world.last().request().headers, "accept"), "application/json");
}

TEST(ClientReflector, TellsWhatHappens) {
  World world;
  world.watching_from(7);
  world.last().piece(event("ADDED", "a", 8) + event("MODIFIED", "a", 9) +
                     event("DELETED", "a", 10));
  EXPECT_EQ(world.told, (Told{"+a", "+a", "-a"}));
  EXPECT_EQ(world.reflector->figures().events, 3U);
}

TEST(ClientReflector, EventsWithoutATypeOfTheirOwnGetOne) {
  World world;
  std::string document;
  ReflectorSink sink{.on_object = [&](std::string_view text) { document = text; }};
  const Reflector other(world.api, world.time, 2, {.resource = machines}, sink);
  world.time.advance(0ms);
  world.last().answer(page(1, {}));
  world.time.advance(0ms);
  world.last().piece("{\"type\":\"ADDED\",\"object\":{\"metadata\":{}}}\n");
  EXPECT_EQ(document,
            R"({"apiVersion":"cluster.x-k8s.io/v1beta2","kind":"Machine","metadata":{}})");
}

TEST(ClientReflector, GoesOnAtOnceWhenAWatchEndsInGoodOrder) {
  World world;
  world.watching_from(7);
  world.last().piece(event("ADDED", "a", 8));
  world.time.advance(1s);
  world.last().end();
  world.time.advance(0ms);
  ASSERT_TRUE(world.last().open());
  EXPECT_EQ(world.asked("resourceVersion"), "8");
  EXPECT_EQ(world.reflector->figures().watches, 2U);
  world.last().head();
  world.time.advance(5min);
  world.last().end();
  world.time.advance(0ms);
  EXPECT_EQ(world.reflector->figures().watches, 3U);
  EXPECT_EQ(world.asked("resourceVersion"), "8");
}

TEST(ClientReflector, AWatchThatEndsAfterEachEventIsAskedAgainWithLongerRests) {
  World world;
  world.watching_from(7);
  std::chrono::milliseconds last{0};
  for (int i = 0; i < 6; ++i) {
    world.last().piece(event("ADDED", "a", 8 + i));
    world.last().end();
    const auto rest = world.time.until_next();
    EXPECT_GE(rest, std::min<std::chrono::milliseconds>(last, 15s));
    last = rest;
    world.time.advance_to_next();
    world.time.advance(0ms);
    world.last().head();
    EXPECT_EQ(world.asked("resourceVersion"), format("{}", 8 + i)) << "and goes on from there";
  }
  EXPECT_GE(last, 10s);
  EXPECT_EQ(world.told.size(), 6U);
}

TEST(ClientReflector, EventsMaySpanLines) {
  World world;
  world.watching_from(7);
  std::string indented = event("ADDED", "a", 8);
  for (std::size_t at = indented.find(','); at != std::string::npos;
       at = indented.find(',', at + 3)) {
    indented.replace(at, 1, ",\n  ");
  }
  world.last().piece(indented + event("DELETED", "a", 9));
  EXPECT_EQ(world.told, (Told{"+a", "-a"}));
}

TEST(ClientReflector, BookmarksMoveTheVersionAndNothingElse) {
  World world;
  world.watching_from(7);
  world.last().piece(event("BOOKMARK", "", 500));
  world.time.advance(1min);
  world.last().end();
  world.time.advance(0ms);
  EXPECT_EQ(world.asked("resourceVersion"), "500");
  EXPECT_TRUE(world.told.empty());
}

TEST(ClientReflector, AWatchThatEndsAtOnceAndBroughtNothingIsRestedFrom) {
  World world;
  world.watching_from(7);
  const std::size_t calls = world.transport.size();
  world.last().piece(event("BOOKMARK", "", 7));  // nothing new
  world.last().end();
  world.time.advance(799ms);
  EXPECT_EQ(world.transport.size(), calls);
  world.time.advance(802ms);
  EXPECT_EQ(world.transport.size(), calls + 1);
  EXPECT_EQ(world.asked("resourceVersion"), "7");
}

TEST(ClientReflector, RestsLongerEachTimeUntilAWatchHolds) {
  World world;
  world.watching_from(7);
  std::chrono::milliseconds last{0};
  for (int i = 0; i < 8; ++i) {
    world.last().end();
    const auto rest = world.time.until_next();
    EXPECT_GE(rest, std::min<std::chrono::milliseconds>(last, 15s));
    EXPECT_LE(rest, 30s);
    last = rest;
    world.time.advance_to_next();
    world.time.advance(0ms);
    world.last().head();
  }
  EXPECT_GE(last, 15s);
  world.time.advance(1s);
  world.last().lose();
  EXPECT_LE(world.time.until_next(), 1600ms);
}

TEST(ClientReflector, AnOldVersionMeansANewList) {
  World world;
  world.watching_from(7);
  world.last().piece(error_event(410, "too old resource version") + event("ADDED", "late", 8));
  EXPECT_TRUE(world.last().cancelled());
  world.time.advance_to_next();
  world.time.advance(0ms);
  ASSERT_FALSE(world.watches());
  world.last().answer(page(900, {object("a", 1)}));
  world.time.advance(0ms);
  EXPECT_EQ(world.told, (Told{"list", "+a", "synced"}));
  EXPECT_EQ(world.asked("resourceVersion"), "900");
}

TEST(ClientReflector, AnOldVersionMayAlsoBeAnAnswer) {
  World world;
  world.last().answer(page(7, {}));
  world.time.advance(0ms);
  world.last().answer(refusal(410, "Gone", "too old"));
  world.time.advance_to_next();
  world.time.advance(0ms);
  EXPECT_FALSE(world.watches());
  EXPECT_EQ(world.told, (Told{"list", "synced"}));
}

TEST(ClientReflector, AListTooSlowForItsServersMemoryIsNotRepeatedInAHurry) {
  World world;
  std::chrono::milliseconds rest{0};
  for (int i = 0; i < 6; ++i) {
    world.last().answer(page(7, {}));
    world.time.advance(0ms);
    world.last().head();
    world.last().piece(error_event(410, "too old"));
    rest = world.time.until_next();
    world.time.advance_to_next();
    world.time.advance(0ms);
  }
  EXPECT_GE(rest, 15s);
}

TEST(ClientReflector, OtherErrorsOfAWatchAreTroubleAndItGoesOnFromWhereItWas) {
  World world;
  world.watching_from(7);
  for (int i = 0; i < 3; ++i) {
    world.last().piece(error_event(500, "etcd is away"));
    world.time.advance_to_next();
    world.time.advance(0ms);
    ASSERT_TRUE(world.watches());
    EXPECT_EQ(world.asked("resourceVersion"), "7");
    world.last().head();
  }
  EXPECT_EQ(world.told, Told{"!the watch ended with 500: etcd is away"});
  EXPECT_TRUE(world.reflector->figures().failing);
  world.last().piece(event("ADDED", "a", 8));
  EXPECT_EQ(world.told, (Told{"!the watch ended with 500: etcd is away", "recovered", "+a"}));
  EXPECT_FALSE(world.reflector->figures().failing);
}

TEST(ClientReflector, ALostWatchGoesOnFromWhereItWasWithoutAWord) {
  World world;
  world.watching_from(7);
  world.last().piece(event("ADDED", "a", 8));
  world.last().lose();
  world.time.advance(1600ms);
  ASSERT_TRUE(world.watches());
  EXPECT_EQ(world.asked("resourceVersion"), "8");
  EXPECT_EQ(world.told, Told{"+a"});
}

TEST(ClientReflector, AServerThatStaysAwayIsTroubleUntilItIsBack) {
  World world;
  world.watching_from(7);
  world.last().lose();
  for (int i = 0; i < 5; ++i) {
    world.time.advance_to_next();
    world.time.advance(0ms);
    world.last().lose("connection refused");
  }
  EXPECT_EQ(world.told, Told{"!connection refused"});
  world.time.advance_to_next();
  world.time.advance(0ms);
  EXPECT_EQ(world.asked("resourceVersion"), "7");
  world.last().head();
  EXPECT_EQ(world.told, (Told{"!connection refused", "recovered"}));
}

TEST(ClientReflector, AKindThatIsNotServedYetIsWaitedFor) {
  World world;
  for (int i = 0; i < 4; ++i) {
    world.last().answer(refusal(404, "NotFound", "no such resource"));
    world.time.advance_to_next();
    world.time.advance(0ms);
  }
  const std::string error =
      "!/apis/cluster.x-k8s.io/v1beta2/machines answered 404: no such resource";
  EXPECT_EQ(world.told, Told{error});
  EXPECT_FALSE(world.reflector->figures().synced);
  world.last().answer(refusal(403, "Forbidden", "not for you"));
  ASSERT_EQ(world.told.size(), 2U);
  world.time.advance_to_next();
  world.time.advance(0ms);
  world.last().answer(page(3, {object("a", 1)}));
  EXPECT_EQ(world.told[2], "list");
  EXPECT_EQ(world.told[4], "recovered");
  EXPECT_EQ(world.told[5], "synced");
}

TEST(ClientReflector, TheSameTroubleIsToldAgainAfterItWasOver) {
  World world;
  for (int i = 0; i < 2; ++i) {
    world.told.clear();
    if (i == 0) {
      world.last().lose("down");
    } else {
      world.last().end();
      world.time.advance_to_next();
      world.time.advance(0ms);
      world.last().lose("down");
    }
    EXPECT_EQ(world.told, Told{"!down"});
    world.time.advance_to_next();
    world.time.advance(0ms);
    if (i == 0) world.watching_from(3);
  }
}

TEST(ClientReflector, AWatchOfWhatIsNotThereAnyMoreMeansANewList) {
  World world;
  world.last().answer(page(7, {}));
  world.time.advance(0ms);
  world.last().answer(refusal(404, "NotFound", "no such resource"));
  world.time.advance_to_next();
  world.time.advance(0ms);
  EXPECT_FALSE(world.watches());
}

TEST(ClientReflector, AWatchThatIsRefusedForNowIsAskedForAgain) {
  for (const int status : {401, 403, 429, 500, 503}) {
    World world;
    world.last().answer(page(7, {}));
    world.time.advance(0ms);
    world.told.clear();
    world.last().answer(refusal(status, "Reason", "no"));
    EXPECT_EQ(world.told,
              Told{format("!/apis/cluster.x-k8s.io/v1beta2/machines answered {}: no", status)});
    world.time.advance_to_next();
    world.time.advance(0ms);
    ASSERT_TRUE(world.watches()) << status;
    EXPECT_EQ(world.asked("resourceVersion"), "7");
  }
}

TEST(ClientReflector, AWatchRefusedWithATimeIsNotAskedForEarlier) {
  World world;
  world.last().answer(page(7, {}));
  world.time.advance(0ms);
  http::Response later = refusal(429, "TooManyRequests", "later");
  later.headers.push_back({"Retry-After", "20"});
  world.last().answer(later);
  EXPECT_EQ(world.time.until_next(), 20s);
}

TEST(ClientReflector, ALineThatCannotBeReadMeansANewListAndIsToldOnce) {
  World world;
  world.watching_from(7);
  for (int i = 0; i < 3; ++i) {
    world.last().piece("<html>\n");
    EXPECT_TRUE(world.last().cancelled());
    world.time.advance_to_next();
    world.time.advance(0ms);
    ASSERT_FALSE(world.watches());
    world.last().answer(page(9, {}));
    world.time.advance(0ms);
    world.last().head();
  }
  EXPECT_EQ(std::ranges::count(world.told, "!no event of a watch: <html>"), 1);
}

TEST(ClientReflector, AnEventNeedsNoLineEnd) {
  World world;
  world.watching_from(7);
  const std::string line = event("ADDED", "a", 8);
  world.last().piece(line.substr(0, line.size() - 2));
  EXPECT_TRUE(world.told.empty());
  world.last().piece(line.substr(line.size() - 2, 1));
  EXPECT_EQ(world.told, Told{"+a"});
  world.time.advance(1s);
  world.last().end();
  world.time.advance(0ms);
  EXPECT_EQ(world.asked("resourceVersion"), "8");
}

TEST(ClientReflector, HalfALineIsNoEvent) {
  for (const bool in_good_order : {true, false}) {
    World world;
    world.watching_from(7);
    world.last().piece(event("ADDED", "a", 8).substr(0, 40));
    if (in_good_order) {
      world.last().end();
    } else {
      world.last().lose();
    }
    EXPECT_TRUE(world.told.empty());
    world.time.advance(1600ms);
    EXPECT_EQ(world.asked("resourceVersion"), "7");
  }
}

TEST(ClientReflector, APageThatIsTooLargeIsAskedForInSmallerOnes) {
  World world;
  for (const char* limit : {"125", "31", "7", "1"}) {
    world.last().answer(fail(Error::Kind::TooLarge, "more than 64 MiB"));
    world.time.advance_to_next();
    world.time.advance(0ms);
    EXPECT_EQ(world.asked("limit"), limit);
    EXPECT_TRUE(world.told.empty());
  }
  world.last().answer(fail(Error::Kind::TooLarge, "more than 64 MiB"));
  EXPECT_EQ(world.told, Told{"!more than 64 MiB"});
}

TEST(ClientReflector, AnAnswerThatIsNoListIsTroubleAndAskedForAgain) {
  World world;
  world.last().answer(json_answer(200, "<html>"));
  ASSERT_EQ(world.told.size(), 2U);
  EXPECT_EQ(world.told[0], "list");
  EXPECT_TRUE(world.told[1].starts_with("!no list"));
  world.time.advance_to_next();
  world.time.advance(0ms);
  EXPECT_EQ(world.transport.size(), 2U);
}

TEST(ClientReflector, IsSilentWhenItIsLetGo) {
  World world;
  world.watching_from(7);
  world.reflector.reset();
  EXPECT_TRUE(world.last().cancelled());
  world.time.advance(1h);
  EXPECT_TRUE(world.told.empty());
  EXPECT_EQ(world.transport.open_calls().size(), 0U);
}

TEST(ClientReflector, IsSilentWhenItIsLetGoWhileListingOrResting) {
  World listing;
  listing.reflector.reset();
  listing.last().answer(page(7, {object("a", 1)}));
  EXPECT_TRUE(listing.told.empty());

  World resting;
  resting.last().lose();
  resting.told.clear();
  resting.reflector.reset();
  EXPECT_EQ(resting.time.appointments(), 0U);
}

TEST(ClientReflector, MayBeLetGoFromWithinAnyCallback) {
  for (const char* moment : {"list", "+a", "synced", "!down", "+b", "-b", "recovered"}) {
    ManualScheduler time;
    ScriptedTransport transport;
    Api api(transport, time, time.clock(), 1, {.attempts = 1});
    std::optional<Reflector> reflector;
    int late = 0;
    const auto tell = [&](std::string what) {
      late += !reflector.has_value();
      if (what == moment) reflector.reset();
    };
    reflector.emplace(
        api, time, 1, ReflectorOptions{.resource = machines},
        ReflectorSink{.on_list = [&] { tell("list"); },
                      .on_object = [&](std::string_view text) { tell("+" + name_in(text)); },
                      .on_deleted = [&](std::string_view text) { tell("-" + name_in(text)); },
                      .on_synced = [&] { tell("synced"); },
                      .on_error = [&](const Error&) { tell("!down"); },
                      .on_recovered = [&] { tell("recovered"); }});
    time.advance(0ms);
    transport.last().lose();
    time.advance(2s);
    transport.last().answer(page(7, {object("a", 1), object("c", 1)}));
    time.advance(0ms);
    transport.last().head();
    transport.last().piece(event("ADDED", "b", 8) + event("DELETED", "b", 9));
    EXPECT_FALSE(reflector.has_value()) << moment;
    EXPECT_EQ(late, 0) << moment;
    time.advance(1h);
    EXPECT_TRUE(transport.open_calls().empty()) << moment;
  }
}

// What is told does not depend on how the bytes were cut on their way.
RC_GTEST_PROP(ClientReflector, AnyCutOfTheStreamTellsTheSame, ()) {
  Rng rng(*rc::gen::arbitrary<std::uint64_t>());
  std::string bytes;
  int version = 10;
  for (std::uint64_t i = rng.below(8); i > 0; --i) {
    constexpr const char* types[] = {"ADDED", "MODIFIED", "DELETED", "BOOKMARK", "NEWS"};
    version += static_cast<int>(rng.below(3));
    bytes += event(types[rng.below(5)], format("m{}", rng.below(3)), version);
    if (rng.one_in(5)) bytes += "\n";
    if (rng.one_in(9)) bytes += error_event(rng.one_in(2) ? 410 : 500, "over");
  }
  World whole;
  whole.watching_from(7);
  whole.last().piece(bytes);
  whole.last().end();

  World cut;
  cut.watching_from(7);
  for (std::string_view left = bytes; !left.empty();) {
    const std::size_t size = std::min<std::size_t>(1 + rng.below(60), left.size());
    cut.last().piece(left.substr(0, size));
    left.remove_prefix(size);
  }
  cut.last().end();
  RC_ASSERT(whole.told == cut.told);
  whole.time.advance(1min);
  cut.time.advance(1min);
  RC_ASSERT(whole.transport.last().target() == cut.transport.last().target());
}

TEST(ClientReflectorThreads, LettingGoWaitsForWhatIsBeingTold) {
  const SystemClock clock;
  for (int round = 0; round < 30; ++round) {
    const auto scheduler = make_thread_scheduler();
    ScriptedTransport transport;
    transport.always([](const Outgoing&) { return page(7, {object("a", 1), object("b", 2)}); });
    Api api(transport, *scheduler, clock, 1);
    std::atomic<bool> gone = false;
    std::atomic<int> late = 0;
    {
      const Reflector reflector(api, *scheduler, 1, {.resource = machines},
                                {.on_list = [&] { late += gone; },
                                 .on_object = [&](std::string_view) { late += gone; },
                                 .on_synced = [&] { late += gone; }});
      if (round % 3 == 0) {
        while (transport.size() == 0) std::this_thread::yield();
      }
      if (round % 3 == 1) {
        while (!reflector.figures().synced) std::this_thread::yield();
      }
    }
    gone = true;
    EXPECT_EQ(late, 0);
  }
}

}  // namespace
}  // namespace telltale::client
