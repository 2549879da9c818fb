// SPDX-License-Identifier: Apache-2.0
#include "client/watch/watch_event.h"

#include <array>
#include <limits>
#include <utility>

#include "base/text.h"
#include "client/answer.h"
#include "dump/json/json_scan.h"
#include "json/parse.h"

namespace telltale::client {
namespace {

using Type = WatchEvent::Type;

constexpr std::array<std::pair<std::string_view, Type>, 5> types = {{
    {R"("ADDED")", Type::Added},
    {R"("MODIFIED")", Type::Modified},
    {R"("DELETED")", Type::Deleted},
    {R"("BOOKMARK")", Type::Bookmark},
    {R"("ERROR")", Type::Error},
}};

constexpr std::size_t shown_bytes_max = 100;

Type type_of(std::string_view quoted) {
  for (const auto& [word, type] : types) {
    if (word == quoted) return type;
  }
  return Type::Unknown;
}

std::unexpected<Error> no_event(std::string_view line) {
  return fail(Error::Kind::Invalid,
              format("no event of a watch: {}",
                     truncate_utf8(printable(line.substr(0, shown_bytes_max)), shown_bytes_max)));
}

int code_in(const json::Value& status) {
  const json::Value* code = status.get_object().if_contains("code");
  if (code == nullptr || !code->is_int64()) return 0;
  const std::int64_t number = code->get_int64();
  return std::in_range<int>(number) ? static_cast<int>(number) : 0;
}

std::string text_in(const json::Value& status, std::string_view name) {
  const json::Value* text = status.get_object().if_contains(name);
  return text != nullptr && text->is_string() ? std::string(text->get_string()) : std::string();
}

}  // namespace

Result<WatchEvent> read_event(std::string_view line) {
  std::size_t at = 0;
  dump::skip_space(line, at);
  if (at == line.size() || line[at] != '{') return no_event(line);
  std::string_view type;
  std::string_view object;
  dump::MemberCursor members(line.substr(at));
  while (const auto member = members.next()) {
    if (member->key() == "type") type = member->value;
    if (member->key() == "object") object = member->value;
  }
  std::size_t begin = 0;
  const auto found = take_object(object, begin);
  if (!members.closed() || !found) return no_event(line);
  WatchEvent event{.type = type_of(type), .object = *found};
  if (!found->metadata.empty()) {
    event.resource_version = string_member(found->metadata, "resourceVersion");
  }
  return event;
}

Error error_of_event(std::string_view status) {
  const auto parsed = json::parse(status);
  if (!parsed || !parsed->is_object()) {
    return {Error::Kind::Unreachable, "the watch ended with an error that cannot be read"};
  }
  const int code = code_in(*parsed);
  const std::string reason = text_in(*parsed, "reason");
  const std::string text = refusal_text({.body = std::string(status)});
  const bool is_gone = code == 410 || reason == "Expired" || reason == "Gone";
  return {is_gone ? Error::Kind::Gone : kind_of_status(code),
          format("the watch ended with {}: {}", code, text)};
}

}  // namespace telltale::client
