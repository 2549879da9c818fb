// SPDX-License-Identifier: Apache-2.0
#include "reconcile/reconciler.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "catalog/groups.h"
#include "catalog/judge.h"
#include "catalog/kinds.h"
#include "catalog/memory.h"
#include "convert/shapes.h"

namespace telltale {
namespace {

// So often somebody may be faster before we leave the object alone for a while.
constexpr unsigned conflicts_in_a_row_max = 3;

std::string text_of(const Key& key) {
  return format("{}/{}/{}/{}", key.group, key.kind, key.namespace_name, key.name);
}

Target target_of(const Object& object) {
  return {.api_version = std::string(object.api_version),
          .kind = std::string(object.key.kind),
          .namespace_name = std::string(object.key.namespace_name),
          .name = std::string(object.key.name),
          .uid = std::string(object.uid)};
}

std::string shown(const Target& target) {
  return target.namespace_name.empty()
             ? format("{} {}", target.kind, target.name)
             : format("{} {}/{}", target.kind, target.namespace_name, target.name);
}

// "setting Progressing=False reason=CloudQuotaExceeded": what support looks for.
std::string line_about(const Object& object, const std::vector<Turn>& turns) {
  std::string line = shown(target_of(object)) + ":";
  for (const Turn& turn : turns) {
    line += format(" setting {}={} reason={}", turn.after.type, to_text(turn.after.status),
                   turn.after.reason);
  }
  return turns.empty() ? line + " refreshing status" : line;
}

bool is_pool_that_may_fail(const Object& object) {
  return is_a(object, hypershift_group, "NodePool");
}

}  // namespace

Reconciler::Reconciler(ReconcilerOptions options, Witness witness)
    : options_(std::move(options)), witness_(std::move(witness)) {}
Reconciler::~Reconciler() = default;

void Reconciler::log(std::string_view line) const {
  if (witness_.on_log) witness_.on_log(line);
}

void Reconciler::set_capability(std::string_view group, std::string_view kind,
                                std::string_view version, Capability capability) {
  capabilities_.insert_or_assign(format("{}/{}/{}", group, kind, version), std::move(capability));
  grove_.mark_all_dirty();
}

const Capability& Reconciler::capability_of(const Object& object) {
  std::string name =
      format("{}/{}/{}", object.key.group, object.key.kind, version_of(object.api_version));
  const auto known = capabilities_.find(name);
  if (known != capabilities_.end()) return known->second;
  return capabilities_
      .emplace(std::move(name), Capability::customary(object.key.group, object.key.kind))
      .first->second;
}

void Reconciler::set_dialect(DialectName dialect) {
  options_.settings.dialect =
      dialect == DialectName::Proposal ? proposal_dialect() : upstream_dialect();
  grove_.mark_all_dirty();
}

void Reconciler::set_share(std::function<bool(std::string_view)> is_ours) {
  is_ours_ = std::move(is_ours);
  grove_.mark_all_dirty();
}

bool Reconciler::has_work(Instant now) const {
  if (!begun_ || commands_.size() >= options_.in_flight_max) return false;
  return grove_.dirty() > 0 || (!wakes_.empty() && wakes_.begin()->first <= now);
}

std::optional<Instant> Reconciler::wake() const {
  if (wakes_.empty()) return std::nullopt;
  return wakes_.begin()->first;
}

void Reconciler::wake_tree(const std::string& tree, Instant at) {
  if (!is_set(at)) return;
  const auto known = wake_of_.find(tree);
  if (known != wake_of_.end()) {
    if (known->second <= at) return;
    const auto [first, last] = wakes_.equal_range(known->second);
    for (auto it = first; it != last; ++it) {
      if (it->second != tree) continue;
      wakes_.erase(it);
      break;
    }
  }
  wake_of_[tree] = at;
  wakes_.emplace(at, tree);
}

void Reconciler::tell_gone() {
  for (const Grove::Gone& gone : grove_.take_gone()) {
    writings_.erase(text_of(gone.owned.object.key));
    if (witness_.on_gone) witness_.on_gone(gone.owned.object);
  }
}

std::vector<Command> Reconciler::step(Instant now, std::size_t trees_max) {
  tell_gone();
  Commands commands;
  if (!begun_) return commands;
  while (!wakes_.empty() && wakes_.begin()->first <= now) {
    const std::string tree = wakes_.begin()->second;
    wakes_.erase(wakes_.begin());
    wake_of_.erase(tree);
    if (Grove::Tree* woken = grove_.tree_named(tree)) grove_.mark_dirty(*woken);
  }
  for (std::size_t judged = 0; judged < trees_max; ++judged) {
    if (commands_.size() >= options_.in_flight_max) break;
    const std::vector<Grove::Tree*> next = grove_.take_dirty(1);
    if (next.empty()) break;
    judge_tree(*next.front(), now, commands);
  }
  return commands;
}

void Reconciler::judge_tree(Grove::Tree& tree, Instant now, Commands& commands) {
  const std::string name = tree.name();
  if (is_ours_ && !is_ours_(name)) return;
  const World world = grove_.world_of(tree);
  const Judgement judgement = judge(world, options_.settings, now);
  ++figures_.judged_trees;
  figures_.judged_objects += judgement.items.size();
  for (const Judged& judged : judgement.items) {
    if (witness_.on_judged) witness_.on_judged(judged, now);
    if (is_pool_that_may_fail(*judged.object)) {
      log(format("{}: checking for failure conditions", shown(target_of(*judged.object))));
    }
    wake_tree(name, judged.wake);
    consider(judged, world, name, now, commands);
  }
}

// One object, one write at a time: memory first, and the status only once that is stored.
void Reconciler::consider(const Judged& judged, const World& world, const std::string& tree,
                          Instant now, Commands& commands) {
  if (options_.rules.policy == WritePolicy::None) return;
  const std::string key = text_of(judged.object->key);
  if (judged.memory_changed) {
    if (held_up(key, tree, now, commands)) return;
    return write_memory(*judged.object, *judged.memory, key, tree, commands);
  }
  Arena arena;
  Memory memory = judged.memory != nullptr ? *judged.memory : Memory{};
  std::optional<StatusWrite> write = write_for(judged, world, now, memory, arena);
  if (!write || held_up(key, tree, now, commands)) return;
  if (write->method == StatusWrite::Method::MergePatch &&
      !std::ranges::equal(memory.written, write->ours)) {
    const std::vector<std::string_view> written(write->ours.begin(), write->ours.end());
    memory.written = written;
    return write_memory(*judged.object, memory, key, tree, commands);
  }
  write_status(judged, std::move(*write), key, tree, now, commands);
}

// In a list that is one value nobody owns an item, so what is ours there is remembered.
std::optional<StatusWrite> Reconciler::write_for(const Judged& judged, const World& world,
                                                 Instant now, Memory& memory, Arena& arena) {
  const Grove::Entry* entry = grove_.find(judged.object->key);
  check(entry != nullptr, "what is judged is in the grove");
  Ownership ownership = entry->ownership ? *entry->ownership : Ownership{};
  const Capability& capability = capability_of(*judged.object);
  const DialectName dialect = options_.settings.dialect.name;
  if (capability.list_form(list_path(*judged.object, dialect)) == ListForm::Atomic) {
    if (judged.memory == nullptr) memory = recall(world, *judged.object, arena);
    ownership.ours.assign(memory.written.begin(), memory.written.end());
  }
  return status_write({.judged = judged,
                       .ownership = ownership,
                       .capability = capability,
                       .settings = options_.settings,
                       .stored_list = entry->stored,
                       .now = now},
                      options_.rules);
}

// Whether the object has to wait: for an answer, or because it failed a moment ago.
bool Reconciler::held_up(const std::string& key, const std::string& tree, Instant now,
                         Commands& commands) {
  const auto known = writings_.find(key);
  if (known == writings_.end()) return false;
  Writing& writing = known->second;
  writing.tree = tree;
  if (writing.in_flight != 0) return true;
  if (writing.backoff.holds(now)) {
    wake_tree(tree, writing.backoff.until());
    return true;
  }
  if (!writing.reread) return false;
  read_again(key, writing, commands);
  return true;
}

void Reconciler::send(Command command, const std::string& key, Commands& commands) {
  command.id = next_id_++;
  Writing& writing = writings_[key];
  writing.in_flight = command.id;
  writing.what = command.what;
  writing.target = command.target;
  writing.tree = command.tree;
  commands_[command.id] = key;
  ++figures_.commands;
  commands.push_back(std::move(command));
}

void Reconciler::write_memory(const Object& object, const Memory& memory, const std::string& key,
                              const std::string& tree, Commands& commands) {
  Command command{.what = Command::What::WriteMemory,
                  .target = target_of(object),
                  .tree = tree,
                  .body = memory_document(object, memory)};
  writings_[key].memory = command.body;
  send(std::move(command), key, commands);
}

void Reconciler::write_status(const Judged& judged, StatusWrite write, const std::string& key,
                              const std::string& tree, Instant now, Commands& commands) {
  Command command{.what = Command::What::WriteStatus,
                  .target = target_of(*judged.object),
                  .tree = tree,
                  .method = write.method,
                  .body = std::move(write.body),
                  .line = line_about(*judged.object, write.turns)};
  for (const Turn& turn : write.turns) {
    if (!options_.events) break;
    std::optional<KubeEvent> event = event_of(judged, turn, now, options_.instance);
    if (!event) continue;
    if (event_budget_.spend(key, now)) {
      command.events.push_back(std::move(*event));
      ++figures_.events;
    } else {
      ++figures_.events_withheld;
    }
  }
  send(std::move(command), key, commands);
}

void Reconciler::read_again(const std::string& key, Writing& writing, Commands& commands) {
  writing.reread = false;
  send({.what = Command::What::Read, .target = writing.target, .tree = writing.tree}, key,
       commands);
}

void Reconciler::finished(std::uint64_t id, const Outcome& outcome, Instant now) {
  const auto under_way = commands_.find(id);
  if (under_way == commands_.end()) return;
  const std::string key = std::move(under_way->second);
  commands_.erase(under_way);
  const auto known = writings_.find(key);
  if (known == writings_.end() || known->second.in_flight != id) return;
  Writing& writing = known->second;
  writing.in_flight = 0;
  const std::string tree = writing.tree;
  switch (outcome.how) {
    case Outcome::How::Done:
      if (writing.what == Command::What::WriteMemory) {
        ++figures_.memory_writes;
        grove_.put(writing.memory, {});
      } else {
        if (writing.what == Command::What::WriteStatus) ++figures_.status_writes;
        if (!outcome.document.empty()) grove_.put(outcome.document, {});
      }
      if (writing.what != Command::What::Read || writing.conflicts == 0) {
        writings_.erase(key);
      }
      break;
    case Outcome::How::Conflict:
      ++figures_.conflicts;
      writing.reread = true;
      if (++writing.conflicts >= conflicts_in_a_row_max) writing.backoff.fail(now);
      break;
    case Outcome::How::NotFound:
      // The watch may be late, but the server has just told us.
      if (writing.what != Command::What::WriteMemory) {
        const Target target = writing.target;
        grove_.remove({.group = group_of(target.api_version),
                       .kind = target.kind,
                       .namespace_name = target.namespace_name,
                       .name = target.name,
                       .home = {}});
        writings_.erase(key);
        break;
      }
      [[fallthrough]];
    case Outcome::How::Refused:
      ++figures_.refused;
      writing.backoff.fail(now);
      log(format("{}: the server refuses: {}", shown(writing.target), outcome.detail));
      break;
    case Outcome::How::Lost:
      // It may have happened: what the object says now decides.
      ++figures_.lost;
      writing.reread = true;
      writing.backoff.fail(now);
      log(format("{}: no answer: {}", shown(writing.target), outcome.detail));
      break;
  }
  if (Grove::Tree* standing = grove_.tree_named(tree)) grove_.mark_dirty(*standing);
}

ReconcilerFigures Reconciler::figures() const {
  ReconcilerFigures figures = figures_;
  figures.dirty_trees = grove_.dirty();
  figures.in_flight = commands_.size();
  for (const auto& [key, writing] : writings_) {
    if (writing.backoff.failing()) ++figures.backing_off;
  }
  return figures;
}

}  // namespace telltale
