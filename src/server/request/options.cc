// SPDX-License-Identifier: Apache-2.0
#include "server/request/options.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "server/conversion/version_text.h"
#include "server/proto/utf8.h"

namespace telltale::server {
namespace {

constexpr std::size_t field_manager_bytes_max = 128;
constexpr std::chrono::seconds watch_time_max = std::chrono::days{365};

std::unexpected<StatusError> refuse_options(std::string_view kind,
                                            schema::FieldErrors field_errors) {
  return refuse(
      invalid({.group = "meta.k8s.io", .resource = std::string(kind)}, std::move(field_errors)));
}

Outcome<std::optional<std::int64_t>> read_number(const http::Target& target,
                                                 std::string_view name) {
  const std::string_view text = target.parameter(name);
  if (text.empty()) return std::nullopt;
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc{} && end == text.data() + text.size()) return number;
  return refuse(bad_request(
      format("strconv.ParseInt: parsing {}: {}", schema::quoted(text),
             error == std::errc::result_out_of_range ? "value out of range" : "invalid syntax")));
}

// Lists call it the client's mistake.
Outcome<std::optional<store::Revision>> read_version_for(const http::Target& target,
                                                         Purpose purpose) {
  if (target.parameter("resourceVersion").empty()) return std::nullopt;
  const auto version = read_version(target);
  if (version) return *version;
  if (purpose == Purpose::Watch) return refuse(version.error());
  return refuse(bad_request("invalid resource version: " + version.error().message));
}

ListOptions::Match read_match(std::string_view text) {
  if (text.empty()) return ListOptions::Match::Unset;
  if (text == "Exact") return ListOptions::Match::Exact;
  if (text == "NotOlderThan") return ListOptions::Match::NotOlderThan;
  return ListOptions::Match::Unsupported;
}

schema::FieldError unsupported_match(const http::Target& target,
                                     const std::vector<std::string>& supported) {
  return schema::not_supported("resourceVersionMatch",
                               schema::quoted(target.parameter("resourceVersionMatch")), supported);
}

schema::FieldError match_of_continued() {
  return schema::forbidden("resourceVersionMatch",
                           "resourceVersionMatch is forbidden when continue is provided");
}

// The combinations that make no sense, as the API refuses them.
schema::FieldErrors errors_of_watch(const ListOptions& options, const http::Target& target) {
  schema::FieldErrors field_errors;
  const bool initial = target.has("sendInitialEvents");
  const bool matched = options.match != ListOptions::Match::Unset;
  const bool not_older = options.match == ListOptions::Match::NotOlderThan;
  if (initial && !not_older) {
    field_errors.push_back(schema::forbidden(
        "resourceVersionMatch",
        "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
  }
  if (!initial && matched) {
    field_errors.push_back(schema::forbidden("resourceVersionMatch",
                                             "resourceVersionMatch is forbidden for watch unless "
                                             "sendInitialEvents is provided"));
  }
  if (matched && !not_older) field_errors.push_back(unsupported_match(target, {"NotOlderThan"}));
  if (matched && !options.continue_token.empty()) field_errors.push_back(match_of_continued());
  return field_errors;
}

schema::FieldErrors errors_of_list(const ListOptions& options, const http::Target& target) {
  schema::FieldErrors field_errors;
  if (target.has("sendInitialEvents")) {
    field_errors.push_back(
        schema::forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
  }
  if (options.match == ListOptions::Match::Unset) return field_errors;
  if (!options.version) {
    field_errors.push_back(
        schema::forbidden("resourceVersionMatch",
                          "resourceVersionMatch is forbidden unless resourceVersion is provided"));
  }
  if (!options.continue_token.empty()) field_errors.push_back(match_of_continued());
  if (options.match == ListOptions::Match::Unsupported) {
    field_errors.push_back(unsupported_match(target, {"Exact", "NotOlderThan", ""}));
  }
  if (options.match == ListOptions::Match::Exact && options.version == 0) {
    field_errors.push_back(
        schema::forbidden("resourceVersionMatch",
                          "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\""));
  }
  return field_errors;
}

}  // namespace

bool is_printable(std::string_view text) {
  const auto control = [](char byte) {
    return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F;
  };
  return is_utf8(text) && std::ranges::none_of(text, control);
}

bool is_yes(const http::Target& target, std::string_view name) {
  if (!target.has(name)) return false;
  const std::string_view value = target.parameter(name);
  return value != "false" && value != "0" && value != "False" && value != "f" && value != "F";
}

Outcome<store::Revision> read_version(const http::Target& target) {
  const std::string_view text = target.parameter("resourceVersion");
  const auto version = read_version_text(text);
  if (version) return *version;
  return refuse(unexplained(
      format("resourceVersion: Invalid value: {}: {}", schema::quoted(text), version.error())));
}

Outcome<ListOptions> read_list_options(const http::Target& target, Purpose purpose) {
  ListOptions options{.label_selector = std::string(target.parameter("labelSelector")),
                      .field_selector = std::string(target.parameter("fieldSelector")),
                      .match = read_match(target.parameter("resourceVersionMatch")),
                      .continue_token = std::string(target.parameter("continue")),
                      .watch = purpose == Purpose::Watch,
                      .bookmarks = is_yes(target, "allowWatchBookmarks"),
                      .send_initial_events = is_yes(target, "sendInitialEvents")};
  const auto version = read_version_for(target, purpose);
  if (!version) return refuse(version.error());
  options.version = *version;
  auto limit = read_number(target, "limit");
  if (!limit) return refuse(limit.error());
  options.limit = static_cast<std::size_t>(std::max<std::int64_t>(limit->value_or(0), 0));
  auto timeout = read_number(target, "timeoutSeconds");
  if (!timeout) return refuse(timeout.error());
  if (timeout->value_or(0) != 0) {
    options.timeout =
        std::clamp(std::chrono::seconds(**timeout), std::chrono::seconds{}, watch_time_max);
  }
  const schema::FieldErrors field_errors = purpose == Purpose::Watch
                                               ? errors_of_watch(options, target)
                                               : errors_of_list(options, target);
  if (!field_errors.empty()) return refuse_options("ListOptions", field_errors);
  return options;
}

Outcome<WriteOptions> read_write_options(const http::Target& target,
                                         std::string_view options_kind) {
  WriteOptions options{.force = is_yes(target, "force"),
                       .field_manager = std::string(target.parameter("fieldManager"))};
  for (const http::Parameter& parameter : target.parameters) {
    if (parameter.name != "dryRun" || parameter.value.empty()) continue;
    if (parameter.value != "All") {
      return refuse_options(
          options_kind,
          {schema::not_supported("dryRun", format("\"{}\"", parameter.value), {"All"})});
    }
    options.dry_run = true;
  }
  if (options.field_manager.size() > field_manager_bytes_max) {
    return refuse_options(options_kind,
                          {schema::invalid("fieldManager", format("\"{}\"", options.field_manager),
                                           "may not be longer than 128 characters")});
  }
  if (!is_printable(options.field_manager)) {
    return refuse_options(options_kind,
                          {schema::invalid("fieldManager", schema::shown(json::Value("")),
                                           "should only contain printable characters")});
  }
  const std::string_view validation = target.parameter("fieldValidation");
  if (validation == "Ignore") options.validation = WriteOptions::Validation::Ignore;
  if (validation == "Strict") options.validation = WriteOptions::Validation::Strict;
  if (!validation.empty() && validation != "Ignore" && validation != "Strict" &&
      validation != "Warn") {
    return refuse_options(options_kind,
                          {schema::not_supported("fieldValidation", format("\"{}\"", validation),
                                                 {"Ignore", "Strict", "Warn"})});
  }
  return options;
}

Outcome<IncludeObject> read_include_object(const http::Target& target) {
  const std::string_view text = target.parameter("includeObject");
  if (text.empty() || text == "Metadata") return IncludeObject::Metadata;
  if (text == "Object") return IncludeObject::Object;
  if (text == "None") return IncludeObject::None;
  return refuse(bad_request(format("unrecognized includeObject value: \"{}\"", text)));
}

}  // namespace telltale::server
