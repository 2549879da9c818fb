// SPDX-License-Identifier: Apache-2.0
#pragma once

// What `up` and `run` have in common: from their options to a running Controller, and what its
// pages answer.

#include <string>

#include "cli/flag_groups/control_flags.h"
#include "http/client/client_loop.h"
#include "live/controller.h"

namespace telltale::cli {

// Without what depends on where it runs: leases, memory, journal, limits.
live::ControllerOptions controller_options(const ControlOptions& options);

// The way into workload clusters, over one loop for all of them; both outlive it.
remote::Dial dial_over(http::ClientLoop& loop, const Clock& clock);

// Whether the controllers do their work: what keeps them from it otherwise.
[[nodiscard]] Result<void> check_controller(const live::Controller& controller);

// Both texts, by what the scraper asks for; `before` is somebody else's in Prometheus' text.
http::Response metrics_page(const live::Controller& controller, const http::Request& request,
                            const std::string& before = {});

}  // namespace telltale::cli
