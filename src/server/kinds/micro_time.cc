// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/micro_time.h"

#include <optional>
#include <string>

#include "base/instant.h"
#include "base/text.h"
#include "server/objects/object_access.h"

namespace telltale::server {
namespace {

constexpr std::string_view layout = "2006-01-02T15:04:05.000000Z07:00";
constexpr std::size_t seconds_end = 19;   // of "2006-01-02T15:04:05"
constexpr std::size_t fraction_end = 26;  // of the point and six digits behind it

bool has_six_digits(std::string_view time) {
  if (time.size() <= fraction_end || time[seconds_end] != '.') return false;
  const std::string_view digits = time.substr(seconds_end + 1, fraction_end - seconds_end - 1);
  return digits.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_micro_time(std::string_view time) {
  if (!has_six_digits(time) || time[10] != 'T') return false;
  const char zone = time[fraction_end];
  return (zone == 'Z' || zone == '+' || zone == '-') && parse_rfc3339(time).has_value();
}

// In the words that clients know: what stands there, and what should.
std::string micro_time_error(std::string_view time) {
  std::string_view rest = time;
  std::string_view wanted = "2006";
  if (has_six_digits(time)) {
    rest = time.substr(fraction_end);
    wanted = "Z07:00";
  } else if (parse_rfc3339(time)) {
    rest = time.substr(seconds_end);
    wanted = ".000000";
  }
  return format("parsing time {} as \"{}\": cannot parse {} as \"{}\"", schema::quoted(time),
                layout, schema::quoted(rest), wanted);
}

}  // namespace

void settle_micro_time(json::ValueMap& map, std::string_view name) {
  json::Value* time = map.if_contains(name);
  if (time == nullptr || !time->is_string()) return;
  const std::string text(time->get_string());
  if (!is_micro_time(text)) return;
  std::string seconds = format_rfc3339(*parse_rfc3339(text));
  seconds.pop_back();
  *time = format("{}{}Z", seconds, text.substr(seconds_end, fraction_end - seconds_end));
}

void check_micro_time(const json::Value& object, std::string_view path,
                      schema::FieldErrors& field_errors) {
  const json::Value* time = at(object, path);
  if (time == nullptr || !time->is_string()) return;
  const std::string_view text = time->get_string();
  if (is_micro_time(text)) return;
  schema::add(field_errors, {.field = std::string(path),
                             .kind = schema::FieldError::Kind::TypeInvalid,
                             .message = micro_time_error(text)});
}

}  // namespace telltale::server
