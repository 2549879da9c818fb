// SPDX-License-Identifier: Apache-2.0
#include "report/journal/journal_memory.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "base/letters.h"
#include "base/text.h"
#include "catalog/polarity.h"

namespace telltale {
namespace {

constexpr char separator = '\0';

void set_key(std::string& key, const JournalLine& line) {
  key.assign(line.group) += separator;
  (key += line.kind) += separator;
  (key += line.namespace_name) += separator;
  key += line.name;
}

JournalLine named(const Key& key) {
  return {
      .group = key.group, .kind = key.kind, .namespace_name = key.namespace_name, .name = key.name};
}

// Group, kind, namespace and name. Only the name may hold a separator.
std::array<std::string_view, 4> parts_of(std::string_view key) {
  std::array<std::string_view, 4> parts{};
  for (std::size_t part = 0; part < 3; ++part) {
    parts[part] = key.substr(0, key.find(separator));
    key.remove_prefix(std::min(key.size(), parts[part].size() + 1));
  }
  parts[3] = key;
  return parts;
}

ConditionState state_of(std::string_view kind, const Condition& condition) {
  return {.kind = kind,
          .type = state_word(condition.type),
          .status = condition.status,
          .reason = state_word(condition.reason)};
}

std::size_t estimated_bytes(const JournalLine& line) {
  constexpr std::size_t names_and_quotes = 130;
  return names_and_quotes + line.group.size() + line.kind.size() + line.namespace_name.size() +
         line.name.size() + line.uid.size() + line.type.size() + line.reason.size() +
         line.message.size();
}

}  // namespace

JournalMemory::JournalMemory(const JournalLimits& limits, Added added)
    : limits_(limits), added_(std::move(added)) {}

std::vector<JournalEntry> JournalMemory::note(const Judged& judged, Instant now) {
  const Object& object = *judged.object;
  if (!object.key.home.is_management()) return {};
  set_key(key_, named(object.key));
  Subject& subject = subject_of(object.uid);
  subject.seen = true;
  const Conditions conditions =
      judged.conditions.first(std::min(judged.conditions.size(), limits_.conditions));
  if (subject.standing.empty()) subject.standing.reserve(conditions.size());
  std::vector<JournalEntry> news;
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    if (conditions[i].type.empty() || is_repeated_behind(conditions, i)) continue;
    Condition told = conditions[i];
    told.last_transition = since_of(judged, told);
    if (!note_condition(subject, told, i, now)) continue;
    news.push_back(entry_of(subject.entries.back()));
  }
  if (subject.standing.size() > conditions.size()) drop_unreported(subject, conditions);
  if (!news.empty() && entries_ > limits_.entries) {
    keep_newest(limits_.entries - limits_.entries / 10);
  }
  return news;
}

// A new object of an old name is another one, and nobody can ask for the old one any more.
JournalMemory::Subject& JournalMemory::subject_of(std::string_view uid) {
  const auto [found, added] = subjects_.try_emplace(key_);
  Subject& subject = found->second;
  if (!added && subject.uid != uid) clear(subject);
  subject.uid = uid;
  return subject;
}

JournalMemory::Standing* JournalMemory::find_standing(Subject& subject, std::string_view type,
                                                      std::size_t hint) {
  const auto is_it = [&](const Standing& one) { return states_.state(one.state).type == type; };
  std::vector<Standing>& all = subject.standing;
  if (hint < all.size() && is_it(all[hint])) return &all[hint];
  const auto found = std::ranges::find_if(all, is_it);
  return found == all.end() ? nullptr : &*found;
}

bool JournalMemory::has_entry(const Subject& subject, std::string_view type) const {
  return std::ranges::any_of(
      subject.entries, [&](const Entry& entry) { return states_.state(entry.state).type == type; });
}

// Whether an entry was made. Time never runs backwards within a condition, whatever the clocks of
// those who write it say, and never ahead of us.
bool JournalMemory::note_condition(Subject& subject, const Condition& condition, std::size_t hint,
                                   Instant now) {
  const std::string_view kind = parts_of(key_)[1];
  const ConditionState state = state_of(kind, condition);
  const Instant turned = is_set(condition.last_transition) ? condition.last_transition : now;
  Standing* standing = find_standing(subject, state.type, hint);
  if (standing == nullptr) {
    const Instant at = std::min(turned, now);
    subject.standing.push_back({.state = states_.hold(state), .at = ShortInstant(at)});
    if (priority_on(kind, condition) == Priority::Info) return false;
    enter(subject, {.state = state, .at = at, .message = condition.message});
    return true;
  }
  const ConditionState before = states_.state(standing->state);
  if (before == state) return false;
  const Instant since = standing->at.instant();
  const bool same_status = before.status == state.status;
  // A reason may change without a transition: then nobody knows a time but ours.
  const bool untold = same_status && turned <= since;
  const Instant at = std::max(since, untold ? now : std::min(turned, now));
  if (!has_entry(subject, state.type)) enter(subject, {.state = before, .at = since});
  const StatePool::Id held = states_.hold(state);
  states_.release(std::exchange(standing->state, held));
  standing->at = ShortInstant(at);
  enter(subject, {.state = states_.state(held), .at = at, .message = condition.message});
  return true;
}

// A condition that is no longer there and never turned has no history worth the room; those with
// entries give way only where there are too many.
void JournalMemory::drop_unreported(Subject& subject, Conditions conditions) {
  std::erase_if(subject.standing, [&](const Standing& standing) {
    const std::string_view type = states_.state(standing.state).type;
    const bool reported = std::ranges::any_of(
        conditions, [&](const Condition& one) { return state_word(one.type) == type; });
    const bool too_many = subject.standing.size() > limits_.conditions;
    if (reported || (has_entry(subject, type) && !too_many)) return false;
    std::erase_if(subject.entries, [&](const Entry& entry) {
      const bool about_it = states_.state(entry.state).type == type;
      if (about_it) drop(subject, entry);
      return about_it;
    });
    states_.release(standing.state);
    return true;
  });
}

void JournalMemory::enter(Subject& subject, const Saying& saying) {
  add(subject, saying);
  added_(line_of(key_, subject, subject.entries.back()));
}

void JournalMemory::add(Subject& subject, const Saying& saying) {
  subject.entries.push_back(
      {.number = next_number_++,
       .at = saying.at,
       .state = states_.hold(saying.state),
       .message = messages_.hold(truncate_utf8(saying.message, limits_.message_bytes))});
  ++entries_;
  hold_to_limits(subject, saying.state.type);
}

// At least the last entry stays, so that a limit of nothing is no trap.
void JournalMemory::hold_to_limits(Subject& subject, std::string_view type) {
  const auto about_it = [&](const Entry& entry) { return states_.state(entry.state).type == type; };
  const auto count = static_cast<std::size_t>(std::ranges::count_if(subject.entries, about_it));
  if (count <= std::max<std::size_t>(limits_.per_condition, 1)) return;
  const auto oldest = std::ranges::find_if(subject.entries, about_it);
  drop(subject, *oldest);
  subject.entries.erase(oldest);
}

void JournalMemory::keep_newest(std::size_t count) {
  if (entries_ <= count) return;
  std::vector<std::uint64_t> numbers;
  numbers.reserve(entries_);
  for (const auto& [key, subject] : subjects_) {
    for (const Entry& entry : subject.entries) numbers.push_back(entry.number);
  }
  if (count == 0) return drop_older(next_number_);
  const auto first_kept = numbers.end() - static_cast<std::ptrdiff_t>(count);
  std::ranges::nth_element(numbers, first_kept);
  drop_older(*first_kept);
}

void JournalMemory::drop_older(std::uint64_t number) {
  for (auto& [key, subject] : subjects_) {
    std::erase_if(subject.entries, [&](const Entry& entry) {
      if (entry.number < number) drop(subject, entry);
      return entry.number < number;
    });
    if (subject.entries.empty() && !subject.seen) clear(subject);
  }
  absl::erase_if(subjects_,
                 [](const auto& item) { return item.second.entries.empty() && !item.second.seen; });
}

// The caller takes it out of the list.
void JournalMemory::drop(Subject& subject, const Entry& entry) {
  states_.release(entry.state);
  messages_.release(entry.message);
  subject.cut = true;
  --entries_;
  ++dropped_;
}

void JournalMemory::clear(Subject& subject) {
  for (const Entry& entry : subject.entries) drop(subject, entry);
  for (const Standing& standing : subject.standing) states_.release(standing.state);
  subject = {};
}

void JournalMemory::forget(const Key& key, std::string_view uid) {
  if (!key.home.is_management()) return;
  set_key(key_, named(key));
  const auto found = subjects_.find(std::string_view(key_));
  if (found == subjects_.end() || found->second.uid != uid) return;
  found->second.seen = false;
  if (!found->second.entries.empty()) return;
  clear(found->second);
  subjects_.erase(found);
}

void JournalMemory::restore(const JournalLine& line) {
  set_key(key_, line);
  Subject& subject = subject_of(line.uid);
  if (line.cut) subject.cut = true;
  const ConditionState state{.kind = line.kind,
                             .type = state_word(line.type),
                             .status = line.status,
                             .reason = state_word(line.reason)};
  const StatePool::Id held = states_.hold(state);
  if (Standing* standing = find_standing(subject, state.type, 0)) {
    states_.release(std::exchange(standing->state, held));
    standing->at = ShortInstant(line.at);
  } else {
    subject.standing.push_back({.state = held, .at = ShortInstant(line.at)});
  }
  add(subject, {.state = states_.state(held), .at = line.at, .message = line.message});
  if (entries_ > limits_.entries) keep_newest(limits_.entries - limits_.entries / 10);
}

Result<Journal::History> JournalMemory::history(const Key& key, std::string_view type) const {
  std::string text;
  set_key(text, named(key));
  const auto found = subjects_.find(std::string_view(text));
  if (found == subjects_.end() || !key.home.is_management()) {
    return fail(Error::Kind::NotFound, format("nothing is known about {}", to_text(key)));
  }
  const Subject& subject = found->second;
  const auto [group, kind, namespace_name, name] = parts_of(found->first);
  Journal::History history{.subject = {.group = std::string(group),
                                       .kind = std::string(kind),
                                       .namespace_name = std::string(namespace_name),
                                       .name = std::string(name),
                                       .uid = subject.uid},
                           .entries = {},
                           .cut = subject.cut};
  const auto asked_for = [&](std::string_view one) {
    return type.empty() || same_letters(type, one);
  };
  for (const Entry& entry : subject.entries) {
    if (asked_for(states_.state(entry.state).type)) history.entries.push_back(entry_of(entry));
  }
  for (const Standing& standing : subject.standing) {
    const ConditionState state = states_.state(standing.state);
    if (!asked_for(state.type) || has_entry(subject, state.type)) continue;
    history.entries.push_back({.at = standing.at.instant(),
                               .type = std::string(state.type),
                               .status = state.status,
                               .reason = std::string(state.reason)});
  }
  if (history.entries.empty() && !type.empty()) {
    return fail(Error::Kind::NotFound, format("{} has no condition {}", to_text(key), type));
  }
  std::ranges::stable_sort(history.entries, {}, [](const JournalEntry& entry) {
    return std::tuple(entry.at, std::string_view(entry.type));
  });
  return history;
}

std::vector<std::string> JournalMemory::namespaces_with(const Key& key) const {
  std::vector<std::string> namespaces;
  for (const auto& [text, subject] : subjects_) {
    const auto [group, kind, namespace_name, name] = parts_of(text);
    if (name != key.name || kind != key.kind || group != key.group) continue;
    namespaces.emplace_back(namespace_name);
  }
  std::ranges::sort(namespaces);
  return namespaces;
}

void JournalMemory::keep_newest_bytes(std::size_t bytes_max) {
  const std::vector<JournalLine> all = lines();
  std::size_t kept = 0;
  for (std::size_t bytes = 0; kept < all.size(); ++kept) {
    bytes += estimated_bytes(all[all.size() - 1 - kept]);
    if (bytes > bytes_max) break;
  }
  keep_newest(kept);
}

std::vector<JournalLine> JournalMemory::lines() const {
  std::vector<std::pair<std::uint64_t, JournalLine>> numbered;
  numbered.reserve(entries_);
  for (const auto& [key, subject] : subjects_) {
    for (const Entry& entry : subject.entries) {
      numbered.emplace_back(entry.number, line_of(key, subject, entry));
    }
  }
  std::ranges::sort(numbered, {}, &std::pair<std::uint64_t, JournalLine>::first);
  std::vector<JournalLine> lines;
  lines.reserve(numbered.size());
  for (const auto& [number, line] : numbered) lines.push_back(line);
  return lines;
}

JournalLine JournalMemory::line_of(std::string_view key, const Subject& subject,
                                   const Entry& entry) const {
  const auto [group, kind, namespace_name, name] = parts_of(key);
  const ConditionState state = states_.state(entry.state);
  return {.at = entry.at,
          .group = group,
          .kind = kind,
          .namespace_name = namespace_name,
          .name = name,
          .uid = subject.uid,
          .type = state.type,
          .status = state.status,
          .reason = state.reason,
          .message = messages_.text(entry.message),
          .cut = subject.cut};
}

JournalEntry JournalMemory::entry_of(const Entry& entry) const {
  const ConditionState state = states_.state(entry.state);
  return {.at = entry.at,
          .type = std::string(state.type),
          .status = state.status,
          .reason = std::string(state.reason),
          .message = messages_.text(entry.message)};
}

}  // namespace telltale
