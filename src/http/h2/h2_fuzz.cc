// SPDX-License-Identifier: Apache-2.0
// Any bytes from a peer that speaks HTTP/2, in pieces. The first byte says how long the pieces are
// and how the handler behaves; what every client says first is said for it.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "base/time_per_byte_for_test.h"
#include "http/h2/h2_session.h"
#include "http/session_for_test.h"

using namespace telltale;

namespace {

constexpr std::size_t rounds_max = 1000;
constexpr std::string_view preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

http::Handler handler_of(std::uint8_t manner) {
  return [manner](const http::Request& request, http::Responder answer) {
    check(!request.method.empty() && !request.target.empty(),
          "a request has a method and a target");
    if (manner % 4 == 0) return std::move(answer).send({.body = request.body});
    if (manner % 4 == 1) return std::move(answer).hang_up();
    if (manner % 4 == 2) return;
    std::move(answer).stream({.body = request.target})->finish();
  };
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const telltale::TimePerByte time(size);
  if (size == 0) return 0;
  const std::uint8_t manner = bytes[0];
  std::string_view rest(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  http::Talk talk{.limits = {.body_bytes = 1000, .header_bytes = 2000},
                  .handler = handler_of(manner),
                  .make = http::make_h2_session};
  talk.begin();
  talk.say(preface);
  const std::size_t pieces = std::max<std::size_t>(1U + manner / 4U, rest.size() / rounds_max);
  while (!rest.empty() && talk.session->next() == http::Session::Next::GoOn) {
    talk.say(rest.substr(0, pieces));
    rest.remove_prefix(std::min(pieces, rest.size()));
  }
  talk.session->stage();
  talk.session->drop_held_up();
  talk.session->end_streams();
  talk.heard();
  talk.session->abandon();
  check(talk.session->next() == http::Session::Next::Cut, "a session that was abandoned is over");
  return 0;
}
