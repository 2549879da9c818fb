// SPDX-License-Identifier: Apache-2.0
#include "server/kinds/kind_rules.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/encoding.h"
#include "base/text.h"
#include "json/parse.h"
#include "server/kinds/nulls.h"
#include "server/objects/object_access.h"

namespace telltale::server {
namespace {

constexpr std::size_t key_bytes_max = 253;

bool is_key_letter(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
         (letter >= '0' && letter <= '9') || letter == '-' || letter == '_' || letter == '.';
}

// Empty when the key is fine.
std::string error_in_key(std::string_view key) {
  if (key.size() > key_bytes_max)
    return format("must be no more than {} characters", key_bytes_max);
  if (key.empty() || !std::ranges::all_of(key, is_key_letter)) {
    return "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. "
           "'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is "
           "'[-._a-zA-Z0-9]+')";
  }
  if (key == ".") return "must not be '.'";
  if (key == "..") return "must not be '..'";
  if (key.starts_with("..")) return "must not start with '..'";
  return {};
}

std::string field_of(std::string_view map, std::string_view key) {
  return format("{}[{}]", map, key);
}

void check_keys(const json::Value& object, std::string_view map,
                schema::FieldErrors& field_errors) {
  for (const auto& member : map_at(object, map)) {
    const std::string error = error_in_key(member.key());
    if (error.empty()) continue;
    schema::add(field_errors, schema::invalid(field_of(map, member.key()),
                                              schema::shown(json::Value(member.key())), error));
  }
}

void check_not_in(const json::Value& object, std::string_view map, std::string_view other,
                  schema::FieldErrors& field_errors) {
  for (const auto& member : map_at(object, map)) {
    if (!map_at(object, other).contains(member.key())) continue;
    schema::add(field_errors, schema::invalid(field_of(map, member.key()),
                                              schema::shown(json::Value(member.key())),
                                              format("duplicate of key present in {}", other)));
  }
}

enum class Values { Text, Base64 };

std::size_t bytes_in(const json::Value& object, std::string_view map, Values values) {
  std::size_t bytes = 0;
  for (const auto& member : map_at(object, map)) {
    const json::ValueString* text = member.value().if_string();
    if (text == nullptr) continue;
    bytes += values == Values::Text ? text->size() : from_base64(*text).value_or("").size();
  }
  return bytes;
}

// What may not change once `immutable` is true.
void check_frozen(const json::Value& object, const json::Value& old,
                  std::initializer_list<std::string_view> maps, schema::FieldErrors& field_errors) {
  const json::Value* was = member(old, "immutable");
  if (was == nullptr || *was != json::Value(true)) return;
  constexpr std::string_view why = "field is immutable when `immutable` is set";
  const json::Value* is = member(object, "immutable");
  if (is == nullptr || *is != json::Value(true)) {
    schema::add(field_errors, schema::forbidden("immutable", why));
  }
  for (const std::string_view map : maps) {
    if (map_at(object, map) == map_at(old, map)) continue;
    schema::add(field_errors, schema::forbidden(std::string(map), why));
  }
}

// What a Secret of a known type must hold.
struct SecretType {
  std::string_view type;
  std::array<std::string_view, 2> keys;
  enum class Need { All, Any, JsonOfFirst } need = Need::All;
};

constexpr std::array secret_types{
    SecretType{"kubernetes.io/tls", {"tls.crt", "tls.key"}},
    SecretType{"kubernetes.io/ssh-auth", {"ssh-privatekey", ""}},
    SecretType{"kubernetes.io/basic-auth", {"username", "password"}, SecretType::Need::Any},
    SecretType{"kubernetes.io/dockercfg", {".dockercfg", ""}, SecretType::Need::JsonOfFirst},
    SecretType{
        "kubernetes.io/dockerconfigjson", {".dockerconfigjson", ""}, SecretType::Need::JsonOfFirst},
};

constexpr std::string_view account_token_type = "kubernetes.io/service-account-token";
constexpr std::string_view account_annotation = "kubernetes.io/service-account.name";

// A private key must not only be there, it must not be empty either.
bool has_key(const json::ValueMap& data, std::string_view key, std::string_view type) {
  const json::Value* value = data.if_contains(key);
  if (value == nullptr) return false;
  const bool may_be_empty = type != "kubernetes.io/ssh-auth";
  return may_be_empty || (value->is_string() && !value->get_string().empty());
}

void check_json(const json::ValueMap& data, std::string_view key,
                schema::FieldErrors& field_errors) {
  const json::Value* value = data.if_contains(key);
  if (value == nullptr || !value->is_string()) return;
  const auto text = from_base64(value->get_string());
  if (!text) return;  // The schema says so already.
  const auto parsed = json::parse(*text);
  if (parsed && parsed->is_object()) return;
  // What stands in a Secret is not repeated to whoever reads the error.
  const std::string why = parsed ? std::string("must be an object") : parsed.error().detail;
  schema::add(field_errors,
              schema::invalid(field_of("data", key), "\"<secret contents redacted>\"", why));
}

void check_known_type(const json::Value& object, schema::FieldErrors& field_errors) {
  const std::string_view type = text_at(object, "type");
  const auto* known = std::ranges::find(secret_types, type, &SecretType::type);
  if (known == secret_types.end()) return;
  const json::ValueMap& data = map_at(object, "data");
  const auto held = [&](std::string_view key) { return key.empty() || has_key(data, key, type); };
  if (known->need == SecretType::Need::Any && std::ranges::any_of(known->keys, held)) return;
  for (const std::string_view key : known->keys) {
    if (!held(key)) schema::add(field_errors, schema::required(field_of("data", key)));
  }
  if (known->need == SecretType::Need::JsonOfFirst) check_json(data, known->keys[0], field_errors);
}

void check_account_token(const json::Value& object, schema::FieldErrors& field_errors) {
  if (text_at(object, "type") != account_token_type) return;
  const json::ValueMap& annotations = map_at(object, "metadata.annotations");
  const json::Value* account = annotations.if_contains(account_annotation);
  if (account != nullptr && account->is_string() && !account->get_string().empty()) return;
  schema::add(field_errors, schema::required(field_of("metadata.annotations", account_annotation)));
}

}  // namespace

void validate_config_map(const json::Value& object, const json::Value* old,
                         schema::FieldErrors& field_errors) {
  check_keys(object, "data", field_errors);
  check_not_in(object, "data", "binaryData", field_errors);
  check_keys(object, "binaryData", field_errors);
  check_not_in(object, "binaryData", "data", field_errors);
  const std::size_t bytes =
      bytes_in(object, "data", Values::Text) + bytes_in(object, "binaryData", Values::Base64);
  // The API's own word for the object as a whole.
  if (bytes > config_data_bytes_max) {
    schema::add(field_errors, schema::too_long("[]", config_data_bytes_max));
  }
  if (old != nullptr) check_frozen(object, *old, {"data", "binaryData"}, field_errors);
}

void prepare_secret(json::Value& object, const json::Value*) {
  drop_nulls(object);
  if (!object.is_object()) return;
  json::Value* plain = member(object, "stringData");
  if (plain != nullptr && plain->is_object()) {
    const json::ValueMap texts = std::move(plain->get_object());
    object.get_object().erase("stringData");
    json::ValueMap bad;
    for (const auto& text : texts) {
      if (text.value().is_string()) {
        make_map(object, "data")[text.key()] = to_base64(text.value().get_string());
      } else {
        bad[text.key()] = text.value();
      }
    }
    // What is no text stays for the schema to refuse.
    if (!bad.empty()) object.get_object()["stringData"] = std::move(bad);
  }
  const json::Value* type = member(object, "type");
  if (type == nullptr || *type == json::Value("")) object.get_object()["type"] = "Opaque";
}

void validate_secret(const json::Value& object, const json::Value* old,
                     schema::FieldErrors& field_errors) {
  check_keys(object, "data", field_errors);
  if (bytes_in(object, "data", Values::Base64) > config_data_bytes_max) {
    schema::add(field_errors, schema::too_long("data", config_data_bytes_max));
  }
  check_account_token(object, field_errors);
  check_known_type(object, field_errors);
  if (old == nullptr) return;
  const std::string_view type = text_at(object, "type");
  if (type != text_at(*old, "type")) {
    schema::add(field_errors,
                schema::invalid("type", schema::shown(json::Value(type)), "field is immutable"));
  }
  check_frozen(object, *old, {"data"}, field_errors);
}

}  // namespace telltale::server
