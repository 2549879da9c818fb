// SPDX-License-Identifier: Apache-2.0
#pragma once

// One Call as libcurl wants it: an easy handle with everything set, and its outcome in our words.
// The thread that performs it, alone or among thousands, learns the end through a Listener.

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "http/client/client_call.h"

namespace telltale::http {

// False from any of them gives the call up.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual bool hear_head(Response head) = 0;
  virtual bool hear_piece(std::string_view piece) = 0;
};

class EasyRequest {
 public:
  // Invalid when the call cannot be put on the wire as it is. The listener must outlive it.
  [[nodiscard]] static Result<std::unique_ptr<EasyRequest>> make(Call call, Listener& listener);
  ~EasyRequest();
  EasyRequest(const EasyRequest&) = delete;
  EasyRequest& operator=(const EasyRequest&) = delete;

  // libcurl's CURL*, whose CURLOPT_PRIVATE is free to use.
  void* handle() const;
  const Call& call() const;
  // Before it is taken from libcurl unfinished: a connection that nobody else uses is to be closed.
  // libcurl before 8.15 tells an HTTP/2 server of a cancelled stream only with its next request.
  void abandon();
  // What libcurl's CURLcode means.
  [[nodiscard]] Result<void> outcome(int code) const;
  // "https://10.0.0.1:6443/api/v1/pods: no answer within 30 s".
  [[nodiscard]] Error unreachable(std::string_view reason) const;

 private:
  struct Parts;
  explicit EasyRequest(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace telltale::http
