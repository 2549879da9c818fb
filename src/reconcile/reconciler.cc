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

constexpr Seconds checking_pause{60};

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

Reconciler::Reconciler(ReconcilerOptions options, ReconcilerSink sink)
    : options_(std::move(options)),
      sink_(std::move(sink)),
      trees_(options_.rules.policy == WritePolicy::All ? TreeIndex::Keeps::ForWholeStatus
                                                       : TreeIndex::Keeps::ForJudging),
      queue_(options_.in_flight_max, wakes_, [this](std::string_view line) { log(line); }),
      rivals_({.options = options_,
               .trees = trees_,
               .capabilities = capabilities_,
               .queue = queue_,
               .wakes = wakes_,
               .log = [this](std::string_view line) { log(line); }}) {
  trees_.on_change([this](const TreeIndex::ObjectChange& change) { rivals_.noticed(change); });
}
Reconciler::~Reconciler() = default;

void Reconciler::log(std::string_view line) const {
  if (sink_.on_log) sink_.on_log(line);
}

void Reconciler::set_capability(std::string_view group, std::string_view kind,
                                std::string_view version, Capability capability) {
  if (capabilities_.set(group, kind, version, std::move(capability))) trees_.mark_all_dirty();
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

void Reconciler::begin() {
  begun_ = true;
  rivals_.begin();
}

bool Reconciler::has_work(Instant now) const {
  if (!begun_ || queue_.is_full()) return false;
  return trees_.dirty() > 0 || wakes_.is_due(now);
}

void Reconciler::mark_dirty(const std::string& tree) {
  if (TreeIndex::ObjectTree* known = trees_.tree_named(tree)) trees_.mark_dirty(*known);
}

void Reconciler::tell_gone() {
  for (const TreeIndex::Gone& gone : trees_.take_gone()) {
    const std::string key = text_of_key(gone.owned.object.key);
    queue_.forget(key);
    rivals_.forget(key);
    checked_.erase(key);
    if (sink_.on_gone) sink_.on_gone(gone.owned.object);
  }
}

std::vector<Command> Reconciler::step(Instant now, std::size_t trees_max) {
  tell_gone();
  Commands commands;
  if (!begun_) return commands;
  const absl::flat_hash_set<std::string> woken = wake_trees(now);
  if (queue_.is_full()) return commands;
  for (TreeIndex::ObjectTree* tree : trees_.take_dirty(trees_max)) {
    const std::string& name = tree->name();
    if (queue_.is_busy(name) && !woken.contains(name)) {
      queue_.defer(name, now);
    } else if (!queue_.is_full()) {
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
  for (std::string& tree : wakes_.take_due(now)) {
    mark_dirty(tree);
    woken.insert(std::move(tree));
  }
  rivals_.begin_step(now, wakes_.latest());
  return woken;
}

void Reconciler::judge_tree(TreeIndex::ObjectTree& tree, Instant now, Commands& commands) {
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
  const JudgedTree judged_tree{
      .world = world, .tree = name, .now = now, .context = look ? &look->context() : nullptr};
  for (const Judged& judged : judgement.items) {
    tell_judged(judged, now);
    log_checking(*judged.object, now);
    wakes_.add(name, judged.wake);
    consider(judged, judged_tree, commands);
  }
}

// The watch may bring the status that telltale wrote before the answer says that the Memory it
// follows from is stored. What is judged in between stands on the old Memory and would be told as a
// turn back; the tree is judged again when the answer is there.
void Reconciler::tell_judged(const Judged& judged, Instant now) {
  if (!sink_.on_judged) return;
  if (!queue_.is_idle() && queue_.is_remembering(text_of_key(judged.object->key))) return;
  sink_.on_judged(judged, now);
}

// Support looks for these lines; once a minute is enough for that, each on its own. Where a failure
// is shown, every look asks whether it is over.
void Reconciler::log_checking(const Object& pool, Instant now) {
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
void Reconciler::consider(const Judged& judged, const JudgedTree& judged_tree, Commands& commands) {
  if (options_.rules.policy == WritePolicy::None || is_silent()) {
    if (judged.memory_changed) {
      unstored_.push_back(memory_document(*judged.object, *judged.memory));
    }
    return;
  }
  const std::string key = text_of_key(judged.object->key);
  const Rivals::Place place{
      .judged = judged, .key = key, .tree = judged_tree.tree, .now = judged_tree.now};
  if (rivals_.tells_of_letting_go(place, commands)) return;
  Arena arena;
  Memory memory = judged.memory != nullptr ? *judged.memory : Memory{};
  std::optional<StatusWrite> write = write_for(judged, judged_tree, memory, arena);
  bool is_news = judged.memory_changed;
  std::vector<std::string_view> written;
  if (write && write->method == StatusWrite::Method::MergePatch &&
      !std::ranges::equal(memory.written, write->ours)) {
    written.assign(write->ours.begin(), write->ours.end());
    memory.written = written;
    is_news = true;
  }
  if (!write && !is_news) return queue_.rest(key);
  if (queue_.must_wait(key, judged_tree.tree, judged_tree.now, commands)) return;
  if (write && rivals_.lets_go_first(*write, place, commands)) return;
  Command command{.what = write ? Command::What::WriteStatus : Command::What::WriteMemory,
                  .target = target_of(*judged.object),
                  .tree = judged_tree.tree};
  if (is_news) command.memory = memory_document(*judged.object, memory);
  if (write) fill(command, judged, std::move(*write), key, judged_tree.now);
  queue_.send(std::move(command), key, commands);
}

// In a list that is one value nobody owns an item, so what is ours there is remembered.
std::optional<StatusWrite> Reconciler::write_for(const Judged& judged,
                                                 const JudgedTree& judged_tree, Memory& memory,
                                                 Arena& arena) {
  const TreeIndex::Entry* entry = trees_.find(judged.object->key);
  check(entry != nullptr, "what is judged is in the trees");
  Ownership ownership = entry->ownership ? *entry->ownership : Ownership{};
  const Capability& capability = capabilities_.of(*judged.object);
  if (rivals_.is_list_of_one_value(*judged.object)) {
    if (judged.memory == nullptr) memory = recall(judged_tree.world, *judged.object, arena);
    ownership.ours.assign(memory.written.begin(), memory.written.end());
  }
  const WriteBase base{.judged = judged,
                       .ownership = ownership,
                       .capability = capability,
                       .settings = options_.settings,
                       .stored_list = entry->stored,
                       .now = judged_tree.now,
                       .context = judged_tree.context,
                       .writers = &rivals_.writers(),
                       .fights = &rivals_.fights()};
  rivals_.note_wakes(base, judged_tree.tree);
  return status_write(base, options_.rules);
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
    if (event) queue_.add_event(std::move(*event), key, now, command);
  }
  const std::vector<std::string_view> no_room = left_out(judged);
  if (!no_room.empty() && options_.events) {
    queue_.add_event(event_of_no_room(judged, no_room, now, options_.instance), key, now, command);
  }
}

void Reconciler::finished(std::uint64_t id, const Outcome& outcome, Instant now) {
  const auto answer = queue_.take_answer(id);
  if (!answer) return;
  if (answer->tree_waited) mark_dirty(answer->tree);
  if (answer->writing == nullptr) return;
  Writing& writing = *answer->writing;
  const std::string tree = writing.tree;
  switch (outcome.how) {
    case Outcome::How::Done:
      if (!done(answer->key, writing, outcome)) return;
      break;
    case Outcome::How::Conflict:
      if (queue_.conflicted(writing, now)) rivals_.count_other_telltale();
      break;
    case Outcome::How::NotFound:
      not_found(answer->key, writing, outcome, now);
      break;
    case Outcome::How::Refused:
      refused(writing, outcome, now);
      break;
    case Outcome::How::Lost:
      queue_.lost(writing, outcome.detail, now);
      break;
  }
  mark_dirty(tree);
}

void Reconciler::believe(const std::string& memory) {
  trees_.put(memory, {});
  if (sink_.on_remembered) sink_.on_remembered(memory);
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
    queue_.forget(key);
    return true;
  }
  bool is_old = false;
  if (!outcome.document.empty() && trees_.find(key_of(writing.target)) != nullptr) {
    if (writing.what != Command::What::Read) rivals_.begin_own_answer();
    const TreeIndex::Effect effect = trees_.put(outcome.document, {});
    rivals_.end_own_answer();
    is_old = effect == TreeIndex::Effect::Same || effect == TreeIndex::Effect::Stale;
    if (effect != TreeIndex::Effect::Stale) rivals_.note_written(writing);
  }
  // To have read it says nothing about the next write: what is known about failures stays.
  if (writing.what == Command::What::Read || writing.what == Command::What::LetGo) return true;
  ++figures_.status_writes;
  const bool waited = writing.waited;
  const bool remembered = !writing.memory.empty();
  queue_.forget(key);
  return waited || remembered || !is_old;
}

// Either the object is gone, and the watch is late, or there is nothing to write to on an object
// that is there. Reading it tells.
void Reconciler::not_found(const std::string& key, Writing& writing, const Outcome& outcome,
                           Instant now) {
  switch (writing.what) {
    case Command::What::WriteMemory:
      return refused(writing, outcome, now);
    case Command::What::Tell:
      return;
    case Command::What::LetGo:
    case Command::What::WriteStatus:
      return queue_.not_found(writing, now);
    case Command::What::Read:
      const Target target = std::move(writing.target);
      queue_.forget(key);
      trees_.remove(key_of(target));
  }
}

void Reconciler::refused(Writing& writing, const Outcome& outcome, Instant now) {
  if (writing.what == Command::What::LetGo) rivals_.cannot_let_go(writing.target, outcome.detail);
  queue_.refused(writing, outcome.detail, now);
}

ReconcilerFigures Reconciler::figures() const {
  ReconcilerFigures figures = figures_;
  const WriteQueue::Figures queue = queue_.figures();
  figures.commands = queue.commands;
  figures.conflicts = queue.conflicts;
  figures.refused = queue.refused;
  figures.lost = queue.lost;
  figures.events = queue.events;
  figures.events_withheld = queue.events_withheld;
  figures.in_flight = queue.in_flight;
  figures.backing_off = queue.backing_off;
  figures.let_go_objects = rivals_.figures().let_go_objects;
  figures.let_go_kinds = rivals_.figures().let_go_kinds;
  figures.stranger_writes = rivals_.figures().stranger_writes;
  figures.dirty_trees = trees_.dirty();
  figures.silent = is_silent();
  return figures;
}

}  // namespace telltale
