// SPDX-License-Identifier: Apache-2.0
#include "live/diagnostics/tls_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/temp_folder_for_test.h"
#include "base/text.h"
#include "http/client/client.h"
#include "http/tls/certificates.h"

namespace telltale::live {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct TlsWorld {
  TempFolder folder = {};
  SystemClock clock = {};
  SystemEntropy entropy = {};
  http::KeyPair authority =
      *http::make_authority("test", clock.now(), std::chrono::days(10), entropy);
  std::vector<std::string> log = {};

  void write_pair() { write(issue()); }
  http::KeyPair issue() {
    return *http::issue(authority, {.common_name = "here", .subject_names = {"127.0.0.1"}},
                        clock.now(), entropy);
  }
  void write(const http::KeyPair& pair) {
    folder.write("tls.crt", pair.certificate_pem);
    folder.write("tls.key", pair.key_pem);
  }
  // Looks only when told to.
  TlsServerOptions options() {
    return {.certificate = {.certificate_file = folder.path("tls.crt"),
                            .key_file = folder.path("tls.key")},
            .look_every = 1h,
            .on_log = [this](std::string_view line) { log.emplace_back(line); }};
  }
  Result<std::unique_ptr<TlsServer>> start(const TlsServerOptions& options) {
    return TlsServer::start(
        options,
        [](const http::Request& request, http::Responder responder) {
          std::move(responder).send({.content_type = "text/plain", .body = request.body});
        },
        clock, entropy);
  }
  Result<http::Response> ask(const TlsServer& server, const std::string& ca_pem) {
    return http::post({.url = format("https://127.0.0.1:{}/", server.port()), .ca_pem = ca_pem},
                      "text/plain", "hello");
  }
};

TEST(TlsServer, MakesItsOwnCertificateAndSaysWhomToTrust) {
  TlsWorld world;
  const auto server = world.start({});
  ASSERT_TRUE(server);
  const auto answer = world.ask(**server, (*server)->ca_pem());
  ASSERT_TRUE(answer) << answer.error().detail;
  EXPECT_EQ(answer->body, "hello");
  EXPECT_FALSE(world.ask(**server, world.authority.certificate_pem));
  EXPECT_FALSE((*server)->look_again());
}

TEST(TlsServer, UsesTheCertificateInTheFiles) {
  TlsWorld world;
  world.write_pair();
  const auto server = world.start(world.options());
  ASSERT_TRUE(server);
  EXPECT_TRUE(world.ask(**server, world.authority.certificate_pem));
  EXPECT_FALSE((*server)->look_again());
}

TEST(TlsServer, TakesANewCertificateOnTheSamePort) {
  TlsWorld world;
  world.write_pair();
  const auto server = world.start(world.options());
  ASSERT_TRUE(server);
  const std::uint16_t port = (*server)->port();
  const std::string old = world.authority.certificate_pem;
  world.authority =
      *http::make_authority("another", world.clock.now(), std::chrono::days(10), world.entropy);
  world.write_pair();
  EXPECT_TRUE((*server)->look_again());
  EXPECT_EQ((*server)->port(), port);
  EXPECT_FALSE(world.ask(**server, old));
  EXPECT_TRUE(world.ask(**server, world.authority.certificate_pem));
  EXPECT_FALSE((*server)->look_again());
  EXPECT_THAT(world.log, IsEmpty());
}

TEST(TlsServer, KeepsTheOldOneWhileTheFilesDoNotFitTogether) {
  TlsWorld world;
  world.write_pair();
  const auto server = world.start(world.options());
  ASSERT_TRUE(server);
  const http::KeyPair fresh = world.issue();
  world.folder.write("tls.crt", fresh.certificate_pem);
  EXPECT_FALSE((*server)->look_again());
  EXPECT_FALSE((*server)->look_again());
  EXPECT_TRUE(world.ask(**server, world.authority.certificate_pem));
  EXPECT_THAT(world.log, ElementsAre(HasSubstr("the certificate stays as it is")));
  world.folder.write("tls.key", fresh.key_pem);
  EXPECT_TRUE((*server)->look_again());
}

TEST(TlsServer, KeepsTheOldOneWhenTheFilesAreGone) {
  TlsWorld world;
  world.write_pair();
  const auto server = world.start(world.options());
  ASSERT_TRUE(server);
  std::filesystem::remove(world.folder.path("tls.key"));
  EXPECT_FALSE((*server)->look_again());
  EXPECT_THAT(world.log, ElementsAre(HasSubstr("tls.key is not a file")));
  EXPECT_TRUE(world.ask(**server, world.authority.certificate_pem));
}

TEST(TlsServer, DoesNotStartWithoutAUsableCertificate) {
  TlsWorld world;
  EXPECT_FALSE(world.start(world.options()));
  world.folder.write("tls.crt", "nonsense");
  world.folder.write("tls.key", "nonsense");
  EXPECT_FALSE(world.start(world.options()));
  EXPECT_FALSE(world.start({.certificate = {.certificate_file = world.folder.path("tls.crt")}}));
  world.folder.write("tls.crt", std::string(2 << 20, 'x'));
  const auto large = world.start(world.options());
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().kind, Error::Kind::TooLarge);
}

TEST(TlsServer, SaysWhyItCannotListen) {
  TlsWorld world;
  const auto first = world.start({});
  ASSERT_TRUE(first);
  TlsServerOptions options;
  options.http.port = (*first)->port();
  const auto second = world.start(options);
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().detail, HasSubstr("cannot listen on 127.0.0.1"));
}

TEST(TlsServer, OnceDrainedStaysSo) {
  TlsWorld world;
  world.write_pair();
  const auto server = world.start(world.options());
  ASSERT_TRUE(server);
  (*server)->drain(0ms);
  EXPECT_FALSE(world.ask(**server, world.authority.certificate_pem));
  world.write_pair();
  EXPECT_FALSE((*server)->look_again());
}

}  // namespace
}  // namespace telltale::live
