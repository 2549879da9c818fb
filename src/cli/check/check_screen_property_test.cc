// SPDX-License-Identifier: Apache-2.0
// What all screens promise together, of every fleet: one time for one trouble, no cross before what
// is good, no count above its total, no runbook about stalling for what moves.

#include <algorithm>
#include <charconv>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.h"
#include "base/temp_folder_for_test.h"
#include "base/text.h"
#include "catalog/explain/guidance.h"
#include "catalog/polarity.h"
#include "cli/check/check_rows.h"
#include "cli/check/check_screen.h"
#include "cli/history/history_command.h"
#include "cli/screen/wording.h"
#include "cli/source/load.h"
#include "cli/test_world.h"
#include "cli/tree/tree_rows.h"
#include "fleet/fleet.h"
#include "report/tree/grow_tree.h"
#include "report/tree/tree_headline.h"
#include "report/write_report.h"

namespace telltale::cli {
namespace {

constexpr std::string_view replicas_key = R"("replicas":)";

// Owners that want another number than there are: surges, scale downs, and what is stale.
std::string with_other_replicas(std::string_view line, Rng& rng) {
  const std::size_t place = line.find(replicas_key);
  if (place == std::string_view::npos || !rng.one_in(3)) return std::string(line);
  const std::size_t digits = place + replicas_key.size();
  const std::size_t end = std::min(line.find_first_not_of("0123456789", digits), line.size());
  return format("{}{}{}", line.substr(0, digits), rng.below(4), line.substr(end));
}

struct AnyFleet {
  TempFolder folder = {};
  Screen screen = {};
  ReadOptions options = {};
  Result<Loaded> loaded = fail(Error::Kind::Internal, "not loaded");

  explicit AnyFleet(std::uint64_t seed) {
    Rng rng(seed);
    const fleet::FleetOptions fleet{
        .clusters = 1 + rng.below(3),
        .machines = 1 + rng.below(10),
        .seed = rng.next(),
        .format = fleet::Format::Ndjson,
        .api_version = rng.one_in(2) ? fleet::ApiVersion::V1Beta1 : fleet::ApiVersion::V1Beta2,
        .dialect = rng.one_in(2) ? fleet::Dialect::Upstream : fleet::Dialect::Proposal,
        .unhealthy_percent = static_cast<unsigned>(rng.below(101))};
    std::string text;
    fleet::write_fleet(fleet, [&](std::string_view chunk) { text += chunk; });
    std::string bent;
    for (const std::string_view line : split(text, '\n')) {
      // What was not collected is also a world.
      if (rng.one_in(40)) continue;
      bent += with_other_replicas(line, rng) + "\n";
    }
    options.paths = {folder.write("fleet.json", bent)};
    options.now = fleet.now + Seconds(rng.below(7200));
    options.dialect = rng.one_in(2) ? DialectName::Upstream : DialectName::Proposal;
    options.completeness = rng.one_in(2) ? Completeness::Complete : Completeness::Partial;
    options.loudness = Loudness::Quiet;
    loaded = load(options, screen.streams());
  }
  const Judgement& judgement() const { return loaded->judgement; }
};

// The condition that tells of the trouble; nothing where the object itself is well, and only
// somebody below is not.
const Condition* telling(const Judged& judged) {
  if (judged.verdict == Verdict::Healthy || !is_set(judged.cause.since)) return nullptr;
  const Condition* told = find_condition(judged.conditions, judged.cause.condition);
  const bool good =
      told != nullptr && priority_on(judged.object->key.kind, *told) == Priority::Info;
  return good ? nullptr : told;
}

bool is_troubled(const Judged& judged) {
  return judged.verdict != Verdict::Healthy && is_set(judged.cause.since);
}

template <class Visit>
void visit_nodes(const TreeNode& node, const Visit& visit) {
  visit(node);
  for (const TreeNode& child : node.children) visit_nodes(child, visit);
}

std::vector<TreeNode> forest_of(const AnyFleet& fleet) {
  const JudgedIndex index(fleet.loaded->world, fleet.judgement());
  return grow_forest(fleet.loaded->world, index, {}, {});
}

RC_GTEST_PROP(OneTruth, EveryScreenShowsTheSameTime, (std::uint64_t seed)) {
  const AnyFleet fleet(seed);
  RC_ASSERT(fleet.loaded.has_value());
  const Report report = make_report(fleet.judgement(), {}, fleet.loaded->now);
  const CheckRows rows = group_rows(report);
  for (const auto* section : {&rows.stuck, &rows.unknown, &rows.working}) {
    for (const CheckRow& row : *section) RC_ASSERT(row.since == row.first().cause.since);
  }
  for (const CheckRow& row : single_rows(report)) RC_ASSERT(row.since == row.first().cause.since);
  for (const TreeNode& root : forest_of(fleet)) {
    visit_nodes(root, [](const TreeNode& node) {
      if (node.judged == nullptr || !is_troubled(*node.judged)) return;
      RC_ASSERT(headline_of(node).since == node.judged->cause.since);
    });
  }
  for (const Judged& judged : fleet.judgement().items) {
    if (telling(judged) == nullptr) continue;
    Journal journal;
    std::vector<JournalEntry> entries = journal.note(judged, fleet.loaded->now);
    const Journal::History told = history_told_by(judged, {});
    entries.insert(entries.end(), told.entries.begin(), told.entries.end());
    for (const JournalEntry& entry : entries) {
      if (entry.type == judged.cause.condition) RC_ASSERT(entry.at == judged.cause.since);
    }
  }
}

RC_GTEST_PROP(OneTruth, WhySaysForHowLongAsCheckDoes, (std::uint64_t seed)) {
  AnyFleet fleet(seed);
  RC_ASSERT(fleet.loaded.has_value());
  std::vector<const Judged*> troubled;
  for (const Judged& judged : fleet.judgement().items) {
    if (telling(judged) != nullptr) troubled.push_back(&judged);
  }
  if (!troubled.empty()) {
    const Judged& judged = *troubled[seed % troubled.size()];
    const Key& key = judged.object->key;
    Screen screen;
    screen.run({"why", format("{}.{}/{}", lower(key.kind), key.group, key.name),
                std::string(judged.cause.condition), "-n", std::string(key.namespace_name), "-f",
                fleet.options.paths.front(), "--now", format_rfc3339(fleet.loaded->now),
                "--dialect", std::string(to_text(*fleet.options.dialect)),
                fleet.options.completeness == Completeness::Complete ? "--complete" : "-q"});
    const std::string lasts =
        format("   for {} (since {})\n", format_age(fleet.loaded->now - judged.cause.since),
               clock_text(judged.cause.since, fleet.loaded->now));
    if (!screen.out.text.contains(lasts)) {
      RC_LOG() << screen.out.text << screen.err.text << "wanted: " << lasts;
    }
    RC_ASSERT(screen.out.text.contains(lasts));
    RC_ASSERT(judged.verdict == Verdict::Stuck || !screen.out.text.contains("Stalled.md"));
  }
}

// "3/2" has never been true of anything.
bool is_at_most_its_total(std::string_view count) {
  const std::size_t slash = count.find('/');
  if (slash == std::string_view::npos) return true;
  const auto number = [](std::string_view text) {
    long value = -1;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
  };
  return number(count.substr(0, slash)) <= number(count.substr(slash + 1));
}

// The condition that a row shows in its own words, without "=False".
std::string_view bare_type(std::string_view text) {
  const std::size_t blank = text.find(' ');
  const std::string_view word =
      blank == std::string_view::npos ? std::string_view() : text.substr(blank + 1);
  return word.contains('=') ? std::string_view() : word;
}

RC_GTEST_PROP(OneTruth, ATreeDoesNotContradictItsConditions, (std::uint64_t seed)) {
  const AnyFleet fleet(seed);
  RC_ASSERT(fleet.loaded.has_value());
  const JudgedIndex index(fleet.loaded->world, fleet.judgement());
  // As of a server: nobody speaks of a dump there.
  const TreeOptions options{.merge = Grouping::Merge::Nothing};
  const TreeView view{.options = options, .judged = index, .now = fleet.loaded->now, .glyphs = {}};
  for (const TreeNode& root : forest_of(fleet)) {
    std::map<std::pair<std::string, std::string>, const Judged*> judged;
    visit_nodes(root, [&](const TreeNode& node) {
      if (node.judged == nullptr) return;
      judged[{printable(node.key.kind), printable(node.key.name)}] = node.judged;
    });
    for (const TreeRow& row : rows_of(root, view)) {
      RC_ASSERT(is_at_most_its_total(row.ready));
      RC_ASSERT(is_at_most_its_total(row.available));
      RC_ASSERT(is_at_most_its_total(row.up_to_date));
      RC_ASSERT(!row.message.contains("the dump"));
      const std::string_view text = row.condition.text;
      if (row.sort != TreeRow::Sort::Object || row.names.size() != 1 || text.starts_with("✓")) {
        continue;
      }
      for (const auto& [name, one] : judged) {
        if (name.second != row.names.front() || !row.kind.ends_with(name.first)) continue;
        const Condition* shown = find_condition(one->conditions, bare_type(text));
        if (shown == nullptr) continue;
        if (priority_on(name.first, *shown) == Priority::Info) RC_LOG() << row.kind << text;
        RC_ASSERT(priority_on(name.first, *shown) != Priority::Info);
      }
    }
  }
}

// A word that may stand anywhere in a row: a reason, a name, a part of a message.
std::string any_word(Rng& rng) {
  std::string word = "w";
  for (std::size_t i = rng.below(rng.one_in(4) ? 60 : 14); i > 0; --i) {
    word += "abcdefghijklmnopqrstuvwxyz-./ABC"[rng.below(32)];
  }
  return word;
}

std::string any_words(Rng& rng, std::size_t most) {
  std::string text = any_word(rng);
  for (std::size_t i = rng.below(most); i > 0; --i) text += " " + any_word(rng);
  return text;
}

// At every width: lines that fit, and no word broken that fits one.
RC_GTEST_PROP(OneTruth, NoScreenBreaksAWordThatFits, (std::uint64_t seed)) {
  Rng rng(seed);
  std::deque<std::string> texts;
  const auto text = [&](std::size_t most) {
    return std::string_view(texts.emplace_back(any_words(rng, most)));
  };
  HandMade world;
  for (std::size_t i = 1 + rng.below(5); i > 0; --i) {
    const Verdict verdict = rng.one_in(2) ? Verdict::Stuck : Verdict::Working;
    Judged& judged = world.add(text(1), text(1), verdict, text(1));
    judged.cause.reason = text(1);
    judged.cause.condition = text(1);
    judged.cause.message = text(6);
  }
  const Report report = world.report();
  Screen screen;
  screen.terminal = terminal_of_width(40 + rng.below(161));
  const std::size_t width = screen.terminal.width;
  const CheckScreen check{.report = report, .world = empty_world()};
  rng.one_in(2) ? show_table(check, screen.streams()) : show_wide(check, screen.streams());
  std::set<std::string, std::less<>> shown;
  for (const std::string_view line : split(screen.out.text, '\n')) {
    if (line.starts_with("next: ")) break;  // A word of a command is never broken: it is copied.
    if (display_width(line) > width) RC_LOG() << screen.out.text;
    RC_ASSERT(display_width(line) <= width);
    for (const std::string_view word : split(line, ' ')) {
      shown.emplace(word);
      if (word.ends_with(':')) shown.emplace(word.substr(0, word.size() - 1));
    }
  }
  for (const Judged* judged : report.items) {
    const Key& key = judged->object->key;
    for (const std::string_view word :
         {key.kind, key.name, key.namespace_name, judged->cause.reason}) {
      if (word.size() > width) continue;
      if (!shown.contains(word)) RC_LOG() << width << " " << word << "\n" << screen.out.text;
      RC_ASSERT(shown.contains(word));
    }
  }
}

RC_GTEST_PROP(OneTruth, WhatMovesHasNoRunbookAboutStalling, (std::uint64_t seed)) {
  const AnyFleet fleet(seed);
  RC_ASSERT(fleet.loaded.has_value());
  for (const Judged& judged : fleet.judgement().items) {
    if (judged.verdict != Verdict::Working) continue;
    const Guidance* advice = advice_of(judged);
    if (advice != nullptr) RC_ASSERT(!advice->runbook.contains("Stalled"));
  }
}

}  // namespace
}  // namespace telltale::cli
