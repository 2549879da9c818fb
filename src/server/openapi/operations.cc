// SPDX-License-Identifier: Apache-2.0
#include "server/openapi/operations.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "server/openapi/kind_schemas.h"
#include "server/openapi/names.h"
#include "server/openapi/subresources.h"

namespace telltale::server::openapi {
namespace {

using Words = std::vector<std::string_view>;

constexpr std::array<Parameter, 18> query_parameters{{
    {"allowWatchBookmarks", "boolean",
     "Ask a watch for bookmarks: events that only report progress."},
    {"continue", "string", "Go on with a list where its last part ended."},
    {"dryRun", "string", "All: do everything but store the result."},
    {"fieldManager", "string", "Who owns the fields that this request sets."},
    {"fieldSelector", "string", "Only objects whose fields fit."},
    {"fieldValidation", "string",
     "What unknown and repeated fields lead to: Ignore, Warn or Strict. Warn by default."},
    {"force", "boolean", "Take over fields that others own, where the patch is an apply."},
    {"gracePeriodSeconds", "integer", "Seconds until the object is removed; 0 means at once."},
    {"labelSelector", "string", "Only objects whose labels fit."},
    {"limit", "integer", "The most items that one part of a list holds."},
    {"orphanDependents", "boolean", "Deprecated, use propagationPolicy."},
    {"pretty", "string", "true: print for people."},
    {"propagationPolicy", "string",
     "What happens to dependents: Orphan, Background or Foreground."},
    {"resourceVersion", "string", "From which version on the answer may come."},
    {"resourceVersionMatch", "string", "What resourceVersion asks of a list: Exact, NotOlderThan."},
    {"sendInitialEvents", "boolean", "Begin a watch with everything that is there."},
    {"timeoutSeconds", "integer", "How long a list or watch may last."},
    {"watch", "boolean", "Stream changes instead of listing."},
}};

Words list_parameters() {
  return {"allowWatchBookmarks",
          "continue",
          "fieldSelector",
          "labelSelector",
          "limit",
          "resourceVersion",
          "resourceVersionMatch",
          "sendInitialEvents",
          "timeoutSeconds",
          "watch"};
}

// Makes the paths of one resource in one version.
class Paths {
 public:
  Paths(const Resource& resource, const Version& version)
      : resource_(resource),
        version_(version),
        kind_(schema_name(resource, version, resource.kind)),
        list_(schema_name(resource, version, resource.list_kind)),
        part_(operation_part(resource, version)) {}

  std::vector<Path> all() const;

 private:
  bool can(std::string_view verb) const {
    return std::ranges::find(resource_.verbs, verb) != resource_.verbs.end();
  }
  std::string prefix() const {
    return resource_.group.empty() ? format("/api/{}", version_.name)
                                   : format("/apis/{}/{}", resource_.group, version_.name);
  }
  // "RefExampleComV1NamespacedGadget" behind a verb.
  std::string id(std::string_view verb, std::string_view tail = {}) const {
    return format("{}{}{}{}{}", verb, part_, resource_.namespaced ? "Namespaced" : "",
                  resource_.kind, tail);
  }

  Path everywhere() const;
  Path collection() const;
  Path item() const;
  Path below(const Subresource& subresource) const;

  Operation list(std::string operation_id) const;
  Operation create() const;
  Operation remove_collection() const;
  Operation read() const;
  Operation replace() const;
  Operation patch() const;
  Operation remove() const;

  const Resource& resource_;
  const Version& version_;
  std::string kind_, list_, part_;
};

Words object_types() { return {"application/json", "application/yaml"}; }

Operation Paths::list(std::string operation_id) const {
  return {.method = "get",
          .action = "list",
          .description = format("list objects of kind {}", resource_.kind),
          .id = std::move(operation_id),
          .parameters = list_parameters(),
          .answer = list_,
          .codes = {200}};
}

Operation Paths::create() const {
  return {.method = "post",
          .action = "post",
          .description = format("create a {}", resource_.kind),
          .id = id("create"),
          .parameters = {"dryRun", "fieldManager", "fieldValidation"},
          .body = kind_,
          .consumes = object_types(),
          .answer = kind_,
          .codes = {200, 201, 202}};
}

Operation Paths::remove_collection() const {
  Words parameters = list_parameters();
  parameters.insert(parameters.end(),
                    {"dryRun", "gracePeriodSeconds", "orphanDependents", "propagationPolicy"});
  return {.method = "delete",
          .action = "deletecollection",
          .description = format("delete collection of {}", resource_.kind),
          .id = format("delete{}Collection{}{}", part_, resource_.namespaced ? "Namespaced" : "",
                       resource_.kind),
          .parameters = std::move(parameters),
          .body = meta_name("DeleteOptions"),
          .consumes = object_types(),
          .answer = meta_name("Status"),
          .codes = {200}};
}

Operation Paths::read() const {
  return {.method = "get",
          .action = "get",
          .description = format("read the specified {}", resource_.kind),
          .id = id("read"),
          .parameters = {"resourceVersion"},
          .answer = kind_,
          .codes = {200}};
}

Operation Paths::replace() const {
  return {.method = "put",
          .action = "put",
          .description = format("replace the specified {}", resource_.kind),
          .id = id("replace"),
          .parameters = {"dryRun", "fieldManager", "fieldValidation"},
          .body = kind_,
          .consumes = object_types(),
          .answer = kind_,
          .codes = {200, 201}};
}

Operation Paths::patch() const {
  Words types{"application/apply-patch+yaml", "application/json-patch+json",
              "application/merge-patch+json"};
  // Told only where the schema is enough for clients to compute such a patch; they have their own
  // knowledge of other built-in kinds.
  const bool tells_all =
      version_.shared != nullptr || (version_.openapi && tells_every_field(*version_.openapi));
  if (!resource_.custom() && tells_all) {
    types.emplace_back("application/strategic-merge-patch+json");
  }
  return {.method = "patch",
          .action = "patch",
          .description = format("partially update the specified {}", resource_.kind),
          .id = id("patch"),
          .parameters = {"dryRun", "fieldManager", "fieldValidation", "force"},
          .body = meta_name("Patch"),
          .consumes = std::move(types),
          .answer = kind_,
          .codes = {200, 201}};
}

Operation Paths::remove() const {
  return {.method = "delete",
          .action = "delete",
          .description = format("delete a {}", resource_.kind),
          .id = id("delete"),
          .parameters = {"dryRun", "gracePeriodSeconds", "orphanDependents", "propagationPolicy"},
          .body = meta_name("DeleteOptions"),
          .consumes = object_types(),
          .answer = meta_name("Status"),
          .codes = {200, 202}};
}

Path Paths::everywhere() const {
  Path path{.path = format("{}/{}", prefix(), resource_.plural)};
  if (can("list")) {
    path.operations.push_back(list(format("list{}{}ForAllNamespaces", part_, resource_.kind)));
  }
  return path;
}

Path Paths::collection() const {
  Path path;
  path.path = resource_.namespaced
                  ? format("{}/namespaces/{{namespace}}/{}", prefix(), resource_.plural)
                  : format("{}/{}", prefix(), resource_.plural);
  if (resource_.namespaced) path.placeholders.emplace_back("namespace");
  if (can("list")) path.operations.push_back(list(id("list")));
  if (can("create")) path.operations.push_back(create());
  if (can("deletecollection")) path.operations.push_back(remove_collection());
  return path;
}

Path Paths::item() const {
  Path path = collection();
  path.path += "/{name}";
  path.placeholders.emplace_back("name");
  path.operations.clear();
  if (can("get")) path.operations.push_back(read());
  if (can("update")) path.operations.push_back(replace());
  if (can("delete")) path.operations.push_back(remove());
  if (can("patch")) path.operations.push_back(patch());
  return path;
}

std::string capitalized(std::string_view word) {
  std::string text(word);
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z') {
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  }
  return text;
}

// The item's operations, said of a part of it.
Path Paths::below(const Subresource& subresource) const {
  Path path = item();
  path.path += format("/{}", subresource.name);
  path.operations.clear();
  const auto add = [&](std::string_view verb, std::string_view words, Operation operation) {
    if (std::ranges::find(subresource.verbs, verb) == subresource.verbs.end()) return;
    operation.description =
        format("{} {} of the specified {}", words, subresource.name, resource_.kind);
    operation.id += capitalized(subresource.name);
    if (subresource.is_scale()) {
      operation.answer = scale_name;
      if (operation.body == kind_) operation.body = scale_name;
    }
    path.operations.push_back(std::move(operation));
  };
  add("get", "read", read());
  add("update", "replace", replace());
  add("patch", "partially update", patch());
  return path;
}

std::vector<Path> Paths::all() const {
  std::vector<Path> paths;
  if (resource_.namespaced) paths.push_back(everywhere());
  paths.push_back(collection());
  paths.push_back(item());
  for (const Subresource& subresource : subresources_of(resource_, version_)) {
    paths.push_back(below(subresource));
  }
  std::erase_if(paths, [](const Path& path) { return path.operations.empty(); });
  return paths;
}

}  // namespace

const Parameter& query_parameter(std::string_view name) {
  const auto found = std::ranges::find(query_parameters, name, &Parameter::name);
  check(found != query_parameters.end(), "every parameter is described");
  return *found;
}

std::vector<Path> paths_of(const Resource& resource, const Version& version) {
  return Paths(resource, version).all();
}

std::string placeholder_words(std::string_view placeholder, const Resource& resource) {
  if (placeholder == "name") return format("name of the {}", resource.kind);
  return "the namespace of the object";
}

std::string_view code_words(int code) {
  if (code == 201) return "Created";
  return code == 202 ? "Accepted" : "OK";
}

}  // namespace telltale::server::openapi
