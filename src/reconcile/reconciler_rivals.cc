// SPDX-License-Identifier: Apache-2.0
// Others who write what telltale writes: what their writes mean, and how telltale gives way.

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
constexpr std::size_t strangers_enough = 3;
constexpr std::size_t strangers_enough_for_old = 12;
constexpr Seconds young{600};
constexpr Seconds strangers_within{60};
constexpr std::size_t to_tell_max = 1'000;
constexpr std::string_view stranger_seen =
    "another telltale writes here: it was never asked to by this one";

Conditions list_of(const Object& object, DialectName dialect) {
  const ConditionList* list = object.conditions_at(list_path(object, dialect));
  return list == nullptr ? Conditions() : list->conditions;
}

// Those who own any of it now; where its value stays, those who did not before.
std::vector<std::string_view> owners_since(const TreeIndex::Sighting& sighting,
                                           std::string_view type, bool same_value) {
  const std::span<const ForeignOwner> before = sighting.owned_before->owners_of(type);
  std::vector<std::string_view> managers;
  for (const ForeignOwner& owner : sighting.owned.owners_of(type)) {
    const bool is_old = std::ranges::find(before, owner) != before.end();
    if (!same_value || !is_old) managers.push_back(owner.manager);
  }
  return managers;
}

// Of those who own any of it, the ones that came last.
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

// Of what is gone nobody is the owner: whoever touched the object last took it.
std::vector<std::string_view> latest_of_all(std::span<const ManagerTouch> touches) {
  std::vector<std::string_view> managers;
  for (const ManagerTouch& touch : touches) managers.push_back(touch.manager);
  managers = latest_of(managers, touches);
  std::erase(managers, field_manager);
  return managers;
}

}  // namespace

bool Reconciler::is_list_of_one_value(const Object& object) {
  return capability_of(object).list_form(list_path(object, options_.settings.dialect.name)) ==
         ListForm::Atomic;
}

bool Reconciler::is_remembered_as_ours(const Object& object, std::string_view type) const {
  const std::string name = memory_name(object);
  const TreeIndex::Entry* memory =
      trees_.find({own_group, "Memory", object.key.namespace_name, name, {}});
  if (memory == nullptr) return false;
  const auto written = memory->object().body["spec"]["written"].items();
  return std::ranges::any_of(written,
                             [&](const json::Tree& one) { return one.as_string("") == type; });
}

bool Reconciler::is_held(const TreeIndex::Sighting& sighting, std::string_view type) {
  if (is_list_of_one_value(sighting.after)) return is_remembered_as_ours(sighting.after, type);
  return sighting.owned_before->is_ours(type) || sighting.owned.is_ours(type);
}

void Reconciler::noticed(const TreeIndex::Sighting& sighting) {
  if (options_.rules.policy == WritePolicy::None) return;
  writers_.saw(sighting.after, sighting.owned, sighting.touches);
  if (sighting.before == nullptr || sighting.owned_before == nullptr || is_own_answer_) return;
  if (!begun_ || is_silent()) return;
  const DialectName dialect = options_.settings.dialect.name;
  const Conditions was = list_of(*sighting.before, dialect);
  const Conditions is = list_of(sighting.after, dialect);
  for (const Condition& condition : was) compare(sighting, condition.type, was, is);
  for (const Condition& condition : is) {
    if (find_condition(was, condition.type) == nullptr) {
      compare(sighting, condition.type, was, is);
    }
  }
}

// One type of one object, before and after somebody's write: whose was it?
void Reconciler::compare(const TreeIndex::Sighting& sighting, std::string_view type, Conditions was,
                         Conditions is) {
  const Condition* before = find_condition(was, type);
  const Condition* after = find_condition(is, type);
  const bool same_value = before != nullptr && after != nullptr && *before == *after;
  std::vector<std::string_view> managers = owners_since(sighting, type, same_value);
  if (same_value && managers.empty()) return;
  if (!computes(sighting.after, type, options_.settings.dialect)) return;
  const bool taken_from_anybody = !sighting.owned.has_fields && after == nullptr;
  if (!taken_from_anybody && !is_held(sighting, type)) return;
  if (is_list_of_one_value(sighting.after)) {
    managers.assign(sighting.owned.list_owners.begin(), sighting.owned.list_owners.end());
  } else {
    managers =
        after == nullptr ? latest_of_all(sighting.touches) : latest_of(managers, sighting.touches);
  }
  const auto known = writings_.find(text_of_key(sighting.after.key));
  const bool under_way = known != writings_.end() && known->second.in_flight != 0;
  if (managers.empty() && !sighting.owned.has_fields && !under_way) managers.emplace_back();
  if (managers.empty()) return note_stranger(sighting.after);
  for (const std::string_view manager : managers) lost_to(sighting.after, type, manager);
}

void Reconciler::lost_to(const Object& object, std::string_view type, std::string_view manager) {
  if (insists_on(options_.rules, object.key.kind, type)) {
    return fights_.lost(object, type, latest_);
  }
  const Writers::Extent extent =
      writers_.lost({.object = object, .type = type, .manager = manager, .at = latest_});
  if (extent == Writers::Extent::None) return;
  const bool kind = extent == Writers::Extent::Kind;
  ++(kind ? figures_.let_go_kinds : figures_.let_go_objects);
  const std::string who = manager.empty() ? "somebody" : std::string(manager);
  log(kind ? format("letting go of {} on every {}: {} writes it (--write-types={} takes it back)",
                    type, object.key.kind, who, type)
           : format("{} {}/{}: letting go of {}: {} writes it", object.key.kind,
                    object.key.namespace_name, object.key.name, type, who));
  if (!options_.events || to_tell_.size() >= to_tell_max) return;
  to_tell_[text_of_key(object.key)].push_back({std::string(type), who, kind});
}

// What telltale wrote and this one did not: another telltale, unless our own answer is still to
// come.
void Reconciler::note_stranger(const Object& object) {
  if (!options_.alone) return;
  const auto known = writings_.find(text_of_key(object.key));
  if (known == writings_.end()) return count_stranger();
  Writing& writing = known->second;
  if (writing.in_flight != 0) {
    writing.suspect = writing.what == Command::What::WriteStatus;
  } else if (!writing.reread && !writing.backoff.failing()) {
    count_stranger();
  }
}

void Reconciler::count_stranger() {
  ++figures_.stranger_writes;
  strangers_.push_back(latest_);
  while (!strangers_.empty() && latest_ - strangers_.front() > strangers_within) {
    strangers_.pop_front();
  }
  const bool is_young = latest_ - first_ < young;
  const std::size_t enough = is_young ? strangers_enough : strangers_enough_for_old;
  if (strangers_.size() < enough || is_silent()) return;
  strangers_.clear();
  set_silent(std::string(stranger_seen));
}

void Reconciler::set_silent(std::string why) {
  if (silent_ == why) return;
  log(why.empty() ? std::string("writing again")
                  : format("{}; going on as with --write=none", why));
  silent_ = std::move(why);
  strangers_.clear();
  trees_.mark_all_dirty();
}

// Whether an Event about it goes out now; everything else about the object waits for that.
bool Reconciler::tells_of_letting_go(const Judged& judged, const std::string& key,
                                     const std::string& tree, Instant now, Commands& commands) {
  const auto known = to_tell_.find(key);
  if (known == to_tell_.end()) return false;
  if (held_up(key, tree, now, commands)) return true;
  const std::vector<News> news = std::move(known->second);
  to_tell_.erase(known);
  Command command{.what = Command::What::Tell, .target = target_of(*judged.object), .tree = tree};
  for (const News& one : news) {
    const std::string note =
        one.kind
            ? format("{} is written by {}: telltale lets go of it on every {}", one.type,
                     one.manager, judged.object->key.kind)
            : format("{} is written by {}: telltale lets go of it here", one.type, one.manager);
    add_event(
        plain_event(*judged.object, {.reason = "ConditionLetGo", .about = one.type, .note = note},
                    now, options_.instance),
        key, now, command);
  }
  if (command.events.empty()) return false;
  send(std::move(command), key, commands);
  return true;
}

// What telltale lets go of is taken out of managedFields before the next write, so that it is no
// part of it. Where that is refused it is said again as it stands, which changes nothing either.
bool Reconciler::lets_go_first(const StatusWrite& write, const Judged& judged,
                               const std::string& key, const std::string& tree,
                               Commands& commands) {
  if (write.let_go.empty()) return false;
  const Key& object = judged.object->key;
  if (cannot_let_go_.contains(format("{}/{}", object.group, object.kind))) return false;
  send({.what = Command::What::LetGo,
        .target = target_of(*judged.object),
        .tree = tree,
        .types = write.let_go},
       key, commands);
  return true;
}

void Reconciler::cannot_let_go(const Target& target, std::string_view why) {
  const std::string name = format("{}/{}", group_of(target.api_version), target.kind);
  if (!cannot_let_go_.insert(name).second) return;
  log(
      format("{}: its managedFields cannot be changed, conditions let go of are kept as they "
             "stand: {}",
             target.kind, why));
}

void Reconciler::note_wakes(const WriteBase& base, const std::string& tree) {
  const Object& object = *base.judged.object;
  if (is_list_of_one_value(object)) {
    for (const Condition& stored : list_of(object, options_.settings.dialect.name)) {
      const bool ours = base.ownership.is_ours(stored.type);
      if (!ours && !only_telltale_writes(object, stored.type)) {
        writers_.saw_in_list(object, stored.type, base.ownership);
      }
    }
  }
  if (const auto at = claim_wake(base, options_.rules)) wake_tree(tree, *at);
  if (const auto at = fights_.rest_ends(object, base.now)) wake_tree(tree, *at);
}

void Reconciler::note_written(const Writing& writing) {
  if (writing.what != Command::What::WriteStatus) return;
  const TreeIndex::Entry* entry = trees_.find(key_of(writing.target));
  if (entry == nullptr) return;
  for (const std::string& type : writing.types) {
    writers_.wrote(entry->object(), type);
    fights_.wrote(entry->object(), type);
  }
}

}  // namespace telltale
