// SPDX-License-Identifier: Apache-2.0
#include "reconcile/rivals.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "catalog/groups.h"
#include "reconcile/reconciler.h"
#include "report/status/status_write_types.h"

namespace telltale {
namespace {

// So many writes of another telltale within this time: it is no late write of our own past. Of two
// that see each other the younger one gives way first, and the older one need not.
constexpr std::size_t other_writes_enough = 3;
constexpr std::size_t other_writes_enough_for_old = 12;
constexpr Seconds young{600};
constexpr Seconds other_writes_within{60};
constexpr std::size_t to_tell_max = 1'000;
constexpr std::string_view other_telltale_seen =
    "another telltale writes here: it was never asked to by this one";

Conditions list_of(const Object& object, DialectName dialect) {
  const ConditionList* list = object.conditions_at(list_path(object, dialect));
  return list == nullptr ? Conditions() : list->conditions;
}

// The managers that own any of the condition now; where its value stays, those that did not before.
std::vector<std::string_view> owners_since(const TreeIndex::ObjectChange& change,
                                           std::string_view type, bool same_value) {
  const std::span<const ForeignOwner> before = change.owned_before->owners_of(type);
  std::vector<std::string_view> managers;
  for (const ForeignOwner& owner : change.owned.owners_of(type)) {
    const bool is_old = std::ranges::find(before, owner) != before.end();
    if (!same_value || !is_old) managers.push_back(owner.manager);
  }
  return managers;
}

// Of these managers, those that wrote last.
std::vector<std::string_view> latest_of(std::span<const std::string_view> managers,
                                        std::span<const ManagerTouch> touches) {
  const auto at = [&](std::string_view manager) {
    const auto found = std::ranges::find(touches, manager, &ManagerTouch::manager);
    return found == touches.end() ? no_time : found->at;
  };
  Instant newest = no_time;
  for (const std::string_view manager : managers) newest = std::max(newest, at(manager));
  std::vector<std::string_view> latest;
  for (const std::string_view manager : managers) {
    if (at(manager) == newest) latest.push_back(manager);
  }
  return latest;
}

// A condition that is gone has no owner: the manager that wrote the object last removed it.
std::vector<std::string_view> latest_of_all(std::span<const ManagerTouch> touches) {
  std::vector<std::string_view> managers;
  for (const ManagerTouch& touch : touches) managers.push_back(touch.manager);
  managers = latest_of(managers, touches);
  std::erase(managers, field_manager);
  return managers;
}

}  // namespace

bool Rivals::is_list_of_one_value(const Object& object) {
  return parts_.capabilities.of(object).list_form(
             list_path(object, parts_.options.settings.dialect.name)) == ListForm::Atomic;
}

bool Rivals::is_remembered_as_ours(const Object& object, std::string_view type) const {
  const std::string name = memory_name(object);
  const TreeIndex::Entry* memory =
      parts_.trees.find({own_group, "Memory", object.key.namespace_name, name, {}});
  if (memory == nullptr) return false;
  const auto written = memory->object().body["spec"]["written"].items();
  return std::ranges::any_of(written,
                             [&](const json::Tree& one) { return one.as_string("") == type; });
}

bool Rivals::is_held(const TreeIndex::ObjectChange& change, std::string_view type) {
  if (is_list_of_one_value(change.after)) return is_remembered_as_ours(change.after, type);
  return change.owned_before->is_ours(type) || change.owned.is_ours(type);
}

void Rivals::begin_step(Instant now, Instant latest) {
  if (!is_set(first_)) first_ = now;
  latest_ = latest;
}

void Rivals::noticed(const TreeIndex::ObjectChange& change) {
  if (parts_.options.rules.policy == WritePolicy::None) return;
  writers_.saw(change.after, change.owned, change.touches);
  if (change.before == nullptr || change.owned_before == nullptr || is_own_answer_) return;
  if (!begun_ || is_silent()) return;
  const DialectName dialect = parts_.options.settings.dialect.name;
  const Conditions was = list_of(*change.before, dialect);
  const Conditions is = list_of(change.after, dialect);
  for (const Condition& condition : was) compare(change, condition.type, was, is);
  for (const Condition& condition : is) {
    if (find_condition(was, condition.type) == nullptr) {
      compare(change, condition.type, was, is);
    }
  }
}

// One type of one object, before and after somebody's write: whose was it?
void Rivals::compare(const TreeIndex::ObjectChange& change, std::string_view type, Conditions was,
                     Conditions is) {
  const Condition* before = find_condition(was, type);
  const Condition* after = find_condition(is, type);
  const bool same_value = before != nullptr && after != nullptr && *before == *after;
  std::vector<std::string_view> managers = owners_since(change, type, same_value);
  if (same_value && managers.empty()) return;
  if (!computes(change.after, type, parts_.options.settings.dialect)) return;
  const bool taken_from_anybody = !change.owned.has_fields && after == nullptr;
  if (!taken_from_anybody && !is_held(change, type)) return;
  if (is_list_of_one_value(change.after)) {
    managers.assign(change.owned.list_owners.begin(), change.owned.list_owners.end());
  } else {
    managers =
        after == nullptr ? latest_of_all(change.touches) : latest_of(managers, change.touches);
  }
  const bool under_way = parts_.queue.is_under_way(text_of_key(change.after.key));
  if (managers.empty() && !change.owned.has_fields && !under_way) managers.emplace_back();
  if (managers.empty()) {
    // What telltale wrote and this one did not: another telltale, unless our own answer is still to
    // come.
    const bool may_be_other =
        parts_.options.alone && !parts_.queue.may_have_written(text_of_key(change.after.key));
    if (may_be_other) count_other_telltale();
    return;
  }
  for (const std::string_view manager : managers) lost_to(change.after, type, manager);
}

void Rivals::lost_to(const Object& object, std::string_view type, std::string_view manager) {
  if (insists_on(parts_.options.rules, object.key.kind, type)) {
    return fights_.lost(object, type, latest_);
  }
  const Writers::Extent extent =
      writers_.lost({.object = object, .type = type, .manager = manager, .at = latest_});
  if (extent == Writers::Extent::None) return;
  const bool kind = extent == Writers::Extent::Kind;
  ++(kind ? figures_.let_go_kinds : figures_.let_go_objects);
  const std::string who = manager.empty() ? "another client" : std::string(manager);
  parts_.log(
      kind ? format("letting go of {} on every {}: {} writes it (--write-types={} takes it back)",
                    type, object.key.kind, who, type)
           : format("{} {}/{}: letting go of {}: {} writes it", object.key.kind,
                    object.key.namespace_name, object.key.name, type, who));
  if (!parts_.options.events || to_tell_.size() >= to_tell_max) return;
  to_tell_[text_of_key(object.key)].push_back({std::string(type), who, kind});
}

void Rivals::count_other_telltale() {
  ++figures_.stranger_writes;
  other_telltale_.push_back(latest_);
  while (!other_telltale_.empty() && latest_ - other_telltale_.front() > other_writes_within) {
    other_telltale_.pop_front();
  }
  const bool is_young = latest_ - first_ < young;
  const std::size_t enough = is_young ? other_writes_enough : other_writes_enough_for_old;
  if (other_telltale_.size() < enough || is_silent()) return;
  other_telltale_.clear();
  set_silent(std::string(other_telltale_seen));
}

void Rivals::set_silent(std::string why) {
  if (silent_ == why) return;
  parts_.log(why.empty() ? std::string("writing again")
                         : format("{}; going on as with --write=none", why));
  silent_ = std::move(why);
  other_telltale_.clear();
  parts_.trees.mark_all_dirty();
}

bool Rivals::tells_of_letting_go(const Place& place, Commands& commands) {
  const auto known = to_tell_.find(place.key);
  if (known == to_tell_.end()) return false;
  if (parts_.queue.must_wait(place.key, place.tree, place.now, commands)) return true;
  const std::vector<News> news = std::move(known->second);
  to_tell_.erase(known);
  const Object& object = *place.judged.object;
  Command command{.what = Command::What::Tell, .target = target_of(object), .tree = place.tree};
  for (const News& one : news) {
    const std::string note =
        one.kind
            ? format("{} is written by {}: telltale lets go of it on every {}", one.type,
                     one.manager, object.key.kind)
            : format("{} is written by {}: telltale lets go of it here", one.type, one.manager);
    parts_.queue.add_event(
        plain_event(object, {.reason = "ConditionLetGo", .about = one.type, .note = note},
                    place.now, parts_.options.instance),
        place.key, place.now, command);
  }
  if (command.events.empty()) return false;
  parts_.queue.send(std::move(command), place.key, commands);
  return true;
}

// What telltale lets go of is taken out of managedFields before the next write, so that it is no
// part of it. Where that is refused it is said again as it stands, which changes nothing either.
bool Rivals::lets_go_first(const StatusWrite& write, const Place& place, Commands& commands) {
  if (write.let_go.empty()) return false;
  const Object& object = *place.judged.object;
  if (cannot_let_go_.contains(format("{}/{}", object.key.group, object.key.kind))) return false;
  parts_.queue.send({.what = Command::What::LetGo,
                     .target = target_of(object),
                     .tree = place.tree,
                     .types = write.let_go},
                    place.key, commands);
  return true;
}

void Rivals::cannot_let_go(const Target& target, std::string_view why) {
  const std::string name = format("{}/{}", group_of(target.api_version), target.kind);
  if (!cannot_let_go_.insert(name).second) return;
  parts_.log(
      format("{}: its managedFields cannot be changed, conditions let go of are kept as they "
             "stand: {}",
             target.kind, why));
}

void Rivals::note_wakes(const WriteBase& base, const std::string& tree) {
  const Object& object = *base.judged.object;
  if (is_list_of_one_value(object)) {
    for (const Condition& stored : list_of(object, parts_.options.settings.dialect.name)) {
      const bool ours = base.ownership.is_ours(stored.type);
      if (!ours && !only_telltale_writes(object, stored.type)) {
        writers_.saw_in_list(object, stored.type, base.ownership);
      }
    }
  }
  if (const auto at = claim_wake(base, parts_.options.rules)) parts_.wakes.add(tree, *at);
  if (const auto at = fights_.rest_ends(object, base.now)) parts_.wakes.add(tree, *at);
}

void Rivals::note_written(const Writing& writing) {
  if (writing.what != Command::What::WriteStatus) return;
  const TreeIndex::Entry* entry = parts_.trees.find(key_of(writing.target));
  if (entry == nullptr) return;
  for (const std::string& type : writing.types) {
    writers_.wrote(entry->object(), type);
    fights_.wrote(entry->object(), type);
  }
}

}  // namespace telltale
