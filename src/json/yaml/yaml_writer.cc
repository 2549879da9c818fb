// SPDX-License-Identifier: Apache-2.0
#include "json/writer.h"
#include "json/yaml/yaml_text.h"

// Every scalar ends its line, so a value begins in one of three places: at the start of a line (the
// root), right behind "key:", or right behind "- ". A map or list that stays empty is written {} or
// []; hence nothing is written when it begins, only when its first child comes.

namespace telltale::json {

void YamlWriter::lead_to_value(const Level& level) {
  if (level.shape == Shape::Root && level.children > 0) out_ += "---\n";
  if (level.shape == Shape::List) {
    next_child(level);
    out_ += "- ";
  }
}

void YamlWriter::lead_to_key(const Level& level) { next_child(level); }

// The first child of what stands in a list goes on behind the dash; every other one indents itself.
void YamlWriter::next_child(const Level& level) {
  if (level.children == 0 && level.place == Place::BehindDash) return;
  if (level.children == 0 && level.place == Place::BehindKey) out_ += '\n';
  out_.append(level.indent, ' ');
}

void YamlWriter::put_key(std::string_view name) {
  if (name.size() <= yaml_simple_key_bytes_max) {
    append_yaml_key(out_, name);
  } else {
    out_ += "? ";
    append_yaml_key(out_, name);
    out_ += '\n';
    out_.append(level().indent, ' ');
  }
  out_ += ':';
}

void YamlWriter::put_begin(Level& level, const Level& parent) {
  switch (parent.shape) {
    case Shape::Root:
      level.place = Place::AtLineStart;
      break;
    case Shape::Map:
      level.place = Place::BehindKey;
      break;
    case Shape::List:
      level.place = Place::BehindDash;
      break;
  }
  const bool list_in_map = level.shape == Shape::List && parent.shape == Shape::Map;
  const bool deeper = parent.shape != Shape::Root && !list_in_map;
  level.indent = parent.indent + (deeper ? yaml_indent_step : 0);
}

void YamlWriter::put_end(const Level& level) {
  if (level.children > 0) return;
  blank_after_key();
  out_ += level.shape == Shape::Map ? "{}\n" : "[]\n";
}

void YamlWriter::put_string(std::string_view text) {
  blank_after_key();
  append_yaml_string(out_, text, level().indent + yaml_indent_step);
  out_ += '\n';
}

void YamlWriter::put_word(std::string_view word) {
  blank_after_key();
  out_ += word;
  out_ += '\n';
}

void YamlWriter::blank_after_key() {
  if (level().after_key) out_ += ' ';
}

}  // namespace telltale::json
