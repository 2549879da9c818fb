// SPDX-License-Identifier: Apache-2.0
// Sending and waiting, for commands, which have nothing else to do.

#include <functional>
#include <future>
#include <memory>
#include <utility>

#include "client/answer.h"
#include "client/api.h"
#include "client/transport/transport.h"

namespace telltale::client {
namespace {

// The place where one answer is waited for. Whoever is to bring it holds the promise, so that
// letting go of that without an answer ends the waiting, too.
class Counter {
 public:
  std::function<void(Result<http::Response>)> then() {
    auto promise = std::make_shared<std::promise<Result<http::Response>>>();
    future_ = promise->get_future();
    return [promise](Result<http::Response> answer) { promise->set_value(std::move(answer)); };
  }

  Result<http::Response> wait() {
    try {
      return future_.get();
    } catch (const std::future_error&) {
      return fail(Error::Kind::Unreachable, "the request was let go before it was answered");
    }
  }

 private:
  std::future<Result<http::Response>> future_;
};

}  // namespace

Result<http::Response> ask(Transport& transport, Outgoing request) {
  Counter counter;
  const auto underway = transport.send(std::move(request), counter.then());
  auto answer = counter.wait();
  if (answer) return joined(std::move(*answer));
  return answer;
}

Result<http::Response> Api::ask(Outgoing request) {
  Counter counter;
  send(std::move(request), counter.then());
  return counter.wait();
}

}  // namespace telltale::client
