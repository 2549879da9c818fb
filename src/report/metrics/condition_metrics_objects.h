// SPDX-License-Identifier: Apache-2.0
#pragma once

// The series of single objects: of node pools, and of the kinds that were asked for.

#include <cstddef>
#include <string>
#include <string_view>

#include "report/metrics/condition_metrics_write.h"

namespace telltale {

// At most `series_max`, objects in order of kind, namespace and name; returns how many did not fit.
// Where not all do, those that are stuck come first.
std::size_t write_object_metrics(const MetricSource& source, std::size_t series_max,
                                 Exposition& out);

// "kube_nodepool_status_condition".
std::string compatible_name(std::string_view prefix, std::string_view kind,
                            std::string_view suffix = {});

}  // namespace telltale
