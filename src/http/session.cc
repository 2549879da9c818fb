// SPDX-License-Identifier: Apache-2.0
#include "http/session.h"

#include <exception>
#include <utility>

namespace telltale::http {

void hand_over(const Handler& handler, Request request, Responder answer) {
  try {
    handler(std::move(request), std::move(answer));
  } catch (const std::exception&) {
    // The Responder died on the way out and has answered with a 500; others must not suffer.
    return;
  }
}

}  // namespace telltale::http
