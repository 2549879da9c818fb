// SPDX-License-Identifier: Apache-2.0
#include "live/diagnostics/diagnostics.h"

#include <atomic>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/temp_folder_for_test.h"
#include "base/text.h"
#include "client/transport/transport_for_test.h"
#include "http/client/client.h"
#include "http/socket_for_test.h"
#include "live/diagnostics/diagnostics_token.h"

namespace telltale::live {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

struct DiagnosticsWorld {
  TempFolder folder = {};
  SystemClock clock = {};
  SystemEntropy entropy = {};
  std::atomic<bool> is_ready = true;

  DiagnosticsPages pages() {
    return {.live = {{"loop", [] { return Result<void>(); }}},
            .ready = {{"caches-synced",
                       [this] {
                         return is_ready ? Result<void>() : fail(Error::Kind::Internal, "why");
                       }}},
            .metrics =
                [](Exposition::Format format) {
                  return format == Exposition::Format::OpenMetrics ? "open\n# EOF\n" : "plain\n";
                },
            .pages = {{"/history",
                       [](const http::Target& target) {
                         return http::Response{.body = std::string(target.parameter("name"))};
                       }},
                      {"/connections/", [](const http::Target& target) {
                         return http::Response{.body = target.path};
                       }}}};
  }
  DiagnosticsOptions options() { return {.port = 0, .token_file = folder.path("token")}; }
  std::unique_ptr<Diagnostics> start(const DiagnosticsOptions& options,
                                     client::Api* management = nullptr) {
    auto started = Diagnostics::start(options, pages(), management, clock, entropy);
    check(started.has_value(), "the port can be had");
    return std::move(*started);
  }
  std::string token() { return *load_token(folder.path("token")); }
};

std::string ask(const Diagnostics& diagnostics, std::string_view target,
                std::string_view token = {}, std::string_view more = {}) {
  http::SocketForTest socket(diagnostics.port());
  std::string request = format("GET {} HTTP/1.1\r\nHost: here\r\n{}", target, more);
  if (!token.empty()) request += format("Authorization: Bearer {}\r\n", token);
  socket.send(request + "\r\n");
  return socket.read_answer();
}

TEST(Diagnostics, TellsItsHealthToAnyone) {
  DiagnosticsWorld world;
  const auto diagnostics = world.start(world.options());
  for (const char* path : {"/healthz", "/livez", "/readyz", "/readyz/caches-synced"}) {
    EXPECT_THAT(ask(*diagnostics, path), StartsWith("HTTP/1.1 200")) << path;
  }
  EXPECT_THAT(ask(*diagnostics, "/healthz?verbose"),
              HasSubstr("[+]ping ok\n[+]loop ok\n[+]caches-synced ok\nhealthz check passed\n"));
  world.is_ready = false;
  EXPECT_THAT(ask(*diagnostics, "/readyz"), StartsWith("HTTP/1.1 500"));
  EXPECT_THAT(ask(*diagnostics, "/livez"), StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(ask(*diagnostics, "/healthz"), StartsWith("HTTP/1.1 500"));
  EXPECT_THAT(ask(*diagnostics, "/readyz/none"), StartsWith("HTTP/1.1 404"));
  EXPECT_THAT(ask(*diagnostics, "/readyzx"), StartsWith("HTTP/1.1 404"));
}

TEST(Diagnostics, AsksEverybodyElseForAToken) {
  DiagnosticsWorld world;
  const auto diagnostics = world.start(world.options());
  for (const char* path : {"/metrics", "/history", "/connections/a"}) {
    const std::string answer = ask(*diagnostics, path);
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 401")) << path;
    EXPECT_THAT(answer, HasSubstr("WWW-Authenticate: Bearer")) << path;
    EXPECT_THAT(ask(*diagnostics, path, "guessed"), StartsWith("HTTP/1.1 401")) << path;
    EXPECT_THAT(ask(*diagnostics, path, world.token()), StartsWith("HTTP/1.1 200")) << path;
  }
  EXPECT_EQ(mode_for_test(world.folder.path("token")), 0600U);
}

TEST(Diagnostics, GivesPagesWhatWasAsked) {
  DiagnosticsWorld world;
  const auto diagnostics = world.start(world.options());
  EXPECT_THAT(ask(*diagnostics, "/history?name=m1", world.token()), HasSubstr("\r\n\r\nm1"));
  EXPECT_THAT(ask(*diagnostics, "/connections/default/c1", world.token()),
              HasSubstr("\r\n\r\n/connections/default/c1"));
  EXPECT_THAT(ask(*diagnostics, "/nothing", world.token()), StartsWith("HTTP/1.1 404"));
  EXPECT_THAT(ask(*diagnostics, "/%zz", world.token()), StartsWith("HTTP/1.1 400"));
}

TEST(Diagnostics, WritesMetricsInTheFormThatIsAskedFor) {
  DiagnosticsWorld world;
  const auto diagnostics = world.start(world.options());
  EXPECT_THAT(ask(*diagnostics, "/metrics", world.token()), HasSubstr("\r\n\r\nplain\n"));
  const std::string open = ask(*diagnostics, "/metrics", world.token(),
                               "Accept: application/openmetrics-text; version=1.0.0\r\n");
  EXPECT_THAT(open, HasSubstr("\r\n\r\nopen\n"));
  EXPECT_THAT(open, HasSubstr("application/openmetrics-text"));
}

TEST(Diagnostics, InsecureMeansMetricsForAnyoneAndNothingElse) {
  DiagnosticsWorld world;
  DiagnosticsOptions options = world.options();
  options.metrics = DiagnosticsOptions::Metrics::Open;
  const auto diagnostics = world.start(options);
  EXPECT_THAT(ask(*diagnostics, "/metrics"), StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(ask(*diagnostics, "/history"), StartsWith("HTTP/1.1 401"));
}

TEST(Diagnostics, SaysWhichTokenIsNeededAndWhereItLies) {
  DiagnosticsWorld world;
  const auto diagnostics = world.start(world.options());
  const std::string here = ask(*diagnostics, "/metrics");
  EXPECT_THAT(here, StartsWith("HTTP/1.1 401"));
  EXPECT_THAT(here, HasSubstr(format("curl -H \"Authorization: Bearer $(cat '{}')\" {}/metrics\n",
                                     world.folder.path("token"), diagnostics->url())));
  const std::string proxied =
      ask(*diagnostics, "/metrics", "wrong", "X-Forwarded-For: 10.0.0.7\r\n");
  EXPECT_THAT(proxied, StartsWith("HTTP/1.1 401"));
  EXPECT_THAT(proxied, HasSubstr("one of a ServiceAccount that may get /metrics will do"));
  EXPECT_THAT(proxied, Not(HasSubstr(world.folder.path())));
  EXPECT_THAT(ask(*diagnostics, "/history"), Not(HasSubstr("curl")));
}

TEST(Diagnostics, CanOnlyBeRead) {
  DiagnosticsWorld world;
  const auto diagnostics = world.start(world.options());
  http::SocketForTest socket(diagnostics->port());
  socket.send("DELETE /healthz HTTP/1.1\r\nHost: here\r\n\r\n");
  const std::string answer = socket.read_answer();
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 405"));
  EXPECT_THAT(answer, HasSubstr("Allow: GET, HEAD"));
}

TEST(Diagnostics, WithoutATokenFileNobodyGetsIn) {
  DiagnosticsWorld world;
  const auto diagnostics = world.start({.port = 0});
  EXPECT_THAT(ask(*diagnostics, "/metrics", "x"), StartsWith("HTTP/1.1 401"));
}

TEST(Diagnostics, AsksTheManagementServerAboutTokensOfOthers) {
  DiagnosticsWorld world;
  client::ScriptedTransport transport;
  transport.always([](const client::Outgoing& request) -> Result<http::Response> {
    const bool is_who = request.target.ends_with("tokenreviews");
    const bool is_known = request.body.find("stranger") == std::string::npos;
    if (is_who) {
      return client::json_answer(201,
                                 format(R"({{"kind":"TokenReview","status":{{"authenticated":{},)"
                                        R"("user":{{"username":"prometheus"}}}}}})",
                                        is_known));
    }
    const bool may = request.body.find(R"("path":"/metrics")") != std::string::npos;
    return client::json_answer(
        201, format(R"({{"kind":"SubjectAccessReview","status":{{"allowed":{}}}}})", may));
  });
  const auto scheduler = client::make_thread_scheduler();
  client::Api api(transport, *scheduler, world.clock, 1);
  const auto diagnostics = world.start(world.options(), &api);
  EXPECT_THAT(ask(*diagnostics, "/metrics", "service-account"), StartsWith("HTTP/1.1 200"));
  const std::string forbidden = ask(*diagnostics, "/history", "service-account");
  EXPECT_THAT(forbidden, StartsWith("HTTP/1.1 403"));
  EXPECT_THAT(forbidden, HasSubstr("prometheus may not get /history; telltale manifests rbac "
                                   "--role viewer makes a role that may"));
  EXPECT_THAT(ask(*diagnostics, "/metrics", "stranger"), StartsWith("HTTP/1.1 401"));
}

TEST(Diagnostics, MayBeOverTls) {
  DiagnosticsWorld world;
  DiagnosticsOptions options = world.options();
  options.certificate = CertificateSource{};
  const auto diagnostics = world.start(options);
  EXPECT_THAT(diagnostics->url(), StartsWith("https://127.0.0.1:"));
  const auto untrusted = http::post({.url = diagnostics->url() + "/healthz"}, "text/plain", "");
  EXPECT_FALSE(untrusted);
}

TEST(Diagnostics, SaysWhyItCannotListen) {
  DiagnosticsWorld world;
  const auto first = world.start(world.options());
  DiagnosticsOptions options = world.options();
  options.port = first->port();
  const auto second =
      Diagnostics::start(options, world.pages(), nullptr, world.clock, world.entropy);
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().detail, HasSubstr("cannot listen on 127.0.0.1"));
}

}  // namespace
}  // namespace telltale::live
