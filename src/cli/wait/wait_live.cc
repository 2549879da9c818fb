// SPDX-License-Identifier: Apache-2.0
#include "cli/wait/wait_live.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/arena.h"
#include "base/text.h"
#include "catalog/kinds.h"
#include "cli/flag_groups/typed_again.h"
#include "cli/follow/watch_screen.h"
#include "cli/follow/watch_screen_follower.h"
#include "cli/source/elsewhere.h"
#include "cli/wait/wait_screen.h"
#include "cli/wait/wait_types.h"
#include "json/tree/padded_text.h"
#include "json/tree/tree_reader.h"

namespace telltale::cli {
namespace {

using client::ServedResource;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

constexpr std::size_t targets_max = 10'000;
constexpr std::size_t depth_max = 100;
constexpr milliseconds between_judgements{250};

// One object that is waited for.
struct WaitTarget {
  std::size_t list = 0;
  WaitSubject subject = {};
  std::string uid = {};           // of the first version; a later object of the name is another
  DocumentPointer document = {};  // the last that was seen
  Look look = {};                 // what it was found to be
  bool gone = false;              // it was one of all, and no longer counts
};

bool has_verdict(const WaitOptions& options) {
  return asks_for(options.expected, Expectation::Kind::Verdict) ||
         asks_for(options.failing, Expectation::Kind::Verdict);
}

std::unexpected<Error> not_served(std::string_view type) {
  return fail(Error::Kind::NotFound,
              format("the server doesn't have a resource type \"{}\"", printable(type)));
}

Result<const ServedResource*> resolve(const client::Served& served, std::string_view type) {
  const ServedResource* resource = find_served(served, type);
  if (resource == nullptr) return not_served(type);
  if (!may_read(*resource)) {
    return fail(Error::Kind::Invalid,
                format("telltale does not read {}; kubectl does", resource->plural));
  }
  return resource;
}

// The lists to follow, and which of them each subject is in.
struct Following {
  std::vector<PlannedList> lists = {};
  std::vector<std::size_t> list_of = {};  // by subject
};

class Waiting {
 public:
  Waiting(Source& source, const WaitOptions& options, const Streams& streams)
      : source_(source),
        options_(options),
        streams_(streams),
        deadline_(streams.clock.elapsed() + options.timeout) {}

  ExitCode run() {
    if (const Result<void> found = source_.discover(); !found) return refuse(found.error());
    Result<Following> following = has_verdict(options_) ? follow_world() : follow_subjects();
    if (!following) return refuse(following.error());
    Bell& bell = source_.bell();
    Follower follower(source_.connection(), following->lists, [&bell] { bell.ring(); });
    if (!settle(follower)) return time_out("the server has not answered");
    if (const Result<void> found = find_targets(follower, *following); !found) {
      return refuse(found.error());
    }
    if (const Result<void> known = check_typed_types(); !known) {
      refuse(known.error());
      return ExitCode::Usage;
    }
    if (!has_verdict(options_)) return wait_watching(follower);
    const ExitCode code = wait_judging(follower);
    if (options_.read.loudness == Loudness::Normal) {
      streams_.err.write(last_line(source_.running(), options_.read));
    }
    return code;
  }

 private:
  ExitCode refuse(const Error& error) const { return cli::refuse(error, streams_); }

  ExitCode time_out(std::string_view detail) const {
    refuse({Error::Kind::Unreachable, format("timed out: {}", detail)});
    return ExitCode::TimedOut;
  }

  // Two projects have a NodePool, one of them in namespaces: whose has an object of that name is
  // meant.
  Result<const ServedResource*> resolve(const GetSubject& subject) const {
    const std::vector<const ServedResource*> kinds = all_served(*source_.served(), subject.type);
    if (kinds.size() < 2 || subject.name.empty()) {
      return cli::resolve(*source_.served(), subject.type);
    }
    const std::vector<Elsewhere> found = source_.look_everywhere(subject.type, subject.name);
    const auto is_meant = [&](const ServedResource* kind) {
      return found.empty() ? !kind->namespaced : kind->group == found.front().group;
    };
    const auto meant = std::ranges::find_if(kinds, is_meant);
    return meant != kinds.end() ? *meant : kinds.front();
  }

  std::string namespace_of(const ServedResource& resource) const {
    return resource.namespaced ? options_.read.filter.namespace_name : std::string();
  }

  // Only what was named: one object by its name, many by their labels.
  Result<Following> follow_subjects() const {
    Following following;
    for (const GetSubject& subject : options_.subjects) {
      const Result<const ServedResource*> resource = resolve(subject);
      if (!resource) return fail(resource.error());
      following.list_of.push_back(following.lists.size());
      following.lists.push_back({.resource = **resource,
                                 .namespace_name = namespace_of(**resource),
                                 .name = subject.name,
                                 .label_selector = options_.selector});
    }
    return following;
  }

  // Everything that judging needs; the subjects are among it.
  Result<Following> follow_world() const {
    LoadExtras extras;
    for (const GetSubject& subject : options_.subjects) extras.types.push_back(subject.type);
    if (const Result<Loaded> loaded = source_.load(options_.read, streams_, extras); !loaded) {
      return fail(loaded.error());
    }
    Following following{.lists = source_.listed()};
    for (const GetSubject& subject : options_.subjects) {
      const Result<const ServedResource*> resource = resolve(subject);
      if (!resource) return fail(resource.error());
      const auto list = std::ranges::find_if(following.lists, [&](const PlannedList& one) {
        return one.resource == **resource && one.name.empty() && one.field_selector.empty();
      });
      if (list == following.lists.end()) return not_served(subject.type);
      following.list_of.push_back(static_cast<std::size_t>(list - following.lists.begin()));
    }
    return following;
  }

  milliseconds remaining() const {
    const nanoseconds left = deadline_ - streams_.clock.elapsed();
    return std::max(std::chrono::duration_cast<milliseconds>(left), milliseconds(0));
  }

  // The first look may take as long as any request, even where nothing is waited for.
  bool settle(const Follower& follower) const {
    const milliseconds patience = std::max(remaining(), source_.connection().timeout);
    const nanoseconds until = streams_.clock.elapsed() + patience;
    while (!follower.settled()) {
      const nanoseconds left = until - streams_.clock.elapsed();
      if (left <= nanoseconds(0)) return false;
      const auto nap = std::chrono::duration_cast<milliseconds>(left) + milliseconds(1);
      if (source_.bell().wait(nap) == Bell::Rang::Timeout) return follower.settled();
    }
    return true;
  }

  WaitSubject subject_of(const PlannedList& list, std::string_view name,
                         std::string_view namespace_name) const {
    return {.group = list.resource.group,
            .kind = list.resource.kind,
            .plural = list.resource.plural,
            .namespace_name = std::string(namespace_name),
            .name = std::string(name),
            .typed = typed_again(options_.read)};
  }

  Result<void> find_targets(const Follower& follower, const Following& following) {
    for (std::size_t i = 0; i < options_.subjects.size(); ++i) {
      const GetSubject& subject = options_.subjects[i];
      const std::size_t list = following.list_of[i];
      if (const std::optional<Error> trouble = follower.trouble_of(list)) {
        return fail(named_after(source_.connection(), *trouble));
      }
      const Result<void> found =
          subject.name.empty() ? add_all(follower, list) : add_named(follower, list, subject.name);
      if (!found) return fail(found.error());
    }
    if (targets_.empty() && !asks_for(options_.expected, Expectation::Kind::Delete)) {
      return fail(Error::Kind::NotFound, "no matching resources found");
    }
    return {};
  }

  Result<void> add_named(const Follower& follower, std::size_t list, const std::string& name) {
    const PlannedList& planned = follower.lists()[list];
    const std::string space = namespace_of(planned.resource);
    WaitTarget target{.list = list, .subject = subject_of(planned, name, space)};
    target.document = follower.document_of(list, space, name);
    const bool missing = target.document == nullptr;
    // What is gone already need not be waited for.
    if (missing && asks_for(options_.expected, Expectation::Kind::Delete)) return {};
    if (missing && !asks_for(options_.expected, Expectation::Kind::Create)) {
      const std::string& group = planned.resource.group;
      const std::string elsewhere = told_elsewhere(namespaces_with(
          source_.connection(), *source_.served(), planned.resource, name, source_.bell()));
      if (!elsewhere.empty()) {
        return fail(Error::Kind::NotFound, not_in(planned.resource.kind, name, space) + elsewhere);
      }
      return fail(Error::Kind::NotFound, format("{}{}{} \"{}\" not found", planned.resource.plural,
                                                group.empty() ? "" : ".", group, printable(name)));
    }
    return add(std::move(target));
  }

  Result<void> add_all(const Follower& follower, std::size_t list) {
    const PlannedList& planned = follower.lists()[list];
    const Selector& selector = options_.read.filter.selector;
    for (DocumentPointer& document : follower.documents_of(list)) {
      const std::optional<Identity> identity = identity_of(*document);
      if (!identity || !has_labels(selector, *document)) continue;
      const std::string& wanted = options_.read.filter.namespace_name;
      if (!wanted.empty() && planned.resource.namespaced && identity->namespace_name != wanted) {
        continue;
      }
      const Result<void> added =
          add({.list = list,
               .subject = subject_of(planned, identity->name, identity->namespace_name),
               .document = std::move(document)});
      if (!added) return added;
    }
    return {};
  }

  // A list of the whole world was not narrowed by the server.
  static bool has_labels(const Selector& selector, const std::string& document) {
    if (selector.requirements.empty()) return true;
    LiveReader reader(fields_to_read());
    const std::optional<Object> object = reader.read(document);
    return object && selector.matches(object->labels);
  }

  Result<void> add(WaitTarget target) {
    if (targets_.size() == targets_max) {
      return fail(Error::Kind::TooLarge, format("more than {} objects to wait for", targets_max));
    }
    if (target.document != nullptr) {
      if (const std::optional<Identity> identity = identity_of(*target.document)) {
        target.uid = identity->uid;
      }
    }
    targets_.push_back(std::move(target));
    return {};
  }

  Result<void> check_typed_types() const {
    json::TreeReader reader;
    Arena scratch;
    std::vector<json::PaddedCopy> texts;
    std::vector<TypedTarget> typed;
    texts.reserve(targets_.size());
    for (const WaitTarget& target : targets_) {
      TypedTarget& one = typed.emplace_back(target.subject.group, target.subject.kind);
      if (target.document == nullptr) continue;
      const auto tree =
          reader.read_any(texts.emplace_back(*target.document).padded(), depth_max, scratch);
      if (tree) one.document = *tree;
    }
    const Result<void> expected = check_types(options_.expected, typed);
    return expected ? check_types(options_.failing, typed) : expected;
  }

  // What was there and is not any more: one of all no longer counts, a named one is an error.
  // Nothing where that is waited for, or it may come back.
  bool is_lost(const WaitTarget& target, const DocumentPointer& document) const {
    using Kind = Expectation::Kind;
    const bool gone = document == nullptr && !target.uid.empty();
    return gone && !asks_for(options_.expected, Kind::Delete) &&
           !asks_for(options_.failing, Kind::Delete) && !asks_for(options_.expected, Kind::Create);
  }

  std::optional<ExitCode> lose(WaitTarget& target) {
    const std::string name = printable(resource_name(target.subject));
    if (options_.selection == WaitSelection::Named) {
      return refuse({Error::Kind::NotFound, format("{} was deleted while waiting", name)});
    }
    target.gone = true;
    ++gone_;
    if (options_.read.loudness == Loudness::Normal) {
      streams_.err.write(format("note: {} was deleted and no longer counts\n", name));
    }
    return all_met();
  }

  // Nothing: go on. Whoever waits for an end does not take a new object for the old one.
  std::optional<ExitCode> look(WaitTarget& target, const DocumentPointer& document,
                               const Loaded* loaded) {
    if (target.look.outcome == Look::Outcome::Met || target.gone) return std::nullopt;
    if (is_lost(target, document)) return lose(target);
    DocumentPointer seen = document;
    if (seen != nullptr && asks_for(options_.expected, Expectation::Kind::Delete)) {
      const std::optional<Identity> identity = identity_of(*seen);
      if (!target.uid.empty() && identity && identity->uid != target.uid) seen = nullptr;
    }
    const json::PaddedCopy copy(seen == nullptr ? std::string_view("{}") : *seen);
    json::TreeReader reader;
    Arena scratch;
    Observation observation;
    if (loaded != nullptr) {
      observation.judged = judged_of(*loaded, target.subject);
      observation.world = &loaded->world;
    }
    if (seen != nullptr) {
      const auto tree = reader.read_any(copy.padded(), depth_max, scratch);
      if (!tree) return refuse(to_error(tree.error(), *seen));
      observation.document = *tree;
      target.document = seen;
    }
    Result<Look> found = look_at(observation, options_.expected, options_.failing);
    if (!found) return refuse(found.error());
    if (found->outcome == Look::Outcome::Failed) {
      say_failed(target.subject, *found, streams_);
      return ExitCode::Stuck;
    }
    // What the finding points at goes with the document.
    found->finding.condition = found->finding.reason = {};
    target.look = std::move(*found);
    if (target.look.outcome != Look::Outcome::Met) return std::nullopt;
    say_met(target.subject, target.document != nullptr ? *target.document : "", options_.output,
            streams_);
    ++met_;
    return all_met();
  }

  std::optional<ExitCode> all_met() const {
    if (met_ + gone_ < targets_.size()) return std::nullopt;
    if (met_ > 0) return ExitCode::Fine;
    return refuse({Error::Kind::NotFound, "no matching resources are left: all were deleted"});
  }

  ExitCode give_up() const {
    const bool at_once = options_.timeout == milliseconds(0);
    for (const WaitTarget& target : targets_) {
      if (target.look.outcome == Look::Outcome::Met || target.gone) continue;
      say_not_met(target.subject, target.look, at_once ? WaitEnd::NotMet : WaitEnd::TimedOut,
                  streams_);
    }
    return ExitCode::TimedOut;
  }

  // Every version is looked at, however short it stood.
  ExitCode wait_watching(Follower& follower) {
    if (targets_.empty()) return ExitCode::Fine;
    std::vector<Version> versions = follower.take();
    for (WaitTarget& target : targets_) {
      if (const auto end = look(target, target.document, nullptr)) return *end;
    }
    while (true) {
      for (const Version& version : versions) {
        WaitTarget* target = target_of(version);
        if (target == nullptr) continue;
        if (const auto end = look(*target, version.document, nullptr)) return *end;
      }
      const milliseconds left = remaining();
      if (left == milliseconds(0) || source_.bell().wait(left) == Bell::Rang::Timeout) break;
      versions = follower.take();
    }
    return give_up();
  }

  WaitTarget* target_of(const Version& version) {
    const auto found = std::ranges::find_if(targets_, [&](const WaitTarget& target) {
      return target.list == version.list && target.subject.name == version.name &&
             target.subject.namespace_name == version.namespace_name;
    });
    return found == targets_.end() ? nullptr : &*found;
  }

  // The world as it stands now is judged, and the targets are looked at as they stand in it.
  ExitCode wait_judging(Follower& follower) {
    if (targets_.empty()) return ExitCode::Fine;
    while (true) {
      follower.take();
      source_.ask_running(options_.read, streams_);
      const Instant now = streams_.clock.now();
      const Loaded loaded = load_followed(follower, source_, options_.read, {}, now);
      for (WaitTarget& target : targets_) {
        const auto end = look(
            target,
            follower.document_of(target.list, target.subject.namespace_name, target.subject.name),
            &loaded);
        if (end) return *end;
      }
      if (!sleep_until_news(loaded, now)) break;
    }
    return give_up();
  }

  static const Judged* judged_of(const Loaded& loaded, const WaitSubject& subject) {
    const auto found = std::ranges::find_if(loaded.judgement.items, [&](const Judged& judged) {
      const Key& key = judged.object->key;
      return key.name == subject.name && key.namespace_name == subject.namespace_name &&
             key.kind == subject.kind && key.group == subject.group;
    });
    return found == loaded.judgement.items.end() ? nullptr : &*found;
  }

  // False when time is up. Changes that come together are judged together.
  bool sleep_until_news(const Loaded& loaded, Instant now) const {
    const milliseconds left = remaining();
    if (left == milliseconds(0)) return false;
    const Instant wake = next_wake(loaded.judgement, now);
    const milliseconds until_wake = is_set(wake) ? milliseconds(wake - now) : left;
    source_.bell().wait(std::min({left, until_wake, between_questions}));
    const nanoseconds until = streams_.clock.elapsed() + between_judgements;
    while (until > streams_.clock.elapsed() && remaining() > milliseconds(0)) {
      if (source_.bell().wait(between_judgements) == Bell::Rang::Timeout) break;
    }
    return true;
  }

  Source& source_;
  const WaitOptions& options_;
  const Streams& streams_;
  nanoseconds deadline_;
  std::vector<WaitTarget> targets_ = {};
  std::size_t met_ = 0;
  std::size_t gone_ = 0;
};

}  // namespace

ExitCode wait_live(Source& source, const WaitOptions& options, const Streams& streams) {
  return Waiting(source, options, streams).run();
}

}  // namespace telltale::cli
