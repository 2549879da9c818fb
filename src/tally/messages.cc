// SPDX-License-Identifier: Apache-2.0
#include "tally/messages.h"

#include <algorithm>
#include <tuple>

#include "base/check.h"
#include "condition/caps.h"

namespace telltale {
namespace {

std::size_t index_of(Priority priority) { return static_cast<std::size_t>(priority); }

}  // namespace

Priority Messages::Message::priority() const {
  for (const Priority one : {Priority::Issue, Priority::Unknown}) {
    if (counts[index_of(one)] > 0) return one;
  }
  return Priority::Info;
}

bool Messages::Rank::operator<(const Rank& other) const {
  const auto head = [](const Rank& rank) {
    return std::tuple(rank.kind, rank.from_workers, rank.priority);
  };
  if (const auto by = head(*this) <=> head(other); by != 0) return by < 0;
  if (count != other.count) return count > other.count;
  return std::tie(names, text) < std::tie(other.names, other.text);
}

Messages::Rank Messages::rank_of(const Texts::value_type& entry, std::string_view kind,
                                 const Reporters& reporters) {
  const auto& [text, message] = entry;
  Rank rank{.kind = kind,
            .from_workers = message.from_control_plane == 0,
            .priority = message.priority(),
            .count = reporters.size(),
            .names = {},
            .text = text};
  for (const Reporter& reporter : reporters) {
    if (rank.names.size() == aggregate_names_max) break;
    rank.names.push_back(reporter.name);
  }
  return rank;
}

void Messages::enter(const Texts::value_type& entry) {
  for (const auto& [kind, reporters] : entry.second.kinds) {
    totals_[kind][index_of(entry.second.priority())] += reporters.size();
    ranks_.insert(rank_of(entry, kind, reporters));
  }
}

void Messages::leave(const Texts::value_type& entry) {
  for (const auto& [kind, reporters] : entry.second.kinds) {
    totals_[kind][index_of(entry.second.priority())] -= reporters.size();
    ranks_.erase(rank_of(entry, kind, reporters));
  }
}

void Messages::add(const Report& report) {
  const auto found = texts_.try_emplace(std::string(report.text)).first;
  leave(*found);
  Message& message = found->second;
  ++message.counts[index_of(report.priority)];
  if (report.control_plane) ++message.from_control_plane;
  auto kind = message.kinds.find(report.kind);
  if (kind == message.kinds.end()) {
    kind = message.kinds.try_emplace(std::string(report.kind)).first;
  }
  kind->second.insert({.worker = !report.control_plane, .name = report.name});
  enter(*found);
}

void Messages::remove(const Report& report) {
  const auto found = texts_.find(report.text);
  check(found != texts_.end(), "a tally removes only what was added");
  leave(*found);
  Message& message = found->second;
  --message.counts[index_of(report.priority)];
  if (report.control_plane) --message.from_control_plane;
  const auto kind = message.kinds.find(report.kind);
  check(kind != message.kinds.end(), "a tally removes a source under its own kind");
  const auto reporter =
      kind->second.find(Reporter{.worker = !report.control_plane, .name = report.name});
  check(reporter != kind->second.end(), "a tally removes a source that it counted");
  kind->second.erase(reporter);
  if (kind->second.empty()) message.kinds.erase(kind);
  if (message.kinds.empty()) {
    texts_.erase(found);
  } else {
    enter(*found);
  }
}

std::string Messages::compose() const {
  std::string out;
  auto rest = totals_;
  std::size_t shown = 0;
  for (const Rank& rank : ranks_) {
    if (shown++ == aggregate_messages_max) break;
    append_line(
        out, {.kind = rank.kind, .count = rank.count, .names = rank.names, .message = rank.text});
    rest.find(rank.kind)->second[index_of(rank.priority)] -= rank.count;
  }
  for (const auto& [kind, counts] : rest) {
    if (out.size() > condition_message_bytes_max) break;
    append_rest(out, kind, counts);
  }
  return out;
}

std::vector<std::string_view> Messages::issue_texts() const {
  std::vector<std::string_view> texts;
  for (const auto& [text, message] : texts_) {
    if (message.counts[index_of(Priority::Issue)] > 0) texts.push_back(text);
  }
  return texts;
}

}  // namespace telltale
