// SPDX-License-Identifier: Apache-2.0
#include "dump/json/json_split.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace telltale::dump {
namespace {

// Kinds and group names are far shorter; what is longer is none.
constexpr std::uint64_t name_bytes_max = 512;

bool is_separator(std::string_view text) {
  if (!text.starts_with("---")) return false;
  return text.size() == 3 || std::string_view(" \t\r\n").contains(text[3]);
}

std::string shown_byte(char byte) { return printable(std::string_view(&byte, 1)); }

// Whether the value at the front of the line ends on it, and where.
bool ends_in(std::string_view line, std::size_t& end) {
  if (!begins_value(line.front())) return false;
  ValueScanner scanner;
  const ValueScanner::Outcome outcome = scanner.scan(line, end);
  return outcome == ValueScanner::Outcome::Done ||
         (outcome == ValueScanner::Outcome::More && scanner.complete_at_end());
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

std::string_view without_blanks_behind(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  return last == std::string_view::npos ? std::string_view() : text.substr(0, last + 1);
}

}  // namespace

bool JsonSplitter::stop(std::string message) {
  batches_.add_error(at_, std::move(message) + "; the rest of the file was not read");
  return false;
}

bool JsonSplitter::stop_early() {
  // A stream that broke is told about by whoever opened it.
  if (window_.error()) return false;
  batches_.add_error(kept_.value_or(at_),
                     "the file ends before this document does; it was left out");
  return false;
}

bool JsonSplitter::refill() {
  if (kept_ && at_ - *kept_ > batches_.limits().document_bytes) {
    too_large_ = true;
    kept_.reset();
  }
  return batches_.more(kept_.value_or(at_));
}

bool JsonSplitter::skip_blanks() {
  for (;;) {
    const std::string_view text = window_.from(at_);
    std::size_t count = 0;
    skip_space(text, count);
    at_ += count;
    if (count < text.size()) return true;
    if (!refill()) return false;
  }
}

// Moves behind the value at hand, wherever it ends.
bool JsonSplitter::skip_value() {
  if (!begins_value(here())) {
    return stop(format("expected a JSON value, found {}", shown_byte(here())));
  }
  ValueScanner scanner;
  for (;;) {
    std::size_t count = 0;
    const ValueScanner::Outcome outcome = scanner.scan(window_.from(at_), count);
    at_ += count;
    if (outcome == ValueScanner::Outcome::Done) return true;
    if (outcome == ValueScanner::Outcome::Broken) {
      return stop(format("expected {}, found {}", scanner.expected(), here()));
    }
    if (!refill()) return scanner.complete_at_end() || stop_early();
  }
}

// Names only: what is longer reads as empty.
std::optional<std::string> JsonSplitter::take_string() {
  if (here() != '"') {
    stop(format("expected a name in quotes, found {}", shown_byte(here())));
    return std::nullopt;
  }
  const std::uint64_t begin = at_;
  const bool is_lone = !kept_;
  if (is_lone) kept_ = begin;
  if (!skip_value()) return std::nullopt;
  const bool is_name = kept_ && at_ - begin <= name_bytes_max;
  std::string name(is_name ? window_.from(begin).substr(1, at_ - begin - 2) : std::string_view());
  if (is_lone) {
    kept_.reset();
    too_large_ = false;
  }
  return name;
}

void JsonSplitter::add_unit(std::uint64_t begin) {
  if (!too_large_) {
    batches_.add(Unit::Form::Json, begin, at_);
  } else {
    batches_.add_error(at_, format("a document of more than {} bytes ends here; it was left out",
                                   batches_.limits().document_bytes));
  }
  too_large_ = false;
  kept_.reset();
}

std::optional<std::uint64_t> JsonSplitter::split(std::uint64_t start) {
  at_ = start;
  for (;;) {
    const Next next = find_value();
    if (next == Next::Yaml) return at_;
    if (next == Next::End) return std::nullopt;
    kept_ = at_;
    if (!take_line() && !take_document()) return std::nullopt;
    kept_.reset();
  }
}

JsonSplitter::Next JsonSplitter::find_value() {
  if (!skip_blanks()) return Next::End;
  if (here() != '-') return Next::Value;
  constexpr std::size_t separator_bytes = 4;
  while (window_.from(at_).size() < separator_bytes && refill()) {
  }
  return is_separator(window_.from(at_)) ? Next::Yaml : Next::Value;
}

// The line break behind the place at hand, or the end of the window. Searched once for all
// documents of a line: a line may hold any number of them.
std::uint64_t JsonSplitter::find_line_end() {
  const bool is_known = line_end_ >= at_ && line_end_ < window_.end() && byte_at(line_end_) == '\n';
  if (is_known) return line_end_;
  const std::uint64_t from = std::clamp(line_end_, at_, window_.end());
  const std::string_view text = window_.from(from);
  line_end_ = from + std::min(text.find('\n'), text.size());
  return line_end_;
}

// A document with a line to itself, which is how NDJSON is written. What is wrong with a line costs
// that line only.
bool JsonSplitter::take_line() {
  const std::uint64_t line_end = find_line_end();
  if (line_end == window_.end() && !window_.over()) return false;

  std::size_t used = 0;
  if (!ends_in(window_.from(at_).substr(0, line_end - at_), used)) {
    if (!is_lone_line(line_end)) return false;
    used = line_end - at_;
  }
  const std::uint64_t begin = at_;
  at_ += used;
  const std::string_view rest = window_.from(at_).substr(0, line_end - at_);
  if (is_blank(rest)) by_line_ = true;
  add_unit(begin);
  return true;
}

// Whether no document can go on behind this line: another one begins there, although this line does
// not end where JSON would allow it.
bool JsonSplitter::is_lone_line(std::uint64_t line_end) {
  if (line_end + 1 >= window_.end()) batches_.more(at_);
  if (line_end + 1 >= window_.end() || !begins_value(here())) return by_line_;
  const std::string_view line = without_blanks_behind(window_.from(at_).substr(0, line_end - at_));
  const bool may_go_on = line.ends_with(',') || line.ends_with('[') || line.ends_with(':');
  return byte_at(line_end + 1) == '{' && !may_go_on;
}

bool JsonSplitter::take_document() {
  Shell shell;
  shell.begin = at_;
  if (here() != '{') {
    if (!skip_value()) return false;
    add_unit(shell.begin);
    return true;
  }
  ++at_;
  if (!take_members(shell)) return false;
  end_document(shell);
  return true;
}

bool JsonSplitter::take_members(Shell& shell) {
  for (;;) {
    if (!skip_blanks()) return stop_early();
    const char next = here();
    if (next != '}' && next != ',') {
      if (!take_member(shell)) return false;
      continue;
    }
    ++at_;
    if (next == '}') return true;
  }
}

bool JsonSplitter::take_member(Shell& shell) {
  const auto key = take_string();
  if (!key) return false;
  if (!skip_blanks()) return stop_early();
  if (here() != ':') return stop(format("expected a colon, found {}", shown_byte(here())));
  ++at_;
  if (!skip_blanks()) return stop_early();

  const bool may_be_list = shell.head.kind.empty() || shell.head.is_list();
  if (*key == "items" && here() == '[' && shell.items == Shell::Items::None && may_be_list) {
    return take_items(shell);
  }
  const bool is_name = *key == "kind" || *key == "apiVersion";
  if (!is_name || here() != '"') return skip_value();
  auto value = take_string();
  if (!value) return false;
  (*key == "kind" ? shell.head.kind : shell.head.api_version) = std::move(*value);
  return true;
}

bool JsonSplitter::take_items(Shell& shell) {
  const std::uint64_t begin = at_;
  ++at_;
  while (shell.items != Shell::Items::NotOurs) {
    if (!skip_blanks()) return stop_early();
    const char next = here();
    if (next != ']' && next != ',') {
      if (!take_item(shell, begin)) return false;
      continue;
    }
    ++at_;
    if (next == ']') break;
  }
  if (shell.items == Shell::Items::None) shell.items = Shell::Items::Empty;
  return true;
}

bool JsonSplitter::take_item(Shell& shell, std::uint64_t list_begin) {
  const std::uint64_t begin = at_;
  const bool is_first = shell.items == Shell::Items::None;
  if (!is_first) kept_ = begin;
  if (!skip_value()) return false;
  if (is_first) {
    std::optional<Outline> first;
    if (!too_large_) first = outline(window_.from(begin).substr(0, at_ - begin));
    const bool is_object = first && first->is_map && (!first->kind.empty() || first->has_metadata);
    if (!too_large_ && !is_object && !shell.head.is_list()) {
      shell.items = Shell::Items::NotOurs;
      at_ = list_begin;
      return skip_value();
    }
    shell.items = Shell::Items::Taken;
    batches_.begin_list(too_large_ ? at_ : begin, shell.head, first);
  }
  add_unit(begin);
  return true;
}

void JsonSplitter::end_document(const Shell& shell) {
  if (shell.items == Shell::Items::Taken) {
    batches_.end_list(at_, shell.head);
  } else if (shell.items != Shell::Items::Empty || !shell.head.is_list()) {
    add_unit(shell.begin);
  }
}

}  // namespace telltale::dump
