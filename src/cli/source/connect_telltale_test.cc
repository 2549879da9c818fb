// SPDX-License-Identifier: Apache-2.0
#include "cli/source/connect_telltale.h"

#include <gtest/gtest.h>

namespace telltale::cli {
namespace {

using From = TelltaleAddress::From;

TelltaleAddress typed(std::string url) { return {std::move(url), From::Typed}; }
TelltaleAddress in_kubeconfig(std::string url) { return {std::move(url), From::Kubeconfig}; }
TelltaleAddress in_map(std::string url) { return {std::move(url), From::Published}; }
const TelltaleAddress usual{"http://127.0.0.1:7480", From::Default};

constexpr std::string_view production = "https://api.example.com:6443";
constexpr std::string_view local = "https://127.0.0.1:7443";

TokenChoice choice(std::string own, std::string_view server) {
  return {.own = std::move(own), .kubeconfig = "cluster", .server = std::string(server)};
}

TEST(TelltaleToken, IsItsOwnOnThisMachine) {
  EXPECT_EQ(token_for(usual, choice("own", production)), "own");
  EXPECT_EQ(token_for(typed("http://localhost:1"), choice("own", local)), "own");
}

TEST(TelltaleToken, IsTheKubeconfigsOnlyForWhoWasNamedOrWhereBothAreHere) {
  EXPECT_EQ(token_for(usual, choice("", production)), "");
  EXPECT_EQ(token_for(usual, choice("", local)), "cluster");
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
  EXPECT_EQ(token_for(usual, choice("", "https://127.0.0.1:1@elsewhere")), "");
}

TEST(TelltaleToken, IsTheKubeconfigsWhereTheKubeconfigNamesTheAddress) {
  EXPECT_EQ(token_for(in_kubeconfig("http://127.0.0.1:1"), choice("own", local)), "cluster");
  EXPECT_EQ(token_for(in_kubeconfig("https://t.example.com"), choice("own", production)),
            "cluster");
  EXPECT_EQ(token_for(in_kubeconfig("http://127.0.0.1:1"), {.own = "own"}), "own");
  EXPECT_EQ(token_for(in_kubeconfig("https://t.example.com"), {.own = "own"}), "");
}

TEST(TelltaleToken, IsTheKubeconfigsForNoAddressThatAConfigMapNames) {
  for (const char* url : {"https://t.example.com", "http://127.0.0.1:9", "https://127.0.0.1:9",
                          "http://localhost:9", "http://t.example.com"}) {
    EXPECT_EQ(token_for(in_map(url), choice("own", local)), "") << url;
    EXPECT_EQ(token_for(in_map(url), choice("", local)), "") << url;
  }
}

TEST(TelltaleToken, IsItsOwnForAConfigMapThatNamesWhatTheDataFolderNames) {
  TokenChoice mine = choice("own", production);
  mine.own_address = "http://127.0.0.1:9";
  EXPECT_EQ(token_for(in_map("http://127.0.0.1:9"), mine), "own");
  EXPECT_EQ(token_for(in_map("http://127.0.0.1:8"), mine), "");
  mine.own_address = "https://t.example.com";
  EXPECT_EQ(token_for(in_map("https://t.example.com"), mine), "");
}

TEST(TelltaleToken, IsNeverSentInClearTextOverANetwork) {
  EXPECT_EQ(token_for(typed("http://telltale.example.com"), choice("own", production)), "");
  EXPECT_EQ(token_for(in_kubeconfig("http://t.example.com"), choice("own", production)), "");
}

}  // namespace
}  // namespace telltale::cli
