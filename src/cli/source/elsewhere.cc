// SPDX-License-Identifier: Apache-2.0
#include "cli/source/elsewhere.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "catalog/kinds.h"
#include "cli/screen/wording.h"
#include "cli/source/live_load_lists.h"
#include "cli/source/live_load_plan.h"

namespace telltale::cli {
namespace {

constexpr std::size_t namespaces_told_max = 10;

}  // namespace

std::vector<std::string> namespaces_with(Connection& connection, const client::Served& served,
                                         const client::ServedResource& resource,
                                         const std::string& name, Bell& bell) {
  if (!resource.namespaced || !resource.can_list || !may_read(resource)) return {};
  const PlannedList list{.resource = resource, .field_selector = format("metadata.name={}", name)};
  LiveReader reader(fields_to_read());
  const ListingOptions everywhere_or_nothing;
  const Result<std::vector<ListOutcome>> outcomes =
      list_all(connection, served, {&list, 1}, everywhere_or_nothing, reader, bell);
  if (!outcomes) return {};
  std::vector<std::string> namespaces;
  for (const Object& object : outcomes->front().objects) {
    // A server that does not know the selector sends everything.
    if (object.key.name == name) namespaces.emplace_back(object.key.namespace_name);
  }
  std::ranges::sort(namespaces);
  namespaces.erase(std::ranges::unique(namespaces).begin(), namespaces.end());
  return namespaces;
}

std::string told_elsewhere(std::vector<std::string> namespaces) {
  if (namespaces.empty()) return {};
  if (namespaces.size() == 1) {
    return format("; there is one in {}: add -n {}", printable(namespaces.front()),
                  shell_word(namespaces.front()));
  }
  const std::size_t all = namespaces.size();
  const std::size_t told = std::min(all, namespaces_told_max);
  namespaces.resize(told);
  for (std::string& name : namespaces) name = printable(name);
  const std::string more = all > told ? format(" (and {} more)", with_commas(all - told)) : "";
  return format("; there are {}: say which with -n: {}{}", with_commas(all),
                alternatives(std::move(namespaces)), more);
}

std::string not_in(std::string_view kind, std::string_view name, std::string_view namespace_name) {
  const std::string where = namespace_name.empty()
                                ? "in any namespace"
                                : format("in namespace {}", printable(namespace_name));
  return format("no {} \"{}\" {}", kind, printable(name), where);
}

std::string note_of_elsewhere(std::string_view name, std::string_view found,
                              std::string_view meant) {
  return format("note: {} is in namespace {}, not {}\n", printable(name), printable(found),
                printable(meant));
}

}  // namespace telltale::cli
