// SPDX-License-Identifier: Apache-2.0
#include "dump/yaml/yaml_to_json.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <yaml.h>

#include "base/check.h"
#include "base/text.h"
#include "dump/json/json_builder.h"
#include "dump/yaml/yaml_scalar.h"

namespace telltale::dump {
namespace {

constexpr std::string_view tag_prefix = "tag:yaml.org,2002:";

std::string_view view(const yaml_char_t* text) {
  return text == nullptr ? std::string_view() : reinterpret_cast<const char*>(text);
}

// An event that frees what it holds.
class Event {
 public:
  Event() = default;
  ~Event() { yaml_event_delete(&event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  yaml_event_t* get() { return &event_; }
  yaml_event_type_t type() const { return event_.type; }
  std::size_t line() const { return event_.start_mark.line; }
  const auto& data() const { return event_.data; }

 private:
  yaml_event_t event_{};
};

char byte_at(std::string_view text, const yaml_mark_t& mark) {
  std::size_t line_begin = 0;
  for (std::size_t line = 0; line < mark.line; ++line) {
    line_begin = text.find('\n', line_begin);
    if (line_begin == std::string_view::npos) return '\0';
    ++line_begin;
  }
  const std::size_t at = line_begin + mark.column;
  return at < text.size() ? text[at] : '\0';
}

// libyaml's own words, except where they leave people guessing.
std::string problem_text(const yaml_parser_t& parser, std::string_view text) {
  const std::string problem = parser.problem == nullptr ? "cannot be read" : parser.problem;
  if (problem != "found character that cannot start any token") return problem;
  const char byte = byte_at(text, parser.problem_mark);
  if (byte == '\t') return "found a tab where only spaces may indent";
  return format("found {}, which no value can begin with; it needs quotes",
                printable(std::string_view(&byte, 1)));
}

TextError parser_error(const yaml_parser_t& parser, std::string_view text) {
  if (parser.error == YAML_MEMORY_ERROR) return {0, "out of memory", std::nullopt};
  if (parser.error == YAML_READER_ERROR) {
    const std::size_t at = std::min(parser.problem_offset, text.size());
    return {count_newlines(text.substr(0, at)), problem_text(parser, text), std::nullopt};
  }
  TextError text_error{parser.problem_mark.line, problem_text(parser, text), std::nullopt};
  constexpr std::string_view parsing = "while parsing ";
  const std::string_view context = parser.context == nullptr ? "" : parser.context;
  if (context.starts_with(parsing)) {
    text_error.inside = {std::string(context.substr(parsing.size())), parser.context_mark.line};
  }
  return text_error;
}

// Explicit tags overrule what the text looks like; unknown ones leave it text.
Scalar resolve_tagged(std::string_view tag, std::string_view text) {
  if (!tag.starts_with(tag_prefix)) return {};
  const std::string_view name = tag.substr(tag_prefix.size());
  const bool resolves = name == "int" || name == "float" || name == "bool" || name == "null";
  return resolves ? resolve_plain(text) : Scalar{};
}

bool fits_tag(std::string_view tag, Scalar::Type type) {
  if (tag == "tag:yaml.org,2002:bool") return type == Scalar::Type::Bool;
  if (tag == "tag:yaml.org,2002:null") return type == Scalar::Type::Null;
  if (tag == "tag:yaml.org,2002:int") return type == Scalar::Type::Number;
  if (tag == "tag:yaml.org,2002:float") return type != Scalar::Type::String;
  return true;
}

}  // namespace

class YamlReader::Conversion {
 public:
  explicit Conversion(const Limits& limits) : builder_(limits) {}
  ~Conversion() { stop(); }
  Conversion(const Conversion&) = delete;
  Conversion& operator=(const Conversion&) = delete;

  void start(std::string_view text, Wrapping wrapping);
  Step next();
  YamlDocument document();
  const TextError& error() const { return error_; }

 private:
  void stop();
  Step fail(TextError text_error);
  bool take(const Event& event);
  bool take_scalar(const Event& event);
  bool is_wrapping(const Event& event) const;

  JsonBuilder builder_;
  yaml_parser_t parser_{};
  bool running_ = false;
  std::string_view text_;
  Wrapping wrapping_ = Wrapping::None;
  TextError error_;
};

void YamlReader::Conversion::stop() {
  if (running_) yaml_parser_delete(&parser_);
  running_ = false;
}

void YamlReader::Conversion::start(std::string_view text, Wrapping wrapping) {
  stop();
  check(yaml_parser_initialize(&parser_) == 1, "libyaml has memory for a parser");
  running_ = true;
  text_ = text;
  wrapping_ = wrapping;
  yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()),
                               text.size());
}

YamlReader::Step YamlReader::Conversion::fail(TextError text_error) {
  error_ = std::move(text_error);
  stop();
  return Step::Failed;
}

YamlReader::Step YamlReader::Conversion::next() {
  if (!running_) return Step::End;
  builder_.clear();
  for (;;) {
    Event event;
    if (yaml_parser_parse(&parser_, event.get()) == 0) return fail(parser_error(parser_, text_));
    if (event.type() == YAML_STREAM_END_EVENT) {
      stop();
      return Step::End;
    }
    if (event.type() == YAML_DOCUMENT_END_EVENT) return Step::Document;
    if (!take(event)) return fail(builder_.error());
  }
}

// A cut-out item stands in a list of its own, which is not part of the document.
bool YamlReader::Conversion::is_wrapping(const Event& event) const {
  return wrapping_ == Wrapping::ListItem && builder_.depth() == 0 &&
         (event.type() == YAML_SEQUENCE_START_EVENT || event.type() == YAML_SEQUENCE_END_EVENT);
}

bool YamlReader::Conversion::take(const Event& event) {
  if (is_wrapping(event)) return true;
  const auto& data = event.data();
  switch (event.type()) {
    case YAML_SCALAR_EVENT:
      return take_scalar(event);
    case YAML_ALIAS_EVENT:
      return builder_.alias(event.line(), std::string(view(data.alias.anchor)));
    case YAML_MAPPING_START_EVENT:
      return builder_.begin_map({event.line(), view(data.mapping_start.anchor)});
    case YAML_SEQUENCE_START_EVENT:
      return builder_.begin_list({event.line(), view(data.sequence_start.anchor)});
    case YAML_MAPPING_END_EVENT:
      return builder_.end_map();
    case YAML_SEQUENCE_END_EVENT:
      return builder_.end_list();
    default:
      return true;
  }
}

bool YamlReader::Conversion::take_scalar(const Event& event) {
  const auto& data = event.data().scalar;
  const std::string_view text(reinterpret_cast<const char*>(data.value), data.length);
  const JsonBuilder::Place place{event.line(), view(data.anchor)};
  const bool is_plain = data.style == YAML_PLAIN_SCALAR_STYLE;
  if (data.tag == nullptr && !is_plain) return builder_.scalar(place, {}, text);
  if (data.tag == nullptr && text == "<<") return builder_.merge_key(place);
  if (data.tag == nullptr) return builder_.scalar(place, resolve_plain(text), text);

  const std::string_view tag = view(data.tag);
  const Scalar scalar = resolve_tagged(tag, text);
  if (fits_tag(tag, scalar.type)) return builder_.scalar(place, scalar, text);
  return builder_.fail(
      place.line, format("expected a value of type !!{}, found {}", tag.substr(tag_prefix.size()),
                         printable(truncate_utf8(text, 60))));
}

YamlDocument YamlReader::Conversion::document() {
  std::string& json = builder_.json();
  const std::size_t size = json.size();
  json.append(json::PaddedText::padding, '\0');
  const std::string_view text = std::string_view(json).substr(0, size);
  return {json::PaddedText::promised(text), &builder_.lines(), builder_.warnings(),
          text.empty() || text == "null"};
}

YamlReader::YamlReader(const Limits& limits) : conversion_(std::make_unique<Conversion>(limits)) {}
YamlReader::~YamlReader() = default;

void YamlReader::start(std::string_view text, Wrapping wrapping) {
  conversion_->start(text, wrapping);
}
YamlReader::Step YamlReader::next() { return conversion_->next(); }
YamlDocument YamlReader::document() { return conversion_->document(); }
const TextError& YamlReader::error() const { return conversion_->error(); }

}  // namespace telltale::dump
