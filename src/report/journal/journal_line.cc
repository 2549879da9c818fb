// SPDX-License-Identifier: Apache-2.0
#include "report/journal/journal_line.h"

#include <optional>

#include "base/text.h"
#include "json/writer.h"

namespace telltale {
namespace {

constexpr std::size_t line_depth_max = 4;

}  // namespace

void append_journal_line(std::string& out, const JournalLine& line) {
  json::JsonWriter writer(out);
  writer.begin_map();
  writer.field("at", format_rfc3339(line.at));
  writer.field_unless_empty("group", line.group);
  writer.field("kind", line.kind);
  writer.field_unless_empty("namespace", line.namespace_name);
  writer.field("name", line.name);
  writer.field_unless_empty("uid", line.uid);
  writer.field("type", line.type);
  writer.field("status", to_text(line.status));
  writer.field_unless_empty("reason", line.reason);
  writer.field_unless_empty("message", line.message);
  if (line.cut) writer.field("cut", true);
  writer.end_map();
  out += '\n';
}

Result<JournalLine> JournalLineReader::read(std::string_view text) {
  if (text.size() > journal_line_bytes_max) {
    return fail(Error::Kind::Invalid, "the line is too long");
  }
  padded_.assign(text).append(json::PaddedText::padding, '\0');
  scratch_.clear();
  const auto padded = json::PaddedText::promised(std::string_view(padded_).substr(0, text.size()));
  const auto tree = reader_.read_any(padded, line_depth_max, scratch_);
  if (!tree) return fail(Error::Kind::Invalid, tree.error().message);

  const auto word = [&](std::string_view key) { return (*tree)[key].as_string({}); };
  const std::optional<Instant> at = parse_rfc3339(word("at"));
  const std::optional<Status> status = parse_status(word("status"));
  if (!at || !status) return fail(Error::Kind::Invalid, "an entry has a time and a status");
  const JournalLine line{.at = *at,
                         .group = word("group"),
                         .kind = word("kind"),
                         .namespace_name = word("namespace"),
                         .name = word("name"),
                         .uid = word("uid"),
                         .type = word("type"),
                         .status = *status,
                         .reason = word("reason"),
                         .message = word("message"),
                         .cut = (*tree)["cut"].as_bool(false)};
  if (line.kind.empty() || line.name.empty() || line.type.empty()) {
    return fail(Error::Kind::Invalid, "an entry has a kind, a name and a type");
  }
  return line;
}

}  // namespace telltale
