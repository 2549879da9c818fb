// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/headline.h"

#include <algorithm>
#include <vector>

#include "base/letters.h"
#include "base/text.h"
#include "catalog/explain/advice.h"
#include "classify/innermost.h"

namespace telltale {
namespace {

constexpr std::size_t headline_read_bytes_max = std::size_t{64} << 10;
constexpr std::size_t headline_parts_max = 6;

// "Machine", "DockerMachine": letters only, the first of them large.
bool is_kind(std::string_view word) {
  const auto is_letter_of_kind = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  return !word.empty() && word.front() >= 'A' && word.front() <= 'Z' &&
         std::ranges::all_of(word, is_letter_of_kind);
}

// One thing that is said, and about which objects of one kind.
struct Said {
  std::string_view kind = {};  // "Machine"; empty: about the object itself
  std::vector<std::string_view> names = {};
  std::size_t more = 0;  // names that the list itself has counted
  std::string text = {};
};

// "Machine a", "Machines a, b, c, ... (2 more)": a heading of objects, not of a condition.
bool read_objects(std::string_view heading, Said& said) {
  const std::size_t blank = heading.find(' ');
  if (blank == std::string_view::npos || !is_kind(heading.substr(0, blank))) return false;
  Said read{.kind = heading.substr(0, blank)};
  if (read.kind.ends_with('s')) read.kind.remove_suffix(1);
  for (const std::string_view name : split(heading.substr(blank + 1), ',')) {
    const std::string_view plain = trim(name);
    if (plain.starts_with("...")) {
      read.more = 1;
    } else if (plain.contains(' ')) {
      return false;
    } else if (!plain.empty()) {
      read.names.push_back(plain);
    }
  }
  if (read.names.empty()) return false;
  said = std::move(read);
  return true;
}

// "InfrastructureReady: text": the condition in front, if it is one.
std::string_view condition_before(std::string_view text) {
  const std::size_t colon = text.find(": ");
  if (colon == std::string_view::npos) return {};
  const std::string_view word = text.substr(0, colon);
  const bool is_type = !word.contains(' ') && word.front() >= 'A' && word.front() <= 'Z';
  return is_type ? word : std::string_view{};
}

// "Machine a: text" on a line of its own.
std::string_view text_about(std::string_view text, Said& said) {
  const std::size_t colon = text.find(": ");
  const std::size_t blank = text.find(' ');
  if (colon == std::string_view::npos || blank >= colon) return text;
  const std::string_view name = text.substr(blank + 1, colon - blank - 1);
  if (name.contains(' ') || !is_kind(text.substr(0, blank))) return text;
  said.kind = text.substr(0, blank);
  said.names = {name};
  return text.substr(colon + 2);
}

void add_said(std::vector<Said>& all, Said said) {
  const auto same = std::ranges::find_if(
      all, [&](const Said& one) { return one.kind == said.kind && one.text == said.text; });
  if (same == all.end()) return all.push_back(std::move(said));
  same->names.insert(same->names.end(), said.names.begin(), said.names.end());
  same->more += said.more;
}

std::string told_text(std::string_view text, HeadlineText how) {
  return how == HeadlineText::Errors ? innermost_error(text) : std::string(trim(text));
}

// Reads the lines of a merged message, each with the objects that it is under.
class HeadlineReader {
 public:
  explicit HeadlineReader(HeadlineText how) : how_(how), asked_(how) {}

  void read(std::string_view line) {
    const bool at_margin = !line.starts_with(' ');
    std::string_view text = trim(line);
    const bool is_item = text.starts_with("* ");
    if (is_item) text = trim(text.substr(2));
    if (text.empty()) return;
    if (at_margin) start_again();
    if (!text.ends_with(':')) return read_item(text);
    text.remove_suffix(1);
    if (!is_item || !read_objects(text, under_)) read_heading(text);
  }

  std::vector<Said> take() {
    if (!heading_.empty()) all_.push_back({.text = std::string(heading_)});
    return std::move(all_);
  }

 private:
  void start_again() {
    // A sentence that ends with a colon may be followed by items at the margin.
    under_ = {};
    how_ = asked_;
  }

  void read_heading(std::string_view heading) {
    if (heading.contains(' ')) {
      heading_ = heading;
    } else {
      how_ = is_providers_word(heading) ? HeadlineText::Errors : asked_;
    }
  }

  void read_item(std::string_view text) {
    Said said = under_;
    if (under_.kind.empty()) text = text_about(text, said);
    const std::string_view condition = under_.kind.empty() ? "" : condition_before(text);
    if (!condition.empty() && !condition.contains('.')) {
      text.remove_prefix(condition.size() + 2);
      how_ = is_providers_word(condition) ? HeadlineText::Errors : HeadlineText::AsIs;
    }
    said.text = told_text(text, how_);
    if (!heading_.empty()) said.text = format("{}: {}", heading_, written_text(said));
    if (!heading_.empty() && under_.kind.empty()) said = {.text = said.text};
    heading_ = {};
    add_said(all_, std::move(said));
  }

  // Behind a heading that is a sentence, an object is a part of it.
  std::string written_text(const Said& said) const {
    if (!under_.kind.empty() || said.kind.empty()) return said.text;
    return format("{} {}: {}", said.kind, said.names.front(), said.text);
  }

  HeadlineText how_;
  HeadlineText asked_;
  Said under_ = {};
  std::string_view heading_ = {};
  std::vector<Said> all_ = {};
};

std::string written(const Said& said) {
  if (said.kind.empty()) return said.text;
  std::vector<std::string_view> names = said.names;
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  const bool one = names.size() == 1 && said.more == 0;
  std::string listed = list_names(names);
  if (said.more > 0 && names.size() <= listed_names_max) listed += ", ...";
  return format("{} {}: {}", one ? std::string(said.kind) : plural(said.kind), listed, said.text);
}

// "  * InfrastructureReady: failed to create: gone" as "  * InfrastructureReady: gone".
std::string with_innermost_error(std::string_view line) {
  const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
  const std::string_view text = line.substr(blanks);
  if (!text.starts_with("* ")) return std::string(line);
  const std::string_view condition = condition_before(text.substr(2));
  if (condition.empty() || !is_providers_word(condition)) return std::string(line);
  const std::size_t begin = blanks + 2 + condition.size() + 2;
  return format("{}{}", line.substr(0, begin), innermost_error(line.substr(begin)));
}

}  // namespace

std::string lines_with_innermost_errors(std::string_view message, HeadlineText text) {
  if (!message.contains('\n') && !message.starts_with("* ")) return told_text(message, text);
  std::string out;
  for (const std::string_view line : split(message, '\n')) {
    if (!out.empty()) out += '\n';
    out += with_innermost_error(line);
  }
  return out;
}

std::string headline_of(std::string_view message, HeadlineText text) {
  message = message.substr(0, utf8_prefix(message, headline_read_bytes_max));
  HeadlineReader reader(text);
  for (const std::string_view line : split(message, '\n')) reader.read(line);
  const std::vector<Said> all = reader.take();
  std::string out;
  for (std::size_t i = 0; i < std::min(all.size(), headline_parts_max); ++i) {
    if (!out.empty()) out += " · ";
    out += written(all[i]);
  }
  if (all.size() > headline_parts_max) out += " · ...";
  return truncate_utf8(out, headline_bytes_max);
}

}  // namespace telltale
