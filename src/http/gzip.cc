// SPDX-License-Identifier: Apache-2.0
#include "http/gzip.h"

#include <array>
#include <boost/beast/zlib/deflate_stream.hpp>
#include <mutex>
#include <utility>

#include "base/check.h"
#include "base/letters.h"

namespace telltale::http {
namespace {

namespace zlib = boost::beast::zlib;

// Speed counts: the peer is near, and what is sent repeats itself a lot.
constexpr int level = 1;
constexpr int window_bits = 15;
constexpr int memory_level = 8;
constexpr std::size_t output_step = std::size_t{32} << 10;
// Magic, deflate, no flags, no time, fastest, unknown system.
constexpr std::string_view gzip_head("\x1f\x8b\x08\x00\x00\x00\x00\x00\x04\xff", 10);

constexpr std::array<std::uint32_t, 256> crc_table = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    std::uint32_t rest = i;
    for (int bit = 0; bit < 8; ++bit) {
      rest = (rest & 1U) != 0 ? 0xEDB88320U ^ (rest >> 1U) : rest >> 1U;
    }
    table[i] = rest;
  }
  return table;
}();

std::uint32_t crc_of(std::uint32_t before, std::string_view bytes) {
  std::uint32_t rest = before;
  for (const char byte : bytes) {
    rest = crc_table[(rest ^ static_cast<unsigned char>(byte)) & 0xFFU] ^ (rest >> 8U);
  }
  return rest;
}

void append_little_endian(std::string& out, std::uint32_t number) {
  for (unsigned shift = 0; shift < 32; shift += 8) {
    out += static_cast<char>((number >> shift) & 0xFFU);
  }
}

}  // namespace

struct Gzip::State {
  zlib::deflate_stream stream;
  std::uint32_t crc = 0xFFFFFFFFU;
  std::uint32_t length = 0;  // modulo 2^32, as the format has it
  bool has_begun = false;

  void compress(std::string_view bytes, zlib::Flush flush, std::string& out) {
    zlib::z_params step;
    step.next_in = bytes.data();
    step.avail_in = bytes.size();
    for (;;) {
      const std::size_t before = out.size();
      out.resize(before + output_step);
      step.next_out = out.data() + before;
      step.avail_out = output_step;
      boost::beast::error_code error;
      stream.write(step, flush, error);
      out.resize(out.size() - step.avail_out);
      const bool ended = error == zlib::error::end_of_stream;
      check(!error || ended || error == zlib::error::need_buffers, "compressing cannot fail");
      if (ended || step.avail_out != 0) return;
    }
  }
};

Gzip::Gzip() : state_(std::make_unique<State>()) {
  state_->stream.reset(level, window_bits, memory_level, zlib::Strategy::normal);
}
Gzip::~Gzip() = default;
Gzip::Gzip(Gzip&&) noexcept = default;
Gzip& Gzip::operator=(Gzip&&) noexcept = default;

std::string Gzip::add(std::string_view bytes) {
  std::string out;
  if (!std::exchange(state_->has_begun, true)) out += gzip_head;
  state_->crc = crc_of(state_->crc, bytes);
  state_->length += static_cast<std::uint32_t>(bytes.size());
  if (!bytes.empty()) state_->compress(bytes, zlib::Flush::none, out);
  return out;
}

std::string Gzip::finish() {
  std::string out = add({});
  state_->compress({}, zlib::Flush::finish, out);
  append_little_endian(out, ~state_->crc);
  append_little_endian(out, state_->length);
  return out;
}

bool takes_gzip(std::string_view accept_encoding) {
  while (!accept_encoding.empty()) {
    const std::size_t comma = accept_encoding.find(',');
    std::string_view clause = accept_encoding.substr(0, comma);
    accept_encoding =
        comma == std::string_view::npos ? std::string_view{} : accept_encoding.substr(comma + 1);
    const std::size_t semicolon = clause.find(';');
    const std::string_view quality = semicolon == std::string_view::npos
                                         ? std::string_view{}
                                         : trim(clause.substr(semicolon + 1));
    if (lower(trim(clause.substr(0, semicolon))) != "gzip") continue;
    return quality != "q=0" && quality != "q=0.0" && quality != "q=0.00" && quality != "q=0.000";
  }
  return false;
}

bool is_worth_gzip(const Response& response) {
  if (response.status != 200 || find_header(response.headers, "Content-Encoding")) return false;
  if (response.rest) return true;
  std::size_t bytes = response.body.size();
  for (const auto& piece : response.pieces) bytes += piece->size();
  return bytes > gzip_bytes_min;
}

Response gzipped(Response response) {
  Gzip gzip;
  std::string body = gzip.add(response.body);
  for (const auto& piece : std::exchange(response.pieces, {})) body += gzip.add(*piece);
  response.headers.push_back({"Content-Encoding", "gzip"});
  response.headers.push_back({"Vary", "Accept-Encoding"});
  if (!response.rest) {
    response.body = body + gzip.finish();
    return response;
  }
  response.body = std::move(body);
  // One at a time asks for pieces, so this needs no lock.
  auto working = std::make_shared<Gzip>(std::move(gzip));
  auto ended = std::make_shared<bool>(false);
  response.rest->bytes += gzip_bytes;
  response.rest->next = [next = std::move(response.rest->next), working,
                         ended]() -> Result<Source::Piece> {
    if (*ended) return Source::Piece();
    for (;;) {
      auto piece = next();
      if (!piece) return fail(piece.error());
      std::string text = *piece ? working->add(**piece) : working->finish();
      *ended = *piece == nullptr;
      // Nothing to send yet is no end.
      if (!text.empty()) return std::make_shared<const std::string>(std::move(text));
    }
  };
  return response;
}

}  // namespace telltale::http
