// SPDX-License-Identifier: Apache-2.0
// Any bytes as a file, through windows of any size: sniffed, split, read and put together again.
// The first byte chooses the size of the window.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "base/check.h"
#include "base/time_per_byte_for_test.h"
#include "dump/batch.h"
#include "dump/json/json_split.h"
#include "dump/ledger.h"
#include "dump/read_batch.h"
#include "dump/sniff.h"
#include "dump/yaml/yaml_split.h"

using namespace telltale;

namespace {

class TextStream final : public dump::ByteStream {
 public:
  explicit TextStream(std::string_view text) : text_(text) {}

  Result<std::size_t> read(std::span<char> into) override {
    const std::size_t count = std::min(into.size(), text_.size());
    std::copy_n(text_.data(), count, into.data());
    text_.remove_prefix(count);
    return count;
  }

 private:
  std::string_view text_;
};

void check_batch(const dump::Batch& batch, std::uint64_t& covered) {
  check(batch.begin <= batch.end && batch.end <= batch.block->size, "a batch lies in its block");
  std::uint32_t last = batch.begin;
  for (const dump::Unit& unit : batch.units) {
    check(unit.begin >= last && unit.end >= unit.begin, "units stand one behind the other");
    check(unit.end <= batch.end, "units lie in their batch");
    last = unit.end;
  }
  covered += batch.end - batch.begin;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const telltale::TimePerByte time(size);
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  const dump::Limits limits{.document_bytes = 4096, .held_bytes = 2048, .input_errors = 5};
  const dump::Format format = dump::sniff(text.substr(0, dump::sniffed_bytes), "");

  TextStream stream(text);
  dump::Window window(stream, 1 + bytes[0]);
  dump::BatchReader reader(limits, {});
  dump::Ledger ledger(limits);
  std::uint64_t covered = 0;
  std::size_t documents = 0;
  const auto file = std::make_shared<dump::FileContext>();
  dump::BatchMaker batches(window, file, limits, documents, [&](dump::Batch batch) {
    check_batch(batch, covered);
    ledger.take(reader.read(batch));
  });
  batches.more(0);
  std::optional<std::uint64_t> yaml = 0;
  if (format == dump::Format::Json) yaml = dump::JsonSplitter(batches).split(0);
  if (yaml) dump::YamlSplitter(batches).split(*yaml);
  batches.finish();
  check(covered == window.end(), "the batches cover what was read");
  const dump::Dump dump = ledger.finish();
  check(dump.input_errors.size() <= 2 * limits.input_errors, "errors are limited");
  return 0;
}
