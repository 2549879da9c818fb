// SPDX-License-Identifier: Apache-2.0
#pragma once

// Times as HTTP headers have them: "Sun, 06 Nov 1994 08:49:37 GMT".

#include <string>

#include "base/instant.h"

namespace telltale::http {

std::string http_date(Instant instant);

}  // namespace telltale::http
