// SPDX-License-Identifier: Apache-2.0
#include "kube/object.h"

#include <algorithm>

namespace telltale {
namespace {

const std::string_view* find(std::span<const Label> labels, std::string_view name) {
  const auto found = std::ranges::find(labels, name, &Label::key);
  return found == labels.end() ? nullptr : &found->value;
}

}  // namespace

std::string_view Object::version() const { return version_of(api_version); }

const ConditionList* Object::conditions_at(std::string_view path) const {
  const auto found = std::ranges::find(condition_lists, path, &ConditionList::path);
  return found == condition_lists.end() ? nullptr : &*found;
}

const std::string_view* Object::label(std::string_view name) const { return find(labels, name); }

const std::string_view* Object::annotation(std::string_view name) const {
  return find(annotations, name);
}

const OwnerRef* Object::controller() const {
  const auto found = std::ranges::find(owners, true, &OwnerRef::controller);
  return found == owners.end() ? nullptr : &*found;
}

std::string_view group_of(std::string_view api_version) {
  const std::size_t slash = api_version.find('/');
  return slash == std::string_view::npos ? std::string_view() : api_version.substr(0, slash);
}

std::string_view version_of(std::string_view api_version) {
  // Without a slash npos + 1 is 0: all of it is the version.
  return api_version.substr(api_version.find('/') + 1);
}

}  // namespace telltale
