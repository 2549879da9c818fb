// SPDX-License-Identifier: Apache-2.0
#include "remote/prober.h"

#include <limits>

#include "base/check.h"

namespace telltale::remote {

void Prober::count(Probed came, Instant now) {
  state_.last_probe = now;
  if (came == Probed::Succeeded) {
    state_.last_success = now;
    state_.consecutive_failures = 0;
  } else if (state_.consecutive_failures < std::numeric_limits<std::uint32_t>::max()) {
    ++state_.consecutive_failures;
  }
}

Prober::Plan Prober::let_go(std::chrono::milliseconds again) {
  state_.connected = false;
  state_.lookup_error.clear();
  return {.act = Act::Connect, .after = again};
}

Prober::Plan Prober::on_connect(Probed came, Instant now) {
  check(!state_.connected, "only who is away connects");
  count(came, now);
  // A 401 is no rotation here: the Secret was read just now, so reading it at once would spin.
  if (came != Probed::Succeeded) return let_go(rules_.connect_again);
  state_.connected = true;
  return {.act = Act::Probe, .after = rules_.probe_every};
}

Prober::Plan Prober::on_probe(Probed came, Instant now) {
  check(state_.connected, "only what stands is probed");
  count(came, now);
  if (came == Probed::Unauthorized) return let_go(rules_.rotated_again);
  if (state_.consecutive_failures >= rules_.failures_max) return let_go(rules_.connect_again);
  return {.act = Act::Probe, .after = rules_.probe_every};
}

Prober::Plan Prober::on_lost() {
  check(state_.connected, "only what stands loses something");
  return let_go(rules_.rotated_again);
}

bool is_news(const ConnectionState& before, const ConnectionState& after) {
  return before.connected != after.connected || before.lookup_error != after.lookup_error ||
         before.consecutive_failures != after.consecutive_failures;
}

}  // namespace telltale::remote
