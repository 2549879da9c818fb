// SPDX-License-Identifier: Apache-2.0
#include "cli/get/get_select.h"

#include <algorithm>
#include <cctype>
#include <deque>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "catalog/kinds.h"
#include "catalog/legacy/legacy_status.h"
#include "classify/characters.h"
#include "cli/screen/wording.h"
#include "cli/source/elsewhere.h"
#include "cli/source/find_object.h"
#include "kube/resource.h"
#include "report/columns.h"
#include "report/object.h"

namespace telltale::cli {
namespace {

constexpr std::string_view cm[] = {"cm"};
constexpr std::string_view crd[] = {"crd", "crds"};
constexpr std::string_view ev[] = {"ev"};
constexpr std::string_view ns[] = {"ns"};
constexpr std::string_view po[] = {"po"};

// What people look for beside the kinds of Cluster API, whether or not the dump has any.
constexpr KnownKind neighbours[] = {
    {"", "Pod", "pods", po},
    {"", "Secret", "secrets", {}},
    {"", "ConfigMap", "configmaps", cm},
    {"", "Event", "events", ev},
    {"", "Namespace", "namespaces", ns},
    {"bootstrap.cluster.x-k8s.io", "KubeadmConfig", "kubeadmconfigs", {}},
    {"apiextensions.k8s.io", "CustomResourceDefinition", "customresourcedefinitions", crd},
};

std::vector<KnownKind> familiar_kinds() {
  std::vector<KnownKind> kinds(known_kinds().begin(), known_kinds().end());
  kinds.insert(kinds.end(), std::begin(neighbours), std::end(neighbours));
  return kinds;
}

// A path of a Selection knows no quotes; what it cannot spell is read with what stands above.
std::string selection_path(const JsonPath& path) {
  std::string selected;
  for (const std::string& field : path.fields()) {
    if (field.empty() || field.find_first_of(".:*") != std::string::npos) break;
    if (!selected.empty()) selected += '.';
    selected += field;
  }
  return selected;
}

// Metadata is always there; a path that begins anywhere needs everything that people look at.
void want(const JsonPath& path, std::vector<std::string>& wanted) {
  const std::string selected = selection_path(path);
  if (selected == "metadata" || selected.starts_with("metadata.")) return;
  if (!selected.empty()) {
    wanted.push_back(selected);
  } else {
    wanted.insert(wanted.end(), {"spec", "status", "data"});
  }
}

std::vector<std::string> typed_paths(const GetOptions& options) {
  std::vector<std::string> wanted;
  for (const CustomColumn& column : options.custom_columns) want(column.path, wanted);
  if (options.sort_by) want(*options.sort_by, wanted);
  if (options.text) wanted.insert(wanted.end(), {"spec", "status", "data"});
  return wanted;
}

MoreFields fields_of(std::string_view group, std::string_view kind,
                     const std::vector<std::string>& typed) {
  MoreFields more{.group = std::string(group), .kind = std::string(kind), .paths = typed};
  if (!has_columns(group, kind)) return more;
  for (const std::string_view text : column_paths(group, kind)) {
    if (const Result<JsonPath> path = parse_json_path(text)) want(*path, more.paths);
  }
  return more;
}

// The kinds people can name: those we know, those that the server serves, and those that are there.
class KindVocabulary {
 public:
  explicit KindVocabulary(const Loaded& loaded) : kinds_(familiar_kinds()) {
    if (loaded.served != nullptr) {
      for (const client::ServedResource& resource : loaded.served->all()) add(resource);
    }
    std::set<std::pair<std::string_view, std::string_view>> met;
    for (const Object& object : loaded.world.objects()) {
      met.emplace(object.key.group, object.key.kind);
    }
    for (const auto& [group, kind] : met) add(group, kind, lower(plural(kind)));
  }

  std::span<const KnownKind> kinds() const { return kinds_; }

 private:
  bool knows(std::string_view group, std::string_view kind) const {
    return std::ranges::any_of(
        kinds_, [&](const KnownKind& one) { return one.group == group && one.kind == kind; });
  }
  void add(std::string_view group, std::string_view kind, std::string many) {
    if (knows(group, kind)) return;
    kinds_.push_back({group, kind, plurals_.emplace_back(std::move(many)), {}});
  }
  void add(const client::ServedResource& resource) {
    if (knows(resource.group, resource.kind)) return;
    std::vector<std::string_view>& names = short_names_.emplace_back();
    names.assign(resource.short_names.begin(), resource.short_names.end());
    kinds_.push_back({resource.group, resource.kind, resource.plural, names});
  }

  std::deque<std::string> plurals_;
  std::deque<std::vector<std::string_view>> short_names_;
  std::vector<KnownKind> kinds_;
};

// One kind that was asked for, with the names typed for it; without names all are meant.
struct Wanted {
  std::vector<std::string_view> groups;  // that share the kind
  std::string_view kind;
  std::string version;
  std::vector<std::string_view> names;
};

void add_wanted(std::vector<Wanted>& wanted, Wanted one, std::string_view name) {
  const auto same = std::ranges::find_if(wanted, [&](const Wanted& other) {
    return other.kind == one.kind && other.groups == one.groups && other.version == one.version &&
           other.names.empty() == name.empty();
  });
  if (same == wanted.end()) {
    if (!name.empty()) one.names.push_back(name);
    wanted.push_back(std::move(one));
  } else if (!name.empty() && std::ranges::find(same->names, name) == same->names.end()) {
    same->names.push_back(name);
  }
}

std::vector<Wanted> wanted_kinds(const GetOptions& options, const KindVocabulary& vocabulary,
                                 std::vector<Error>& errors) {
  std::vector<Wanted> wanted;
  for (const GetSubject& subject : options.subjects) {
    if (lower(subject.type) == all_types) {
      for (const Kind* kind : judged_kinds()) {
        add_wanted(wanted, {{kind->group}, kind->kind, "", {}}, subject.name);
      }
      continue;
    }
    const Result<ResourceName> found = resolve_resource(subject.type, vocabulary.kinds());
    if (found) {
      add_wanted(wanted, {groups_meant(*found), found->kind, found->version, {}}, subject.name);
    } else {
      errors.push_back({found.error().kind, printable(found.error().detail)});
    }
  }
  return wanted;
}

// Workload objects live where their Cluster does; what belongs to no namespace is in all of them.
bool is_in(const Object& object, std::string_view namespace_name) {
  if (namespace_name.empty()) return true;
  const Key& key = object.key;
  if (!key.home.is_management()) return key.home.cluster_namespace == namespace_name;
  return key.namespace_name.empty() || key.namespace_name == namespace_name;
}

// One suggestion is enough for a name that stands in several namespaces.
std::vector<std::string_view> once_each(std::vector<std::string_view> names) {
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  return names;
}

class Selecting {
 public:
  Selecting(const GetOptions& options, const Loaded& loaded)
      : options_(options), loaded_(loaded), judged_of_(loaded.world.objects().size(), nullptr) {
    for (const Judged& judged : loaded.judgement.items) {
      judged_of_[loaded.world.index_of(*judged.object)] = &judged;
    }
  }

  Selected select(const std::vector<Wanted>& wanted) {
    for (const Wanted& one : wanted) add(one);
    return std::move(selected_);
  }

 private:
  std::vector<const Object*> objects_of(const Wanted& wanted) const {
    std::vector<const Object*> found;
    for (const Object& object : loaded_.world.objects()) {
      const Key& key = object.key;
      if (key.kind != wanted.kind) continue;
      if (std::ranges::find(wanted.groups, key.group) == wanted.groups.end()) continue;
      if (!wanted.version.empty() && object.version() != wanted.version) continue;
      if (is_in(object, options_.read.filter.namespace_name)) found.push_back(&object);
    }
    std::ranges::sort(found, [](const Object* left, const Object* right) {
      const auto order = [](const Object& object) {
        const Key& key = object.key;
        return std::make_tuple(object.version(), key.group, key.namespace_name, key.name, key.home);
      };
      return order(*left) < order(*right);
    });
    return found;
  }

  void add(const Wanted& wanted) {
    const std::vector<const Object*> all = objects_of(wanted);
    std::vector<Listed> chosen;
    const auto choose = [&](const Object& object) {
      if (!options_.read.filter.selector.matches(object.labels)) return;
      chosen.push_back({&object, judged_of_[loaded_.world.index_of(object)]});
    };
    if (wanted.names.empty()) {
      for (const Object* object : all) choose(*object);
    }
    for (const std::string_view name : wanted.names) {
      bool found = false;
      for (const Object* object : all) {
        if (object->key.name != name) continue;
        found = true;
        choose(*object);
      }
      if (!found) miss(wanted, name, all);
    }
    if (options_.sort_by) sort(chosen);
    selected_.objects.insert(selected_.objects.end(), chosen.begin(), chosen.end());
  }

  void miss(const Wanted& wanted, std::string_view name, const std::vector<const Object*>& all) {
    std::vector<std::string_view> names;
    names.reserve(all.size());
    for (const Object* object : all) names.push_back(object->key.name);
    const std::string told = told_elsewhere(namespaces_elsewhere(wanted, name));
    selected_.errors.push_back(
        {Error::Kind::NotFound,
         not_in(wanted.kind, name, options_.read.filter.namespace_name) +
             (told.empty() ? did_you_mean(name, once_each(std::move(names))) : told)});
  }

  // Where a name is that is not in the namespace that was meant: what was read, and what the server
  // was asked for.
  std::vector<std::string> namespaces_elsewhere(const Wanted& wanted, std::string_view name) const {
    std::vector<std::string> namespaces;
    const auto is_meant = [&](std::string_view group, std::string_view kind, std::string_view one) {
      return one == name && kind == wanted.kind &&
             std::ranges::find(wanted.groups, group) != wanted.groups.end();
    };
    for (const Object& object : loaded_.world.objects()) {
      const Key& key = object.key;
      if (!is_meant(key.group, key.kind, key.name)) continue;
      if (!wanted.version.empty() && object.version() != wanted.version) continue;
      const bool in_management = key.home.is_management();
      namespaces.emplace_back(in_management ? key.namespace_name : key.home.cluster_namespace);
    }
    for (const Elsewhere& one : loaded_.elsewhere) {
      if (!is_meant(one.group, one.kind, one.name)) continue;
      namespaces.insert(namespaces.end(), one.namespaces.begin(), one.namespaces.end());
    }
    std::erase(namespaces, options_.read.filter.namespace_name);
    std::ranges::sort(namespaces);
    namespaces.erase(std::ranges::unique(namespaces).begin(), namespaces.end());
    return namespaces;
  }

  // What --sort-by found of one object: nothing before numbers before words.
  struct SortKey {
    int rank = 0;
    double number = 0;
    std::string text;
  };

  SortKey sort_key(const Listed& listed, Arena& scratch) const {
    scratch.clear();
    const json::Tree value = options_.sort_by->first(
        object_tree(*listed.object, listed.judged, loaded_.settings.dialect.name, scratch));
    if (const auto number = value.as_double()) return {1, *number, {}};
    if (const auto text = value.as_string()) return {2, 0, std::string(*text)};
    if (const auto flag = value.as_bool()) return {1, *flag ? 1.0 : 0.0, {}};
    return {};
  }

  struct Keyed {
    SortKey key;
    std::size_t place = 0;  // equals stay in their order
    Listed listed;
  };

  static bool before(const Keyed& left, const Keyed& right) {
    const SortKey& a = left.key;
    const SortKey& b = right.key;
    if (a.rank != b.rank) return a.rank < b.rank;
    if (a.number != b.number) return a.number < b.number;
    if (a.text != b.text) return naturally_less(a.text, b.text);
    return left.place < right.place;
  }

  void sort(std::vector<Listed>& listed) const {
    Arena scratch;
    std::vector<Keyed> keyed;
    keyed.reserve(listed.size());
    for (const Listed& one : listed) keyed.push_back({sort_key(one, scratch), keyed.size(), one});
    std::ranges::sort(keyed, before);
    std::ranges::transform(keyed, listed.begin(), &Keyed::listed);
  }

  const GetOptions& options_;
  const Loaded& loaded_;
  std::vector<const Judged*> judged_of_;
  Selected selected_;
};

// The digits at the front without leading zeros; `text` then begins behind them.
std::string_view take_digits(std::string_view& text) {
  const std::size_t end =
      static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
  std::string_view digits = text.substr(0, end);
  text.remove_prefix(end);
  while (digits.size() > 1 && digits.front() == '0') digits.remove_prefix(1);
  return digits;
}

}  // namespace

bool naturally_less(std::string_view left, std::string_view right) {
  const std::pair whole{left, right};
  while (!left.empty() && !right.empty()) {
    if (is_digit(left.front()) && is_digit(right.front())) {
      const std::string_view a = take_digits(left);
      const std::string_view b = take_digits(right);
      if (a.size() != b.size()) return a.size() < b.size();
      if (a != b) return a < b;
      continue;
    }
    if (left.front() != right.front()) {
      return static_cast<unsigned char>(left.front()) < static_cast<unsigned char>(right.front());
    }
    left.remove_prefix(1);
    right.remove_prefix(1);
  }
  if (left.empty() != right.empty()) return left.empty();
  return whole.first < whole.second;
}

std::vector<MoreFields> fields_wanted(const GetOptions& options) {
  const std::vector<std::string> typed = typed_paths(options);
  const std::vector<KnownKind> familiar = familiar_kinds();
  std::vector<MoreFields> wanted;
  for (const GetSubject& subject : options.subjects) {
    if (lower(subject.type) == all_types) {
      for (const Kind* kind : judged_kinds()) {
        wanted.push_back(fields_of(kind->group, kind->kind, typed));
      }
      continue;
    }
    const Result<ResourceName> known = resolve_resource(subject.type, familiar);
    if (!known) {
      wanted.push_back({.group = {}, .kind = {}, .paths = typed});
      continue;
    }
    for (const std::string_view group : groups_meant(*known)) {
      wanted.push_back(fields_of(group, known->kind, typed));
    }
  }
  // A plain table of Machines shows nothing of their Nodes but the name.
  const bool has_machines = std::ranges::any_of(
      wanted, [](const MoreFields& more) { return more.kind == machine_kind.kind; });
  if (has_machines && (options.output == GetOutput::Wide || !typed.empty())) {
    const std::vector<MoreFields> copied = machine::node_copy_fields();
    wanted.insert(wanted.end(), copied.begin(), copied.end());
  }
  if (is_data(options.output)) {
    const std::vector<MoreFields> legacy = legacy_fields();
    wanted.insert(wanted.end(), legacy.begin(), legacy.end());
  }
  return wanted;
}

Selected select_objects(const GetOptions& options, const Loaded& loaded) {
  std::vector<Error> errors;
  const KindVocabulary vocabulary(loaded);
  const std::vector<Wanted> wanted = wanted_kinds(options, vocabulary, errors);
  Selected selected = Selecting(options, loaded).select(wanted);
  selected.errors.insert(selected.errors.begin(), errors.begin(), errors.end());
  return selected;
}

}  // namespace telltale::cli
