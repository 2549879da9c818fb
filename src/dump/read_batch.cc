// SPDX-License-Identifier: Apache-2.0
#include "dump/read_batch.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"

namespace telltale::dump {
namespace {

// Larger documents are looked through for items before anybody reads them as one object.
constexpr std::size_t large_document_bytes = 256 * 1024;

json::SelectFields choose_or_all(const json::SelectFields& choose, const json::Selection* all) {
  if (choose) return choose;
  return [all](const json::Header&) -> const json::Selection& { return *all; };
}

Shape shape_of(const std::optional<Outline>& outline) {
  if (!outline) return Shape::Kubernetes;
  const int marks = (outline->kind.empty() ? 0 : 1) + (outline->api_version.empty() ? 0 : 1) +
                    (outline->has_metadata ? 1 : 0);
  if (marks < 2) return Shape::Foreign;
  return outline->has_metadata ? Shape::Kubernetes : Shape::Nameless;
}

bool lives_in_workload_clusters(const Key& key) {
  using namespace std::string_view_literals;
  constexpr std::array kinds = {"Node"sv, "Pod"sv, "ConfigMap"sv};
  return key.group.empty() && std::ranges::find(kinds, key.kind) != kinds.end();
}

}  // namespace

BatchReader::BatchReader(const Limits& limits, const json::SelectFields& choose)
    : limits_(limits),
      objects_(choose_or_all(choose, &everything_), arena_),
      yaml_(limits),
      cursor_({}) {}

Reading BatchReader::read(const Batch& batch) {
  reading_ = {};
  errors_ = warnings_ = 0;
  reading_.file = batch.file;
  reading_.role = batch.role;
  std::string_view text;
  if (batch.block) text = batch.block->text().substr(batch.begin);
  cursor_ = LineCursor(text);
  const ListDefaults defaults{batch.defaults.api_version, batch.defaults.kind};
  for (const Unit& unit : batch.units) {
    unit_begin_ = unit.begin - batch.begin;
    read_unit(text.substr(unit_begin_, unit.end - unit.begin), unit.form, defaults);
  }
  reading_.bytes = batch.end - batch.begin;
  reading_.newlines = cursor_.newlines_before(reading_.bytes);
  cursor_ = LineCursor(text);
  add_notes(batch);
  return std::exchange(reading_, {});
}

void BatchReader::read_unit(std::string_view text, Unit::Form form, const ListDefaults& defaults) {
  lines_ = nullptr;
  switch (form) {
    case Unit::Form::Json:
      read_document({.text = json::PaddedText::promised(text), .defaults = defaults});
      break;
    case Unit::Form::Yaml:
      read_yaml(text, YamlReader::Wrapping::None, defaults);
      break;
    case Unit::Form::YamlItem:
      read_yaml(text, YamlReader::Wrapping::ListItem, defaults);
      break;
  }
}

void BatchReader::read_yaml(std::string_view text, YamlReader::Wrapping wrapping,
                            const ListDefaults& defaults) {
  const std::size_t unit_line = line_at(0);
  yaml_.start(text, wrapping);
  YamlReader::Step step = yaml_.next();
  for (; step == YamlReader::Step::Document; step = yaml_.next()) {
    const YamlDocument document = yaml_.document();
    if (document.is_nothing) continue;
    for (TextError text_error : document.warnings) {
      text_error.line += unit_line;
      add({std::move(text_error), InputError::Severity::Warning});
    }
    lines_ = document.lines;
    read_document({.text = document.json, .defaults = defaults});
    lines_ = nullptr;
  }
  if (step != YamlReader::Step::Failed) return;
  ++reading_.documents;
  TextError text_error = yaml_.error();
  text_error.line += unit_line;
  if (text_error.inside) text_error.inside->line += unit_line;
  add({std::move(text_error)});
}

void BatchReader::read_document(const Document& document) {
  const std::string_view text = document.text.text();
  std::optional<Outline> shown;
  if (text.size() > large_document_bytes) shown = outline(text);
  if (shown && shown->is_list()) return read_items(document, *shown);

  object_errors_.clear();
  auto object = objects_.read(document.text, document.defaults, object_errors_);
  if (object && !object->key.kind.ends_with("List")) return accept(*object, document);
  if (!shown) shown = outline(text);
  if (shown && shown->is_list()) return read_items(document, *shown);
  if (object) return accept(*object, document);
  reject(object.error(), document, shown);
}

void BatchReader::read_items(const Document& list, const Outline& outline) {
  const ListHead head{std::string(outline.api_version), std::string(outline.kind)};
  if (list.lists >= limits_.nested_lists) {
    const auto message =
        format("Lists stand in each other more than {} deep", limits_.nested_lists);
    return reject({0, message}, list, std::nullopt);
  }
  const ItemDefaults defaults = head.item_defaults();
  const char* begin = list.text.text().data();
  ItemCursor items(*outline.items);
  while (const auto item = items.next()) {
    read_document({.text = json::PaddedText::promised(*item),
                   .offset = list.offset + static_cast<std::size_t>(item->data() - begin),
                   .defaults = {defaults.api_version, defaults.kind},
                   .lists = list.lists + 1});
  }
}

void BatchReader::accept(Object object, const Document& document) {
  ++reading_.documents;
  for (ObjectError& object_error : object_errors_) {
    const std::size_t line = line_at(document.offset + object_error.offset);
    add({{line, std::move(object_error.message), std::nullopt}});
  }
  find_home(object);
  reading_.objects.push_back(object);
}

void BatchReader::reject(const ObjectError& object_error, const Document& document,
                         const std::optional<Outline>& outline) {
  ++reading_.documents;
  const Shape shape = shape_of(outline);
  const std::string_view wanted =
      shape == Shape::Kubernetes ? ""
                                 : "; expected an object with apiVersion, kind and metadata.name";
  add({.text_error = {line_at(document.offset + object_error.offset),
                      format("{}{}", object_error.message, wanted), std::nullopt},
       .shape = shape});
}

// What an object says of itself comes before where it lies.
void BatchReader::find_home(Object& object) {
  const FileContext& file = *reading_.file;
  if (file.cluster_name.empty() || !object.key.home.is_management()) return;
  if (!lives_in_workload_clusters(object.key)) return;
  object.key.home = {arena_.intern(file.cluster_namespace), arena_.intern(file.cluster_name)};
}

void BatchReader::add_notes(const Batch& batch) {
  for (const BatchError& error : batch.errors) {
    const std::size_t at = std::max(error.at, batch.begin) - batch.begin;
    const std::size_t line = error.about_whole_file ? 0 : cursor_.newlines_before(at);
    add({{line, error.message, std::nullopt}, error.severity, error.shape, error.about_whole_file});
  }
}

void BatchReader::add(Finding finding) {
  std::size_t& count = finding.severity == InputError::Severity::Error ? errors_ : warnings_;
  if (++count <= limits_.input_errors) {
    reading_.findings.push_back(std::move(finding));
  } else {
    ++reading_.findings_left_out;
  }
}

std::size_t BatchReader::line_at(std::size_t offset) {
  cursor_.settle(unit_begin_);
  if (!lines_) return cursor_.newlines_before(unit_begin_ + offset);
  return cursor_.newlines_before(unit_begin_) + lines_->line_at(offset);
}

}  // namespace telltale::dump
