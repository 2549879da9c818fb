// SPDX-License-Identifier: Apache-2.0
#pragma once

// Splits text through windows so small that every document crosses their edges.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "dump/json/json_split.h"
#include "dump/yaml/yaml_split.h"

namespace telltale::dump {

// Gives its text in pieces, as pipes do.
class TextStream final : public ByteStream {
 public:
  explicit TextStream(std::string text) : text_(std::move(text)) {}

  Result<std::size_t> read(std::span<char> into) override {
    constexpr std::size_t piece = 7;
    const std::size_t count = std::min({piece, into.size(), text_.size() - at_});
    std::copy_n(text_.data() + at_, count, into.data());
    at_ += count;
    return count;
  }

 private:
  std::string text_;
  std::size_t at_ = 0;
};

struct Cut {
  std::vector<std::string> units;   // "kind default|text" for items of typed lists
  std::vector<std::string> errors;  // "offset: message"
  std::uint64_t bytes = 0;          // that all batches cover together
  std::size_t batches = 0;
};

enum class As { Json, Yaml };

inline Cut cut(const std::string& text, As form, std::size_t block, const Limits& limits = {}) {
  TextStream stream(text);
  Window window(stream, block);
  Cut cut;
  std::size_t documents = 0;
  const auto file = std::make_shared<FileContext>();
  BatchMaker batches(window, file, limits, documents, [&](const Batch& batch) {
    ++cut.batches;
    for (const Unit& unit : batch.units) {
      const std::string_view body = batch.block->text().substr(unit.begin, unit.end - unit.begin);
      const std::string& kind = batch.defaults.kind;
      cut.units.push_back(kind.empty() ? std::string(body) : format("{}|{}", kind, body));
    }
    for (const BatchError& error : batch.errors) {
      cut.errors.push_back(format("{}: {}", cut.bytes + error.at - batch.begin, error.message));
    }
    cut.bytes += batch.end - batch.begin;
  });
  batches.more(0);
  std::optional<std::uint64_t> yaml = 0;
  if (form == As::Json) yaml = JsonSplitter(batches).split(0);
  if (yaml) YamlSplitter(batches).split(*yaml);
  batches.finish();
  return cut;
}

}  // namespace telltale::dump
