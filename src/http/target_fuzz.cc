// SPDX-License-Identifier: Apache-2.0
// Any bytes as the target of a request: an error, or parts that give the same target again.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/time_per_byte_for_test.h"
#include "http/target.h"

using namespace telltale;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const telltale::TimePerByte time(size);
  const auto target = http::parse_target({reinterpret_cast<const char*>(bytes), size});
  if (!target) return 0;
  std::string again = "/" + http::escape(target->path.substr(1)) + "?";
  for (const http::Parameter& parameter : target->parameters) {
    again += http::escape(parameter.name) + "=" + http::escape(parameter.value) + "&";
  }
  const auto reread = http::parse_target(again);
  // Escaping makes text longer, at worst beyond the limit.
  if (again.size() > http::target_bytes_max) return 0;
  check(reread && reread->path == target->path && reread->parameters == target->parameters,
        "a target survives being written and read");
  return 0;
}
