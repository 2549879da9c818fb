// SPDX-License-Identifier: Apache-2.0
#include "cli/screen/log_lines.h"

#include <string>

#include "base/text.h"
#include "json/writer.h"

namespace telltale::cli {
namespace {

// "Machine d/m1: setting ..." names its object in front; anything else names none.
struct LogSubject {
  std::string_view kind = {};
  std::string_view namespace_name = {};
  std::string_view name = {};
};

LogSubject subject_in(std::string_view message) {
  const std::size_t colon = message.find(": ");
  const std::size_t blank = message.find(' ');
  if (colon == std::string_view::npos || blank >= colon) return {};
  const std::string_view kind = message.substr(0, blank);
  const std::string_view name = message.substr(blank + 1, colon - blank - 1);
  const bool is_kind = !kind.empty() && kind.front() >= 'A' && kind.front() <= 'Z';
  if (!is_kind || name.find(' ') != std::string_view::npos) return {};
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos) return {kind, {}, name};
  return {kind, name.substr(0, slash), name.substr(slash + 1)};
}

}  // namespace

std::string log_line(std::string_view message, Instant now, LogFormat format) {
  std::string line;
  if (format == LogFormat::Text) {
    append_rfc3339(line, now);
    line += ' ';
    line += printable(message);
    return line + "\n";
  }
  json::JsonWriter out(line);
  out.map([&] {
    out.field("ts", format_rfc3339(now));
    out.field("level", "info");
    out.field("msg", message);
    out.field("controller", "telltale");
    const LogSubject subject = subject_in(message);
    if (subject.name.empty()) return;
    if (!subject.namespace_name.empty()) out.field("namespace", subject.namespace_name);
    out.field("name", subject.name);
    out.map(subject.kind, [&] {
      if (!subject.namespace_name.empty()) out.field("namespace", subject.namespace_name);
      out.field("name", subject.name);
    });
  });
  return line + "\n";
}

void LogLines::write(std::string_view message) {
  const std::string line = log_line(message, clock_.now(), format_);
  const std::lock_guard lock(mutex_);
  out_.write(line);
}

}  // namespace telltale::cli
