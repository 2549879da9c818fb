// SPDX-License-Identifier: Apache-2.0
// A schema and an object from anywhere: the first line is the schema, the rest the object. Nothing
// crashes, pruning and defaults settle, and what a good schema's defaults fill in is judged.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/time_per_byte_for_test.h"
#include "json/parse.h"
#include "json/print.h"
#include "schema/shape.h"
#include "schema/structural/keywords.h"

namespace telltale::schema {
namespace {

void try_text(std::string_view text) {
  const std::size_t line = text.find('\n');
  if (line == std::string_view::npos) return;
  auto schema = json::parse(text.substr(0, line));
  auto object = json::parse(text.substr(line + 1));
  if (!schema || !object) return;

  check(check_structural(*schema, "schema").size() <= field_errors_max, "field errors are limited");
  prune_keywords(*schema, "schema");
  const auto structure = compile(*schema);
  for (const Root root : {Root::Resource, Root::Value}) {
    json::Value value = *object;
    prune(value, *structure, root);
    check(prune(value, *structure, root).empty(), "what was pruned is pruned");
    fill_defaults(value, *structure);
    const std::string filled = json::print(value);
    fill_defaults(value, *structure);
    check(json::print(value) == filled, "what was filled in is filled in");
    check(validate(value, *structure, root).size() <= field_errors_max, "field errors are limited");
  }
}

}  // namespace
}  // namespace telltale::schema

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const telltale::TimePerByte time(size);
  telltale::schema::try_text({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
