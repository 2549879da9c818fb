// SPDX-License-Identifier: Apache-2.0
#include "dump/yaml/yaml_split.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace telltale::dump {
namespace {

constexpr std::string_view blanks = " \t\r\n";
// Beside its items a list has a kind, a version and a few words of metadata.
constexpr std::size_t shell_bytes_max = 1024 * 1024;

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

// The line at the front of `text`, with its line break.
std::string_view first_line(std::string_view text) {
  const std::size_t end = text.find('\n');
  return end == std::string_view::npos ? text : text.substr(0, end + 1);
}

bool is_blank_or_comment(std::string_view line) {
  const std::string_view rest = without_blanks(line);
  return rest.empty() || rest.starts_with('#');
}

bool is_marker(std::string_view line, std::string_view marker) {
  return line.starts_with(marker) &&
         (line.size() == marker.size() || blanks.contains(line[marker.size()]));
}

// Nothing to read: blank lines, comments, directives and markers.
bool is_nothing(std::string_view document) {
  while (!document.empty()) {
    const std::string_view line = first_line(document);
    const bool is_bare_marker =
        (is_marker(line, "---") || is_marker(line, "...")) && is_blank_or_comment(line.substr(3));
    if (!is_bare_marker && !line.starts_with('%') && !is_blank_or_comment(line)) return false;
    document.remove_prefix(line.size());
  }
  return true;
}

// Whether the beginning of a line says as much as all of it would.
bool shows_its_class(std::string_view line) {
  constexpr std::size_t longest_marker = 4;
  return without_blanks(line).size() >= longest_marker;
}

bool is_item(std::string_view line, std::size_t indent) {
  return line.find_first_not_of(' ') == indent && is_marker(line.substr(indent), "-");
}

}  // namespace

YamlSplitter::YamlSplitter(BatchMaker& batches)
    : batches_(batches), window_(batches.window()), reader_(batches.limits()) {}

void YamlSplitter::add(Unit::Form form, std::uint64_t begin, std::uint64_t end) {
  // The last document of a stream that broke off would read as if it were whole.
  if (window_.error() && end == window_.end()) return;
  if (is_nothing(window_.from(begin).substr(0, end - begin))) return;
  batches_.add(form, begin, end);
}

void YamlSplitter::split(std::uint64_t start) {
  at_ = start;
  while (take_document()) {
  }
}

// The next line "---" behind `from` that is known to be one.
std::optional<std::uint64_t> YamlSplitter::find_separator(std::uint64_t from) const {
  const std::string_view text = window_.from(from);
  for (std::size_t at = text.find("\n---"); at != std::string_view::npos;
       at = text.find("\n---", at + 1)) {
    const std::size_t behind = at + 4;
    const bool is_last = behind == text.size();
    if (is_last ? window_.over() : blanks.contains(text[behind])) return from + at + 1;
  }
  return std::nullopt;
}

std::uint64_t YamlSplitter::behind_search(std::uint64_t from) const {
  constexpr std::uint64_t separator_bytes = 4;
  return window_.end() - std::min(separator_bytes, window_.end() - from);
}

bool YamlSplitter::take_document() {
  const std::uint64_t begin = at_;
  std::uint64_t searched = begin;
  bool looked_for_items = false;
  for (;;) {
    if (const auto end = find_separator(searched)) {
      add(Unit::Form::Yaml, begin, *end);
      at_ = *end;
      return true;
    }
    if (window_.over()) {
      add(Unit::Form::Yaml, begin, window_.end());
      return false;
    }
    searched = behind_search(searched);
    const std::uint64_t size = window_.end() - begin;
    if (size > batches_.limits().document_bytes) return skip_large(begin);
    if (!looked_for_items && size >= window_.block_size() / 2) {
      looked_for_items = true;
      if (const auto items = find_items(begin)) return take_list(*items);
    }
    batches_.more(begin);
  }
}

// Moves to the next document without keeping this one.
bool YamlSplitter::skip_large(std::uint64_t begin) {
  batches_.add_error(begin, format("expected a document of at most {} bytes; this one was left out",
                                   batches_.limits().document_bytes));
  for (std::uint64_t searched = begin;; batches_.more(searched)) {
    if (const auto end = find_separator(searched)) {
      at_ = *end;
      return true;
    }
    if (window_.over()) {
      at_ = window_.end();
      return false;
    }
    searched = behind_search(searched);
  }
}

std::optional<YamlSplitter::ItemsPlace> YamlSplitter::find_items(std::uint64_t begin) const {
  std::optional<std::uint64_t> head_end;
  for (std::uint64_t at = begin; at < window_.end();) {
    const std::string_view line = first_line(window_.from(at));
    if (head_end && !is_blank_or_comment(line)) {
      const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
      if (!is_item(line, indent)) return std::nullopt;
      return ItemsPlace{*head_end, at, indent};
    }
    constexpr std::string_view items = "items:";
    if (line.starts_with(items) && is_blank_or_comment(line.substr(items.size()))) head_end = at;
    at += line.size();
  }
  return std::nullopt;
}

std::optional<Outline> YamlSplitter::outline_of(std::string_view yaml,
                                                YamlReader::Wrapping wrapping) {
  reader_.start(yaml, wrapping);
  switch (reader_.next()) {
    case YamlReader::Step::Document:
      return outline(reader_.document().json.text());
    case YamlReader::Step::End:
      return Outline{};
    case YamlReader::Step::Failed:
      break;
  }
  return std::nullopt;
}

bool YamlSplitter::take_list(const ItemsPlace& place) {
  shell_ = window_.from(at_).substr(0, place.head_end - at_);
  const auto head = outline_of(shell_, YamlReader::Wrapping::None);
  head_ = head ? ListHead{std::string(head->api_version), std::string(head->kind)} : ListHead{};
  in_list_ = false;
  at_ = place.first_item;
  std::optional<Line> next = Line::Item;
  while (next == Line::Item) next = take_item(place.indent);
  if (!next) {
    const bool goes_on = skip_large(at_);
    end_list();
    return goes_on;
  }
  return take_tail();
}

YamlSplitter::Line YamlSplitter::classify(std::string_view line, std::size_t indent) {
  if (is_blank_or_comment(line)) return Line::Inside;
  if (is_marker(line, "---") || is_marker(line, "...")) return Line::ListEnd;
  if (line.find_first_not_of(' ') > indent) return Line::Inside;
  return is_item(line, indent) ? Line::Item : Line::ListEnd;
}

// What stands behind the item; nothing when the item is too large to be taken.
std::optional<YamlSplitter::Line> YamlSplitter::take_item(std::size_t indent) {
  const std::uint64_t begin = at_;
  for (std::uint64_t cursor = begin;;) {
    const std::string_view line = first_line(window_.from(cursor));
    const bool is_whole = line.ends_with('\n') || window_.over();
    Line found = Line::Inside;
    if (cursor != begin && (is_whole || shows_its_class(line))) found = classify(line, indent);
    if (line.empty() && is_whole) found = Line::ListEnd;
    if (found == Line::Inside && is_whole) {
      cursor += line.size();
      continue;
    }
    if (found == Line::Inside) {
      if (window_.end() - begin > batches_.limits().document_bytes) return std::nullopt;
      batches_.more(begin);
      continue;
    }
    add_item(begin, cursor);
    at_ = cursor;
    return found;
  }
}

void YamlSplitter::add_item(std::uint64_t begin, std::uint64_t end) {
  if (!in_list_) {
    const std::string_view item = window_.from(begin).substr(0, end - begin);
    batches_.begin_list(begin, head_, outline_of(item, YamlReader::Wrapping::ListItem));
    in_list_ = true;
  }
  add(Unit::Form::YamlItem, begin, end);
}

// Behind its items a list may still say what it is.
bool YamlSplitter::take_tail() {
  bool goes_on = true;
  for (std::uint64_t searched = at_;; batches_.more(at_)) {
    const bool is_here = is_marker(window_.from(at_), "---");
    const auto end = is_here ? std::optional(at_) : find_separator(searched);
    const std::uint64_t stop =
        end ? *end : (window_.over() ? window_.end() : behind_search(searched));
    const std::size_t room = shell_bytes_max - std::min(shell_bytes_max, shell_.size());
    shell_ += window_.from(at_).substr(0, std::min<std::uint64_t>(room, stop - at_));
    at_ = searched = stop;
    goes_on = end.has_value();
    if (end || window_.over()) break;
  }
  if (const auto head = outline_of(shell_, YamlReader::Wrapping::None)) {
    head_ = {std::string(head->api_version), std::string(head->kind)};
  } else {
    batches_.add_error(
        at_, "expected kind, apiVersion and metadata beside the items; " + reader_.error().message);
  }
  end_list();
  return goes_on;
}

void YamlSplitter::end_list() {
  // A stream that broke off has lost the end of its list; whoever opened it says so.
  if (!window_.error()) batches_.end_list(at_, head_);
}

}  // namespace telltale::dump
