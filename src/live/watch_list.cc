// SPDX-License-Identifier: Apache-2.0
#include "live/watch_list.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "catalog/kinds.h"
#include "reconcile/anchors.h"

namespace telltale::live {
namespace {

using client::ServedResource;

template <class List>
bool contains(const List& list, std::string_view word) {
  return std::ranges::find(list, word) != std::end(list);
}

const KindBehind* find_behind(std::string_view group, std::string_view kind) {
  for (const Kind* judged : judged_kinds()) {
    for (const KindBehind& one : judged->behind) {
      if (one.group == group && one.kind == kind) return &one;
    }
  }
  return nullptr;
}

// The name without its stars.
std::string_view bare(std::string_view pattern) {
  if (pattern.starts_with('*')) pattern.remove_prefix(1);
  if (pattern.ends_with('*')) pattern.remove_suffix(1);
  return pattern;
}

void add(const ServedResource& resource, std::span<const std::string> namespaces,
         std::string_view field_selector, std::vector<client::ReflectorOptions>& list) {
  const KindBehind* known = find_behind(resource.group, resource.kind);
  client::ReflectorOptions options{
      .resource = resource,
      .label_selector = std::string(known == nullptr ? "" : known->label_selector),
      .field_selector = std::string(field_selector)};
  if (namespaces.empty() || !resource.namespaced) {
    list.push_back(std::move(options));
    return;
  }
  for (const std::string& name : namespaces) {
    options.namespace_name = name;
    list.push_back(options);
  }
}

}  // namespace

bool is_watched(std::string_view group, std::string_view kind) {
  if (judged_kind(group, kind) != nullptr) return true;
  const auto passes_over = [&](const Kind* one) { return contains(one->passed_over, kind); };
  if (std::ranges::any_of(judged_kinds(), passes_over)) return false;
  if (find_behind(group, kind) != nullptr) return true;
  return std::ranges::any_of(judged_kinds(),
                             [&](const Kind* one) { return fits_any(one->watched, group, kind); });
}

std::vector<KindBehind> kinds_behind() {
  std::vector<KindBehind> all;
  for (const Kind* kind : judged_kinds()) {
    all.insert(all.end(), kind->behind.begin(), kind->behind.end());
  }
  return all;
}

std::vector<std::string> watched_groups() {
  std::vector<std::string> all;
  const auto add_group = [&](std::string_view group) {
    if (!contains(all, group)) all.emplace_back(group);
  };
  for (const Kind* kind : judged_kinds()) {
    add_group(kind->group);
    for (const KindPattern& one : kind->watched) {
      if (one.kind == any_name) add_group(bare(one.group));
    }
  }
  return all;
}

std::vector<client::ReflectorOptions> watch_list(const client::Served& served,
                                                 std::span<const std::string> namespaces) {
  std::vector<client::ReflectorOptions> list;
  for (const ServedResource& resource : served.all()) {
    if (!resource.can_list || !resource.can_watch) continue;
    if (is_watched(resource.group, resource.kind)) add(resource, namespaces, {}, list);
    if (resource.group.empty() && resource.kind == "Event") {
      for (const std::string_view kind : kinds_with_events()) {
        add(resource, namespaces, format("involvedObject.kind={}", kind), list);
      }
    }
  }
  return list;
}

}  // namespace telltale::live
