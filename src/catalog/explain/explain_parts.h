// SPDX-License-Identifier: Apache-2.0
#pragma once

// What went into a merged condition: the conditions of the same object that a summary is made of,
// or those of the objects below that an aggregate is made of. For people who ask why; judging never
// walks through Machines like this.

#include <span>
#include <string_view>
#include <vector>

#include "catalog/engine/judge_context.h"
#include "catalog/explain/explain.h"
#include "condition/aggregate.h"
#include "condition/summary.h"

namespace telltale {

// A type that may be missing is left out where it is.
std::vector<Part> parts_of_summary(Conditions conditions, std::span<const SummaryType> types,
                                   std::span<const std::string_view> may_be_missing);

// The judged Machines among these objects.
std::vector<const Judged*> machines_among(const JudgeContext& context,
                                          std::span<const std::uint32_t> indexes);
// The judged Machines that an owner has itself or through the sets it owns.
std::vector<const Judged*> machines_below(const JudgeContext& context, const Object& owner);

// Of an owner's Machines, those whose conditions make up its `condition` (the proposal's name).
std::vector<Part> parts_of_machines(const JudgeContext& context,
                                    std::vector<const Judged*> machines,
                                    std::string_view condition);

// One condition of each of these objects, in their order.
std::vector<Part> parts_of_objects(std::span<const Judged* const> objects,
                                   std::string_view condition, Polarity polarity);

// The sources of an aggregate, in their order.
std::vector<Part> parts_of_sources(std::span<const AggregateSource> sources, Polarity polarity);

}  // namespace telltale
