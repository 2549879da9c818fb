// SPDX-License-Identifier: Apache-2.0
#include "cli/source/live_load.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <absl/container/flat_hash_set.h>

#include "base/letters.h"
#include "base/text.h"
#include "catalog/groups.h"
#include "catalog/kinds.h"
#include "cli/get/get.h"
#include "cli/screen/progress.h"
#include "cli/source/find_object.h"

namespace telltale::cli {
namespace {

bool is_node(const PlannedList& list) {
  return list.resource.group.empty() && list.resource.kind == "Node";
}

bool covers_its_kind(const PlannedList& list) {
  return list.extent == PlannedList::Extent::Whole && list.name.empty() &&
         list.label_selector.empty() && list.field_selector.empty();
}

// What its absence means to people. Events and definitions refine a few answers; nobody misses
// them.
bool is_missed(const ListOutcome& outcome, const client::Served& served) {
  if (outcome.list.extent == PlannedList::Extent::Part &&
      outcome.list.need == PlannedList::Need::Helpful) {
    return false;
  }
  if (!is_node(outcome.list)) return true;
  return outcome.list.need != PlannedList::Need::Helpful ||
         served.find(karpenter_node_pool_kind.group, karpenter_node_pool_kind.kind) != nullptr;
}

// Without what was asked for, or without everything that is judged, there is nothing to say.
Result<void> check_outcomes(const std::vector<ListOutcome>& outcomes) {
  const Error* judged_error = nullptr;
  bool any_judged = false;
  for (const ListOutcome& outcome : outcomes) {
    if (outcome.list.need == PlannedList::Need::Helpful) continue;
    if (outcome.error && outcome.list.need == PlannedList::Need::Asked) return fail(*outcome.error);
    if (!outcome.error) any_judged = true;
    if (outcome.error && judged_error == nullptr) judged_error = &*outcome.error;
  }
  if (!any_judged && judged_error != nullptr) return fail(*judged_error);
  return {};
}

std::string not_covered(const ListOutcome& outcome) {
  return format("{}; what depends on {} keeps its stored value", printable(outcome.error->detail),
                outcome.list.resource.plural);
}

void add_warnings(const std::vector<ListOutcome>& outcomes, std::span<const PlannedList> planned,
                  const client::Served& served, Loaded& loaded) {
  bool narrowed = false;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const ListOutcome& outcome = outcomes[i];
    if (outcome.error && is_missed(outcome, served)) {
      loaded.warnings.push_back({{}, 0, not_covered(outcome)});
    }
    if (outcome.list == planned[i] || outcome.error || narrowed) continue;
    narrowed = true;
    loaded.warnings.push_back(
        {{},
         0,
         format("only namespace {} was looked at: these credentials may not list {} "
                "everywhere",
                printable(outcome.list.namespace_name), outcome.list.resource.plural)});
  }
}

void warn_of_emptiness(const LivePlan& plan, const std::string& server, Loaded& loaded) {
  const bool any = std::ranges::any_of(
      plan.lists, [](const PlannedList& list) { return list.need != PlannedList::Need::Helpful; });
  if (any) return;
  loaded.warnings.push_back(
      {{},
       0,
       format("{} serves none of the kinds that are judged; telltale manifests crds | "
              "kubectl apply -f - installs them",
              server)});
}

// More names than this are not looked for, one by one, in all namespaces.
constexpr std::size_t looks_elsewhere_max = 10;

bool has_one(const World& world, const std::vector<const client::ServedResource*>& kinds,
             std::string_view name, std::string_view namespace_name) {
  return std::ranges::any_of(kinds, [&](const client::ServedResource* kind) {
    const std::string_view space = kind->namespaced ? namespace_name : std::string_view();
    return world.find({kind->group, kind->kind, space, name, {}}).object != nullptr;
  });
}

std::vector<std::string> namespaces_of(const std::vector<Elsewhere>& found) {
  std::vector<std::string> namespaces;
  for (const Elsewhere& one : found) {
    namespaces.insert(namespaces.end(), one.namespaces.begin(), one.namespaces.end());
  }
  std::ranges::sort(namespaces);
  namespaces.erase(std::ranges::unique(namespaces).begin(), namespaces.end());
  return namespaces;
}

}  // namespace

LoadExtras extras_about(std::string type, std::string name) {
  LoadExtras extras{.types = {type}, .if_elsewhere = LoadExtras::IfElsewhere::Take};
  extras.names.push_back({std::move(type), std::move(name)});
  return extras;
}

void LiveObjects::add(const PlannedList& list, std::span<const Object> read) {
  objects.insert(objects.end(), read.begin(), read.end());
  if (!covers_its_kind(list)) return;
  coverage.add(list.resource.group, list.resource.kind);
  if (!is_node(list)) return;
  // Nodes of a Cluster that lives in its own management cluster are all here.
  for (const Object& node : read) {
    if (!node.key.home.is_management()) coverage.add(node.key.home, "", "Node");
  }
}

void LiveObjects::replace(std::span<const std::string> documents) {
  std::vector<Object> newer;
  absl::flat_hash_set<Key, KeyHash> keys;
  for (const std::string& document : documents) {
    const std::optional<Object> object = reader.read(document);
    if (object && keys.insert(object->key).second) newer.push_back(*object);
  }
  if (newer.empty()) return;
  std::erase_if(objects, [&](const Object& object) { return keys.contains(object.key); });
  objects.insert(objects.end(), newer.begin(), newer.end());
}

Loaded judge_live(LiveObjects objects, const ReadOptions& options, const RunningTelltale& running,
                  Instant now) {
  const Told* told = running.told() ? &*running.told() : nullptr;
  if (told != nullptr) objects.replace(told->documents);
  const std::size_t objects_read = objects.objects.size();
  auto coverage = std::make_unique<const Coverage>(std::move(objects.coverage));
  const Surroundings around{.coverage = coverage.get()};
  std::vector<ReportNote> notes = std::move(objects.reader.notes);
  const std::size_t left_out = objects.reader.notes_left_out;
  Loaded loaded{.coverage = std::move(coverage),
                .world = World(std::move(objects.objects), objects.reader.take_arenas(),
                               options.completeness, belonging_of_kinds(), around)};
  loaded.objects_read = objects_read;
  loaded.errors = std::move(notes);
  loaded.notes_left_out = left_out;
  loaded.last_line = last_line(running, options);
  judge_loaded(loaded, options, told, now);
  return loaded;
}

Result<Source> Source::open(ReadOptions& options, const Streams& streams, Watching watching) {
  Source source;
  if (!options.is_live()) return source;
  const bool stays = watching != Watching::Off;
  source.bell_ = std::make_unique<Bell>(stays ? Bell::Signals::Heard : Bell::Signals::Unheard);
  Result<std::unique_ptr<Connection>> connection = connect(options.connect, streams);
  if (!connection) return fail(connection.error());
  source.connection_ = std::move(*connection);
  options.context_namespace = source.connection_->namespace_name;
  const bool unsaid = options.filter.namespace_name.empty();
  if (unsaid && options.namespaces == Namespaces::OfContext) {
    options.filter.namespace_name = source.connection_->namespace_name;
  }
  return source;
}

bool Source::ask_running(const ReadOptions& options, const Streams& streams) {
  return running_.ask(*connection_, options.connect, streams);
}

Result<void> Source::discover() {
  if (served_ != nullptr) return {};
  Result<client::Served> served = discover_served(*connection_, *bell_, troubles_);
  if (!served) return fail(named_after(*connection_, served.error()));
  served_ = std::make_shared<const client::Served>(std::move(*served));
  return {};
}

Result<Loaded> Source::load(const ReadOptions& options, const Streams& streams,
                            const LoadExtras& extras) {
  Result<Loaded> loaded =
      is_live() ? load_live(options, streams, extras) : cli::load(options, streams, extras.more);
  if (!loaded || options.filter.namespace_name.empty() || extras.names.empty()) return loaded;
  if (extras.if_elsewhere == LoadExtras::IfElsewhere::Take) {
    return load_elsewhere(std::move(*loaded), options, streams, extras);
  }
  if (is_live()) find_elsewhere(*loaded, options, extras);
  return loaded;
}

std::vector<Elsewhere> Source::look_everywhere(const std::string& type,
                                               const std::string& name) const {
  std::vector<Elsewhere> found;
  if (lower(type) == all_types) return found;
  for (const client::ServedResource* resource : all_served(*served_, type)) {
    Elsewhere one{.group = resource->group, .kind = resource->kind, .name = name};
    one.namespaces = namespaces_with(*connection_, *served_, *resource, name, *bell_);
    if (!one.namespaces.empty()) found.push_back(std::move(one));
  }
  return found;
}

// Everything of some kinds was read anyway; of others only what is in the namespace, and then the
// namespace where it is must be read. Of several the caller chooses none, and says so.
Result<Loaded> Source::load_elsewhere(Loaded loaded, const ReadOptions& options,
                                      const Streams& streams, const LoadExtras& extras) {
  const LoadExtras::Named& named = extras.names.front();
  const std::string& meant = options.filter.namespace_name;
  const Subject subject{named.type, named.name, meant, options.context_namespace};
  const bool quiet = options.loudness == Loudness::Quiet;
  const Result<const Judged*> seen = find_object(loaded.judgement, subject);
  if (seen) {
    const std::string_view there = (*seen)->object->key.namespace_name;
    const bool note = !there.empty() && there != meant && !quiet;
    if (note) streams.err.write(note_of_elsewhere(named.name, there, meant));
    return loaded;
  }
  if (!is_live() || seen.error().kind != Error::Kind::NotFound) return loaded;
  const std::vector<Elsewhere> found = look_everywhere(named.type, named.name);
  if (found.empty() || found.front().namespaces == std::vector{meant}) return loaded;
  if (found.size() > 1 || found.front().namespaces.size() > 1) {
    return fail(Error::Kind::NotFound, not_in(found.front().kind, named.name, meant) +
                                           told_elsewhere(namespaces_of(found)));
  }
  if (!quiet) {
    streams.err.write(note_of_elsewhere(named.name, found.front().namespaces.front(), meant));
  }
  ReadOptions there = options;
  there.filter.namespace_name = found.front().namespaces.front();
  return load_live(there, streams, extras);
}

// What the command can tell about names that are not where they were looked for.
void Source::find_elsewhere(Loaded& loaded, const ReadOptions& options,
                            const LoadExtras& extras) const {
  std::size_t looks = 0;
  for (const LoadExtras::Named& named : extras.names) {
    const auto kinds = all_served(*served_, named.type);
    if (has_one(loaded.world, kinds, named.name, options.filter.namespace_name)) continue;
    if (looks++ == looks_elsewhere_max) return;
    std::vector<Elsewhere> found = look_everywhere(named.type, named.name);
    loaded.elsewhere.insert(loaded.elsewhere.end(), std::move_iterator(found.begin()),
                            std::move_iterator(found.end()));
  }
}

Result<void> Source::list_events(const EventsWanted& wanted, const ListingOptions& how,
                                 LiveObjects& read) {
  if (wanted.name.empty()) return {};
  const std::vector<PlannedList> lists = plan_events(*served_, wanted, read.objects);
  Result<std::vector<ListOutcome>> outcomes =
      list_all(*connection_, *served_, lists, how, read.reader, *bell_);
  if (!outcomes) return fail(outcomes.error());
  absl::flat_hash_set<Key, KeyHash> known;
  for (const Object& object : read.objects) {
    if (object.key.kind == "Event") known.insert(object.key);
  }
  for (ListOutcome& outcome : *outcomes) {
    if (outcome.error) continue;
    std::erase_if(outcome.objects,
                  [&](const Object& event) { return !known.insert(event.key).second; });
    read.add(outcome.list, outcome.objects);
    listed_.push_back(outcome.list);
  }
  return {};
}

Result<Loaded> Source::load_live(const ReadOptions& options, const Streams& streams,
                                 const LoadExtras& extras) {
  const auto started = streams.clock.elapsed();
  if (const Result<void> discovered = discover(); !discovered) return fail(discovered.error());
  const LivePlan plan = plan_lists(*served_, options.filter.namespace_name, extras.types);
  if (!plan.refusals.empty()) return fail(Error::Kind::Invalid, plan.refusals.front());

  ProgressBar bar(streams);
  const std::string& space = options.filter.namespace_name;
  ListingOptions how{.fallback_namespace = space.empty() ? connection_->namespace_name : space};
  if (options.loudness == Loudness::Normal) {
    how.progress = [&](std::size_t objects) { bar.show({.objects = objects}); };
  }
  LiveObjects read(fields_to_read(extras.more));
  Result<std::vector<ListOutcome>> outcomes =
      list_all(*connection_, *served_, plan.lists, how, read.reader, *bell_);
  if (!outcomes) return fail(named_after(*connection_, outcomes.error()));
  if (const Result<void> enough = check_outcomes(*outcomes); !enough) {
    return fail(named_after(*connection_, enough.error()));
  }
  listed_.clear();
  for (const ListOutcome& outcome : *outcomes) {
    if (outcome.error) continue;
    read.add(outcome.list, outcome.objects);
    listed_.push_back(outcome.list);
  }
  if (const Result<void> done = list_events(extras.events, how, read); !done) {
    return fail(named_after(*connection_, done.error()));
  }
  ask_running(options, streams);
  Loaded loaded =
      judge_live(std::move(read), options, running_, options.now.value_or(streams.clock.now()));
  for (const std::string& trouble : troubles_)
    loaded.warnings.push_back({{}, 0, printable(trouble)});
  add_warnings(*outcomes, plan.lists, *served_, loaded);
  warn_of_emptiness(plan, connection_->server, loaded);
  loaded.served = served_;
  loaded.took = streams.clock.elapsed() - started;
  return loaded;
}

}  // namespace telltale::cli
