// SPDX-License-Identifier: Apache-2.0

// Rows of events: when they were seen, what they are about, and who reports them.

#include "base/letters.h"
#include "base/text.h"
#include "server/kinds/cells/cells.h"
#include "server/kinds/event.h"
#include "server/objects/object_access.h"

namespace telltale::server {
namespace {

using json::Value;

struct Seen {
  std::string first;
  std::string last;
  std::int64_t count = 1;
};

Seen seen_of(const Value& event, Instant now) {
  Seen seen;
  const std::string_view first = text_at(event, "firstTimestamp");
  seen.first = age_cell(first.empty() ? text_at(event, "eventTime") : first, now);
  const std::string_view last = text_at(event, "lastTimestamp");
  seen.last = last.empty() ? seen.first : age_cell(last, now);
  // An event of the newer sort that was seen once has no count.
  if (const std::int64_t count = number_at(event, "count"); count != 0) seen.count = count;
  if (!map_at(event, "series").empty()) {
    seen.last = age_cell(text_at(event, "series.lastObservedTime"), now);
    seen.count = number_at(event, "series.count");
  }
  return seen;
}

std::string object_of(const Value& event) {
  const std::string kind = lower(text_at(event, "involvedObject.kind"));
  const std::string_view name = text_at(event, "involvedObject.name");
  return name.empty() ? kind : format("{}/{}", kind, name);
}

std::string source_of(const Value& event) {
  const std::string component =
      text_or(text_at(event, "source.component"), text_at(event, "reportingComponent"));
  const std::string host =
      text_or(text_at(event, "source.host"), text_at(event, "reportingInstance"));
  return host.empty() ? component : format("{}, {}", component, host);
}

}  // namespace

Value core_event_cells(const Value& object, Instant now) {
  const Seen seen = seen_of(object, now);
  return json::ValueList{seen.last,
                         text_at(object, "type"),
                         text_at(object, "reason"),
                         object_of(object),
                         text_at(object, "involvedObject.fieldPath"),
                         source_of(object),
                         trim(text_at(object, "message")),
                         seen.first,
                         seen.count,
                         text_at(object, "metadata.name")};
}

Value new_event_cells(const Value& object, Instant now) {
  Value core = object;
  to_core_event(core);
  return core_event_cells(core, now);
}

}  // namespace telltale::server
