// SPDX-License-Identifier: Apache-2.0
#include "cli/source/whole_documents.h"

#include <algorithm>
#include <exception>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "dump/file_feeder.h"
#include "dump/json/json_scan.h"
#include "dump/lines.h"
#include "dump/walk.h"
#include "dump/yaml/yaml_to_json.h"
#include "json/parse.h"

namespace telltale::cli {
namespace {

using dump::Batch;
using dump::InputError;

int line_number(std::size_t newlines) {
  constexpr std::size_t most = std::numeric_limits<int>::max();
  return static_cast<int>(std::min(newlines + 1, most));
}

bool is_empty_text(const json::Value& map, std::string_view name) {
  const json::Value* value = map.get_object().if_contains(name);
  return value == nullptr || !value->is_string() || value->get_string().empty();
}

// Turns the batches of one file after the other into documents.
class Reader {
 public:
  Reader(const dump::Limits& limits, const std::function<void(WholeDocument)>& take,
         const std::function<void(const InputError&)>& on_error)
      : limits_(limits), yaml_(limits), take_(take), on_error_(on_error) {}

  void read(const Batch& batch) {
    batch_ = &batch;
    std::string_view text;
    if (batch.block) text = batch.block->text().substr(batch.begin, batch.end - batch.begin);
    dump::LineCursor cursor(text);
    for (const dump::Unit& unit : batch.units) {
      const std::size_t begin = unit.begin - batch.begin;
      unit_line_ = newlines_ + cursor.newlines_before(begin);
      read_unit(text.substr(begin, unit.end - unit.begin), unit.form);
    }
    add_batch_errors(text);
    newlines_ += dump::count_newlines(text);
    if (batch.role != Batch::Role::Part) newlines_ = 0;
  }

 private:
  // Where a document stands, and what the lists around it say about it.
  struct Place {
    std::size_t offset = 0;  // in the text whose lines are counted
    std::string api_version;
    std::string kind;
    std::size_t lists = 0;
  };

  void read_unit(std::string_view text, dump::Unit::Form form) {
    using enum dump::Unit::Form;
    if (form == Json) {
      line_at_ = [this, text](std::size_t offset) {
        return unit_line_ + dump::count_newlines(text.substr(0, offset));
      };
      return read_document(text, top());
    }
    yaml_.start(text, form == Yaml ? dump::YamlReader::Wrapping::None
                                   : dump::YamlReader::Wrapping::ListItem);
    dump::YamlReader::Step step = yaml_.next();
    for (; step == dump::YamlReader::Step::Document; step = yaml_.next()) {
      read_yaml(yaml_.document());
    }
    if (step == dump::YamlReader::Step::Failed) {
      const dump::TextError& error = yaml_.error();
      say(unit_line_ + error.line, error.message, InputError::Severity::Error);
    }
  }

  void read_yaml(const dump::YamlDocument& document) {
    if (document.is_nothing) return;
    for (const dump::TextError& error : document.warnings) {
      say(unit_line_ + error.line, error.message, InputError::Severity::Warning);
    }
    line_at_ = [this, lines = document.lines](std::size_t offset) {
      return unit_line_ + lines->line_at(offset);
    };
    read_document(document.json.text(), top());
  }

  Place top() const {
    return {.api_version = batch_->defaults.api_version, .kind = batch_->defaults.kind};
  }

  void read_document(std::string_view text, const Place& place) {
    const std::optional<dump::Outline> shown = dump::outline(text);
    if (shown && shown->is_list()) return read_items(text, *shown, place);
    const std::size_t line = line_at_(place.offset + leading_blanks(text));
    const json::ParseLimits limits{.depth = limits_.document_depth,
                                   .bytes = static_cast<std::size_t>(limits_.document_bytes)};
    Result<json::Value> value = json::parse(text, limits);
    if (!value) return say(line, value.error().detail, InputError::Severity::Error);
    deliver(std::move(*value), line, place);
  }

  static std::size_t leading_blanks(std::string_view text) {
    return std::min(text.find_first_not_of(" \t\r\n"), text.size());
  }

  void read_items(std::string_view text, const dump::Outline& list, const Place& place) {
    if (place.lists >= limits_.nested_lists) {
      return say(line_at_(place.offset),
                 format("Lists stand in each other more than {} deep", limits_.nested_lists),
                 InputError::Severity::Error);
    }
    const dump::ListHead head{std::string(list.api_version), std::string(list.kind)};
    const dump::ItemDefaults defaults = head.item_defaults();
    dump::ItemCursor items(*list.items);
    while (const auto item = items.next()) {
      const auto begin = static_cast<std::size_t>(item->data() - text.data());
      read_document(*item, {.offset = place.offset + begin,
                            .api_version = defaults.api_version,
                            .kind = defaults.kind,
                            .lists = place.lists + 1});
    }
  }

  void deliver(json::Value value, std::size_t line, const Place& place) {
    if (!value.is_object()) return refuse(line);
    json::ValueMap& map = value.get_object();
    if (is_empty_text(value, "kind") && !place.kind.empty()) {
      map["kind"] = json::ValueString(place.kind);
    }
    if (is_empty_text(value, "apiVersion") && !place.api_version.empty()) {
      map["apiVersion"] = json::ValueString(place.api_version);
    }
    if (is_empty_text(value, "kind") || is_empty_text(value, "apiVersion")) return refuse(line);
    take_({batch_->file->name, line_number(line), std::move(value)});
  }

  // Files that nobody named may hold anything.
  void refuse(std::size_t line) {
    if (batch_->file->origin == dump::FileContext::Origin::Found) return;
    say(line, "expected an object with apiVersion and kind", InputError::Severity::Error);
  }

  void add_batch_errors(std::string_view text) {
    dump::LineCursor cursor(text);
    for (const dump::BatchError& found : batch_->errors) {
      const bool is_foreign = found.shape == dump::Shape::Foreign &&
                              batch_->file->origin == dump::FileContext::Origin::Found;
      if (is_foreign) continue;
      const std::size_t at = std::max(found.at, batch_->begin) - batch_->begin;
      InputError error{batch_->file->name, 0, found.message, found.severity};
      if (!found.about_whole_file) {
        error.line = line_number(newlines_ + cursor.newlines_before(at));
      }
      on_error_(error);
    }
  }

  void say(std::size_t line, std::string message, InputError::Severity severity) {
    on_error_({batch_->file->name, line_number(line), std::move(message), severity});
  }

  const dump::Limits& limits_;
  dump::YamlReader yaml_;
  const std::function<void(WholeDocument)>& take_;
  const std::function<void(const InputError&)>& on_error_;
  const Batch* batch_ = nullptr;
  std::size_t newlines_ = 0;                         // of the file, before this batch
  std::size_t unit_line_ = 0;                        // counted from zero
  std::function<std::size_t(std::size_t)> line_at_;  // of a place in the text at hand
};

}  // namespace

Result<void> read_whole_documents(std::span<const std::string> paths, const dump::Options& options,
                                  const std::function<void(WholeDocument)>& take,
                                  const std::function<void(const InputError&)>& on_error) {
  if (paths.empty()) return fail(Error::Kind::Invalid, "expected at least one path");
  try {
    Reader reader(options.limits, take, on_error);
    const dump::Walk walk = dump::walk_paths(paths, options.limits);
    dump::FileFeeder feeder(options, [&](const Batch& batch) { reader.read(batch); });
    for (const InputError& one : walk.input_errors) feeder.add_error(one);
    for (const dump::FoundFile& file : walk.files) feeder.take(file);
    return {};
  } catch (const std::exception& error) {
    return fail(Error::Kind::Internal, error.what());
  }
}

}  // namespace telltale::cli
