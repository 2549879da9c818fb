// SPDX-License-Identifier: Apache-2.0
#include "report/json_template.h"

#include <optional>
#include <utility>

#include "base/text.h"
#include "report/cells.h"

namespace telltale {
namespace {

using json::Tree;
using TemplatePart = JsonTemplate::Part;
using Parts = std::vector<TemplatePart>;

std::unexpected<Error> wrong(std::string detail) {
  return fail(Error::Kind::Invalid, format("-o jsonpath: {}", detail));
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// The characters people write as escapes between quotes.
std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    const char letter = text[++i];
    out += letter == 'n' ? '\n' : letter == 't' ? '\t' : letter == 'r' ? '\r' : letter;
  }
  return out;
}

bool is_quoted(std::string_view text) {
  return text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
         text.back() == text.front();
}

class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  // Up to the `{end}` of the range it is in, or to the end of the text.
  Result<Parts> parts(std::size_t depth) {
    if (depth > JsonTemplate::nesting_max) return wrong("ranges are nested too deep");
    Parts parts;
    while (!rest_.empty()) {
      const std::size_t open = std::min(rest_.find('{'), rest_.size());
      if (open > 0) parts.emplace_back(std::string(rest_.substr(0, open)));
      rest_.remove_prefix(open);
      if (rest_.empty()) break;
      const std::optional<std::string_view> inside = braces();
      if (!inside) return wrong("a brace is not closed");
      if (*inside == "end") {
        if (depth == 0) return wrong("{end} without {range}");
        return parts;
      }
      Result<TemplatePart> part = action(*inside, depth);
      if (!part) return fail(part.error());
      parts.push_back(std::move(*part));
    }
    if (depth > 0) return wrong("{range} without {end}");
    return parts;
  }

 private:
  // What stands between two braces; those within quotes do not count.
  std::optional<std::string_view> braces() {
    char quote = 0;
    for (std::size_t i = 1; i < rest_.size(); ++i) {
      const char byte = rest_[i];
      if (quote != 0 && byte == '\\') {
        ++i;
      } else if (quote != 0) {
        if (byte == quote) quote = 0;
      } else if (byte == '"' || byte == '\'') {
        quote = byte;
      } else if (byte == '}') {
        const std::string_view inside = rest_.substr(1, i - 1);
        rest_.remove_prefix(i + 1);
        return trimmed(inside);
      }
    }
    return std::nullopt;
  }

  Result<TemplatePart> action(std::string_view inside, std::size_t depth) {
    if (is_quoted(inside)) return unescaped(inside.substr(1, inside.size() - 2));
    constexpr std::string_view range = "range ";
    const bool repeats = inside.starts_with(range);
    if (repeats) inside.remove_prefix(range.size());
    Result<JsonPath> path = parse_json_path(inside);
    if (!path) return wrong(path.error().detail);
    if (!repeats) return std::move(*path);
    Result<Parts> inner = parts(depth + 1);
    if (!inner) return fail(inner.error());
    return JsonTemplate::Range{.path = std::move(*path), .parts = std::move(*inner)};
  }

  std::string_view rest_;
};

class Printer {
 public:
  explicit Printer(std::string& out) : out_(out) {}

  void print(const Parts& parts, const Tree& document) {
    for (const TemplatePart& part : parts) {
      if (out_.size() >= JsonTemplate::output_bytes_max) return;
      std::visit([&](const auto& one) { print_one(one, document); }, part);
    }
  }

 private:
  void print_one(const std::string& text, const Tree&) { out_ += text; }
  void print_one(const JsonPath& path, const Tree& document) {
    bool first = true;
    for (const Tree& hit : path.find(document)) {
      if (!std::exchange(first, false)) out_ += ' ';
      out_ += value_text(hit);
    }
  }
  void print_one(const JsonTemplate::Range& range, const Tree& document) {
    for (const Tree& hit : range.path.find(document)) print(range.parts, hit);
  }

  std::string& out_;
};

}  // namespace

JsonTemplate::JsonTemplate(Parts parts) : parts_(std::move(parts)) {}

std::string JsonTemplate::print(const Tree& document) const {
  std::string out;
  Printer(out).print(parts_, document);
  return out;
}

Result<JsonTemplate> parse_json_template(std::string_view text) {
  if (text.size() > JsonTemplate::text_bytes_max) {
    return wrong(format("a template has at most {} bytes", JsonTemplate::text_bytes_max));
  }
  const std::string in_braces = text.contains('{') ? std::string(text) : format("{{{}}}", text);
  Result<Parts> parts = Parser(in_braces).parts(0);
  if (!parts) return fail(parts.error());
  return JsonTemplate(std::move(*parts));
}

}  // namespace telltale
