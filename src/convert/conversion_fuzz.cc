// SPDX-License-Identifier: Apache-2.0
// Any document, to every stage in both dialects: an error or an object, and an object that was
// converted can be converted again. The same bytes as a webhook's request give an answer.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/time_per_byte_for_test.h"
#include "convert/conversion.h"
#include "convert/review.h"
#include "json/parse.h"
#include "json/print.h"

using namespace telltale;

namespace {

constexpr std::size_t bytes_max = std::size_t{1} << 16;

void try_object(const json::Value& object, const convert::Conversion& conversion) {
  const auto once = convert::convert_object(object, conversion);
  if (!once) return;
  for (const auto to : {convert::Stage::V1Beta1, convert::Stage::V1Beta2}) {
    const auto again = convert::convert_object(once->object, {.to = to});
    check(again.has_value(), "what was converted can be converted");
    check(json::parse(json::print(again->object)).has_value(), "what was converted is JSON");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const telltale::TimePerByte time(size);
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const auto object = json::parse(text, {.depth = 50, .bytes = bytes_max});
  if (!object) return 0;
  for (const auto to :
       {convert::Stage::V1Beta1, convert::Stage::V1Beta2, convert::Stage::V1Beta2AfterRemoval}) {
    try_object(*object, {.to = to});
    try_object(*object, {.to = to, .dialect = DialectName::Proposal});
    try_object(*object, {.to = to, .dialect = DialectName::Upstream});
  }
  check(convert::review(*object).is_object(), "every request is answered");
  return 0;
}
