// SPDX-License-Identifier: Apache-2.0
#include "server/proto/protobuf.h"

#include <utility>

#include "base/text.h"
#include "base/utf8.h"
#include "json/parse.h"
#include "server/proto/message.h"
#include "server/proto/scalars.h"
#include "server/proto/wire.h"

namespace telltale::server {
namespace {

constexpr std::string_view envelope_prefix{"k8s\0", 4};

// The envelope around every object: what it is, and the object itself.
struct Envelope {
  std::string_view api_version = {};
  std::string_view kind = {};
  std::string_view raw = {};
};

Result<void> read_type(std::string_view bytes, Envelope& envelope) {
  WireReader reader(bytes);
  for (auto part = reader.next();; part = reader.next()) {
    if (!part) return fail(part.error());
    if (!*part) return {};
    if ((*part)->number == 1) envelope.api_version = (*part)->bytes;
    if ((*part)->number == 2) envelope.kind = (*part)->bytes;
  }
}

Result<Envelope> read_envelope(std::string_view bytes) {
  Envelope envelope;
  WireReader reader(bytes);
  for (auto part = reader.next();; part = reader.next()) {
    if (!part) return fail(part.error());
    if (!*part) return envelope;
    if ((*part)->number == 1)
      if (const auto read = read_type((*part)->bytes, envelope); !read) return fail(read.error());
    if ((*part)->number == 2) envelope.raw = (*part)->bytes;
  }
}

// One body. Messages are read into the object that is already there, since protobuf may send the
// parts of one message apart.
class Decoder {
 public:
  Result<void> read(const Message& message, std::string_view bytes, json::ValueMap& into,
                    std::size_t depth);

 private:
  Result<void> read_one(const Field& field, const WireField& read, json::ValueMap& into,
                        std::size_t depth);
  Result<void> read_item(const Field& field, const WireField& read, json::ValueMap& into,
                         std::size_t depth);
  Result<void> read_entry(const Field& field, const WireField& read, json::ValueMap& into,
                          std::size_t depth);
  Result<void> read_packed(const Field& field, std::string_view bytes, json::ValueList& list);
  Result<void> fill(const Message& message, json::ValueMap& into, std::size_t depth);
  Result<MaybeValue> value(const Field& field, const WireField& read, std::size_t depth,
                           json::Value before = nullptr);
  Result<MaybeValue> raw_json(const Field& field, std::string_view message, std::size_t depth);
  Result<void> count(std::size_t depth);

  std::size_t values_ = 0;
};

Result<void> Decoder::count(std::size_t depth) {
  if (depth > protobuf_depth_max)
    return fail(Error::Kind::Invalid, "proto: messages are nested too deeply");
  if (++values_ > protobuf_values_max)
    return fail(Error::Kind::TooLarge, "proto: too many values in one object");
  return {};
}

json::Value chosen(const Message& message, json::ValueMap& parts) {
  for (auto field = message.fields.rbegin(); field != message.fields.rend(); ++field)
    if (json::Value* part = parts.if_contains(field->name)) return std::move(*part);
  return nullptr;
}

// The text of JSON inside a message: {1: "text"}.
Result<MaybeValue> Decoder::raw_json(const Field& field, std::string_view message,
                                     std::size_t depth) {
  std::string_view text;
  WireReader reader(message);
  for (auto part = reader.next();; part = reader.next()) {
    if (!part) return fail(part.error());
    if (!*part) break;
    if ((*part)->number != 1) continue;
    if ((*part)->wire != Wire::Bytes) return wrong_wire(field, (*part)->wire);
    text = (*part)->bytes;
  }
  if (text.empty()) return std::nullopt;
  auto parsed = json::parse(text, {.depth = protobuf_depth_max - depth + 1, .bytes = text.size()});
  if (!parsed) return fail(parsed.error());
  return *std::move(parsed);
}

Result<MaybeValue> Decoder::value(const Field& field, const WireField& read, std::size_t depth,
                                  json::Value before) {
  if (const auto counted = count(depth); !counted) return fail(counted.error());
  const bool composed = field.type == Field::Type::Message || field.type == Field::Type::Json;
  if (!composed) return scalar_value(field, read);
  if (read.wire != Wire::Bytes) return wrong_wire(field, read.wire);
  if (field.type == Field::Type::Json) return raw_json(field, read.bytes, depth);
  json::ValueMap object = before.is_object() ? std::move(before.get_object()) : json::ValueMap();
  const auto done = this->read(*field.message, read.bytes, object, depth);
  if (!done) return fail(done.error());
  if (!field.message->choice) return json::Value(std::move(object));
  json::Value choice = chosen(*field.message, object);
  if (choice.is_null()) return std::nullopt;
  return choice;
}

Result<void> Decoder::read_one(const Field& field, const WireField& read, json::ValueMap& into,
                               std::size_t depth) {
  json::Value before = nullptr;
  if (json::Value* present = into.if_contains(field.name)) before = std::move(*present);
  auto found = value(field, read, depth, std::move(before));
  if (!found) return fail(found.error());
  const bool shown = *found && (field.empty != Field::Empty::Omitted || !is_zero(**found));
  if (shown)
    into[field.name] = std::move(**found);
  else
    into.erase(field.name);
  return {};
}

Result<void> Decoder::read_packed(const Field& field, std::string_view bytes,
                                  json::ValueList& list) {
  WireReader reader(bytes);
  for (auto number = reader.next_packed();; number = reader.next_packed()) {
    if (!number) return fail(number.error());
    if (!*number) return {};
    if (const auto counted = count(0); !counted) return fail(counted.error());
    const auto item = scalar_value(field, {.number = field.number, .value = **number});
    if (!item) return fail(item.error());
    list.push_back(item->value_or(nullptr));
  }
}

Result<void> Decoder::read_item(const Field& field, const WireField& read, json::ValueMap& into,
                                std::size_t depth) {
  json::Value& held = into[field.name];
  if (!held.is_array()) held.emplace_array();
  if (field.type == Field::Type::Int && read.wire == Wire::Bytes)
    return read_packed(field, read.bytes, held.get_array());
  auto item = value(field, read, depth + 1);
  if (!item) return fail(item.error());
  held.get_array().push_back(*item ? std::move(**item) : json::Value(nullptr));
  return {};
}

Result<void> Decoder::read_entry(const Field& field, const WireField& read, json::ValueMap& into,
                                 std::size_t depth) {
  if (read.wire != Wire::Bytes) return wrong_wire(field, read.wire);
  json::Value key = "";
  json::Value held = zero_of(field);
  WireReader reader(read.bytes);
  for (auto part = reader.next();; part = reader.next()) {
    if (!part) return fail(part.error());
    if (!*part) break;
    if ((*part)->number == 1) {
      if ((*part)->wire != Wire::Bytes) return wrong_wire(field, (*part)->wire);
      auto text = text_value(field, (*part)->bytes);
      if (!text) return fail(text.error());
      key = *std::move(text);
    } else if ((*part)->number == 2) {
      auto found = value(field, **part, depth + 1);
      if (!found) return fail(found.error());
      held = *found ? std::move(**found) : json::Value(nullptr);
    }
  }
  json::Value& map = into[field.name];
  if (!map.is_object()) map.emplace_object();
  map.get_object()[key.get_string()] = std::move(held);
  return {};
}

// What JSON shows whether or not it was sent.
Result<void> Decoder::fill(const Message& message, json::ValueMap& into, std::size_t depth) {
  for (const Field& field : message.fields) {
    const bool wanted = field.empty == Field::Empty::Always && field.many == Field::Many::One;
    if (!wanted || into.contains(field.name)) continue;
    json::Value zero = zero_of(field);
    if (field.type == Field::Type::Message) {
      const auto done = read(*field.message, {}, zero.get_object(), depth + 1);
      if (!done) return fail(done.error());
    }
    into[field.name] = std::move(zero);
  }
  return {};
}

Result<void> Decoder::read(const Message& message, std::string_view bytes, json::ValueMap& into,
                           std::size_t depth) {
  if (const auto counted = count(depth); !counted) return fail(counted.error());
  WireReader reader(bytes);
  for (auto part = reader.next();; part = reader.next()) {
    if (!part) return fail(part.error());
    if (!*part) return fill(message, into, depth);
    const Field* field = message.field((*part)->number);
    if (field == nullptr) continue;  // A newer client knows more than we do.
    Result<void> done;
    if (field->flat())
      done = (*part)->wire == Wire::Bytes ? read(*field->message, (*part)->bytes, into, depth)
                                          : Result<void>(wrong_wire(*field, (*part)->wire));
    else if (field->many == Field::Many::List)
      done = read_item(*field, **part, into, depth + 1);
    else if (field->many == Field::Many::Map)
      done = read_entry(*field, **part, into, depth + 1);
    else
      done = read_one(*field, **part, into, depth + 1);
    if (!done) return done;
  }
}

Result<std::string_view> without_prefix(std::string_view body) {
  if (body.empty()) return fail(Error::Kind::Invalid, "empty data");
  if (!body.starts_with(envelope_prefix))
    return fail(Error::Kind::Invalid,
                "provided data does not appear to be a protobuf message, expected prefix "
                "[107 56 115 0]");
  if (body.size() == envelope_prefix.size()) return fail(Error::Kind::Invalid, "empty body");
  return body.substr(envelope_prefix.size());
}

}  // namespace

Result<json::Value> decode_protobuf(std::string_view body, const ExpectedKind& expected) {
  const auto inner = without_prefix(body);
  if (!inner) return fail(inner.error());
  auto envelope = read_envelope(*inner);
  if (!envelope) return fail(envelope.error());
  if (envelope->kind.empty()) envelope->kind = expected.kind;
  if (envelope->api_version.empty()) envelope->api_version = expected.api_version;
  // DeleteOptions take any group's name for their version, and it becomes part of the JSON.
  if (!is_utf8(envelope->api_version))
    return fail(Error::Kind::Invalid, "proto: field apiVersion is not valid UTF-8");
  if (envelope->kind.empty())
    return fail(Error::Kind::Invalid, "Object 'Kind' is missing in the protobuf message");
  const Message* message = message_of_kind(envelope->api_version, envelope->kind);
  if (message == nullptr)
    return fail(Error::Kind::NotFound,
                format("no kind \"{}\" is registered for version \"{}\"", printable(envelope->kind),
                       printable(envelope->api_version)));
  json::Value object = json::ValueMap();
  const auto done = Decoder().read(*message, envelope->raw, object.get_object(), 1);
  if (!done) return fail(done.error());
  object.get_object()["apiVersion"] = envelope->api_version;
  object.get_object()["kind"] = envelope->kind;
  return object;
}

}  // namespace telltale::server
