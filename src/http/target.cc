// SPDX-License-Identifier: Apache-2.0
#include "http/target.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"

namespace telltale::http {
namespace {

enum class Plus { Blank, Itself };

std::optional<unsigned> hex_digit(char byte) {
  if (byte >= '0' && byte <= '9') return static_cast<unsigned>(byte - '0');
  if (byte >= 'a' && byte <= 'f') return static_cast<unsigned>(byte - 'a' + 10);
  if (byte >= 'A' && byte <= 'F') return static_cast<unsigned>(byte - 'A' + 10);
  return std::nullopt;
}

Result<std::string> unescape(std::string_view text, Plus plus) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      plain.push_back(text[at] == '+' && plus == Plus::Blank ? ' ' : text[at]);
      continue;
    }
    const auto high = at + 2 < text.size() ? hex_digit(text[at + 1]) : std::nullopt;
    const auto low = at + 2 < text.size() ? hex_digit(text[at + 2]) : std::nullopt;
    if (!high || !low) {
      return fail(Error::Kind::Invalid,
                  format("invalid URL escape \"{}\"", printable(text.substr(at, 3))));
    }
    plain.push_back(static_cast<char>(*high * 16 + *low));
    at += 2;
  }
  return plain;
}

Result<Parameter> parse_parameter(std::string_view pair) {
  const std::size_t equals = pair.find('=');
  auto name = unescape(pair.substr(0, equals), Plus::Blank);
  if (!name) return fail(name.error());
  if (equals == std::string_view::npos) return Parameter{std::move(*name), {}};
  auto value = unescape(pair.substr(equals + 1), Plus::Blank);
  if (!value) return fail(value.error());
  return Parameter{std::move(*name), std::move(*value)};
}

Result<std::vector<Parameter>> parse_query(std::string_view query) {
  std::vector<Parameter> parameters;
  for (const std::string_view pair : split(query, '&')) {
    if (pair.empty()) continue;
    if (parameters.size() == parameters_max) {
      return fail(Error::Kind::TooLarge, format("more than {} query parameters", parameters_max));
    }
    auto parameter = parse_parameter(pair);
    if (!parameter) return fail(parameter.error());
    parameters.push_back(std::move(*parameter));
  }
  return parameters;
}

// "http://host/path" is what clients send to a proxy; the host does not matter here.
std::string_view without_origin(std::string_view target) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!target.starts_with(scheme)) continue;
    const std::size_t path = target.find_first_of("/?", scheme.size());
    return path == std::string_view::npos ? "/" : target.substr(path);
  }
  return target;
}

bool is_control(char byte) { return static_cast<unsigned char>(byte) <= 0x20 || byte == 0x7f; }

}  // namespace

std::string_view Target::parameter(std::string_view name) const {
  const auto found = std::ranges::find(parameters, name, &Parameter::name);
  return found == parameters.end() ? std::string_view() : found->value;
}

bool Target::has(std::string_view name) const {
  return std::ranges::find(parameters, name, &Parameter::name) != parameters.end();
}

Result<Target> parse_target(std::string_view target) {
  if (target.size() > target_bytes_max) {
    return fail(Error::Kind::TooLarge,
                format("the request's target exceeds {} bytes", target_bytes_max));
  }
  if (std::ranges::any_of(target, is_control)) {
    return fail(Error::Kind::Invalid, "invalid control character in the request's target");
  }
  target = without_origin(target);
  if (target.starts_with('?')) return fail(Error::Kind::Invalid, "the target has no path");
  if (!target.starts_with('/')) return fail(Error::Kind::Invalid, "a path begins with a slash");
  const std::size_t question = std::min(target.find('?'), target.size());
  auto path = unescape(target.substr(0, question), Plus::Itself);
  if (!path) return fail(path.error());
  auto parameters = parse_query(target.substr(std::min(question + 1, target.size())));
  if (!parameters) return fail(parameters.error());
  return Target{std::move(*path), std::move(*parameters)};
}

std::string escape(std::string_view text) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string escaped;
  for (const char byte : text) {
    const bool is_plain = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
                          (byte >= 'A' && byte <= 'Z') ||
                          std::string_view("-._~").find(byte) != std::string_view::npos;
    if (is_plain) {
      escaped.push_back(byte);
      continue;
    }
    const auto code = static_cast<unsigned char>(byte);
    escaped.append({'%', digits[code >> 4U], digits[code & 15U]});
  }
  return escaped;
}

}  // namespace telltale::http
