// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "catalog/kind.h"

namespace telltale {

extern const Kind beacon_kind;

}  // namespace telltale
