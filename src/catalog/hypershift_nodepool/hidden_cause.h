// SPDX-License-Identifier: Apache-2.0
#pragma once

// What Progressing hides: the cloud's error inside of its sentence, without the recovery behind it;
// and what keeps a deployment from being available, which only the pool's other conditions tell.

#include "catalog/kind_data.h"

namespace telltale {
struct Judged;
struct Kind;
}  // namespace telltale

namespace telltale::hypershift_nodepool {

HiddenCause hidden_cause(const Kind& kind, const Judged& judged);

}  // namespace telltale::hypershift_nodepool
