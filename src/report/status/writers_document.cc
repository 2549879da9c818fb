// SPDX-License-Identifier: Apache-2.0
// What is known about other writers, as the text that replicas share.

#include <algorithm>

#include "base/text.h"
#include "json/parse.h"
#include "json/value.h"
#include "json/writer.h"
#include "report/status/writers.h"

namespace telltale {
namespace {

using json::Value;

// A list longer than any that telltale writes is somebody's joke.
constexpr std::size_t items_max = 4'096;

const Value* member_of(const Value& value, std::string_view name) {
  const json::ValueMap* map = value.if_object();
  return map == nullptr ? nullptr : map->if_contains(name);
}

std::string text_in(const Value& value, std::string_view name) {
  const Value* found = member_of(value, name);
  const json::ValueString* text = found == nullptr ? nullptr : found->if_string();
  return text == nullptr ? std::string() : std::string(*text);
}

Instant time_in(const Value& value, std::string_view name) {
  return parse_rfc3339(text_in(value, name)).value_or(no_time);
}

template <class Take>
void each_in(const Value& value, std::string_view name, Take take) {
  const Value* found = member_of(value, name);
  const json::ValueList* list = found == nullptr ? nullptr : found->if_array();
  if (list == nullptr) return;
  for (std::size_t i = 0; i < std::min(list->size(), items_max); ++i) take((*list)[i]);
}

}  // namespace

std::string Writers::document() const {
  std::string text;
  json::JsonWriter out(text);
  out.map([&] {
    out.map("managers", [&] {
      for (const auto& [manager, at] : told_) {
        if (is_set(at)) out.field(manager, format_rfc3339(at));
      }
    });
    out.list("types", [&] {
      for (const auto& [name, row] : rows_) {
        out.map([&] {
          out.field("group", name.group);
          out.field("kind", name.kind);
          out.field("type", name.type);
          out.list("managers", [&] {
            for (const std::string& manager : row.managers) out.string(manager);
          });
          if (row.let_go) {
            out.map("letGo", [&] {
              out.field("manager", row.let_go->first);
              out.field("at", format_rfc3339(row.let_go->second));
            });
          }
          if (row.losses.empty()) return;
          out.list("lost", [&] {
            for (const OldLoss& old : row.losses) {
              out.map([&] {
                out.field("uid", old.uid);
                out.field("manager", old.manager);
                out.field("at", format_rfc3339(old.at));
                if (old.answered) out.field("writtenAgain", true);
              });
            }
          });
        });
      }
    });
  });
  return text;
}

// Nothing is forgotten by it, and of two times the later one counts.
Result<void> Writers::merge(std::string_view document) {
  if (document.size() > document_bytes_max) {
    return fail(Error::Kind::TooLarge, "what is known about other writers is too large");
  }
  const auto read = json::parse(document);
  if (!read) return fail(read.error());
  if (const Value* managers = member_of(*read, "managers"); managers && managers->is_object()) {
    for (const auto& one : managers->get_object()) {
      const json::ValueString* at = one.value().if_string();
      if (at == nullptr) continue;
      const Instant seen = parse_rfc3339(std::string_view(*at)).value_or(no_time);
      note_alive(one.key(), seen);
      // What was stored stands until there is more to say, or every start would be a write.
      const auto known = managers_.find(std::string_view(one.key()));
      const bool is_enough =
          is_set(seen) && known != managers_.end() && known->second - seen < alive_step;
      if (is_enough) told_.insert_or_assign(std::string(one.key()), seen);
    }
  }
  each_in(*read, "types", [&](const Value& item) {
    const std::string group = text_in(item, "group");
    const std::string kind = text_in(item, "kind");
    Object object;
    object.key.group = group;
    object.key.kind = kind;
    Row* row = row_for(object, text_in(item, "type"));
    if (row == nullptr) return;
    each_in(item, "managers", [&](const Value& manager) {
      if (const json::ValueString* name = manager.if_string()) note_writer(*row, *name);
    });
    if (const Value* gone = member_of(item, "letGo")) {
      const Instant at = time_in(*gone, "at");
      const bool newer = is_set(at) && (!row->let_go || row->let_go->second < at);
      if (newer) {
        row->let_go = {text_in(*gone, "manager"), at};
        ++changes_;
      }
    }
    each_in(item, "lost", [&](const Value& loss) {
      OldLoss old{.uid = text_in(loss, "uid"),
                  .manager = text_in(loss, "manager"),
                  .at = time_in(loss, "at"),
                  .answered = member_of(loss, "writtenAgain") != nullptr};
      const auto same = [&](const OldLoss& one) {
        return one.uid == old.uid && one.manager == old.manager;
      };
      const bool known = std::ranges::any_of(row->losses, same);
      if (!is_set(old.at) || known || row->losses.size() >= losses_per_row_max) return;
      row->losses.push_back(std::move(old));
      std::ranges::sort(row->losses, {}, &OldLoss::at);
    });
  });
  return {};
}

}  // namespace telltale
