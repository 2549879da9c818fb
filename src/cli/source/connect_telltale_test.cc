// SPDX-License-Identifier: Apache-2.0
#include "cli/source/connect_telltale.h"

#include <gtest/gtest.h>

namespace telltale::cli {
namespace {

ConnectOptions typed(std::string url) {
  ConnectOptions options;
  options.telltale = std::move(url);
  options.telltale_address = ConnectOptions::Address::Typed;
  return options;
}

constexpr std::string_view production = "https://api.example.com:6443";
constexpr std::string_view local = "https://127.0.0.1:7443";

TokenChoice choice(std::string own, std::string_view server) {
  return {.own = std::move(own), .kubeconfig = "cluster", .server = std::string(server)};
}

TEST(TelltaleToken, IsItsOwnOnThisMachine) {
  EXPECT_EQ(token_for({}, choice("own", production)), "own");
  EXPECT_EQ(token_for(typed("http://localhost:1"), choice("own", local)), "own");
}

TEST(TelltaleToken, IsTheKubeconfigsOnlyForWhoWasNamedOrWhereBothAreHere) {
  EXPECT_EQ(token_for({}, choice("", production)), "");
  EXPECT_EQ(token_for({}, choice("", local)), "cluster");
  EXPECT_EQ(token_for(typed("https://telltale.example.com"), choice("own", production)), "cluster");
  EXPECT_EQ(token_for(typed("http://127.0.0.1:9"), choice("", production)), "cluster");
}

TEST(TelltaleToken, IsShownToNobodyWhoseAddressOnlyBeginsLikeThisMachines) {
  for (const char* url :
       {"http://localhost:1@elsewhere", "https://localhost:1@elsewhere", "http://127.example.com",
        "http://localhost.example.com", "http://127.0.0.1.example.com:7480", "https://[::1]@x",
        "http://[::1].example.com"}) {
    EXPECT_EQ(token_for(typed(url), choice("own", local)), "") << url;
  }
  for (const char* url : {"https://localhost.example.com", "https://127.example.com"}) {
    EXPECT_EQ(token_for(typed(url), choice("own", local)), "cluster") << url;
  }
  EXPECT_EQ(token_for({}, choice("", "https://127.0.0.1:1@elsewhere")), "");
}

TEST(TelltaleToken, IsNeverSentInClearTextOverANetwork) {
  EXPECT_EQ(token_for(typed("http://telltale.example.com"), choice("own", production)), "");
}

}  // namespace
}  // namespace telltale::cli
