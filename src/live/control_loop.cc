// SPDX-License-Identifier: Apache-2.0
#include "live/control_loop.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "catalog/engine/gates.h"
#include "catalog/groups.h"
#include "catalog/kinds.h"
#include "reconcile/lease_holder.h"
#include "reconcile/shards.h"
#include "remote/secrets.h"

namespace telltale::live {
namespace {

constexpr std::chrono::milliseconds flush_period{1'000};
constexpr std::chrono::milliseconds longest_nap{1'000};
constexpr std::chrono::milliseconds resign_patience{3'000};
constexpr std::size_t trees_per_round = 64;
// How long answers are waited for at the end, in rounds that bring nothing.
constexpr std::chrono::milliseconds finish_round{100};
constexpr int finish_rounds_max = 20;

ReconcilerOptions with_dialect(ReconcilerOptions options, DialectName dialect) {
  options.settings.dialect =
      dialect == DialectName::Proposal ? proposal_dialect() : upstream_dialect();
  return options;
}

}  // namespace

Controller::ControlLoop::ControlLoop(ControllerParts parts, ControllerOptions options,
                                     Journal journal)
    : parts_(std::move(parts)),
      options_(std::move(options)),
      home_(api_, options_.memory.namespace_name, [this](std::string_view line) { log(line); }),
      memory_(api_, home_, options_.memory),
      writers_(api_, home_, options_.memory.namespace_name),
      executor_(
          {.api = api_,
           .memory = memory_,
           .may_write = [this](std::string_view tree) { return may_write() && is_ours(tree); },
           .on_finished =
               [this](std::uint64_t id, Outcome outcome) {
                 inbox_.post_now(
                     [this, id, outcome = std::move(outcome)] { finished(id, outcome); });
               }}),
      api_(parts_.management, parts_.scheduler, parts_.clock, parts_.seed, options_.limits),
      lease_api_(parts_.management, parts_.scheduler, parts_.clock, parts_.seed + 3),
      reconciler_(
          with_dialect(options_.reconcile, options_.dialect.value_or(DialectName::Proposal)),
          witness()),
      journal_(std::move(journal)),
      metrics_(options_.metrics),
      running_{.settings = with_dialect(options_.reconcile,
                                        options_.dialect.value_or(DialectName::Proposal))
                               .settings,
               .gates = options_.reconcile.rules.gates} {}

Controller::ControlLoop::~ControlLoop() { stop(); }

Witness Controller::ControlLoop::witness() {
  return {.on_judged = [this](const Judged& judged, Instant now) { note(judged, now); },
          .on_gone = [this](const Object& object) { forget(object); },
          .on_remembered = [this](const std::string& document) { note_memory(document); },
          .on_log = [this](std::string_view line) { log(line); }};
}

void Controller::ControlLoop::log(std::string_view line) const {
  if (parts_.on_log) parts_.on_log(line);
}

void Controller::ControlLoop::start() {
  if (options_.remote && parts_.dial) {
    connections_ =
        std::make_unique<remote::Connections>(remote::ConnectionParts{.management = api_,
                                                                      .scheduler = parts_.scheduler,
                                                                      .clock = parts_.clock,
                                                                      .dial = parts_.dial,
                                                                      .seed = parts_.seed + 1},
                                              options_.connections, connection_sink());
  }
  if (options_.lease.mode != LeaseOptions::Mode::None) {
    leases_ = make_leases();
    reconciler_.set_share(
        [this](std::string_view tree) { return is_ours(tree) && is_remembered(tree); });
  }
  // Of several of which one leads, that one writes.
  if (options_.lease.mode != LeaseOptions::Mode::Leader) claim_writing();
  thread_ = std::thread([this] { run(); });
}

std::unique_ptr<LeaseKeeper> Controller::ControlLoop::make_leases() {
  const LeaseOptions& lease = options_.lease;
  const bool sharded = lease.mode == LeaseOptions::Mode::Shards;
  std::unique_ptr<LeaseClaimant> claimant;
  if (sharded) {
    claimant = std::make_unique<Shards>(lease.identity, lease.shards, lease.rules);
  } else {
    claimant = std::make_unique<LeaseHolder>("telltale-leader", lease.identity, lease.rules,
                                             parts_.seed + 2);
  }
  return std::make_unique<LeaseKeeper>(
      LeaseKeeperParts{.api = lease_api_, .scheduler = parts_.scheduler, .clock = parts_.clock},
      LeaseKeeperOptions{.namespace_name = lease.namespace_name,
                         .set = sharded ? format("{}", lease.shards) : std::string(),
                         .rules = lease.rules},
      std::move(claimant),
      LeaseSink{
          .on_change =
              [this](const std::vector<std::size_t>& held) {
                inbox_.post_now([this, held] { share_changed(held); });
              },
          .on_error = [this](const Error& trouble) { log(format("leases: {}", trouble.detail)); }});
}

void Controller::ControlLoop::stop() {
  if (stopping_.exchange(true)) return;
  inbox_.post_now([] {});
  if (thread_.joinable()) thread_.join();
  // Whoever waits for room in there would hold up the answers about the leases.
  inbox_.close();
  if (leases_ && !leases_->resign_and_wait(resign_patience)) log("leases could not be given back");
  // Shards hold the Lease of writers together: it runs out when the last of them is gone.
  const bool gives_back = writing_.exchange(Writing::Lapsed) == Writing::Ours &&
                          options_.lease.mode != LeaseOptions::Mode::Shards;
  std::unique_ptr<LeaseKeeper> writer;
  {
    const std::lock_guard lock(writer_mutex_);
    writer = std::move(writer_lease_);
  }
  if (writer && gives_back && !writer->resign_and_wait(resign_patience)) {
    log(format("the Lease {} could not be given back", writer_lease));
  }
  writer.reset();
  memory_retry_.reset();
  std::unique_ptr<remote::Connections> last;
  {
    const std::lock_guard lock(shared_mutex_);
    last = std::move(connections_);
  }
  last.reset();
  retired_.clear();
  watched_.clear();
  Result<void> flushed;
  {
    const std::lock_guard lock(shared_mutex_);
    flushed = journal_.flush();
  }
  if (!flushed) log(flushed.error().detail);
}

// Asked before every write as well, since a process may have slept meanwhile.
bool Controller::ControlLoop::is_ours(std::string_view tree) const {
  return !leases_ || std::ranges::binary_search(leases_->held(), shard(tree));
}

std::size_t Controller::ControlLoop::shard(std::string_view tree) const {
  const bool sharded = options_.lease.mode == LeaseOptions::Mode::Shards;
  return sharded ? shard_of(tree, options_.lease.shards) : 0;
}

// Whoever held it before may have remembered something: judged without that, clocks would begin
// anew, and be stored that way.
bool Controller::ControlLoop::is_remembered(std::string_view tree) const {
  return !leases_ || std::ranges::binary_search(remembered_, shard(tree));
}

void Controller::ControlLoop::share_changed(const std::vector<std::size_t>& held) {
  // What is given back at the end is not lost.
  if (stopping_) return;
  const bool lost = held.size() < held_.size();
  held_ = held;
  std::erase_if(remembered_,
                [&](std::size_t one) { return !std::ranges::binary_search(held_, one); });
  log(options_.lease.mode == LeaseOptions::Mode::Shards
          ? format("holding {} of {} shards", held.size(), options_.lease.shards)
          : std::string(held.empty() ? "not leading" : "leading"));
  if (lost && options_.lease.mode == LeaseOptions::Mode::Leader && parts_.on_lost_lease) {
    parts_.on_lost_lease();
  }
  if (!held_.empty()) claim_writing();
  leave_to_others();
  wants_changed_ = true;
  memory_loaded_ = false;
  load_memory();
}

// Of what others look after now they tell.
void Controller::ControlLoop::leave_to_others() {
  const std::lock_guard lock(shared_mutex_);
  for (const TreeIndex::Tree* tree : reconciler_.trees().trees()) {
    if (std::ranges::binary_search(held_, shard(tree->name()))) continue;
    for (const TreeIndex::Entry* entry : tree->entries) {
      if (judged_kind(entry->object()) != nullptr) metrics_.forget(entry->object().key);
    }
  }
}

std::chrono::milliseconds Controller::ControlLoop::patience() const {
  const Instant now = parts_.clock.now();
  if (reconciler_.has_work(now)) return std::chrono::milliseconds(0);
  const auto wake = reconciler_.wake();
  if (!wake || *wake - now > longest_nap) return longest_nap;
  // Instants are whole seconds: the second that is told as `now` may just have begun or may end.
  return std::chrono::milliseconds(*wake > now ? 100 : 1);
}

void Controller::ControlLoop::run() {
  discover();
  while (!stopping_) {
    for (const Inbox::Task& task : inbox_.take(patience())) task();
    if (stopping_) break;
    execute(reconciler_.step(parts_.clock.now(), trees_per_round));
    if (wants_changed_) want_connections();
    keep_time();
  }
  finish_commands();
}

void Controller::ControlLoop::finish_commands() {
  for (int idle = 0; idle < finish_rounds_max && reconciler_.figures().in_flight > 0;) {
    const std::vector<Inbox::Task> tasks = inbox_.take(finish_round);
    for (const Inbox::Task& task : tasks) task();
    if (tasks.empty()) ++idle;
  }
}

void Controller::ControlLoop::execute(std::vector<Command> commands) {
  for (Command& command : commands) {
    if (!command.line.empty()) log(command.line);
    sent_[command.id] = parts_.clock.elapsed();
    executor_.execute(std::move(command));
  }
}

void Controller::ControlLoop::finished(std::uint64_t id, const Outcome& outcome) {
  if (const auto sent = sent_.find(id); sent != sent_.end()) {
    const std::lock_guard lock(shared_mutex_);
    round_trip_.note(parts_.clock.elapsed() - sent->second);
    sent_.erase(sent);
  }
  reconciler_.finished(id, outcome, parts_.clock.now());
}

// What happens by the clock alone.
void Controller::ControlLoop::keep_time() {
  const auto elapsed = parts_.clock.elapsed();
  if (elapsed >= next_sync_) {
    if (next_sync_ != std::chrono::nanoseconds{}) reconciler_.trees().mark_all_dirty();
    next_sync_ = elapsed + options_.sync_period;
  }
  if (elapsed >= next_discovery_ && !discovering_) discover();
  if (elapsed < next_flush_) return;
  next_flush_ = elapsed + flush_period;
  keep_writers(elapsed);
  if (!reconciler_.begun()) give_up_late(elapsed);
  std::unique_lock lock(shared_mutex_);
  const Result<void> flushed = journal_.flush();
  figures_ = {
      .loop = reconciler_.figures(),
      .trees = reconciler_.trees().figures(),
      .verdicts = metrics_.verdicts(),
      .connections = connections_ ? connections_->figures() : remote::Connections::Figures{},
      .let_go = reconciler_.writers().let_go(),
      .conflicts = reconciler_.fights().counts(),
      .memory_kept = memory_.kept(),
      .begun = reconciler_.begun()};
  shards_held_now_ = held_.size();
  watch_restarts_.clear();
  for (const auto& watched : watched_) {
    const std::uint64_t watches = watched->reflector->figures().watches;
    const client::ServedResource& resource = watched->options.resource;
    watch_restarts_[{resource.group, resource.plural}] += watches > 0 ? watches - 1 : 0;
  }
  checks_ = {{.name = "discovery", .ok = served_ != nullptr}};
  for (const auto& watched : watched_) {
    // A kind that the fleet named only now is read while everything else goes on.
    const bool is_late = reconciler_.begun() && watched->trouble.empty();
    checks_.push_back({.name = format("watch/{}.{}", watched->options.resource.plural,
                                      watched->options.resource.group),
                       .ok = watched->synced || watched->given_up || is_late,
                       .detail = watched->trouble});
  }
  checks_.push_back({.name = "memory", .ok = memory_loaded_});
  checks_.push_back({.name = "judging", .ok = reconciler_.begun()});
  lock.unlock();
  if (!flushed) log(flushed.error().detail);
}

void Controller::ControlLoop::note(const Judged& judged, Instant now) {
  std::vector<JournalEntry> news;
  {
    const Spoken spoken(options_.reconcile.rules.gates, judged);
    const std::lock_guard lock(shared_mutex_);
    metrics_.note(spoken.judged(), now);
    news = journal_.note(spoken.judged(), now);
  }
  if (!parts_.on_turn) return;
  for (JournalEntry& entry : news) {
    parts_.on_turn({.at = now,
                    .verdict = judged.verdict,
                    .kind = std::string(judged.object->key.kind),
                    .namespace_name = std::string(judged.object->key.namespace_name),
                    .name = std::string(judged.object->key.name),
                    .entry = std::move(entry)});
  }
}

void Controller::ControlLoop::forget(const Object& object) {
  {
    const std::lock_guard lock(shared_mutex_);
    metrics_.forget(object.key);
    journal_.forget(object.key, object.uid);
  }
  // Another one of that name may be there already.
  if (reconciler_.trees().find(object.key) != nullptr) return;
  forget_memory(object);
  if (is_a(object, cluster_kind)) forget_cluster(object);
}

namespace {

// The kinds about which something may be remembered.
bool remembers_of(const Object& object) {
  const Kind* kind = judged_kind(object.key.group, object.key.kind);
  return kind != nullptr && kind->is_remembered;
}

}  // namespace

void Controller::ControlLoop::forget_memory(const Object& object) {
  const std::string name = memory_name(object);
  const Key key{own_group, "Memory", object.key.namespace_name, name, {}};
  const TreeIndex::Entry* memory = reconciler_.trees().find(key);
  // What was stored is known only when the status was written, too; the object may go before that.
  const bool may_be_stored = memory != nullptr || remembers_of(object);
  if (!may_be_stored) return;
  const bool sharded = options_.lease.mode == LeaseOptions::Mode::Shards;
  const TreeIndex::Tree* tree = memory == nullptr ? nullptr : memory->tree;
  const bool ours = tree != nullptr ? is_ours(tree->name()) : !sharded && is_ours({});
  reconciler_.trees().remove(key);
  {
    const std::lock_guard lock(shared_mutex_);
    told_.remove(ToldKind::Memory, format("{}/{}", key.namespace_name, name));
  }
  if (ours && may_write() && options_.reconcile.rules.policy != WritePolicy::None) {
    memory_.drop(key.namespace_name, name);
  }
}

std::vector<Controller::Check> Controller::ControlLoop::readiness() const {
  const std::lock_guard lock(shared_mutex_);
  return checks_;
}

Result<Journal::History> Controller::ControlLoop::history(const Key& key,
                                                          std::string_view type) const {
  const std::lock_guard lock(shared_mutex_);
  return journal_.history(key, type);
}

std::optional<remote::ConnectionState> Controller::ControlLoop::connection(
    const remote::ClusterName& cluster) const {
  const std::lock_guard lock(shared_mutex_);
  return connections_ ? connections_->state_of(cluster) : std::nullopt;
}

std::optional<RunningSettings> Controller::ControlLoop::settings() const {
  const std::lock_guard lock(shared_mutex_);
  return judging_ ? std::optional(running_) : std::nullopt;
}

// A replica knows nothing about what another one looks after.
ToldPage Controller::ControlLoop::told(ToldKind kind, std::string_view after) const {
  const std::vector<std::size_t> held = leases_ ? leases_->held() : std::vector<std::size_t>();
  const std::lock_guard lock(shared_mutex_);
  return told_.page(kind, after, [&](std::string_view tree) {
    return !leases_ || std::ranges::binary_search(held, shard(tree));
  });
}

Controller::Figures Controller::ControlLoop::figures() const {
  const std::lock_guard lock(shared_mutex_);
  return figures_;
}

}  // namespace telltale::live
