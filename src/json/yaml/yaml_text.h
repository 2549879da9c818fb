// SPDX-License-Identifier: Apache-2.0
#pragma once

// How a string must be written so that a YAML 1.1 reader (go-yaml, libyaml, PyYAML) reads the same
// string back: plain where that is safe, quoted where it would become a boolean, a number, a time
// or syntax, as a literal block where it has several lines.

#include <cstddef>
#include <string>
#include <string_view>

namespace telltale::json {

// Readers look no further than 1024 characters ahead for the colon behind a key.
inline constexpr std::size_t yaml_simple_key_bytes_max = 1000;
// How many spaces further in a map or list stands than what holds it.
inline constexpr std::size_t yaml_indent_step = 2;

enum class YamlStyle { Plain, SingleQuoted, DoubleQuoted, Literal };

YamlStyle yaml_style(std::string_view text);

// Lines of a literal block stand `indent` spaces in. No line break is written behind the text.
void append_yaml_string(std::string& out, std::string_view text, std::size_t indent);
// The same on one line.
void append_yaml_key(std::string& out, std::string_view text);

}  // namespace telltale::json
