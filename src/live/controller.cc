// SPDX-License-Identifier: Apache-2.0
#include "live/controller.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "catalog/kinds.h"
#include "live/watch_list.h"

namespace telltale::live {
namespace {

constexpr std::chrono::milliseconds second{1'000};
constexpr std::chrono::milliseconds longest_nap{1'000};
constexpr std::chrono::milliseconds resign_patience{3'000};
constexpr std::size_t trees_per_round = 64;
// How long answers are waited for at the end, in rounds that bring nothing.
constexpr std::chrono::milliseconds finish_round{100};
constexpr int finish_rounds_max = 20;

Dialect dialect_of(DialectName name) {
  return name == DialectName::Proposal ? proposal_dialect() : upstream_dialect();
}

// Until the server's definitions say another dialect.
ReconcilerOptions options_at_first(const ControllerOptions& options) {
  ReconcilerOptions made = options.reconcile;
  made.settings.dialect = dialect_of(options.dialect.value_or(DialectName::Proposal));
  return made;
}

}  // namespace

Result<std::unique_ptr<Controller>> Controller::start(ControllerParts parts,
                                                      ControllerOptions options) {
  Journal journal(options.journal);
  if (!options.journal_file.empty()) {
    std::vector<std::string> warnings;
    auto opened = Journal::open(options.journal_file, options.journal, warnings);
    if (!opened) return fail(opened.error());
    journal = std::move(*opened);
    for (const std::string& warning : warnings) {
      if (parts.on_log) parts.on_log(warning);
    }
  }
  std::unique_ptr<Controller> controller(
      new Controller(std::move(parts), std::move(options), std::move(journal)));
  controller->start_thread();
  return controller;
}

Controller::Controller(ControllerParts parts, ControllerOptions options, Journal journal)
    : parts_(std::move(parts)),
      options_(std::move(options)),
      loop_(loop_parts()),
      reconciler_(options_at_first(options_), reconciler_sink()),
      lease_api_(parts_.management, parts_.scheduler, parts_.clock, parts_.seed + 3),
      shares_(options_.lease),
      status_({.clock = parts_.clock,
               .api = api_,
               .shares = shares_,
               .journal = std::move(journal),
               .metrics = options_.metrics,
               .settings = {.settings = options_at_first(options_).settings,
                            .gates = options_.reconcile.rules.gates}}),
      home_(api_, options_.memory.namespace_name, [this](std::string_view line) { log(line); }),
      memory_keeper_(api_, home_, options_.memory),
      permission_(
          loop_,
          {.leases = {.api = lease_api_, .scheduler = parts_.scheduler, .clock = parts_.clock},
           .options = options_.lease,
           .policy = options_.reconcile.rules.policy,
           .home = home_,
           .reconciler = reconciler_,
           // The telltale that wrote before remembered more than this one saw.
           .on_taken_over = [this] { memory_.load(); }}),
      writers_(loop_, {.home = home_,
                       .namespace_name = options_.memory.namespace_name,
                       .reconciler = reconciler_,
                       .policy = options_.reconcile.rules.policy,
                       .may_write = [this] { return permission_.is_granted(); }}),
      memory_(loop_, {.keeper = memory_keeper_,
                      .trees = reconciler_.trees(),
                      .shares = shares_,
                      .status = status_,
                      .may_write = [this] { return may_write(); }}),
      clusters_(loop_, {.trees = reconciler_.trees(), .shares = shares_, .status = status_}),
      watches_(loop_, reconciler_),
      discovery_(loop_, options_.discover_period, discovery_sink()),
      executor_({.api = api_,
                 .memory = memory_keeper_,
                 .may_write =
                     [this](std::string_view tree) {
                       return permission_.is_granted() && shares_.is_ours(tree);
                     },
                 .on_finished =
                     [this](std::uint64_t id, Outcome outcome) {
                       inbox_.post_now(
                           [this, id, outcome = std::move(outcome)] { finished(id, outcome); });
                     }}),
      api_(parts_.management, parts_.scheduler, parts_.clock, parts_.seed, options_.limits) {}

Controller::~Controller() { stop(); }

LoopParts Controller::loop_parts() {
  return {.api = api_,
          .scheduler = parts_.scheduler,
          .clock = parts_.clock,
          .seed = parts_.seed,
          .inbox = inbox_,
          .log = [this](std::string_view line) { log(line); },
          .put = [this](std::string_view document, const Home& home) { put(document, home); },
          .on_progress = [this] { begin_if_complete(); }};
}

ReconcilerSink Controller::reconciler_sink() {
  return {.on_judged = [this](const Judged& one, Instant now) { on_judged(one, now); },
          .on_gone = [this](const Object& object) { on_gone(object); },
          .on_remembered = [this](const std::string& document) { memory_.note(document); },
          .on_log = [this](std::string_view line) { log(line); }};
}

ServerDiscoverySink Controller::discovery_sink() {
  return {.on_served =
              [this](std::shared_ptr<const client::Served> served) {
                executor_.set_served(std::move(served));
              },
          .on_definitions = [this](const client::Served& served,
                                   KnownDefinitions known) { defined(served, std::move(known)); },
          .on_cluster_uid = [this](const std::string& uid) { status_.set_cluster_uid(uid); }};
}

void Controller::log(std::string_view line) const {
  if (parts_.on_log) parts_.on_log(line);
}

bool Controller::may_write() const {
  return permission_.is_granted() && options_.reconcile.rules.policy != WritePolicy::None;
}

void Controller::start_thread() {
  if (options_.remote && parts_.dial) clusters_.start(parts_.dial, options_.connections);
  if (!shares_.is_alone()) {
    shares_.start(
        {.api = lease_api_, .scheduler = parts_.scheduler, .clock = parts_.clock}, parts_.seed + 2,
        {.on_change =
             [this](const std::vector<std::size_t>& held) {
               inbox_.post_now([this, held] { share_changed(held); });
             },
         .on_error = [this](const Error& error) { log(format("leases: {}", error.detail)); }});
    reconciler_.set_share([this](std::string_view tree) {
      return shares_.is_ours(tree) && shares_.is_remembered(tree);
    });
  }
  // Of several of which one leads, that one writes.
  if (options_.lease.mode != LeaseOptions::Mode::Leader) permission_.claim();
  thread_ = std::thread([this] { run(); });
}

void Controller::stop() {
  if (stopping_.exchange(true)) return;
  permission_.close();
  inbox_.post_now([] {});
  if (thread_.joinable()) thread_.join();
  // A watch that waits for room in there would hold up the answers about the leases.
  inbox_.close();
  if (!shares_.give_back(resign_patience)) log("leases could not be given back");
  permission_.give_back(resign_patience);
  memory_.stop();
  clusters_.stop();
  watches_.stop();
  if (const auto flushed = status_.flush(); !flushed) log(flushed.error().detail);
}

void Controller::run() {
  discovery_.keep_time(parts_.clock.elapsed());
  while (!stopping_) {
    for (const Inbox::Task& task : inbox_.take(patience())) task();
    if (stopping_) break;
    execute(reconciler_.step(parts_.clock.now(), trees_per_round));
    clusters_.want_if_changed();
    keep_time();
  }
  finish_commands();
}

std::chrono::milliseconds Controller::patience() const {
  const Instant now = parts_.clock.now();
  if (reconciler_.has_work(now)) return std::chrono::milliseconds(0);
  const auto wake = reconciler_.wake();
  if (!wake || *wake - now > longest_nap) return longest_nap;
  // Instants are whole seconds: the second that is told as `now` may just have begun or may end.
  return std::chrono::milliseconds(*wake > now ? 100 : 1);
}

void Controller::finish_commands() {
  for (int idle = 0; idle < finish_rounds_max && reconciler_.figures().in_flight > 0;) {
    const std::vector<Inbox::Task> tasks = inbox_.take(finish_round);
    for (const Inbox::Task& task : tasks) task();
    if (tasks.empty()) ++idle;
  }
}

void Controller::execute(std::vector<Command> commands) {
  for (Command& command : commands) {
    if (!command.line.empty()) log(command.line);
    sent_[command.id] = parts_.clock.elapsed();
    executor_.execute(std::move(command));
  }
}

void Controller::finished(std::uint64_t id, const Outcome& outcome) {
  if (const auto sent = sent_.find(id); sent != sent_.end()) {
    status_.note_round_trip(parts_.clock.elapsed() - sent->second);
    sent_.erase(sent);
  }
  reconciler_.finished(id, outcome, parts_.clock.now());
}

// What happens by the clock alone.
void Controller::keep_time() {
  const auto elapsed = parts_.clock.elapsed();
  if (elapsed >= next_sync_) {
    if (next_sync_ != std::chrono::nanoseconds{}) reconciler_.trees().mark_all_dirty();
    next_sync_ = elapsed + options_.sync_period;
  }
  discovery_.keep_time(elapsed);
  if (elapsed < next_second_) return;
  next_second_ = elapsed + second;
  permission_.keep_time(elapsed);
  memory_.keep_time(elapsed);
  if (discovery_.has_definitions()) writers_.keep(elapsed);
  if (!reconciler_.begun()) watches_.give_up_late(elapsed);
  if (const auto flushed = status_.take(snapshot()); !flushed) log(flushed.error().detail);
}

LoopSnapshot Controller::snapshot() const {
  LoopSnapshot now{.figures = {.loop = reconciler_.figures(),
                               .trees = reconciler_.trees().figures(),
                               .verdicts = {},
                               .connections = clusters_.figures(),
                               .let_go = reconciler_.writers().let_go(),
                               .conflicts = reconciler_.fights().counts(),
                               .memory_kept = memory_keeper_.kept(),
                               .begun = reconciler_.begun()},
                   .watch_restarts = watches_.restarts(),
                   .checks = {{.name = "discovery", .ok = discovery_.has_served()}},
                   .shards_held = shares_.held().size()};
  watches_.add_checks(now.checks);
  now.checks.push_back({.name = "memory", .ok = memory_.is_loaded()});
  now.checks.push_back({.name = "judging", .ok = reconciler_.begun()});
  return now;
}

void Controller::put(std::string_view document, const Home& home) {
  TreeIndex& trees = reconciler_.trees();
  switch (trees.put(document, home)) {
    case TreeIndex::Effect::Unreadable:
      log(format("an object cannot be read: {}", trees.trouble()));
      return;
    case TreeIndex::Effect::Changed:
      break;
    default:
      return;
  }
  const Object& object = trees.latest()->object();
  if (home.is_management() && is_a(object, cluster_kind)) clusters_.note(object);
}

void Controller::defined(const client::Served& served, KnownDefinitions known) {
  if (!options_.dialect && known.dialect) {
    reconciler_.set_dialect(*known.dialect);
    status_.set_dialect(dialect_of(*known.dialect));
  }
  for (KnownCapability& one : known.capabilities) {
    reconciler_.set_capability(one.group, one.kind, one.version, std::move(one.capability));
  }
  for (const std::string& document : known.documents) put(document, {});
  reconciler_.trees().cover("apiextensions.k8s.io", "CustomResourceDefinition", {});
  for (const client::ReflectorOptions& options : watch_list(served, options_.namespaces)) {
    watches_.watch(options);
  }
  if (!memory_.is_loaded()) memory_.load();
  writers_.begin();
  begin_if_complete();
}

void Controller::begin_if_complete() {
  if (reconciler_.begun() || !discovery_.has_definitions() || !memory_.is_loaded()) return;
  if (!writers_.is_loaded() || !permission_.is_decided() || !watches_.is_settled()) return;
  const TreeIndex::Figures figures = reconciler_.trees().figures();
  log(format("judging {} objects in {} trees", figures.objects, figures.trees));
  reconciler_.begin();
  status_.begin_judging();
}

void Controller::on_judged(const Judged& judged, Instant now) {
  std::vector<JournalEntry> news = status_.note(judged, now);
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

void Controller::on_gone(const Object& object) {
  status_.forget(object);
  // Another one of that name may be there already.
  if (reconciler_.trees().find(object.key) != nullptr) return;
  memory_.forget(object);
  if (is_a(object, cluster_kind)) clusters_.forget(object);
}

void Controller::share_changed(const std::vector<std::size_t>& held) {
  // What is given back at the end is not lost.
  if (stopping_) return;
  const bool lost = shares_.take(held);
  log(shares_.text());
  if (lost && options_.lease.mode == LeaseOptions::Mode::Leader && parts_.on_lost_lease) {
    parts_.on_lost_lease();
  }
  if (!held.empty()) permission_.claim();
  leave_to_others();
  clusters_.share_changed();
  memory_.load_for_new_share();
}

// The replicas that look after them now tell of them.
void Controller::leave_to_others() {
  std::vector<Key> left;
  for (const TreeIndex::ObjectTree* tree : reconciler_.trees().trees()) {
    if (shares_.was_ours(tree->name())) continue;
    for (const TreeIndex::Entry* entry : tree->entries) {
      if (judged_kind(entry->object()) != nullptr) left.push_back(entry->object().key);
    }
  }
  status_.leave(left);
}

}  // namespace telltale::live
