// SPDX-License-Identifier: Apache-2.0
// The managed DNS zone: from the DNSZone itself where the dump holds it, else from the deployment's
// old condition DNSNotReady.
#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "catalog/clusterdeployment/see_checks.h"

namespace telltale::clusterdeployment {
namespace {

constexpr std::string_view waiting_reason = "DNSNotReady";
constexpr std::string_view timed_out_reason = "DNSNotReadyTimedOut";

// What a zone may say, in the order in which Hive asks.
struct ZoneError {
  std::string_view type;
  std::string_view reason;  // empty: the condition's own
  DnsTrouble trouble;
};

constexpr ZoneError zone_errors[] = {
    {"InsufficientCredentials", "InsufficientCredentials", DnsTrouble::Fatal},
    {"AuthenticationFailure", "AuthenticationFailure", DnsTrouble::Fatal},
    {"APIOptInRequired", "APIOptInRequiredForDNS", DnsTrouble::Fatal},
    {"DNSError", "", DnsTrouble::Failing},
};

DnsTrouble trouble_of(std::string_view reason) {
  if (reason == waiting_reason) return DnsTrouble::Waiting;
  if (reason == timed_out_reason) return DnsTrouble::TimedOut;
  const auto* known = std::ranges::find(zone_errors, reason, &ZoneError::reason);
  return known != std::end(zone_errors) ? known->trouble : DnsTrouble::Failing;
}

struct Trouble {
  DnsTrouble kind = DnsTrouble::None;
  std::string_view reason = {};
  std::string_view message = {};
  std::string_view source = {};
  Instant since = no_time;
};

void fail(const Observing& at, const Trouble& trouble) {
  Seen& seen = at.seen;
  seen.dns_trouble = trouble.kind;
  seen.checks.dns = {.check = Check::Fails,
                     .text = at.texts.keep(with_reason(trouble.reason, shown(trouble.message))),
                     .source = trouble.source,
                     .since = trouble.since};
  if (trouble.kind != DnsTrouble::Waiting || !is_set(trouble.since)) return;
  seen.dns_deadline = trouble.since + at.context.settings.provisioning.dns_timeout;
}

// A zone that says nothing yet is waited for, since Hive noticed it or since it was made.
void wait_for(const Observing& at, const Object& zone, const Condition* old) {
  const bool noticed = is(old, Status::True);
  const bool gave_up = noticed && old->reason == timed_out_reason;
  fail(at,
       {.kind = gave_up ? DnsTrouble::TimedOut : DnsTrouble::Waiting,
        .reason = gave_up ? timed_out_reason : waiting_reason,
        .message = "DNS zone not available yet",
        .source = "DNSZone",
        .since = noticed && is_set(old->last_transition) ? old->last_transition : zone.created});
}

void see_zone(const Observing& at, const Object& zone, const Condition* old) {
  if (is(condition_of(zone, "ZoneAvailable"), Status::True)) {
    at.seen.checks.dns = {.check = Check::Passes, .source = "DNSZone"};
    return;
  }
  for (const ZoneError& error : zone_errors) {
    const Condition* told = condition_of(zone, error.type);
    if (!is(told, Status::True)) continue;
    const std::string_view own = told->reason.empty() ? error.type : told->reason;
    return fail(at, {.kind = error.trouble,
                     .reason = error.reason.empty() ? own : error.reason,
                     .message = told->message,
                     .source = "DNSZone",
                     .since = told->last_transition});
  }
  wait_for(at, zone, old);
}

void see_old_condition(const Observing& at, const Condition& old) {
  if (old.status == Status::False) {
    at.seen.checks.dns = {.check = Check::Passes, .source = "DNSNotReady"};
  }
  if (old.status != Status::True) return;
  const std::string_view reason = old.reason.empty() ? waiting_reason : old.reason;
  fail(at, {.kind = trouble_of(reason),
            .reason = reason,
            .message = old.message,
            .source = "DNSNotReady",
            .since = is_set(old.last_transition) ? old.last_transition : at.deployment.created});
}

// Named after the deployment; names that are too long are cut, and then only the owner tells.
const Object* find_zone(const Observing& at) {
  const World& world = at.context.world;
  const auto owned = of_kind(world, world.owned_by(at.deployment), "DNSZone");
  if (!owned.empty()) return &world.objects()[owned.front()];
  return find_beside(at, "DNSZone", format("{}-zone", at.deployment.key.name)).object;
}

}  // namespace

void see_dns(const Observing& at) {
  const Condition* old = at.condition("DNSNotReady");
  const Object* zone = find_zone(at);
  const bool managed = at.spec()["manageDNS"].as_bool(false);
  if (zone != nullptr && may_be_ours(at, *zone)) return see_zone(at, *zone, old);
  if (zone != nullptr && managed) {
    return fail(at, {.kind = DnsTrouble::Failing,
                     .reason = "DNSZoneResourceConflict",
                     .message = "The DNS zone belongs to another owner",
                     .source = "DNSZone",
                     .since = is(old, Status::True) ? old->last_transition : zone->created});
  }
  if (old != nullptr) see_old_condition(at, *old);
}

}  // namespace telltale::clusterdeployment
