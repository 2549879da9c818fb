// SPDX-License-Identifier: Apache-2.0
#include "server/crds/crd_status.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/letters.h"
#include "base/text.h"
#include "schema/validate/field_error.h"
#include "server/crds/crd_reading.h"

namespace telltale::server {
namespace {

using json::Value;
using json::ValueList;
using json::ValueMap;
using schema::text_of;
using schema::texts_of;

// The member as an object, made one when it is none.
ValueMap& map_in(ValueMap& map, std::string_view name) {
  Value& value = map[name];
  return value.is_object() ? value.get_object() : value.emplace_object();
}

void default_names(ValueMap& names) {
  const std::string kind = text_of(names, "kind");
  if (kind.empty()) return;
  if (text_of(names, "singular").empty()) names["singular"] = lower(kind);
  if (text_of(names, "listKind").empty()) names["listKind"] = kind + "List";
}

ValueMap* map_below(ValueMap* map, std::string_view name) {
  Value* value = map != nullptr ? map->if_contains(name) : nullptr;
  return value != nullptr ? value->if_object() : nullptr;
}

void default_service_port(ValueMap& conversion) {
  ValueMap* config = map_below(map_below(&conversion, "webhook"), "clientConfig");
  ValueMap* service = map_below(config, "service");
  if (service != nullptr && !service->contains("port")) (*service)["port"] = 443;
}

void add_names(std::set<std::string>& used, const std::vector<std::string>& names) {
  used.insert(names.begin(), names.end());
}

// What others of the group hold.
struct Used {
  std::set<std::string> resources;
  std::set<std::string> kinds;
};

Used names_used(const AcceptedNames& own, std::span<const AcceptedNames> others) {
  Used used;
  for (const AcceptedNames& other : others) {
    if (other.group != own.group || other.name == own.name) continue;
    add_names(used.resources, other.resources);
    add_names(used.kinds, other.kinds);
  }
  used.resources.erase("");
  used.kinds.erase("");
  return used;
}

struct CrdCondition {
  std::string_view type;
  std::string_view status;
  std::string reason;
  std::string message;
};

// Accepts names one by one; the last conflict is the one that is told.
class Naming {
 public:
  Naming(const ValueMap& wanted, ValueMap& accepted) : wanted_(wanted), accepted_(accepted) {}

  void take(std::string_view field, std::string_view reason, const std::set<std::string>& used) {
    const std::string name = text_of(wanted_, field);
    if (name != text_of(accepted_, field) && used.contains(name)) {
      conflict(reason, in_use(name));
    } else if (!name.empty()) {
      accepted_[field] = name;
    }
  }

  void take_short_names(const std::set<std::string>& used) {
    const std::vector<std::string> accepted = texts_of(accepted_, "shortNames");
    const std::set<std::string> held(accepted.begin(), accepted.end());
    std::vector<std::string> conflicts;
    for (const std::string& name : texts_of(wanted_, "shortNames")) {
      if (!held.contains(name) && used.contains(name)) conflicts.push_back(in_use(name));
    }
    if (conflicts.empty()) {
      copy("shortNames");
    } else {
      const std::string all = join(conflicts, ", ");
      conflict("ShortNamesConflict", conflicts.size() == 1 ? all : format("[{}]", all));
    }
  }

  void copy(std::string_view field) {
    const Value* value = wanted_.if_contains(field);
    if (value != nullptr) {
      accepted_[field] = *value;
    } else {
      accepted_.erase(field);
    }
  }

  CrdCondition verdict() const { return verdict_; }

 private:
  static std::string in_use(const std::string& name) {
    return format("{} is already in use", schema::quoted(name));
  }

  void conflict(std::string_view reason, std::string message) {
    verdict_ = {"NamesAccepted", "False", std::string(reason), std::move(message)};
  }

  const ValueMap& wanted_;
  ValueMap& accepted_;
  CrdCondition verdict_ = {"NamesAccepted", "True", "NoConflicts", "no conflicts found"};
};

ValueMap* condition_of_type(ValueList& conditions, std::string_view type) {
  for (Value& item : conditions) {
    ValueMap* condition = item.if_object();
    if (condition != nullptr && text_of(*condition, "type") == type) return condition;
  }
  return nullptr;
}

// The transition time moves only with the status.
void set_condition(ValueList& conditions, const CrdCondition& condition, Instant now) {
  ValueMap* found = condition_of_type(conditions, condition.type);
  if (found == nullptr) found = &conditions.emplace_back(ValueMap()).get_object();
  if (text_of(*found, "status") != condition.status) {
    (*found)["lastTransitionTime"] = format_rfc3339(now);
  }
  (*found)["type"] = condition.type;
  (*found)["status"] = condition.status;
  (*found)["reason"] = condition.reason;
  (*found)["message"] = condition.message;
}

void set_established(ValueList& conditions, bool names_accepted, Instant now) {
  const ValueMap* found = condition_of_type(conditions, "Established");
  if (found != nullptr && text_of(*found, "status") == "True") return;
  const CrdCondition condition =
      names_accepted
          ? CrdCondition{"Established", "True", "InitialNamesAccepted",
                         "the initial names have been accepted"}
          : CrdCondition{"Established", "False", "NotAccepted", "not all names are accepted"};
  set_condition(conditions, condition, now);
}

void set_approval(ValueList& conditions, const ApprovalFound& found, Instant now) {
  if (found.approval == Approval::Given) {
    set_condition(
        conditions,
        {"KubernetesAPIApprovalPolicyConformant", "True", "ApprovedAnnotation", found.why}, now);
  } else if (found.approval == Approval::Bypassed) {
    set_condition(
        conditions,
        {"KubernetesAPIApprovalPolicyConformant", "False", "UnapprovedAnnotation", found.why}, now);
  }
}

bool is_protected(std::string_view group) {
  return group == "k8s.io" || group == "kubernetes.io" || group.ends_with(".k8s.io") ||
         group.ends_with(".kubernetes.io");
}

bool is_url(std::string_view text) {
  const std::size_t at = text.find("://");
  return at != std::string_view::npos && at > 0 && at + 3 < text.size() && text[at + 3] != '/';
}

}  // namespace

AcceptedNames accepted_names_of(const json::Value& crd) {
  const CrdParts parts(crd);
  const ValueMap& names = map_at(parts.status, "acceptedNames", parts.empty);
  AcceptedNames accepted{.name = text_of(parts.metadata, "name"),
                         .group = text_of(parts.spec, "group"),
                         .resources = texts_of(names, "shortNames"),
                         .kinds = {text_of(names, "kind"), text_of(names, "listKind")}};
  accepted.resources.push_back(text_of(names, "plural"));
  accepted.resources.push_back(text_of(names, "singular"));
  return accepted;
}

void default_crd(json::Value& crd) {
  ValueMap* root = crd.if_object();
  if (root == nullptr) return;
  ValueMap& spec = map_in(*root, "spec");
  default_names(map_in(spec, "names"));
  Value& conversion = spec["conversion"];
  if (conversion.is_null()) conversion = Value{{"strategy", "None"}};
  if (ValueMap* map = conversion.if_object()) default_service_port(*map);
}

void begin_crd_status(json::Value& crd, const json::Value* old) {
  ValueMap* root = crd.if_object();
  if (root == nullptr) return;
  const std::vector<ValueMap> versions = versions_of(map_in(*root, "spec"));
  const Value* kept =
      old != nullptr && old->is_object() ? old->get_object().if_contains("status") : nullptr;
  Value& status = (*root)["status"];
  status = kept != nullptr && kept->is_object() ? *kept : Value(ValueMap());
  const std::vector<std::string> stored = texts_of(status.get_object(), "storedVersions");
  Value& list = status.get_object()["storedVersions"];
  if (!list.is_array()) list = ValueList();
  for (const ValueMap& version : versions) {
    const std::string name = text_of(version, "name");
    if (!schema::flag_of(version, "storage")) continue;
    if (std::ranges::find(stored, name) == stored.end()) list.get_array().emplace_back(name);
    return;
  }
}

void judge_crd_names(json::Value& crd, Instant now, std::span<const AcceptedNames> others) {
  ValueMap* root = crd.if_object();
  if (root == nullptr) return;
  const ApprovalFound approval = approval_of(crd);
  const Used used = names_used(accepted_names_of(crd), others);
  const ValueMap wanted = map_in(map_in(*root, "spec"), "names");
  ValueMap& status = map_in(*root, "status");
  Naming naming(wanted, map_in(status, "acceptedNames"));
  naming.take("plural", "PluralConflict", used.resources);
  naming.take("singular", "SingularConflict", used.resources);
  naming.take_short_names(used.resources);
  naming.take("kind", "KindConflict", used.kinds);
  naming.take("listKind", "ListKindConflict", used.kinds);
  naming.copy("categories");
  const CrdCondition verdict = naming.verdict();

  // From here on the accepted names may move: the status gets a member more.
  Value& conditions = status["conditions"];
  if (!conditions.is_array()) conditions = ValueList();
  set_condition(conditions.get_array(), verdict, now);
  set_established(conditions.get_array(), verdict.status == "True", now);
  set_approval(conditions.get_array(), approval, now);
}

bool is_established(const json::Value& crd) {
  const CrdParts parts(crd);
  const ValueList* conditions = schema::list_of(parts.status, "conditions");
  if (conditions == nullptr) return false;
  return std::ranges::any_of(*conditions, [](const Value& item) {
    const ValueMap* condition = item.if_object();
    return condition != nullptr && text_of(*condition, "type") == "Established" &&
           text_of(*condition, "status") == "True";
  });
}

ApprovalFound approval_of(const json::Value& crd) {
  constexpr std::string_view where = "see https://github.com/kubernetes/enhancements/pull/1111";
  const CrdParts parts(crd);
  if (!is_protected(text_of(parts.spec, "group"))) return {};
  const ValueMap& annotations = map_at(parts.metadata, "annotations", parts.empty);
  const std::string text = text_of(annotations, approval_annotation);
  const std::string needed =
      format("protected groups must have approval annotation \"{}\"", approval_annotation);
  if (text.empty()) return {Approval::Missing, text, format("{}, {}", needed, where)};
  if (text.starts_with("unapproved")) {
    return {Approval::Bypassed, text, format("not approved: {}", schema::quoted(text))};
  }
  if (is_url(text)) return {Approval::Given, text, format("approved in {}", text)};
  return {
      Approval::Invalid, text,
      format("{} with either a URL or a reason starting with \"unapproved\", {}", needed, where)};
}

}  // namespace telltale::server
