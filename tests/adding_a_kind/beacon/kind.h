// SPDX-License-Identifier: Apache-2.0
#pragma once

// The record of a Beacon. Only the test needs this header, to register it: a kind of the program is
// listed in catalog/kinds.cc.

#include "catalog/kind.h"

namespace telltale {

extern const Kind beacon_kind;

}  // namespace telltale
