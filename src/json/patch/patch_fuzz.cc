// SPDX-License-Identifier: Apache-2.0
// Two documents, parted by a zero byte or a line break: a target and a patch of either kind. Any
// patch gives an error or a document that can be printed and read again.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/time_per_byte_for_test.h"
#include "json/parse.h"
#include "json/patch/json_patch.h"
#include "json/patch/merge_patch.h"
#include "json/print.h"
#include "json/repeated_members.h"

namespace telltale::json {
namespace {

void try_texts(std::string_view first, std::string_view second) {
  check(repeated_members(second).size() <= 100, "few paths are told");
  auto target = parse(first, {.depth = 50});
  const auto patch = parse(second, {.depth = 50});
  if (!target || !patch) return;
  if (const auto patched = json_patch(*target, *patch)) {
    check(parse(print(*patched)).has_value(), "what was patched can be read again");
  }
  merge_patch(*target, *patch);
  const std::string once = print(*target);
  merge_patch(*target, *patch);
  check(print(*target) == once, "merging twice is merging once");
}

}  // namespace
}  // namespace telltale::json

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const telltale::TimePerByte time(size);
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const std::size_t at = std::min(text.find_first_of(std::string_view("\0\n", 2)), size);
  telltale::json::try_texts(text.substr(0, at), text.substr(std::min(at + 1, size)));
  return 0;
}
