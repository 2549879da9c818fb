// SPDX-License-Identifier: Apache-2.0
#include "http/gzip.h"

#include <gtest/gtest.h>

#include <boost/beast/zlib/inflate_stream.hpp>

#include "http/tls/digest.h"

namespace telltale::http {
namespace {

namespace zlib = boost::beast::zlib;

// What the body of a gzip file of ours holds; ends the test when it is none.
std::string unzipped(std::string_view file) {
  EXPECT_EQ(file.substr(0, 3), "\x1f\x8b\x08");
  zlib::inflate_stream stream;
  std::string out(std::size_t{8} << 20, '\0');
  zlib::z_params step;
  const std::string_view body = file.substr(10, file.size() - 18);
  step.next_in = body.data();
  step.avail_in = body.size();
  step.next_out = out.data();
  step.avail_out = out.size();
  boost::beast::error_code error;
  stream.write(step, zlib::Flush::sync, error);
  EXPECT_TRUE(!error || error == zlib::error::end_of_stream) << error.message();
  out.resize(out.size() - step.avail_out);
  std::uint32_t length = 0;
  for (std::size_t i = 4; i > 0; --i) {
    length = length << 8U | static_cast<unsigned char>(file[file.size() - 5 + i]);
  }
  EXPECT_EQ(length, out.size());
  return out;
}

std::string long_text(std::size_t bytes) {
  std::string text;
  for (std::size_t i = 0; text.size() < bytes; ++i) text += std::to_string(i * 7919);
  text.resize(bytes);
  return text;
}

TEST(Gzip, GivesBackWhatWasPutIn) {
  for (const std::size_t bytes : {0U, 1U, 100U, 32768U, 1U << 20U}) {
    const std::string text = long_text(bytes);
    Gzip gzip;
    std::string file = gzip.add(text.substr(0, bytes / 3));
    file += gzip.add(text.substr(bytes / 3));
    file += gzip.finish();
    EXPECT_EQ(unzipped(file), text);
  }
}

TEST(Gzip, EndsWithTheSumThatOthersCompute) {
  Gzip gzip;
  std::string file = gzip.add("123456789");
  file += gzip.finish();
  // The check value of this CRC, and the length.
  EXPECT_EQ(file.substr(file.size() - 8), std::string("\x26\x39\xf4\xcb\x09\x00\x00\x00", 8));
}

TEST(Gzip, IsForThoseWhoTakeIt) {
  EXPECT_TRUE(takes_gzip("gzip"));
  EXPECT_TRUE(takes_gzip("deflate, GZIP;q=0.5"));
  EXPECT_FALSE(takes_gzip(""));
  EXPECT_FALSE(takes_gzip("br, deflate"));
  EXPECT_FALSE(takes_gzip("gzip;q=0"));
}

TEST(Gzip, IsForLongAnswersThatWentWell) {
  EXPECT_FALSE(is_worth_gzip({.body = "short"}));
  EXPECT_TRUE(is_worth_gzip({.body = long_text(gzip_bytes_min + 1)}));
  EXPECT_FALSE(is_worth_gzip({.status = 404, .body = long_text(gzip_bytes_min + 1)}));
  EXPECT_FALSE(is_worth_gzip(
      {.body = long_text(gzip_bytes_min + 1), .headers = {{"Content-Encoding", "gzip"}}}));
}

TEST(Gzip, CompressesWhatIsMadeWhileItIsRead) {
  int asked = 0;
  Response response{.body = "begin "};
  response.rest = Source{.next = [&]() -> Result<Source::Piece> {
                           if (++asked > 3) return Source::Piece();
                           return std::make_shared<const std::string>(long_text(100'000));
                         },
                         .run = {},
                         .bytes = 5};
  response = gzipped(std::move(response));
  EXPECT_EQ(asked, 0);
  EXPECT_EQ(response.rest->bytes, 5 + gzip_bytes);
  EXPECT_EQ(find_header(response.headers, "Content-Encoding"), "gzip");
  std::string file = response.body;
  for (auto piece = response.rest->next(); piece && *piece; piece = response.rest->next()) {
    file += **piece;
  }
  EXPECT_EQ(asked, 4);
  EXPECT_EQ(unzipped(file),
            "begin " + long_text(100'000) + long_text(100'000) + long_text(100'000));
}

TEST(Gzip, BreaksOffWithItsSource) {
  Response response;
  response.rest =
      Source{.next = []() -> Result<Source::Piece> { return fail(Error::Kind::Internal, "gone"); },
             .run = {}};
  response = gzipped(std::move(response));
  EXPECT_FALSE(response.rest->next().has_value());
}

TEST(Digest, IsSha256) {
  EXPECT_EQ(sha256("").substr(0, 4), "\xe3\xb0\xc4\x42");
  EXPECT_EQ(sha256("a").size(), 32U);
}

}  // namespace
}  // namespace telltale::http
