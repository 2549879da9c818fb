// SPDX-License-Identifier: Apache-2.0
// Any bytes as YAML: an error or JSON, and the JSON we write must be readable.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/arena.h"
#include "base/check.h"
#include "base/time_per_byte_for_test.h"
#include "dump/json/json_scan.h"
#include "dump/yaml/yaml_to_json.h"
#include "json/tree/tree_reader.h"

using namespace telltale;

namespace {

void check_document(const dump::YamlDocument& document) {
  if (document.is_nothing) return;
  const auto outline = dump::outline(document.json.text());
  check(outline.has_value(), "the brackets of what YAML makes match");
  if (!outline->is_map) return;
  Arena scratch;
  json::TreeReader reader;
  const json::Selection everything;
  const auto choose = [&](const json::Header&) -> const json::Selection& { return everything; };
  const auto tree = reader.read(document.json, choose, scratch);
  check(tree.has_value(), "what YAML makes is JSON");
  document.lines->line_at(tree->offset());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const telltale::TimePerByte time(size);
  const dump::Limits limits{.document_bytes = 1 << 20, .document_depth = 50, .alias_nodes = 10'000};
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  for (const auto wrapping :
       {dump::YamlReader::Wrapping::None, dump::YamlReader::Wrapping::ListItem}) {
    dump::YamlReader reader(limits);
    reader.start(text, wrapping);
    while (reader.next() == dump::YamlReader::Step::Document) check_document(reader.document());
  }
  return 0;
}
