// SPDX-License-Identifier: Apache-2.0
#include "reconcile/reconciler.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "catalog/engine/memory.h"
#include "catalog/groups.h"
#include "catalog/hypershift_nodepool/severity.h"
#include "catalog/judge.h"
#include "catalog/kinds.h"
#include "catalog/legacy/legacy_status.h"
#include "condition/set.h"
#include "convert/shapes.h"
#include "report/status/left_out.h"

namespace telltale {
namespace {

// So often somebody may be faster before we leave the object alone for a while.
constexpr Seconds checking_pause{60};
constexpr unsigned conflicts_in_a_row_max = 3;
// A tree of which so much is being written is judged again when most of it is answered, and not
// for every answer; but one that does not come holds it up no longer than this.
constexpr std::size_t busy_from = 8;
constexpr Seconds busy_patience{1};
// A clock that goes back by less is being kept in step with others; wakes can wait for that.
constexpr Seconds clock_slack{60};
// Somebody else's haste is no trouble of the server's: when it is over, we must not sleep on.
constexpr Seconds conflict_pause_max{2};
constexpr std::size_t told_max = 64;  // Events of one object

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

bool is_pool_that_may_fail(const Object& object) { return is_a(object, hypershift_node_pool_kind); }

}  // namespace

Reconciler::Reconciler(ReconcilerOptions options, Witness witness)
    : options_(std::move(options)),
      witness_(std::move(witness)),
      trees_(options_.rules.policy == WritePolicy::All ? TreeIndex::Keeps::ForWholeStatus
                                                       : TreeIndex::Keeps::ForJudging) {
  trees_.on_sighting([this](const TreeIndex::Sighting& sighting) { noticed(sighting); });
}
Reconciler::~Reconciler() = default;

void Reconciler::log(std::string_view line) const {
  if (witness_.on_log) witness_.on_log(line);
}

void Reconciler::set_capability(std::string_view group, std::string_view kind,
                                std::string_view version, Capability capability) {
  const std::string name = format("{}/{}/{}", group, kind, version);
  const auto known = capabilities_.find(name);
  if (known != capabilities_.end() && known->second == capability) return;
  capabilities_.insert_or_assign(name, std::move(capability));
  trees_.mark_all_dirty();
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
  if (options_.settings.dialect.name == dialect) return;
  options_.settings.dialect =
      dialect == DialectName::Proposal ? proposal_dialect() : upstream_dialect();
  trees_.mark_all_dirty();
}

void Reconciler::set_share(std::function<bool(std::string_view)> is_ours) {
  is_ours_ = std::move(is_ours);
  trees_.mark_all_dirty();
}

bool Reconciler::has_work(Instant now) const {
  if (!begun_ || commands_.size() >= options_.in_flight_max) return false;
  return trees_.dirty() > 0 || (!wakes_.empty() && wakes_.begin()->first <= now);
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
  for (const TreeIndex::Gone& gone : trees_.take_gone()) {
    writings_.erase(text_of_key(gone.owned.object.key));
    checked_.erase(text_of_key(gone.owned.object.key));
    to_tell_.erase(text_of_key(gone.owned.object.key));
    if (witness_.on_gone) witness_.on_gone(gone.owned.object);
  }
}

std::vector<Command> Reconciler::step(Instant now, std::size_t trees_max) {
  tell_gone();
  Commands commands;
  if (!begun_) return commands;
  if (!is_set(first_)) first_ = now;
  const absl::flat_hash_set<std::string> woken = wake_trees(now);
  if (commands_.size() >= options_.in_flight_max) return commands;
  for (TreeIndex::Tree* tree : trees_.take_dirty(trees_max)) {
    const std::string& name = tree->name();
    if (is_busy(name) && !woken.contains(name)) {
      deferred_.insert(name);
      wake_tree(name, now + busy_patience);
    } else if (commands_.size() < options_.in_flight_max) {
      judge_tree(*tree, now, commands);
    } else {
      trees_.mark_dirty(*tree);
    }
  }
  for (const std::string& memory : std::exchange(unstored_, {})) believe(memory);
  return commands;
}

absl::flat_hash_set<std::string> Reconciler::wake_trees(Instant now) {
  absl::flat_hash_set<std::string> woken;
  // Wakes are instants. Where the clock was set back they would come hours too late: all of them
  // are looked at now, and say anew when they are due.
  const bool was_set_back = is_set(latest_) && now + clock_slack < latest_;
  latest_ = was_set_back || !is_set(latest_) ? now : std::max(latest_, now);
  while (!wakes_.empty() && (was_set_back || wakes_.begin()->first <= now)) {
    std::string tree = std::move(wakes_.begin()->second);
    wakes_.erase(wakes_.begin());
    wake_of_.erase(tree);
    if (TreeIndex::Tree* known = trees_.tree_named(tree)) trees_.mark_dirty(*known);
    woken.insert(std::move(tree));
  }
  return woken;
}

// One command less is under way; a tree that was put off for them has waited long enough.
void Reconciler::answered(const std::string& tree) {
  const auto known = under_way_.find(tree);
  if (--known->second == 0) under_way_.erase(known);
  if (is_busy(tree) || deferred_.erase(tree) == 0) return;
  if (TreeIndex::Tree* standing = trees_.tree_named(tree)) trees_.mark_dirty(*standing);
}

bool Reconciler::is_busy(const std::string& tree) const {
  const auto known = under_way_.find(tree);
  return known != under_way_.end() && known->second >= busy_from;
}

void Reconciler::judge_tree(TreeIndex::Tree& tree, Instant now, Commands& commands) {
  const std::string name = tree.name();
  if (is_ours_ && !is_ours_(name)) return;
  const World world = trees_.world_of(tree);
  const Judgement judgement = judge(world, options_.settings, now);
  ++figures_.judged_trees;
  figures_.judged_objects += judgement.items.size();
  std::optional<LookBack> look;
  if (options_.rules.policy == WritePolicy::All) {
    look.emplace(world, options_.settings, now, judgement);
  }
  const Sighted sighted{
      .world = world, .tree = name, .now = now, .context = look ? &look->context() : nullptr};
  for (const Judged& judged : judgement.items) {
    if (witness_.on_judged) witness_.on_judged(judged, now);
    tell_checking(*judged.object, now);
    wake_tree(name, judged.wake);
    consider(judged, sighted, commands);
  }
}

// Support looks for these lines; once a minute is enough for that, each on its own. Where a failure
// is shown, every look asks whether it is over.
void Reconciler::tell_checking(const Object& pool, Instant now) {
  using hypershift_nodepool::progressing;
  if (!is_pool_that_may_fail(pool) || !says(options_.rules.gates, pool, progressing)) return;
  const auto is_due = [now](Instant& told) {
    if (is_set(told) && now - told < checking_pause) return false;
    told = now;
    return true;
  };
  Checked& checked = checked_[text_of_key(pool.key)];
  const std::string name = shown(target_of(pool));
  if (is_due(checked.failure)) log(format("{}: checking for failure conditions", name));
  const Condition* stored = find_condition(shapes::conditions(pool), progressing);
  if (stored == nullptr || !hypershift_nodepool::tells_failure(*stored)) return;
  if (!is_due(checked.recovery)) return;
  log(format("{}: checking for recovery from {}", name, stored->reason));
}

// One object, one write at a time. What follows from a memory is said from the judgement that made
// it: the next one would start from the new memory, and the sign that something recovered is gone.
void Reconciler::consider(const Judged& judged, const Sighted& sighted, Commands& commands) {
  if (options_.rules.policy == WritePolicy::None || is_silent()) {
    if (judged.memory_changed) {
      unstored_.push_back(memory_document(*judged.object, *judged.memory));
    }
    return;
  }
  const std::string key = text_of_key(judged.object->key);
  if (tells_of_letting_go(judged, key, sighted.tree, sighted.now, commands)) return;
  Arena arena;
  Memory memory = judged.memory != nullptr ? *judged.memory : Memory{};
  std::optional<StatusWrite> write = write_for(judged, sighted, memory, arena);
  bool is_news = judged.memory_changed;
  std::vector<std::string_view> written;
  if (write && write->method == StatusWrite::Method::MergePatch &&
      !std::ranges::equal(memory.written, write->ours)) {
    written.assign(write->ours.begin(), write->ours.end());
    memory.written = written;
    is_news = true;
  }
  if (!write && !is_news) return rest(key);
  if (held_up(key, sighted.tree, sighted.now, commands)) return;
  if (write && lets_go_first(*write, judged, key, sighted.tree, commands)) return;
  Command command{.what = write ? Command::What::WriteStatus : Command::What::WriteMemory,
                  .target = target_of(*judged.object),
                  .tree = sighted.tree};
  if (is_news) command.memory = memory_document(*judged.object, memory);
  if (write) fill(command, judged, std::move(*write), key, sighted.now);
  send(std::move(command), key, commands);
}

// In a list that is one value nobody owns an item, so what is ours there is remembered.
std::optional<StatusWrite> Reconciler::write_for(const Judged& judged, const Sighted& sighted,
                                                 Memory& memory, Arena& arena) {
  const TreeIndex::Entry* entry = trees_.find(judged.object->key);
  check(entry != nullptr, "what is judged is in the trees");
  Ownership ownership = entry->ownership ? *entry->ownership : Ownership{};
  const Capability& capability = capability_of(*judged.object);
  const DialectName dialect = options_.settings.dialect.name;
  if (capability.list_form(list_path(*judged.object, dialect)) == ListForm::Atomic) {
    if (judged.memory == nullptr) memory = recall(sighted.world, *judged.object, arena);
    ownership.ours.assign(memory.written.begin(), memory.written.end());
  }
  const WriteBase base{.judged = judged,
                       .ownership = ownership,
                       .capability = capability,
                       .settings = options_.settings,
                       .stored_list = entry->stored,
                       .now = sighted.now,
                       .context = sighted.context,
                       .writers = &writers_,
                       .fights = &fights_};
  note_wakes(base, sighted.tree);
  return status_write(base, options_.rules);
}

// It says what it should: whatever went wrong on the way is over.
void Reconciler::rest(const std::string& key) {
  const auto known = writings_.find(key);
  if (known != writings_.end() && known->second.in_flight == 0) writings_.erase(known);
}

// Whether the object has to wait: for an answer, or because it failed a moment ago.
bool Reconciler::held_up(const std::string& key, const std::string& tree, Instant now,
                         Commands& commands) {
  const auto known = writings_.find(key);
  if (known == writings_.end()) return false;
  Writing& writing = known->second;
  writing.tree = tree;
  if (writing.in_flight != 0) {
    writing.waited = true;
    return true;
  }
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
  writing.memory = command.memory;
  writing.waited = false;
  writing.suspect = false;
  writing.types = command.types;
  commands_[command.id] = {.key = key, .tree = command.tree};
  ++under_way_[command.tree];
  ++figures_.commands;
  commands.push_back(std::move(command));
}

void Reconciler::fill(Command& command, const Judged& judged, StatusWrite write,
                      const std::string& key, Instant now) {
  command.method = write.method;
  command.body = std::move(write.body);
  command.types = std::move(write.news);
  command.line = line_about(*judged.object, write.turns);
  for (const Turn& turn : write.turns) {
    if (!options_.events) break;
    std::optional<KubeEvent> event = event_of(judged, turn, now, options_.instance);
    if (event) add_event(std::move(*event), key, now, command);
  }
  const std::vector<std::string_view> no_room = left_out(judged);
  if (!no_room.empty() && options_.events) {
    add_event(event_of_no_room(judged, no_room, now, options_.instance), key, now, command);
  }
}

// An attempt after one that failed tells the same under the same name, and costs nothing more.
void Reconciler::add_event(KubeEvent event, const std::string& key, Instant now, Command& command) {
  std::vector<std::string>& told = writings_[key].told;
  if (std::ranges::find(told, event.name) == told.end()) {
    if (!event_budget_.spend(key, now)) {
      ++figures_.events_withheld;
      return;
    }
    if (told.size() >= told_max) told.clear();
    told.push_back(event.name);
    ++figures_.events;
  }
  command.events.push_back(std::move(event));
}

void Reconciler::read_again(const std::string& key, Writing& writing, Commands& commands) {
  writing.reread = false;
  send({.what = Command::What::Read, .target = writing.target, .tree = writing.tree}, key,
       commands);
}

void Reconciler::finished(std::uint64_t id, const Outcome& outcome, Instant now) {
  const auto under_way = commands_.find(id);
  if (under_way == commands_.end()) return;
  const Sent sent = std::move(under_way->second);
  const std::string& key = sent.key;
  commands_.erase(under_way);
  answered(sent.tree);
  const auto known = writings_.find(key);
  if (known == writings_.end() || known->second.in_flight != id) return;
  Writing& writing = known->second;
  writing.in_flight = 0;
  const std::string tree = writing.tree;
  switch (outcome.how) {
    case Outcome::How::Done:
      if (!done(key, writing, outcome)) return;
      break;
    case Outcome::How::Conflict:
      ++figures_.conflicts;
      if (std::exchange(writing.suspect, false)) count_stranger();
      changed_under_us(writing, now, conflict_pause_max);
      break;
    case Outcome::How::NotFound:
      missing(key, writing, outcome, now);
      break;
    case Outcome::How::Refused:
      refused(writing, outcome, now);
      break;
    case Outcome::How::Lost:
      lost(writing, outcome, now);
      break;
  }
  if (TreeIndex::Tree* standing = trees_.tree_named(tree)) trees_.mark_dirty(*standing);
}

void Reconciler::believe(const std::string& memory) {
  trees_.put(memory, {});
  if (witness_.on_remembered) witness_.on_remembered(memory);
}

// What the server stored is news only about an object that is known: the answer to a write may come
// after the watch has told that the object is gone, and nobody would ever tell it again. What the
// watch told first was judged then.
bool Reconciler::done(const std::string& key, Writing& writing, const Outcome& outcome) {
  // Known only now: had the status failed, it would have to be judged from the old memory again.
  if (!writing.memory.empty()) {
    ++figures_.memory_writes;
    believe(writing.memory);
  }
  if (writing.what == Command::What::WriteMemory || writing.what == Command::What::Tell) {
    writings_.erase(key);
    return true;
  }
  bool is_old = false;
  if (!outcome.document.empty() && trees_.find(key_of(writing.target)) != nullptr) {
    is_own_answer_ = writing.what != Command::What::Read;
    const TreeIndex::Effect effect = trees_.put(outcome.document, {});
    is_own_answer_ = false;
    is_old = effect == TreeIndex::Effect::Same || effect == TreeIndex::Effect::Stale;
    if (effect != TreeIndex::Effect::Stale) note_written(writing);
  }
  // To have read it says nothing about the next write: what is known about failures stays.
  if (writing.what == Command::What::Read || writing.what == Command::What::LetGo) return true;
  ++figures_.status_writes;
  const bool waited = writing.waited;
  const bool remembered = !writing.memory.empty();
  writings_.erase(key);
  return waited || remembered || !is_old;
}

void Reconciler::changed_under_us(Writing& writing, Instant now, Seconds pause_max) {
  writing.reread = true;
  if (++writing.conflicts >= conflicts_in_a_row_max) writing.backoff.fail(now, pause_max);
}

// Either the object is gone, and the watch is late, or there is nothing to write to on an object
// that is there. Reading it tells.
void Reconciler::missing(const std::string& key, Writing& writing, const Outcome& outcome,
                         Instant now) {
  switch (writing.what) {
    case Command::What::WriteMemory:
      return refused(writing, outcome, now);
    case Command::What::Tell:
      return;
    case Command::What::LetGo:
    case Command::What::WriteStatus:
      return changed_under_us(writing, now, Backoff::longest);
    case Command::What::Read:
      const Target target = std::move(writing.target);
      writings_.erase(key);
      trees_.remove(key_of(target));
  }
}

void Reconciler::refused(Writing& writing, const Outcome& outcome, Instant now) {
  ++figures_.refused;
  if (writing.what == Command::What::LetGo) return cannot_let_go(writing.target, outcome.detail);
  if (writing.what == Command::What::Tell) return;
  writing.backoff.fail(now);
  log(format("{}: the server refuses: {}", shown(writing.target), outcome.detail));
}

// It may have happened: what the object says now decides.
void Reconciler::lost(Writing& writing, const Outcome& outcome, Instant now) {
  ++figures_.lost;
  writing.reread = true;
  writing.backoff.fail(now);
  log(format("{}: no answer: {}", shown(writing.target), outcome.detail));
}

ReconcilerFigures Reconciler::figures() const {
  ReconcilerFigures figures = figures_;
  figures.dirty_trees = trees_.dirty();
  figures.in_flight = commands_.size();
  figures.silent = is_silent();
  for (const auto& [key, writing] : writings_) {
    if (writing.backoff.failing()) ++figures.backing_off;
  }
  return figures;
}

}  // namespace telltale
