// SPDX-License-Identifier: Apache-2.0
#pragma once

// For tests only: runs a test in both API versions and both dialects, on a fresh world each time.
//
//   in_every_shape<SmallPlane>([](SmallPlane& plane, bool upstream) { ... });

#include <string_view>

#include <gtest/gtest.h>

#include "base/text.h"
#include "convert/dialect.h"

namespace telltale {

template <class SmallWorld, class Test>
void in_every_shape(Test test) {
  for (const std::string_view version : {"v1beta1", "v1beta2"}) {
    for (const Dialect& dialect : {proposal_dialect(), upstream_dialect()}) {
      SCOPED_TRACE(format("{} {}", version, to_text(dialect.name)));
      SmallWorld world;
      world.version = version;
      world.settings.dialect = dialect;
      test(world, dialect.name == DialectName::Upstream);
    }
  }
}

}  // namespace telltale
