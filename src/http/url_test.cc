// SPDX-License-Identifier: Apache-2.0
#include "http/url.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace telltale::http {
namespace {

// "scheme|host|port|path", or "-"
std::string taken_apart(std::string_view text) {
  const auto url = parse_url(text);
  if (!url) return "-";
  return format("{}|{}|{}|{}", url->scheme, url->host, url->port, url->path);
}

bool is_here(std::string_view text) {
  const auto url = parse_url(text);
  return url && is_loopback(*url);
}

TEST(Url, IsSchemeHostPortAndPath) {
  EXPECT_EQ(taken_apart("http://127.0.0.1:7480"), "http|127.0.0.1|7480|");
  EXPECT_EQ(taken_apart("HTTPS://Telltale.Example.COM/a/b"), "https|telltale.example.com|0|/a/b");
  EXPECT_EQ(taken_apart("http://[::1]:80/"), "http|::1|80|/");
  EXPECT_EQ(taken_apart("http://[2001:DB8::1]"), "http|2001:db8::1|0|");
  EXPECT_TRUE(parse_url("https://x")->encrypted());
  EXPECT_FALSE(parse_url("http://x")->encrypted());
}

TEST(Url, ThatCouldMeanTwoThingsIsNone) {
  for (const std::string_view bad : {"",
                                     "localhost",
                                     "http:",
                                     "http://",
                                     "http:///x",
                                     "ftp://localhost",
                                     "//localhost",
                                     "http://localhost:1@elsewhere",
                                     "http://user@localhost",
                                     "http://@localhost",
                                     "http://localhost@elsewhere/",
                                     "http://localhost:",
                                     "http://localhost:0",
                                     "http://localhost:65536",
                                     "http://localhost:+1",
                                     "http://localhost: 1",
                                     "http://localhost:1:2",
                                     "http://localhost\\.elsewhere",
                                     "http://localhost/\\elsewhere",
                                     "http://localhost?x",
                                     "http://localhost#x",
                                     "http://localhost/?x",
                                     "http://localhost/#x",
                                     "http://local%68ost",
                                     "http://local host",
                                     "http://localhost\n",
                                     "http://localhost/\t",
                                     "http://[::1",
                                     "http://[::1]x",
                                     "http://[::1]:x",
                                     "http://[localhost]",
                                     "http://::1",
                                     "http://[::1%25lo]",
                                     "http://[]",
                                     " http://localhost",
                                     "http://loc\xc3\xa4l"}) {
    EXPECT_EQ(taken_apart(bad), "-") << bad;
  }
  EXPECT_FALSE(parse_url("http://localhost/" + std::string(url_bytes_max, 'a')));
  EXPECT_FALSE(parse_url("http://" + std::string(300, 'a')));
}

TEST(Url, IsOfThisMachineOnlyInFull) {
  for (const std::string_view here :
       {"http://localhost", "https://LOCALHOST:1/x", "http://127.0.0.1:7480", "http://127.255.1.2",
        "http://[::1]", "http://[0:0:0:0:0:0:0:1]:5"}) {
    EXPECT_TRUE(is_here(here)) << here;
  }
  for (const std::string_view elsewhere :
       {"http://localhost.example.com", "http://127.example.com", "http://127.0.0.1.example.com",
        "http://127.1", "http://128.0.0.1", "http://0127.0.0.1", "http://[::2]",
        "http://[::ffff:127.0.0.1]", "http://localhosts", "http://my-localhost", "http://0.0.0.0",
        "http://localhost."}) {
    EXPECT_FALSE(is_here(elsewhere)) << elsewhere;
  }
}

}  // namespace
}  // namespace telltale::http
