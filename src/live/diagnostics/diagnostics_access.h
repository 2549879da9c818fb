// SPDX-License-Identifier: Apache-2.0
#pragma once

// Who may read a diagnostics page: the holder of the local token; else whoever the management API
// server knows (TokenReview) and allows to get that path (SubjectAccessReview on a non-resource
// URL), as for every component of Kubernetes. What it said is believed for ten seconds.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/entropy.h"
#include "client/api.h"

namespace telltale::live {

struct AccessVerdict {
  enum class Word : std::uint8_t {
    Allowed,
    Unauthorized,  // 401: nobody we know
    Forbidden,     // 403: known, and not allowed
    Unavailable,   // 503: could not be found out
  };
  Word word = Word::Unauthorized;
  std::string user = {};  // where it is known

  bool operator==(const AccessVerdict&) const = default;
};

struct AccessOptions {
  std::string local_token = {};       // empty: there is none
  client::Api* management = nullptr;  // nothing: the local token is the only one
  std::chrono::milliseconds believed{10'000};
  std::chrono::milliseconds patience{10'000};  // for each review
  std::size_t verdicts_max = 1024;             // remembered
  std::size_t waiting_max = 64;                // requests, while reviews are under way
};

// Safe to share between threads.
class DiagnosticsAccess {
 public:
  using Then = std::function<void(const AccessVerdict&)>;

  DiagnosticsAccess(AccessOptions options, const Clock& clock, Entropy& entropy);
  ~DiagnosticsAccess();  // when it returns nothing is called any more
  DiagnosticsAccess(const DiagnosticsAccess&) = delete;
  DiagnosticsAccess& operator=(const DiagnosticsAccess&) = delete;

  // `authorization` is the header as it came, empty without one. `then` is called once, at once or
  // on a thread of the api; it must not block.
  void ask(std::string_view authorization, const std::string& path, Then then);

 private:
  class Reviewer;
  std::shared_ptr<Reviewer> reviewer_;
};

}  // namespace telltale::live
