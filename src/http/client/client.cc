// SPDX-License-Identifier: Apache-2.0
#include "http/client/client.h"

#include <memory>
#include <string_view>
#include <utility>

#include <curl/curl.h>

#include "http/client/client_easy.h"

namespace telltale::http {
namespace {

class Collected final : public Listener {
 public:
  bool hear_head(Response head) override {
    response = std::move(head);
    return true;
  }
  bool hear_piece(std::string_view piece) override {
    response.body.append(piece);
    return true;
  }
  Response response;
};

}  // namespace

Result<Response> post(const Destination& to, const std::string& content_type,
                      const std::string& body) {
  Collected collected;
  const auto request = EasyRequest::make(
      {.origin = std::make_shared<const Origin>(Origin{.url = to.url, .ca_pem = to.ca_pem}),
       .method = "POST",
       .headers = {{"Content-Type", content_type}},
       .body = body,
       .answer_bytes_max = to.answer_bytes_max,
       .connect = to.timeout},
      collected);
  if (!request) return fail(request.error());
  curl_easy_setopt((*request)->handle(), CURLOPT_TIMEOUT_MS, static_cast<long>(to.timeout.count()));
  const CURLcode done = curl_easy_perform((*request)->handle());
  if (const auto outcome = (*request)->outcome(done); !outcome) return fail(outcome.error());
  return std::move(collected.response);
}

}  // namespace telltale::http
