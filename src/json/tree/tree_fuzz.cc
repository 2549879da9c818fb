// SPDX-License-Identifier: Apache-2.0
// Any bytes at all must give a tree or an error. What the reader accepts as a whole must survive
// printing, and selecting must find what is there.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/time_per_byte_for_test.h"
#include "json/parse.h"
#include "json/print.h"
#include "json/tree/tree_reader.h"

namespace telltale::json {
namespace {

void try_text(std::string_view text) {
  const Selection all;
  const Selection some({"kind", "metadata.name", "metadata.managedFields.*.time", "spec"});
  const PaddedCopy copy(text);
  TreeReader reader;
  Arena scratch;
  const auto whole =
      reader.read(copy.padded(), [&](const Header&) -> const Selection& { return all; }, scratch);
  const auto part =
      reader.read(copy.padded(), [&](const Header&) -> const Selection& { return some; }, scratch);
  if (!whole) {
    check(whole.error().offset <= text.size(), "an error stands inside the text");
    return;
  }
  check(part.has_value(), "what can be read as a whole can be read in part");
  check(same_value((*whole)["spec"], (*part)["spec"]), "a selected subtree is whole");
  check(same_value((*whole)["metadata"]["name"], (*part)["metadata"]["name"]),
        "a selected field is found");

  const Value value = to_value(*whole);
  const auto again = parse(print(value));
  check(again.has_value() && print(*again) == print(value), "printing and parsing agree");
}

}  // namespace
}  // namespace telltale::json

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const telltale::TimePerByte time(size);
  telltale::json::try_text({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
