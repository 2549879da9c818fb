// SPDX-License-Identifier: Apache-2.0
#include "server/access/audit/audit_budget.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace telltale::server {
namespace {

constexpr std::string_view shared_client = "clients beyond the limit";
constexpr double kept_for_refusals = 0.5;
constexpr std::size_t summary_text_bytes_max = 256;
constexpr std::array<std::string_view, 7> reading_verbs{"get", "list",    "watch", "head",
                                                        "",    "options", "trace"};

bool only_reads(const AuditEvent& event) {
  if (std::ranges::find(reading_verbs, event.verb) != reading_verbs.end()) return true;
  const bool review =
      event.object.group == "authorization.k8s.io" || event.object.group == "authentication.k8s.io";
  return review || event.request_uri.find("dryRun=") != std::string::npos;
}

bool is_known(const AuditEvent& event) {
  return !event.user.name.empty() && !event.user.anonymous();
}

// Enough to find out who and what; many of them are kept.
AuditEvent slim(const AuditEvent& event) {
  return {.audit_id = event.audit_id,
          .level = AuditLevel::Metadata,
          .stage = event.stage,
          .request_uri = truncate_utf8(event.request_uri, summary_text_bytes_max),
          .verb = truncate_utf8(event.verb, summary_text_bytes_max),
          .user = {.name = truncate_utf8(event.user.name, summary_text_bytes_max)},
          .source_ips = event.source_ips,
          .user_agent = truncate_utf8(event.user_agent, summary_text_bytes_max),
          .code = event.code,
          .status_reason = event.status_reason,
          .received = event.received,
          .completed = event.completed};
}

}  // namespace

AuditWeight weight_of(const AuditEvent& event) {
  const bool refused = event.decision == "forbid" || event.code >= 400 || !is_known(event);
  if (refused) return AuditWeight::Refusal;
  return only_reads(event) ? AuditWeight::Look : AuditWeight::Change;
}

AuditBudget::Purse AuditBudget::full(const AuditRate& rate, std::chrono::nanoseconds now) const {
  return {rate.events * limits_.burst_seconds, rate.bytes * limits_.burst_seconds, now};
}

void AuditBudget::refill(Purse& purse, const AuditRate& rate, std::chrono::nanoseconds now) const {
  const double seconds = std::chrono::duration<double>(now - purse.at).count();
  if (seconds <= 0) return;
  const Purse most = full(rate, now);
  purse = {std::min(most.events, purse.events + seconds * rate.events),
           std::min(most.bytes, purse.bytes + seconds * rate.bytes), now};
}

bool AuditBudget::has(const Purse& purse, const AuditRate& rate, double part) const {
  const double burst = part * limits_.burst_seconds;
  return rate.events == 0 ||
         (purse.events > rate.events * burst && purse.bytes > rate.bytes * burst);
}

bool AuditBudget::spend(const AuditEvent& event, AuditWeight weight, std::size_t line_bytes,
                        std::chrono::nanoseconds now) {
  const bool known = is_known(event);
  const AuditRate& rate = known ? limits_.known : limits_.unknown;
  Purse& own = client_of(event, now).purse;
  refill(own, rate, now);
  if (!strangers_) strangers_ = full(limits_.strangers, now);
  refill(*strangers_, limits_.strangers, now);
  const double kept = weight == AuditWeight::Look ? kept_for_refusals : 0;
  const bool may = weight == AuditWeight::Change ||
                   (has(own, rate, kept) && (known || has(*strangers_, limits_.strangers, kept)));
  if (!may) {
    leave_out(event, now);
    return false;
  }
  const auto pay = [&](Purse& purse) {
    // Changes may take what is not there, but nobody stays in debt for long.
    purse.events = std::max(purse.events - 1, -1.0);
    purse.bytes = std::max(purse.bytes - static_cast<double>(line_bytes), -1.0);
  };
  pay(own);
  if (!known) pay(*strangers_);
  return true;
}

void AuditBudget::leave_out(const AuditEvent& event, std::chrono::nanoseconds now) {
  Client& client = client_of(event, now);
  if (client.left_out++ == 0) client.left_out_since = now;
  client.newest = slim(event);
}

AuditBudget::Client& AuditBudget::client_of(const AuditEvent& event, std::chrono::nanoseconds now) {
  const std::string name = audit_client(event);
  if (const auto found = clients_.find(name); found != clients_.end()) return found->second;
  if (clients_.size() >= limits_.clients_max) forget_idle(now);
  const bool room = clients_.size() < limits_.clients_max;
  const AuditRate& rate = is_known(event) ? limits_.known : limits_.unknown;
  const auto [made, added] = clients_.try_emplace(room ? name : std::string(shared_client));
  if (added) made->second.purse = full(rate, now);
  return made->second;
}

// Whose store would be full again by now is as good as new. Looked at once a second, so that a
// flood of new clients costs no more than it brings.
void AuditBudget::forget_idle(std::chrono::nanoseconds now) {
  if (now - swept_ < std::chrono::seconds{1} && swept_.count() != 0) return;
  swept_ = now;
  const std::chrono::seconds full_again(limits_.burst_seconds);
  absl::erase_if(clients_, [&](const auto& entry) {
    return entry.second.left_out == 0 && now - entry.second.purse.at >= full_again;
  });
}

std::vector<AuditEvent> AuditBudget::take_summaries(std::chrono::nanoseconds now) {
  std::vector<AuditEvent> summaries;
  for (auto& [name, client] : clients_) {
    if (client.left_out == 0 || now - client.left_out_since < limits_.summary_every) continue;
    AuditEvent summary = std::move(*std::exchange(client.newest, std::nullopt));
    const auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(now - client.left_out_since).count();
    summary.annotations = {{"audit.telltale.dev/left-out", format("{}", client.left_out)},
                           {"audit.telltale.dev/left-out-of",
                            format("{} events of {} left out within {} s; this is the last of them",
                                   client.left_out, name, seconds)}};
    client.left_out = 0;
    summaries.push_back(std::move(summary));
  }
  return summaries;
}

}  // namespace telltale::server
