// SPDX-License-Identifier: Apache-2.0
#include "cli/convert/convert_serve.h"

#include <gtest/gtest.h>

#include "cli/command_line/parse.h"
#include "cli/convert/convert_command.h"
#include "cli/test_world.h"

namespace telltale::cli {
namespace {

ConvertServeOptions served(const std::vector<std::string>& more) {
  std::vector<std::string> words{"convert", "--serve"};
  words.insert(words.end(), more.begin(), more.end());
  const auto parsed = parse(words, "telltale");
  if (!std::holds_alternative<Invocation>(parsed)) {
    ADD_FAILURE() << std::get<Reply>(parsed).text;
    return {};
  }
  return std::get<Invocation>(parsed).options<ConvertOptions>()->serve;
}

TEST(ConvertServe, ListensOnThisMachineUnlessToldOtherwise) {
  EXPECT_EQ(served({}).listen, "127.0.0.1:9443");
  EXPECT_EQ(served({"--listen", ":0"}).listen, ":0");
}

TEST(ConvertServe, TakesACertificateNamesAndADialect) {
  const ConvertServeOptions options = served({"--cert", "c.pem", "--key", "k.pem", "--tls-san",
                                              "a.svc", "--tls-san=b", "--dialect=upstream"});
  EXPECT_EQ(options.certificate, "c.pem");
  EXPECT_EQ(options.key, "k.pem");
  EXPECT_EQ(options.subject_names, (std::vector<std::string>{"a.svc", "b"}));
  EXPECT_EQ(options.dialect, DialectName::Upstream);
  EXPECT_EQ(served({"--dialect=auto"}).dialect, std::nullopt);
}

TEST(ConvertServe, WhatDoesNotGoTogetherIsRefused) {
  using Words = std::vector<std::string>;
  for (const Words& words : {Words{"convert", "--serve", "x.yaml"},
                             {"convert", "--serve", "-f", "x.yaml"},
                             {"convert", "--serve", "--to", "v1beta2"},
                             {"convert", "--serve", "-o", "json"},
                             {"convert", "--serve", "--cert", "c.pem"},
                             {"convert", "--serve", "--key", "k.pem"},
                             {"convert", "--serve", "--listen", "9443"},
                             {"convert", "--serve", "--listen", "localhost:http"},
                             {"convert", "--serve", "--dialect", "swiss"},
                             {"convert", "--to", "v1beta2", "-f", "x", "--listen", ":1"},
                             {"convert", "--to", "v1beta2", "-f", "x", "--tls-san", "a"},
                             {"convert", "--to", "v1beta2", "-f", "x", "--cert", "c"}}) {
    Screen screen;
    EXPECT_EQ(screen.run(words), ExitCode::Usage) << words.back();
    EXPECT_TRUE(screen.err.text.starts_with("error: ")) << screen.err.text;
  }
}

TEST(ConvertServe, IsCalledByTheNameUnderWhichItIsReached) {
  EXPECT_EQ(conversion_url({.listen = "127.0.0.1:0"}, 9443), "https://127.0.0.1:9443");
  EXPECT_EQ(conversion_url({.listen = "[::1]:0"}, 1), "https://[::1]:1");
  EXPECT_EQ(conversion_url({.listen = ":9443"}, 9443), "https://localhost:9443");
  EXPECT_EQ(conversion_url({.listen = "[::]:9443"}, 9443), "https://localhost:9443");
  EXPECT_EQ(conversion_url({.listen = ":9443", .subject_names = {"a.b.svc", "c"}}, 9443),
            "https://a.b.svc:9443");
}

TEST(ConvertServe, SaysWhatToWriteIntoADefinition) {
  EXPECT_EQ(conversion_patch("https://localhost:1/convert", "pem"),
            "spec:\n"
            "  conversion:\n"
            "    strategy: Webhook\n"
            "    webhook:\n"
            "      clientConfig:\n"
            "        caBundle: cGVt\n"
            "        url: https://localhost:1/convert\n"
            "      conversionReviewVersions:\n"
            "      - v1\n");
}

}  // namespace
}  // namespace telltale::cli
