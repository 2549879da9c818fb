// SPDX-License-Identifier: Apache-2.0
#include "client/watch/list_items.h"

#include <functional>

#include "base/text.h"
#include "client/watch/reflector.h"
#include "dump/json/json_scan.h"
#include "json/parse.h"
#include "json/writer.h"

namespace telltale::client {
namespace {

using dump::MemberCursor;
using dump::ValueScanner;

// A page's metadata holds a version, a token and a number.
constexpr std::size_t list_metadata_bytes_max = std::size_t{1} << 20;

std::string quoted_member(std::string_view name, std::string_view value) {
  std::string member;
  json::append_json_string(member, name);
  member += ':';
  json::append_json_string(member, value);
  member += ',';
  return member;
}

// Text between quotes as it was meant. Names and versions hold no escapes, as a rule.
std::string unescaped(std::string_view quoted) {
  if (!quoted.contains('\\')) return std::string(quoted.substr(1, quoted.size() - 2));
  const auto value = json::parse(quoted, {.bytes = list_metadata_bytes_max});
  return value && value->is_string() ? std::string(value->get_string()) : std::string();
}

// Walks through the top level of a list and hands on the items as it passes them.
class ListReader {
 public:
  ListReader(std::string_view body, const ServedResource& resource,
             const std::function<void(std::string_view)>& on_item)
      : body_(body), stamp_(resource), on_item_(on_item) {}

  Result<ListPage> read();

 private:
  Result<void> take_members();
  Result<void> take_member();
  Result<void> take_items();
  std::optional<std::string_view> take_value();
  bool next_is(char byte) {
    dump::skip_space(body_, at_);
    return at_ < body_.size() && body_[at_] == byte;
  }
  std::unexpected<Error> broken(std::string_view what) const {
    return fail(Error::Kind::Invalid, format("no list: {} at byte {}", what, at_));
  }

  std::string_view body_;
  TypeStamp stamp_;
  const std::function<void(std::string_view)>& on_item_;
  std::size_t at_ = 0;
  bool has_items_ = false;
  std::string_view metadata_;
};

Result<ListPage> ListReader::read() {
  if (!next_is('{')) return broken("expected {");
  ++at_;
  if (const auto taken = take_members(); !taken) return fail(taken.error());
  dump::skip_space(body_, at_);
  if (at_ != body_.size()) return broken("something stands behind it");
  if (!has_items_) return broken("it has no items");
  if (metadata_.empty()) return ListPage{};
  return ListPage{.resource_version = string_member(metadata_, "resourceVersion"),
                  .continue_token = string_member(metadata_, "continue")};
}

Result<void> ListReader::take_members() {
  while (!next_is('}')) {
    if (const auto taken = take_member(); !taken) return taken;
    if (next_is(',')) {
      ++at_;
    } else if (!next_is('}')) {
      return broken("expected , or }");
    }
  }
  ++at_;
  return {};
}

Result<void> ListReader::take_member() {
  if (!next_is('"')) return broken("expected a name");
  const auto key = take_value();
  if (!key || !next_is(':')) return broken("expected a name and a colon");
  ++at_;
  const bool is_items = *key == R"("items")";
  if (is_items && next_is('[')) return take_items();
  dump::skip_space(body_, at_);
  const auto value = take_value();
  if (!value) return broken("expected a value");
  // Go writes null for a list that never was made.
  if (is_items && *value != "null") return broken("its items are not a list");
  if (is_items) has_items_ = true;
  if (*key == R"("metadata")" && value->starts_with('{')) metadata_ = *value;
  return {};
}

Result<void> ListReader::take_items() {
  has_items_ = true;
  ++at_;
  while (!next_is(']')) {
    const auto object = take_object(body_, at_);
    if (!object) return broken("expected an object");
    on_item_(stamp_.complete(*object));
    if (next_is(',')) {
      ++at_;
    } else if (!next_is(']')) {
      return broken("expected , or ]");
    }
  }
  ++at_;
  return {};
}

std::optional<std::string_view> ListReader::take_value() {
  if (at_ == body_.size() || !dump::begins_value(body_[at_])) return std::nullopt;
  const std::size_t begin = at_;
  ValueScanner scanner;
  if (scanner.scan(body_, at_) != ValueScanner::Outcome::Done) return std::nullopt;
  return body_.substr(begin, at_ - begin);
}

}  // namespace

std::optional<ObjectText> take_object(std::string_view text, std::size_t& at) {
  if (at >= text.size() || text[at] != '{') return std::nullopt;
  ObjectText object;
  MemberCursor members(text.substr(at));
  std::size_t end = at + 1;
  while (const auto member = members.next()) {
    end = static_cast<std::size_t>(member->value.data() - text.data()) + member->value.size();
    const std::string_view key = member->key();
    if (key == "apiVersion") object.has_api_version = true;
    if (key == "kind") object.has_kind = true;
    if (key == "metadata" && member->value.starts_with('{')) object.metadata = member->value;
  }
  if (!members.closed()) return std::nullopt;
  end = text.find('}', end);  // behind the last value only blanks and commas were passed
  object.text = text.substr(at, end + 1 - at);
  at = end + 1;
  return object;
}

std::string string_member(std::string_view map, std::string_view name) {
  std::string found;
  MemberCursor members(map);
  while (const auto member = members.next()) {
    if (member->key() != name) continue;
    found = member->value.starts_with('"') ? unescaped(member->value) : std::string();
  }
  return found;
}

TypeStamp::TypeStamp(const ServedResource& resource)
    : api_version_(quoted_member("apiVersion", resource.api_version())),
      kind_(quoted_member("kind", resource.kind)) {}

std::string_view TypeStamp::complete(const ObjectText& object) {
  if (object.has_api_version && object.has_kind) return object.text;
  document_.assign(1, '{');
  if (!object.has_api_version) document_ += api_version_;
  if (!object.has_kind) document_ += kind_;
  std::string_view rest = object.text.substr(1);
  std::size_t first = 0;
  dump::skip_space(rest, first);
  if (rest.substr(first) == "}") document_.pop_back();
  document_ += rest;
  return document_;
}

Result<ListPage> read_list(std::string_view body, const ServedResource& resource,
                           const std::function<void(std::string_view)>& on_item) {
  return ListReader(body, resource, on_item).read();
}

}  // namespace telltale::client
