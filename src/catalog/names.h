// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the two dialects (convert/dialect.h) call the conditions and reasons of a kind, out of the
// kinds' records. Tables speak the proposal's words; these functions translate at the edge.

#include <string_view>

#include "convert/dialect.h"
#include "kube/condition.h"

namespace telltale {

// The name under which a type is written on a kind.
std::string_view written_type(const Dialect& dialect, std::string_view kind,
                              std::string_view proposal_type);
// The name the other dialect gives it; the same one for most.
std::string_view other_type(const Dialect& dialect, std::string_view kind,
                            std::string_view proposal_type);
std::string_view written_reason(const Dialect& dialect, std::string_view kind,
                                std::string_view proposal_type, std::string_view proposal_reason);
// Types that only one dialect has are written in that dialect only.
bool has_type(const Dialect& dialect, std::string_view kind, std::string_view proposal_type);

// From the wire back to the proposal's word, whichever dialect wrote it.
std::string_view canonical_type(std::string_view kind, std::string_view type);
std::string_view canonical_reason(std::string_view kind, std::string_view proposal_type,
                                  std::string_view reason);

// A condition stored on an object, found under either dialect's name.
const Condition* find_in_either(Conditions stored, std::string_view kind,
                                std::string_view proposal_type, const Dialect& dialect);

}  // namespace telltale
