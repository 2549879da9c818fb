// SPDX-License-Identifier: Apache-2.0
#include "live/diagnostics/plain_answer.h"

#include "base/text.h"

namespace telltale::live {

http::Response plain_answer(int status, std::string_view sentence) {
  return {.status = status,
          .content_type = "text/plain; charset=utf-8",
          .body = format("{}\n", sentence),
          .headers = {{"X-Content-Type-Options", "nosniff"}}};
}

}  // namespace telltale::live
