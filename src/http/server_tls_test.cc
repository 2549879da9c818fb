// SPDX-License-Identifier: Apache-2.0
// The server over TLS, with a client of OpenSSL's own.

#include <array>
#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include "base/text.h"
#include "http/server.h"
#include "http/socket_for_test.h"
#include "http/tls/certificates.h"
#include "http/tls/x509.h"

namespace telltale::http {
namespace {

using std::chrono::milliseconds;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::string_view ask_and_leave =
    "GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n";

struct Authority {
  SystemEntropy entropy = {};
  Instant now = SystemClock().now();
  KeyPair ca = *make_authority("telltale-ca", now, std::chrono::days(10), entropy);

  KeyPair server(std::vector<std::string> names = {"127.0.0.1", "localhost"}) {
    return *issue(ca, {.common_name = "telltale", .subject_names = std::move(names)}, now, entropy);
  }
  KeyPair client(const std::string& name, std::vector<std::string> groups) {
    return *issue(ca, {.common_name = name, .organizations = std::move(groups)}, now, entropy);
  }
};

struct ClientOptions {
  std::string ca_pem = {};
  std::optional<KeyPair> identity = {};
  std::string host = "127.0.0.1";
  int version_max = TLS1_3_VERSION;
  std::string protocols = {};  // for ALPN, as on the wire
};

class TlsClient {
 public:
  TlsClient(std::uint16_t port, const ClientOptions& options)
      : socket_(port), context_(SSL_CTX_new(TLS_client_method())) {
    SSL_CTX_set_max_proto_version(context_, options.version_max);
    for (const auto& authority : read_chain(options.ca_pem)) {
      X509_STORE_add_cert(SSL_CTX_get_cert_store(context_), authority.get());
    }
    SSL_CTX_set_verify(context_, SSL_VERIFY_PEER, nullptr);
    if (options.identity) {
      const auto chain = read_chain(options.identity->certificate_pem);
      const auto key = read_key(options.identity->key_pem);
      SSL_CTX_use_certificate(context_, chain.front().get());
      SSL_CTX_use_PrivateKey(context_, key.get());
    }
    ssl_ = SSL_new(context_);
    if (!options.protocols.empty()) {
      SSL_set_alpn_protos(ssl_, reinterpret_cast<const unsigned char*>(options.protocols.data()),
                          static_cast<unsigned>(options.protocols.size()));
    }
    X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl_), options.host.c_str());
    SSL_set_fd(ssl_, socket_.descriptor());
    connected_ = SSL_connect(ssl_) == 1;
  }
  TlsClient(const TlsClient&) = delete;
  TlsClient& operator=(const TlsClient&) = delete;
  ~TlsClient() {
    SSL_free(ssl_);
    SSL_CTX_free(context_);
    ERR_clear_error();
  }

  bool connected() const { return connected_; }
  std::string protocol() const {
    const unsigned char* name = nullptr;
    unsigned size = 0;
    SSL_get0_alpn_selected(ssl_, &name, &size);
    return {reinterpret_cast<const char*>(name), size};
  }
  void send(std::string_view bytes) {
    SSL_write(ssl_, bytes.data(), static_cast<int>(bytes.size()));
  }
  std::string read_until(std::string_view mark) {
    std::string all;
    std::array<char, 1> byte{};
    while (!all.ends_with(mark) && SSL_read(ssl_, byte.data(), 1) == 1) all += byte[0];
    return all;
  }
  std::string read_to_end() {
    std::string all;
    std::array<char, 16384> buffer{};
    while (true) {
      const int size = SSL_read(ssl_, buffer.data(), static_cast<int>(buffer.size()));
      if (size <= 0) break;
      all.append(buffer.data(), static_cast<std::size_t>(size));
    }
    was_told_good_bye_ = (SSL_get_shutdown(ssl_) & SSL_RECEIVED_SHUTDOWN) != 0;
    return all;
  }
  bool was_told_good_bye() const { return was_told_good_bye_; }
  void close() { socket_.close(); }

 private:
  SocketForTest socket_;
  SSL_CTX* context_;
  SSL* ssl_ = nullptr;
  bool connected_ = false;
  bool was_told_good_bye_ = false;
};

class HttpServerTls : public testing::Test {
 protected:
  void serve(Handler handler, const Limits& limits = {}) {
    const KeyPair pair = authority_.server();
    auto started = Server::start({.tls = Tls{.certificate_pem = pair.certificate_pem,
                                             .key_pem = pair.key_pem,
                                             .client_ca_pem = authority_.ca.certificate_pem},
                                  .limits = limits},
                                 std::move(handler));
    ASSERT_TRUE(started) << started.error().detail;
    server_ = std::move(*started);
  }
  void serve_names() {
    serve([](const Request& request, Responder answer) {
      std::string who = "nobody";
      if (request.certificate) {
        who = format("{} of {}", request.certificate->common_name,
                     join(request.certificate->organizations, "+"));
      }
      std::move(answer).send({.content_type = "text/plain",
                              .body = who,
                              .headers = {{"X-Length", format("{}", request.body.size())}}});
    });
  }
  std::string ask(ClientOptions options, std::string_view request = ask_and_leave) {
    options.ca_pem = authority_.ca.certificate_pem;
    TlsClient client(server_->port(), options);
    client.send(request);
    return client.read_to_end();
  }

  Authority authority_;
  std::unique_ptr<Server> server_;
};

TEST_F(HttpServerTls, SpeaksTls12And13) {
  serve_names();
  EXPECT_THAT(ask({.version_max = TLS1_2_VERSION}), StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(ask({.version_max = TLS1_3_VERSION}), StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_EQ(ask({.version_max = TLS1_1_VERSION}), "");
}

TEST_F(HttpServerTls, ItsCertificateHoldsForItsAddressOnly) {
  serve_names();
  EXPECT_THAT(ask({.host = "127.0.0.1"}), EndsWith("nobody"));
  EXPECT_EQ(ask({.host = "127.0.0.2"}), "");
}

TEST_F(HttpServerTls, KnowsClientsByTheirCertificates) {
  serve_names();
  const KeyPair alice = authority_.client("alice", {"admins", "people"});
  EXPECT_THAT(ask({.identity = alice}), EndsWith("alice of admins+people"));
  EXPECT_THAT(ask({.identity = alice, .version_max = TLS1_2_VERSION}),
              EndsWith("alice of admins+people"));
}

TEST_F(HttpServerTls, RefusesCertificatesOfAnotherAuthority) {
  serve_names();
  Authority other;
  const KeyPair mallory = other.client("alice", {"admins"});
  EXPECT_EQ(ask({.identity = mallory}), "");
  EXPECT_EQ(ask({.identity = mallory, .version_max = TLS1_2_VERSION}), "");
}

TEST_F(HttpServerTls, RefusesAServersCertificateAsAClients) {
  serve_names();
  EXPECT_EQ(ask({.identity = authority_.server()}), "");
}

TEST_F(HttpServerTls, GetsAnotherCertificateWhileConnectionsStayOpen) {
  serve_names();
  const KeyPair alice = authority_.client("alice", {});
  TlsClient before(server_->port(), {.ca_pem = authority_.ca.certificate_pem, .identity = alice});
  ASSERT_TRUE(before.connected());
  Authority other;
  const KeyPair pair = other.server();
  ASSERT_TRUE(server_->replace_tls({.certificate_pem = pair.certificate_pem,
                                    .key_pem = pair.key_pem,
                                    .client_ca_pem = other.ca.certificate_pem}));
  // Whoever comes now meets the other one, and is judged by it.
  EXPECT_EQ(ask({}), "");
  TlsClient after(server_->port(),
                  {.ca_pem = other.ca.certificate_pem, .identity = other.client("bob", {})});
  ASSERT_TRUE(after.connected());
  after.send(ask_and_leave);
  EXPECT_THAT(after.read_to_end(), EndsWith("bob of "));
  before.send(ask_and_leave);
  EXPECT_THAT(before.read_to_end(), EndsWith("alice of "));
  // What cannot be used changes nothing.
  EXPECT_FALSE(server_->replace_tls({.certificate_pem = "no", .key_pem = "no"}));
  TlsClient again(server_->port(), {.ca_pem = other.ca.certificate_pem});
  EXPECT_TRUE(again.connected());
}

TEST_F(HttpServerTls, TellsWhichCertificateItWasAndWhoVouchesForIt) {
  serve([](const Request& request, Responder answer) {
    std::move(answer).send(
        {.body = format("{} {} {}", request.certificate->serial, request.certificate->authority,
                        format_rfc3339(request.certificate->not_after))});
  });
  const KeyPair alice = authority_.client("alice", {});
  const auto facts = read_certificate(alice.certificate_pem);
  EXPECT_THAT(ask({.identity = alice}),
              EndsWith(format("{} {} {}", facts->serial,
                              read_certificate(authority_.ca.certificate_pem)->digest,
                              format_rfc3339(facts->not_after))));
}

TEST_F(HttpServerTls, RefusesExpiredCertificates) {
  serve_names();
  authority_.now -= std::chrono::days(5);
  const auto old = issue(authority_.ca, {.common_name = "alice", .valid = std::chrono::days(1)},
                         authority_.now, authority_.entropy);
  EXPECT_EQ(ask({.identity = *old}), "");
}

TEST_F(HttpServerTls, PrefersHttp2WhereTheClientKnowsIt) {
  serve_names();
  TlsClient client(server_->port(),
                   {.ca_pem = authority_.ca.certificate_pem, .protocols = "\x08http/1.1\x02h2"});
  EXPECT_EQ(client.protocol(), "h2");
}

TEST_F(HttpServerTls, OffersHttp2OnlyWhenToldTo) {
  const KeyPair pair = authority_.server();
  const auto server = Server::start({.tls = Tls{.certificate_pem = pair.certificate_pem,
                                                .key_pem = pair.key_pem,
                                                .offer = Tls::Offer::Http1}},
                                    [](const Request&, const Responder&) {});
  ASSERT_TRUE(server);
  TlsClient client((*server)->port(),
                   {.ca_pem = authority_.ca.certificate_pem, .protocols = "\x08http/1.1\x02h2"});
  EXPECT_EQ(client.protocol(), "http/1.1");
}

TEST_F(HttpServerTls, AgreesOnHttp11) {
  serve_names();
  TlsClient client(server_->port(),
                   {.ca_pem = authority_.ca.certificate_pem, .protocols = "\x08http/1.1"});
  EXPECT_EQ(client.protocol(), "http/1.1");
}

TEST_F(HttpServerTls, AnswersThoseWhoSpeakPlainHttp) {
  serve_names();
  SocketForTest client(server_->port());
  client.send(get_root);
  EXPECT_EQ(client.read_to_end(),
            "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n");
}

TEST_F(HttpServerTls, ClosesOnGarbage) {
  serve_names();
  SocketForTest client(server_->port());
  client.send(std::string(5000, '\xff'));
  EXPECT_TRUE(client.is_at_end());
}

TEST_F(HttpServerTls, CutsOffWhoeverDoesNotFinishTheHandshake) {
  serve([](const Request&, const Responder&) {}, {.handshake = milliseconds(100)});
  SocketForTest silent(server_->port());
  EXPECT_TRUE(silent.is_at_end());
  SocketForTest halfway(server_->port());
  halfway.send(std::string_view("\x16\x03\x01\x02", 4));
  EXPECT_TRUE(halfway.is_at_end());
}

TEST_F(HttpServerTls, SaysGoodByeBeforeItCloses) {
  serve_names();
  TlsClient client(server_->port(), {.ca_pem = authority_.ca.certificate_pem});
  client.send(ask_and_leave);
  client.read_to_end();
  EXPECT_TRUE(client.was_told_good_bye());
}

TEST_F(HttpServerTls, CarriesLargeBodiesBothWays) {
  serve([](const Request& request, Responder answer) {
    std::move(answer).send({.body = request.body + request.body});
  });
  const std::string body(3'000'000, 'z');
  const std::string said = ask({}, format("PUT / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n"
                                          "Content-Length: {}\r\n\r\n{}",
                                          body.size(), body));
  EXPECT_THAT(said, HasSubstr("Content-Length: 6000000\r\n"));
  EXPECT_EQ(said.size() - said.find("\r\n\r\n") - 4, 2 * body.size());
}

TEST_F(HttpServerTls, RefusesABodyThatIsTooLongWhileItIsStillSent) {
  serve_names();
  const std::string body(5'000'000, 'z');
  const std::string said = ask(
      {}, format("PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: {}\r\n\r\n{}", body.size(), body));
  EXPECT_THAT(said, StartsWith("HTTP/1.1 413 "));
}

TEST_F(HttpServerTls, StreamsAndNoticesThatTheReaderHasLeft) {
  std::promise<std::shared_ptr<Stream>> opened;
  serve([&](const Request&, Responder answer) {
    opened.set_value(std::move(answer).stream({.body = "begin\n"}));
  });
  TlsClient client(server_->port(), {.ca_pem = authority_.ca.certificate_pem});
  client.send(get_root);
  const auto stream = opened.get_future().get();
  EXPECT_THAT(client.read_until("begin\n\r\n"), HasSubstr("chunked"));
  for (int count = 0; count < 50; ++count) {
    stream->write(std::make_shared<const std::string>(format("event {}\n", count)));
    EXPECT_THAT(client.read_until("\n\r\n"), EndsWith(format("event {}\n\r\n", count)));
  }
  std::promise<void> ended;
  stream->on_end([&] { ended.set_value(); });
  client.close();
  EXPECT_EQ(ended.get_future().wait_for(std::chrono::seconds(20)), std::future_status::ready);
}

TEST_F(HttpServerTls, DoesNotStartWithPapersThatDoNotFit) {
  const KeyPair one = authority_.server();
  const KeyPair other = authority_.server();
  const auto start = [](const Tls& tls) {
    const auto server = Server::start({.tls = tls}, [](const Request&, const Responder&) {});
    return server ? std::string() : server.error().detail;
  };
  EXPECT_EQ(start({.certificate_pem = "nonsense", .key_pem = one.key_pem}),
            "the server's certificate cannot be read");
  EXPECT_EQ(start({.certificate_pem = one.certificate_pem, .key_pem = other.key_pem}),
            "the server's key does not belong to its certificate");
  EXPECT_EQ(start({.certificate_pem = one.certificate_pem,
                   .key_pem = one.key_pem,
                   .client_ca_pem = "-----BEGIN"}),
            "the authority of clients cannot be read");
}

}  // namespace
}  // namespace telltale::http
