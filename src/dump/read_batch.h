// SPDX-License-Identifier: Apache-2.0
#pragma once

// Reads the documents of one batch: text becomes objects, and what is wrong with it findings. This
// is the part of the work that is done by many threads at once, each with a reader and an arena of
// its own.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "dump/batch.h"
#include "dump/lines.h"
#include "dump/text_error.h"
#include "dump/yaml/yaml_to_json.h"
#include "json/tree/selection.h"
#include "kube/object.h"
#include "kube/read_object.h"

namespace telltale::dump {

struct Finding {
  TextError text_error;  // lines count from the start of the batch
  InputError::Severity severity = InputError::Severity::Error;
  Shape shape = Shape::Kubernetes;
  bool about_whole_file = false;
};

struct Reading {
  std::shared_ptr<const FileContext> file;
  std::vector<Object> objects;
  std::vector<Finding> findings;
  std::size_t findings_left_out = 0;
  std::size_t documents = 0;
  std::size_t newlines = 0;
  std::uint64_t bytes = 0;
  Batch::Role role = Batch::Role::Part;
};

// One per thread.
class BatchReader {
 public:
  // No `choose`: every field is kept.
  BatchReader(const Limits& limits, const json::SelectFields& choose);

  Reading read(const Batch& batch);

  Instant newest() const { return objects_.newest(); }
  // Nothing can be read any more afterwards.
  Arena take_arena() {
    arena_.stop_interning();
    return std::move(arena_);
  }

 private:
  // A document that may stand inside another one.
  struct Document {
    json::PaddedText text = json::PaddedText::promised({});
    std::size_t offset = 0;  // in the text that lines are counted in
    ListDefaults defaults;
    std::size_t lists = 0;  // around it
  };

  void read_unit(std::string_view text, Unit::Form form, const ListDefaults& defaults);
  void read_yaml(std::string_view text, YamlReader::Wrapping wrapping,
                 const ListDefaults& defaults);
  void read_document(const Document& document);
  void read_items(const Document& list, const Outline& outline);
  void accept(Object object, const Document& document);
  void reject(const ObjectError& object_error, const Document& document,
              const std::optional<Outline>& outline);
  void find_home(Object& object);
  void add_notes(const Batch& batch);
  void add(Finding finding);
  std::size_t line_at(std::size_t offset);

  const Limits& limits_;
  json::Selection everything_;
  Arena arena_;
  ObjectReader objects_;
  YamlReader yaml_;
  std::vector<ObjectError> object_errors_;

  Reading reading_;
  std::size_t errors_ = 0;  // in this reading
  std::size_t warnings_ = 0;
  LineCursor cursor_;
  std::size_t unit_begin_ = 0;      // in the batch
  const LineMap* lines_ = nullptr;  // of the YAML document at hand
};

}  // namespace telltale::dump
