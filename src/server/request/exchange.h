// SPDX-License-Identifier: Apache-2.0
#pragma once

// One request from its arrival to its answer: every answer gets the same headers, is counted and,
// if there is an audit log, written down. Passed from thread to thread, owned by one at a time.

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/entropy.h"
#include "http/server.h"
#include "server/access/audit/audit.h"
#include "server/access/audit/audit_policy.h"
#include "server/metrics.h"
#include "server/request/call.h"
#include "server/request/status_error.h"

namespace telltale::server {

// What a request about objects asks for, as its path names it: for authorization and the audit log.
Attributes object_attributes(const Call& call);

class Exchange {
 public:
  struct Books {
    const Clock& clock;
    Entropy& entropy;
    Metrics& metrics;
    AuditLog* audit = nullptr;
  };

  Exchange(http::Request request, http::Responder responder, const Books& books);

  Call& call() { return call_; }
  // The request is complete; how long it takes counts from here.
  void take_body(http::Body body);
  // What authorization said, for the audit log.
  void note_decision(std::string decision, std::string reason);
  // Who has shown credentials, whomever it acts as; its bytes are counted together.
  void note_client(std::string name) { client_ = std::move(name); }
  const std::string& client() const { return client_; }
  // The call's user is somebody whom this one acts as.
  void note_impersonator(User user);
  // Who was authenticated, whomever they act as.
  const User& asker() const { return impersonator_ ? *impersonator_ : call_.user; }

  // Whether nothing may be done about it before it is in the audit log. Health is always told.
  bool must_be_recorded();
  // Writes down that it was received; `then` as AuditLog::record_first has it.
  void record_first(std::function<void(AuditLog::Fate)> then);

  // Whether an answer is to be compressed, which takes its time; long answers about objects are,
  // for those who take it.
  bool gzips(const http::Response& response) const;
  void answer(http::Response response);
  void answer(Outcome<http::Response> outcome);
  void refuse(const StatusError& error);
  std::shared_ptr<http::Stream> stream(http::Response head);
  void hang_up();
  // Something threw on the way to the answer: a 500, unless there is one already.
  void give_up();

 private:
  void add_headers(http::Response& response) const;
  void end(http::Response response, AuditStage stage, const std::string& reason);
  void count(int code);
  const AuditRuling& ruling();
  AuditEvent event_at(AuditStage stage);
  void tell_received();
  void write_down(AuditStage stage, const http::Response& response, const std::string& reason);

  Books books_;
  Call call_;
  http::Responder responder_;
  std::chrono::nanoseconds began_;
  bool is_ended_ = false;  // answered, or on the way to it
  std::string audit_id_;
  std::string client_;
  std::string decision_;
  std::string decision_reason_;
  std::optional<User> impersonator_;
  // For the audit log: who asked, before they became somebody else or an administrator.
  std::optional<User> asker_;
  std::optional<User> acting_as_;
  std::optional<AuditRuling> ruling_;
  bool is_received_told_ = false;
  Microtime received_{};
};

}  // namespace telltale::server
