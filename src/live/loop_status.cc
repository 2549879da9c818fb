// SPDX-License-Identifier: Apache-2.0
#include "live/loop_status.h"

#include <utility>

#include "catalog/engine/gates.h"

namespace telltale::live {

LoopStatus::LoopStatus(LoopStatusParts parts)
    : clock_(parts.clock),
      api_(parts.api),
      shares_(parts.shares),
      journal_(std::move(parts.journal)),
      metrics_(parts.metrics),
      settings_(std::move(parts.settings)) {}

std::vector<ReadinessCheck> LoopStatus::readiness() const {
  const std::lock_guard lock(mutex_);
  return last_.checks;
}

LoopFigures LoopStatus::figures() const {
  const std::lock_guard lock(mutex_);
  return last_.figures;
}

Result<Journal::History> LoopStatus::history(const Key& key, std::string_view type) const {
  const std::lock_guard lock(mutex_);
  return journal_.history(key, type);
}

std::vector<std::string> LoopStatus::namespaces_with(const Key& key) const {
  const std::lock_guard lock(mutex_);
  return journal_.namespaces_with(key);
}

std::optional<RunningSettings> LoopStatus::settings() const {
  const std::lock_guard lock(mutex_);
  return judging_ ? std::optional(settings_) : std::nullopt;
}

ToldPage LoopStatus::told(ToldKind kind, std::string_view after) const {
  const auto is_ours = shares_.ours_now();
  const std::lock_guard lock(mutex_);
  return told_.page(kind, after, is_ours);
}

std::vector<JournalEntry> LoopStatus::note(const Judged& judged, Instant now) {
  const Spoken spoken(settings_.gates, judged);  // gates never change
  const std::lock_guard lock(mutex_);
  metrics_.note(spoken.judged(), now);
  return journal_.note(spoken.judged(), now);
}

void LoopStatus::forget(const Object& object) {
  const std::lock_guard lock(mutex_);
  metrics_.forget(object.key);
  journal_.forget(object.key, object.uid);
}

void LoopStatus::leave(std::span<const Key> objects) {
  const std::lock_guard lock(mutex_);
  for (const Key& key : objects) metrics_.forget(key);
}

void LoopStatus::put_told(ToldKind kind, std::string name, std::string tree, std::string document) {
  const std::lock_guard lock(mutex_);
  told_.put(kind, std::move(name), std::move(tree), std::move(document));
}

void LoopStatus::remove_told(ToldKind kind, const std::string& name) {
  const std::lock_guard lock(mutex_);
  told_.remove(kind, name);
}

void LoopStatus::set_dialect(const Dialect& dialect) {
  const std::lock_guard lock(mutex_);
  settings_.settings.dialect = dialect;
}

void LoopStatus::set_cluster_uid(const std::string& uid) {
  const std::lock_guard lock(mutex_);
  settings_.cluster_uid = uid;
}

void LoopStatus::begin_judging() {
  const std::lock_guard lock(mutex_);
  judging_ = true;
}

void LoopStatus::note_round_trip(std::chrono::nanoseconds took) {
  const std::lock_guard lock(mutex_);
  round_trip_.note(took);
}

Result<void> LoopStatus::take(LoopSnapshot snapshot) {
  const std::lock_guard lock(mutex_);
  Result<void> flushed = journal_.flush();
  last_ = std::move(snapshot);
  last_.figures.verdicts = metrics_.verdicts();
  return flushed;
}

Result<void> LoopStatus::flush() {
  const std::lock_guard lock(mutex_);
  return journal_.flush();
}

}  // namespace telltale::live
