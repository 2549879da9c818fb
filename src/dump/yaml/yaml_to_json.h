// SPDX-License-Identifier: Apache-2.0
#pragma once

// Turns YAML into the JSON that Kubernetes' own tools would make of it, so that everything behind
// this door reads one format, and keeps the way back from the JSON to the lines of the YAML.

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "dump/limits.h"
#include "dump/lines.h"
#include "dump/text_error.h"
#include "json/tree/padded_text.h"

namespace telltale::dump {

// Valid until the reader takes its next step.
struct YamlDocument {
  json::PaddedText json = json::PaddedText::promised({});
  const LineMap* lines = nullptr;       // of the places in `json`
  std::span<const TextError> warnings;  // keys that stand twice
  bool is_nothing = false;              // empty, or only comments
};

// One per thread; keeps its buffers from document to document.
class YamlReader {
 public:
  enum class Wrapping {
    None,
    ListItem,  // the text is one "- item" of a list that was cut into pieces
  };
  enum class Step { Document, End, Failed };

  // The limits must outlive the reader, so temporary ones are refused.
  explicit YamlReader(const Limits& limits);
  explicit YamlReader(Limits&&) = delete;
  ~YamlReader();

  // The text must outlive the steps. Several documents are possible, where one ends with "...".
  void start(std::string_view text, Wrapping wrapping);
  Step next();
  // After Document, once.
  YamlDocument document();
  // After Failed.
  const TextError& error() const;

 private:
  class Conversion;
  std::unique_ptr<Conversion> conversion_;
};

}  // namespace telltale::dump
