// SPDX-License-Identifier: Apache-2.0
#pragma once

// A piece of a file on its way from the splitter, which finds where documents begin and end, to the
// threads that read them. The batches of a file cover it without gaps, so that the
// ledger, which puts them together again, can count its lines.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dump/dump.h"
#include "dump/json/json_scan.h"
#include "dump/limits.h"
#include "dump/window.h"

namespace telltale::dump {

struct FileContext {
  // A file that nobody named may turn out to hold no Kubernetes object at all; that is no error.
  enum class Origin { Named, Found };

  std::string name;
  Origin origin = Origin::Named;
  std::string cluster_namespace;  // of the folder clusters/<namespace>/<name>/ around it
  std::string cluster_name;
};

// What the items of a typed list do not say themselves. Both empty for a plain List.
struct ItemDefaults {
  std::string api_version;
  std::string kind;

  bool operator==(const ItemDefaults&) const = default;
};

// What a list says of itself, as far as it has been read.
struct ListHead {
  std::string api_version;
  std::string kind;

  bool is_list() const { return kind.ends_with("List"); }
  // "MachineList" makes items of kind Machine.
  ItemDefaults item_defaults() const;
};

struct Unit {
  enum class Form : std::uint8_t {
    Json,
    Yaml,
    YamlItem,  // one "- item" of a list
  };

  std::uint32_t begin = 0;  // in the block
  std::uint32_t end = 0;
  Form form = Form::Json;
};

// What a document that is no object looks like.
enum class Shape {
  Kubernetes,  // meant to be an object
  Nameless,    // kind and apiVersion but no metadata: a configuration file of some tool
  Foreign,     // none of ours
};

// An error that the splitter found, about a place in its file.
struct BatchError {
  std::uint32_t at = 0;  // in the block
  std::string message;
  InputError::Severity severity = InputError::Severity::Error;
  Shape shape = Shape::Kubernetes;
  bool about_whole_file = false;
};

struct Batch {
  enum class Role : std::uint8_t {
    Part,   // of a file, with more to come
    Last,   // of its file
    Aside,  // only errors, about something that is no text: a folder, an archive, a name
  };

  std::shared_ptr<const FileContext> file;
  std::shared_ptr<const Block> block;  // may be absent when there are no units
  std::uint32_t begin = 0;             // the part of the block that is this batch's
  std::uint32_t end = 0;
  std::vector<Unit> units;
  std::vector<BatchError> errors;
  ItemDefaults defaults;
  Role role = Role::Part;
};

// Collects what a splitter finds, and gives it away block by block.
class BatchMaker {
 public:
  static constexpr std::size_t units_max = 16'384;  // in one batch

  using Give = std::function<void(Batch)>;

  // `documents` counts on through all files.
  BatchMaker(Window& window, std::shared_ptr<const FileContext> file, const Limits& limits,
             std::size_t& documents, Give give);

  Window& window() { return window_; }
  const Limits& limits() const { return limits_; }
  // Places ascend, and lie in the window.
  void add(Unit::Form form, std::uint64_t begin, std::uint64_t end);
  void add_error(std::uint64_t at, std::string message, Shape shape = Shape::Kubernetes);
  // About the file as a whole.
  void add_file_error(std::string message, InputError::Severity severity);
  // Moves the window on, after giving away what stands before `keep_from`.
  bool more(std::uint64_t keep_from);

  // The units from `at` on are items of a list. When the first of them asks the list for its kind
  // and the list has not said it yet, they are held until its end.
  void begin_list(std::uint64_t at, const ListHead& head, const std::optional<Outline>& first);
  void end_list(std::uint64_t at, const ListHead& head);
  // Gives away the rest; the file has been read.
  void finish();

 private:
  void flush(std::uint64_t upto);
  void put(Batch batch);
  void release(const ItemDefaults& defaults);
  std::uint32_t local(std::uint64_t place) const;

  Window& window_;
  std::shared_ptr<const FileContext> file_;
  const Limits& limits_;
  std::size_t& documents_;
  Give give_;
  Batch batch_;
  std::uint64_t flushed_ = 0;  // up to here, the file has been given away
  bool holding_ = false;
  std::vector<Batch> held_;
  std::uint64_t held_bytes_ = 0;
};

}  // namespace telltale::dump
