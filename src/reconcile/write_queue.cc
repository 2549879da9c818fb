// SPDX-License-Identifier: Apache-2.0
#include "reconcile/write_queue.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace telltale {
namespace {

// After so many conflicts the object is left alone for a while.
constexpr unsigned conflicts_in_a_row_max = 3;
// Another writer's haste is no failure of the server: when it is over, the pause must be, too.
constexpr Seconds conflict_pause_max{2};
// A tree of which so much is being written is judged again when most of it is answered, and not
// for every answer; but one that does not come holds it up no longer than this.
constexpr std::size_t busy_from = 8;
constexpr Seconds busy_patience{1};
constexpr std::size_t told_max = 64;  // Events of one object

}  // namespace

bool WriteQueue::is_busy(const std::string& tree) const {
  const auto known = under_way_.find(tree);
  return known != under_way_.end() && known->second >= busy_from;
}

void WriteQueue::defer(const std::string& tree, Instant now) {
  deferred_.insert(tree);
  wakes_.add(tree, now + busy_patience);
}

bool WriteQueue::must_wait(const std::string& key, const std::string& tree, Instant now,
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
    wakes_.add(tree, writing.backoff.until());
    return true;
  }
  if (!writing.reread) return false;
  writing.reread = false;
  send({.what = Command::What::Read, .target = writing.target, .tree = writing.tree}, key,
       commands);
  return true;
}

void WriteQueue::send(Command command, const std::string& key, Commands& commands) {
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

void WriteQueue::add_event(KubeEvent event, const std::string& key, Instant now, Command& command) {
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

void WriteQueue::rest(const std::string& key) {
  const auto known = writings_.find(key);
  if (known != writings_.end() && known->second.in_flight == 0) writings_.erase(known);
}

bool WriteQueue::is_under_way(const std::string& key) const {
  const auto known = writings_.find(key);
  return known != writings_.end() && known->second.in_flight != 0;
}

bool WriteQueue::is_remembering(const std::string& key) const {
  const auto known = writings_.find(key);
  return known != writings_.end() && known->second.in_flight != 0 && !known->second.memory.empty();
}

bool WriteQueue::may_have_written(const std::string& key) {
  const auto known = writings_.find(key);
  if (known == writings_.end()) return false;
  Writing& writing = known->second;
  if (writing.in_flight == 0) return writing.reread || writing.backoff.failing();
  writing.suspect = writing.what == Command::What::WriteStatus;
  return true;
}

std::optional<WriteQueue::Answer> WriteQueue::take_answer(std::uint64_t id) {
  const auto command = commands_.find(id);
  if (command == commands_.end()) return std::nullopt;
  Answer answer{.key = std::move(command->second.key), .tree = std::move(command->second.tree)};
  commands_.erase(command);
  const auto count = under_way_.find(answer.tree);
  if (--count->second == 0) under_way_.erase(count);
  answer.tree_waited = !is_busy(answer.tree) && deferred_.erase(answer.tree) != 0;
  const auto known = writings_.find(answer.key);
  if (known != writings_.end() && known->second.in_flight == id) {
    answer.writing = &known->second;
    answer.writing->in_flight = 0;
  }
  return answer;
}

bool WriteQueue::conflicted(Writing& writing, Instant now) {
  ++figures_.conflicts;
  changed_under_us(writing, now, conflict_pause_max);
  return std::exchange(writing.suspect, false);
}

void WriteQueue::not_found(Writing& writing, Instant now) {
  changed_under_us(writing, now, Backoff::longest);
}

void WriteQueue::changed_under_us(Writing& writing, Instant now, Seconds pause_max) {
  writing.reread = true;
  if (++writing.conflicts >= conflicts_in_a_row_max) writing.backoff.fail(now, pause_max);
}

// What is refused about Events or managedFields holds up nothing else.
void WriteQueue::refused(Writing& writing, std::string_view why, Instant now) {
  ++figures_.refused;
  if (writing.what == Command::What::LetGo || writing.what == Command::What::Tell) return;
  writing.backoff.fail(now);
  log_(format("{}: the server refuses: {}", shown(writing.target), why));
}

// It may have happened: what the object says now decides.
void WriteQueue::lost(Writing& writing, std::string_view why, Instant now) {
  ++figures_.lost;
  writing.reread = true;
  writing.backoff.fail(now);
  log_(format("{}: no answer: {}", shown(writing.target), why));
}

WriteQueue::Figures WriteQueue::figures() const {
  Figures figures = figures_;
  figures.in_flight = commands_.size();
  for (const auto& [key, writing] : writings_) {
    if (writing.backoff.failing()) ++figures.backing_off;
  }
  return figures;
}

}  // namespace telltale
