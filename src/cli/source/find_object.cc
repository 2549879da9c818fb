// SPDX-License-Identifier: Apache-2.0
#include "cli/source/find_object.h"

#include <algorithm>
#include <map>
#include <vector>

#include "base/closest.h"
#include "base/text.h"
#include "catalog/kinds.h"
#include "catalog/names.h"
#include "cli/screen/wording.h"
#include "cli/source/elsewhere.h"
#include "convert/dialect.h"

namespace telltale::cli {
namespace {

constexpr std::size_t namespaces_shown_max = 10;

bool is_one_of(std::string_view word, const std::vector<std::string_view>& words) {
  return std::ranges::find(words, word) != words.end();
}

// What belongs to no namespace is in all of them.
bool is_near(const Key& key, const Subject& subject) {
  return subject.namespace_name.empty() || key.namespace_name.empty() ||
         key.namespace_name == subject.namespace_name;
}

std::unexpected<Error> not_judged(std::string_view kind) {
  return fail(Error::Kind::Invalid, format("{} is not a kind that is judged; try {}", kind,
                                           alternatives(names_of_judged_kinds())));
}

// Names of other namespaces that come close, each with where it is.
std::string did_you_mean_elsewhere(const Judgement& judgement, std::string_view kind,
                                   std::string_view typed) {
  std::map<std::string_view, std::string_view> namespace_of;  // by name; the first will do
  std::vector<std::string_view> names;
  for (const Judged& judged : judgement.items) {
    const Key& key = judged.object->key;
    if (key.kind != kind || !namespace_of.emplace(key.name, key.namespace_name).second) continue;
    names.push_back(key.name);
  }
  std::vector<std::string> near;
  for (const std::string_view name : closest(typed, names)) {
    near.push_back(format("{} -n {}", printable(name), shell_word(namespace_of[name])));
  }
  return near.empty() ? "" : format("; did you mean {}?", alternatives(std::move(near)));
}

std::unexpected<Error> not_found(const Judgement& judgement, std::string_view kind,
                                 const Subject& subject) {
  std::vector<std::string_view> names;
  std::string of_that_name;  // and of another kind
  for (const Judged& judged : judgement.items) {
    const Key& key = judged.object->key;
    if (!is_near(key, subject)) continue;
    if (key.kind == kind) names.push_back(key.name);
    if (key.name == subject.name && of_that_name.empty())
      of_that_name = format("{}/{}", type_word(key), printable(key.name));
  }
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  std::string hint = of_that_name.empty() ? did_you_mean(subject.name, names)
                                          : format("; did you mean {}?", of_that_name);
  if (hint.empty()) hint = did_you_mean_elsewhere(judgement, kind, subject.name);
  return fail(Error::Kind::NotFound, not_in(kind, subject.name, subject.namespace_name) + hint);
}

// Two projects have a kind of that name; a namespace would not tell them apart.
std::unexpected<Error> of_two_groups(const std::vector<const Judged*>& found) {
  std::vector<std::string> names;
  for (const Judged* judged : found) {
    const Key& key = judged->object->key;
    names.push_back(format("{}.{}/{}", lower(key.kind), key.group, printable(key.name)));
  }
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  return fail(Error::Kind::Conflict,
              format("there are several; did you mean {}?", alternatives(std::move(names))));
}

bool are_of_two_groups(const std::vector<const Judged*>& found) {
  const std::string_view group = found.front()->object->key.group;
  return std::ranges::any_of(
      found, [&](const Judged* judged) { return judged->object->key.group != group; });
}

std::unexpected<Error> ambiguous(const std::vector<const Judged*>& found) {
  if (are_of_two_groups(found)) return of_two_groups(found);

  std::vector<std::string> places;
  for (const Judged* judged : found) {
    if (places.size() == namespaces_shown_max) break;
    places.push_back(printable(judged->object->key.namespace_name));
  }
  const std::size_t more = found.size() - places.size();
  const Key& key = found.front()->object->key;
  std::string listed = alternatives(std::move(places));
  if (more > 0) listed += format(" (and {} more)", with_commas(more));
  return fail(Error::Kind::Conflict,
              format("{} {} called \"{}\"; say which with -n: {}", with_commas(found.size()),
                     plural(key.kind), printable(key.name), listed));
}

// None is where it was looked for. The only one elsewhere is meant; of several nobody knows.
Result<const Judged*> choose_elsewhere(const std::vector<const Judged*>& found,
                                       const Subject& subject) {
  if (found.size() == 1) return found.front();
  if (are_of_two_groups(found)) return of_two_groups(found);
  std::vector<std::string> namespaces;
  for (const Judged* judged : found) {
    namespaces.emplace_back(judged->object->key.namespace_name);
  }
  std::ranges::sort(namespaces);
  return fail(Error::Kind::NotFound,
              not_in(found.front()->object->key.kind, subject.name, subject.namespace_name) +
                  told_elsewhere(std::move(namespaces)));
}

}  // namespace

bool is_judged(std::string_view group, std::string_view kind) {
  return std::ranges::any_of(
      judged_kinds(), [&](const Kind* one) { return one->group == group && one->kind == kind; });
}

std::vector<std::string_view> groups_meant(const ResourceName& resource) {
  std::vector<std::string_view> groups;
  for (const Kind* kind : judged_kinds()) {
    if (kind->kind == resource.kind) groups.push_back(kind->group);
  }
  if (resource.group_typed || !is_one_of(resource.group, groups)) return {resource.group};
  return groups;
}

std::vector<std::string> names_of_judged_kinds() {
  std::vector<std::string> names;
  for (const Kind* kind : judged_kinds()) {
    const auto has_its_name = [&](const Kind* one) { return one->kind == kind->kind; };
    const bool shared = std::ranges::count_if(judged_kinds(), has_its_name) > 1;
    names.push_back(shared ? format("{}.{}", kind->plural, kind->group) : std::string(kind->kind));
  }
  return names;
}

Result<const Judged*> find_object(const Judgement& judgement, const Subject& subject) {
  const Result<ResourceName> resource = resolve_resource(subject.type, known_kinds());
  if (!resource) return fail(resource.error());
  if (!is_judged(resource->group, resource->kind)) return not_judged(resource->kind);

  const std::vector<std::string_view> groups = groups_meant(*resource);
  std::vector<const Judged*> found;
  std::vector<const Judged*> elsewhere;
  for (const Judged& judged : judgement.items) {
    const Key& key = judged.object->key;
    if (key.kind != resource->kind || !is_one_of(key.group, groups)) continue;
    if (key.name != subject.name) continue;
    (is_near(key, subject) ? found : elsewhere).push_back(&judged);
  }
  if (found.empty() && !elsewhere.empty()) return choose_elsewhere(elsewhere, subject);
  if (found.empty()) return not_found(judgement, resource->kind, subject);
  if (found.size() == 1) return found.front();
  const auto preferred = std::ranges::find_if(found, [&](const Judged* judged) {
    return judged->object->key.namespace_name == subject.preferred;
  });
  if (preferred == found.end()) return ambiguous(found);
  return *preferred;
}

Result<const Explanation*> find_explanation(std::span<const Explanation> explanations,
                                            std::string_view kind, std::string_view typed) {
  const std::string wanted = lower(typed);
  std::vector<std::string_view> types;
  for (const Explanation& explanation : explanations) {
    const std::string_view canonical = canonical_type(kind, explanation.type);
    const std::string_view names[] = {explanation.type, canonical,
                                      written_type(upstream_dialect(), kind, canonical)};
    const bool meant =
        std::ranges::any_of(names, [&](std::string_view name) { return lower(name) == wanted; });
    if (meant) return &explanation;
    types.push_back(explanation.type);
  }
  return fail(Error::Kind::NotFound, format("no condition \"{}\" on this {}{}", printable(typed),
                                            kind, did_you_mean(typed, types)));
}

}  // namespace telltale::cli
