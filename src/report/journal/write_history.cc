// SPDX-License-Identifier: Apache-2.0
#include "report/journal/write_history.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "base/arena.h"
#include "base/text.h"
#include "json/tree/padded_text.h"
#include "json/tree/tree_reader.h"

namespace telltale {
namespace {

constexpr std::string_view api_version = "telltale.dev/v1alpha1";
constexpr std::string_view document_kind = "History";
constexpr std::size_t history_depth_max = 16;

void write_subject(json::Writer& out, const JournalSubject& subject) {
  out.map("object", [&] {
    out.field_unless_empty("group", subject.group);
    out.field("kind", subject.kind);
    out.field_unless_empty("namespace", subject.namespace_name);
    out.field("name", subject.name);
    out.field_unless_empty("uid", subject.uid);
  });
}

void write_entry(json::Writer& out, const JournalEntry& entry) {
  out.map([&] {
    out.field("at", format_rfc3339(entry.at));
    out.field("type", entry.type);
    out.field("status", to_text(entry.status));
    out.field_unless_empty("reason", entry.reason);
    out.field_unless_empty("message", entry.message);
  });
}

void write_flapping(json::Writer& out, const TypeFlapping& type) {
  out.map([&] {
    out.field("type", type.type);
    out.field("flapping", type.flapping.flapping);
    out.field("turns", type.flapping.turns);
    out.field("withinSeconds", type.flapping.within.count());
  });
}

std::unexpected<Error> invalid(std::string detail) {
  return fail(Error::Kind::Invalid, std::move(detail));
}

std::string word(const json::Tree& tree, std::string_view key) {
  return std::string(tree[key].as_string({}));
}

Result<JournalEntry> entry_of(const json::Tree& tree) {
  const std::optional<Instant> at = parse_rfc3339(tree["at"].as_string({}));
  const std::optional<Status> status = parse_status(tree["status"].as_string({}));
  JournalEntry entry{.at = at.value_or(no_time),
                     .type = word(tree, "type"),
                     .status = status.value_or(Status::Unknown),
                     .reason = word(tree, "reason"),
                     .message = word(tree, "message")};
  if (!at || !status || entry.type.empty()) {
    return invalid("an entry of a history has a time, a type and a status");
  }
  return entry;
}

TypeFlapping read_flapping(const json::Tree& tree) {
  // Longer windows than a century say nothing.
  constexpr std::int64_t seconds_max = std::int64_t{100} * 366 * 24 * 3600;
  const auto number = [&](std::string_view key) {
    return std::clamp<std::int64_t>(tree[key].as_int().value_or(0), 0, seconds_max);
  };
  return {.type = word(tree, "type"),
          .flapping = {.flapping = tree["flapping"].as_bool(false),
                       .turns = static_cast<std::size_t>(number("turns")),
                       .within = Seconds(number("withinSeconds"))}};
}

Result<HistoryDocument> read_document(const json::Tree& tree) {
  if (tree["kind"].as_string({}) != document_kind ||
      tree["apiVersion"].as_string({}) != api_version) {
    return invalid(format("expected a {} of {}", document_kind, api_version));
  }
  const json::Tree object = tree["object"];
  HistoryDocument document{.now = parse_rfc3339(tree["now"].as_string({})).value_or(no_time),
                           .history = {.subject = {.group = word(object, "group"),
                                                   .kind = word(object, "kind"),
                                                   .namespace_name = word(object, "namespace"),
                                                   .name = word(object, "name"),
                                                   .uid = word(object, "uid")},
                                       .entries = {},
                                       .cut = tree["cut"].as_bool(false)},
                           .flapping = {}};
  const JournalSubject& subject = document.history.subject;
  if (!is_set(document.now)) return invalid("a history says when it was asked for");
  if (subject.kind.empty() || subject.name.empty()) return invalid("a history is about an object");
  for (const json::Tree& item : tree["entries"].items()) {
    Result<JournalEntry> entry = entry_of(item);
    if (!entry) return fail(entry.error());
    document.history.entries.push_back(std::move(*entry));
  }
  for (const json::Tree& item : tree["flapping"].items()) {
    document.flapping.push_back(read_flapping(item));
  }
  return document;
}

}  // namespace

HistoryDocument document_of(Journal::History history, const FlapRule& rule, Instant now) {
  std::vector<TypeFlapping> flapping = flapping_by_type(history.entries, rule, now);
  return {.now = now, .history = std::move(history), .flapping = std::move(flapping)};
}

std::string write_history(const HistoryDocument& document, ReportLayout layout) {
  std::string text;
  const std::unique_ptr<json::Writer> out = make_writer(layout, text);
  out->map([&] {
    out->field("apiVersion", api_version);
    out->field("kind", document_kind);
    out->field("now", format_rfc3339(document.now));
    write_subject(*out, document.history.subject);
    out->list("entries", [&] {
      for (const JournalEntry& entry : document.history.entries) write_entry(*out, entry);
    });
    if (document.history.cut) out->field("cut", true);
    out->list("flapping", [&] {
      for (const TypeFlapping& type : document.flapping) write_flapping(*out, type);
    });
  });
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

Result<HistoryDocument> parse_history(std::string_view text) {
  if (text.size() > history_bytes_max) {
    return fail(Error::Kind::TooLarge, format("a history has at most {} bytes", history_bytes_max));
  }
  Arena scratch;
  const json::PaddedCopy copy(text);
  const auto tree = json::TreeReader().read_any(copy.padded(), history_depth_max, scratch);
  if (!tree) return fail(to_error(tree.error(), text));
  return read_document(*tree);
}

}  // namespace telltale
