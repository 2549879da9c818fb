// SPDX-License-Identifier: Apache-2.0
#include "convert/value_path.h"

#include <utility>

namespace telltale::convert {
namespace {

struct Cut {
  std::string_view name;
  std::string_view rest;
};

Cut cut(std::string_view path) {
  const std::size_t dot = path.find('.');
  if (dot == std::string_view::npos) return {path, {}};
  return {path.substr(0, dot), path.substr(dot + 1)};
}

void merge_into(json::Value& into, json::Value& value) {
  json::ValueMap* old = into.if_object();
  json::ValueMap* fresh = value.if_object();
  if (old == nullptr || fresh == nullptr) {
    into = std::move(value);
    return;
  }
  for (auto& member : *fresh) merge_into((*old)[member.key()], member.value());
}

}  // namespace

const json::Value* find(const json::Value& root, std::string_view path) {
  const json::Value* at = &root;
  while (!path.empty()) {
    const auto [name, rest] = cut(path);
    const json::ValueMap* map = at->if_object();
    at = map == nullptr ? nullptr : map->if_contains(name);
    if (at == nullptr) return nullptr;
    path = rest;
  }
  return at;
}

const json::Value* find(const json::ValueMap& root, std::string_view path) {
  const auto [name, rest] = cut(path);
  const json::Value* child = root.if_contains(name);
  return child == nullptr ? nullptr : find(*child, rest);
}

json::Value* find(json::Value& root, std::string_view path) {
  return const_cast<json::Value*>(find(std::as_const(root), path));
}

json::ValueMap* find_map(json::Value& root, std::string_view path) {
  json::Value* at = find(root, path);
  return at == nullptr ? nullptr : at->if_object();
}

std::string_view text_at(const json::Value& root, std::string_view path) {
  const json::Value* found = find(root, path);
  if (found == nullptr || !found->is_string()) return {};
  return found->get_string();
}

std::optional<json::Value> take(json::ValueMap& map, std::string_view path) {
  const auto [name, rest] = cut(path);
  json::Value* child = map.if_contains(name);
  if (child == nullptr) return std::nullopt;
  if (rest.empty()) {
    json::Value value = std::move(*child);
    map.erase(name);
    return value;
  }
  json::ValueMap* below = child->if_object();
  if (below == nullptr) return std::nullopt;
  std::optional<json::Value> value = take(*below, rest);
  if (value && below->empty()) map.erase(name);
  return value;
}

bool put(json::ValueMap& map, std::string_view path, json::Value& value) {
  const auto [name, rest] = cut(path);
  if (rest.empty()) {
    merge_into(map[name], value);
    return true;
  }
  json::Value* child = map.if_contains(name);
  if (child != nullptr && !child->is_object() && !child->is_null()) return false;
  if (child == nullptr) child = &map[name];
  if (child->is_null()) *child = json::ValueMap();
  return put(child->get_object(), rest, value);
}

}  // namespace telltale::convert
