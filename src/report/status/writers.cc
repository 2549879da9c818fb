// SPDX-License-Identifier: Apache-2.0
#include "report/status/writers.h"

#include <algorithm>

#include "base/text.h"
#include "report/status/status_write_types.h"

namespace telltale {
namespace {

constexpr std::size_t seen_max = 10'000;
constexpr std::size_t present_max = 64;
// Somebody who writes one condition of a project is a neighbour; who writes several is its
// controller, whatever it is called.
constexpr std::size_t types_of_a_controller = 3;

bool add_once(std::vector<std::string>& words, std::string_view word, std::size_t most) {
  if (std::ranges::find(words, word) != words.end() || words.size() >= most) return false;
  words.emplace_back(word);
  std::ranges::sort(words);
  return true;
}

std::string on_object(const Object& object, std::string_view type) {
  return format("{}/{}", object.uid, type);
}

bool concerns_telltale(const Object& object, std::string_view type) {
  return computes(object, type, proposal_dialect()) || computes(object, type, upstream_dialect());
}

}  // namespace

Writers::Name Writers::name_of(const Object& object, std::string_view type) {
  return {std::string(object.key.group), std::string(object.key.kind), std::string(type)};
}

// Only of types that telltale computes: others cannot take it anything, and may be many.
Writers::Row* Writers::row_for(const Object& object, std::string_view type) {
  Name name = name_of(object, type);
  const auto known = rows_.find(name);
  if (known != rows_.end()) return &known->second;
  if (rows_.size() >= rows_max || !concerns_telltale(object, type)) return nullptr;
  Row& row = rows_[std::move(name)];
  row.known = known_writer_of(object, type);
  return &row;
}

const Writers::Row* Writers::find(const Object& object, std::string_view type) const {
  const auto known = rows_.find(name_of(object, type));
  return known == rows_.end() ? nullptr : &known->second;
}

void Writers::note_writer(Row& row, std::string_view manager) {
  if (is_humans_tool(manager)) return;
  if (!add_once(row.managers, manager, managers_per_row_max)) return;
  ++changes_;
  if (row.known == KnownWriter::None) return;
  auto& writers = present_[row.known];
  const auto known = writers.find(manager);
  if (known != writers.end()) {
    ++known->second;
  } else if (writers.size() < present_max) {
    writers.emplace(manager, 1);
  }
}

void Writers::note_alive(std::string_view manager, Instant at) {
  if (!is_set(at) || manager == field_manager) return;
  const auto known = managers_.find(manager);
  if (known == managers_.end()) {
    if (managers_.size() >= managers_max) {
      managers_.erase(
          std::ranges::min_element(managers_, {}, [](const auto& one) { return one.second; }));
    }
    managers_.emplace(manager, at);
  } else {
    known->second = std::max(known->second, at);
  }
  Instant& told = told_.try_emplace(std::string(manager), no_time).first->second;
  if (is_set(told) && at - told < alive_step) return;
  told = at;
  ++changes_;
  if (told_.size() <= managers_max) return;
  std::erase_if(told_, [&](const auto& one) { return !managers_.contains(one.first); });
}

void Writers::saw(const Object& object, const Ownership& ownership,
                  std::span<const ManagerTouch> touches) {
  for (const ManagerTouch& touch : touches) note_alive(touch.manager, touch.at);
  if (ownership.owners.empty()) return;
  // A fleet has a handful of different ownerships, and a hundred thousand objects.
  std::string looked_at = format("{}/{}/{}", object.key.group, object.key.kind, ownership.text());
  if (seen_.contains(looked_at)) return;
  if (seen_.size() >= seen_max) seen_.clear();
  seen_.insert(std::move(looked_at));
  for (const ForeignOwner& owner : ownership.owners) {
    if (Row* row = row_for(object, owner.type)) note_writer(*row, owner.manager);
  }
}

void Writers::saw_in_list(const Object& object, std::string_view type, const Ownership& ownership) {
  if (ownership.list_owners.empty()) return;
  Row* row = row_for(object, type);
  if (row == nullptr) return;
  for (const std::string& manager : ownership.list_owners) note_writer(*row, manager);
}

// A manager that wrote it on two objects within ten minutes, or again after telltale had written
// it again, does so because it is its business.
bool Writers::means_the_kind(const Row& row, const Loss& loss) const {
  return std::ranges::any_of(row.losses, [&](const OldLoss& old) {
    if (old.manager != loss.manager) return false;
    if (old.uid == loss.object.uid) return old.answered;
    return loss.at - old.at <= together && old.at - loss.at <= together;
  });
}

void Writers::let_go_on(const Loss& loss) {
  std::string name = on_object(loss.object, loss.type);
  if (!on_objects_.insert_or_assign(name, std::string(loss.manager)).second) return;
  on_objects_in_order_.push_back(std::move(name));
  if (on_objects_in_order_.size() <= objects_max) return;
  on_objects_.erase(on_objects_in_order_.front());
  on_objects_in_order_.pop_front();
}

Writers::Extent Writers::lost(const Loss& loss) {
  note_alive(loss.manager, loss.at);
  const bool was_let_go = has_let_go(loss.object, loss.type, loss.at);
  let_go_on(loss);
  Row* row = row_for(loss.object, loss.type);
  if (row == nullptr || is_humans_tool(loss.manager)) {
    return was_let_go ? Extent::None : Extent::Object;
  }
  note_writer(*row, loss.manager);
  const bool stands = row->let_go && is_alive(row->let_go->first, loss.at);
  if (stands) return Extent::None;
  const bool kind = means_the_kind(*row, loss);
  std::erase_if(row->losses, [&](const OldLoss& old) {
    return old.uid == loss.object.uid && old.manager == loss.manager;
  });
  if (row->losses.size() >= losses_per_row_max) row->losses.erase(row->losses.begin());
  row->losses.push_back({std::string(loss.object.uid), std::string(loss.manager), loss.at});
  ++changes_;
  if (!kind) return was_let_go ? Extent::None : Extent::Object;
  row->let_go = {std::string(loss.manager), loss.at};
  return Extent::Kind;
}

void Writers::wrote(const Object& object, std::string_view type) {
  on_objects_.erase(on_object(object, type));
  const auto known = rows_.find(name_of(object, type));
  if (known == rows_.end()) return;
  for (OldLoss& old : known->second.losses) {
    if (old.uid != object.uid || old.answered) continue;
    old.answered = true;
    ++changes_;
  }
}

bool Writers::is_alive(std::string_view manager, Instant now) const {
  const auto known = managers_.find(manager);
  return known == managers_.end() || now - known->second < alive_for;
}

bool Writers::is_present(KnownWriter writer, Instant now) const {
  const auto known = present_.find(writer);
  if (writer == KnownWriter::None || known == present_.end()) return false;
  return std::ranges::any_of(known->second, [&](const auto& one) {
    const bool is_it = is_projects_own(one.first) || one.second >= types_of_a_controller;
    return is_it && is_alive(one.first, now);
  });
}

bool Writers::is_missing(const Object& object, std::string_view type, Instant now) const {
  const Row* row = find(object, type);
  const auto alive = [&](const std::string& manager) { return is_alive(manager, now); };
  if (row != nullptr && std::ranges::any_of(row->managers, alive)) return false;
  return !is_present(known_writer_of(object, type), now);
}

bool Writers::has_let_go(const Object& object, std::string_view type, Instant now) const {
  const auto here = on_objects_.find(on_object(object, type));
  if (here != on_objects_.end() && is_alive(here->second, now)) return true;
  const Row* row = find(object, type);
  return row != nullptr && row->let_go && is_alive(row->let_go->first, now);
}

std::vector<Writers::LetGo> Writers::let_go() const {
  std::vector<LetGo> all;
  for (const auto& [name, row] : rows_) {
    if (!row.let_go) continue;
    all.push_back({name.group, name.kind, name.type, row.let_go->first, row.let_go->second});
  }
  return all;
}

}  // namespace telltale
