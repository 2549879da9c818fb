// SPDX-License-Identifier: Apache-2.0
// The first line is a path, the rest a document: any path gives steps or an error, and asking any
// document for it ends within its limits.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/arena.h"
#include "base/check.h"
#include "base/time_per_byte_for_test.h"
#include "json/tree/padded_text.h"
#include "json/tree/tree_reader.h"
#include "kube/json_path.h"

namespace telltale {
namespace {

void try_path(std::string_view path, std::string_view document) {
  const auto parsed = parse_json_path(path);
  if (!parsed) {
    check(!parsed.error().detail.empty(), "an error says what is wrong");
    return;
  }
  json::TreeReader reader;
  Arena scratch;
  const json::PaddedCopy copy(document);
  const auto tree = reader.read_any(copy.padded(), json::TreeReader::depth_max, scratch);
  if (!tree) return;
  const auto hits = parsed->find(*tree);
  check(hits.size() <= JsonPath::hits_max, "hits have a limit");
  const json::Tree first = parsed->first(*tree);
  check(hits.empty() ? !first : json::same_value(first, hits.front()), "the first hit is first");
}

}  // namespace
}  // namespace telltale

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const telltale::TimePerByte time(size);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t line = text.find('\n');
  if (line == std::string_view::npos) return 0;
  telltale::try_path(text.substr(0, line), text.substr(line + 1));
  return 0;
}
