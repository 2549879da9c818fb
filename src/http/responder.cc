// SPDX-License-Identifier: Apache-2.0
// The handler's end of a request: answers once, or says that nobody did. And how those who never
// wait for a peer take what is made as peers read.

#include <memory>
#include <utility>

#include "base/check.h"
#include "http/server.h"

namespace telltale::http {

Responder::Responder(std::shared_ptr<Channel> channel) : channel_(std::move(channel)) {}
Responder::Responder(Responder&&) noexcept = default;

Responder& Responder::operator=(Responder&& other) noexcept {
  if (this == &other) return *this;
  if (channel_) channel_->forget();
  channel_ = std::move(other.channel_);
  return *this;
}

Responder::~Responder() {
  if (channel_) channel_->forget();
}

void Responder::send(Response response) && {
  check(channel_ != nullptr, "a request is answered once");
  std::exchange(channel_, nullptr)->send(std::move(response));
}

std::shared_ptr<Stream> Responder::stream(Response head) && {
  check(channel_ != nullptr, "a request is answered once");
  return std::exchange(channel_, nullptr)->stream(std::move(head));
}

void Responder::hang_up() && {
  check(channel_ != nullptr, "a request is answered once");
  std::exchange(channel_, nullptr)->hang_up();
}

bool Stream::pull(Source source) {
  while (true) {
    auto piece = source.next();
    if (!piece) {
      finish();
      return false;
    }
    if (*piece == nullptr) return open();
    if (!write(std::move(*piece))) return false;
  }
}

void Responder::Channel::forget() {
  send({.status = 500,
        .content_type = "text/plain; charset=utf-8",
        .body = "the request was dropped without an answer\n"});
}

}  // namespace telltale::http
