// SPDX-License-Identifier: Apache-2.0
#include "fleet/stored.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "base/text.h"

namespace telltale::fleet {

namespace {

constexpr std::size_t messages_max = 3;

struct FlawGroup {
  std::string_view kind;
  std::string_view message;
  Status status = Status::Unknown;
  std::vector<std::string_view> names;  // ascending
};

bool is_bullet(std::string_view line) {
  const std::size_t start = line.find_first_not_of(' ');
  return start != std::string_view::npos && line.substr(start).starts_with("* ");
}

int weight(Status status) { return status == Status::False ? 0 : 1; }

// Flaws that say the same about the same kind, the most telling group first.
std::vector<FlawGroup> group(std::vector<Flaw> flaws) {
  std::ranges::sort(
      flaws, {}, [](const Flaw& flaw) { return std::tuple(flaw.kind, flaw.message, flaw.name); });
  std::vector<FlawGroup> groups;
  for (const Flaw& flaw : flaws) {
    const bool known =
        !groups.empty() && groups.back().kind == flaw.kind && groups.back().message == flaw.message;
    if (!known) groups.push_back({.kind = flaw.kind, .message = flaw.message, .names = {}});
    if (flaw.status == Status::False) groups.back().status = Status::False;
    groups.back().names.push_back(flaw.name);
  }
  std::ranges::sort(groups, [](const FlawGroup& left, const FlawGroup& right) {
    const auto rank = [](const FlawGroup& each) {
      return std::tuple(each.kind, weight(each.status), -static_cast<long>(each.names.size()));
    };
    if (rank(left) != rank(right)) return rank(left) < rank(right);
    return left.names < right.names;
  });
  return groups;
}

std::string group_line(const FlawGroup& group) {
  const std::string kind = group.names.size() == 1 ? std::string(group.kind) : plural(group.kind);
  const std::string text = group.message.empty() ? "" : indented(group.message);
  return format("* {} {}:{}", kind, list_names(group.names), text);
}

// "And 2 Machines with other issues", for each kind and status that the messages left out.
void append_rest(std::vector<std::string>& lines, std::span<const FlawGroup> rest) {
  for (std::size_t at = 0; at < rest.size();) {
    std::size_t count = 0;
    const FlawGroup& first = rest[at];
    for (; at < rest.size() && rest[at].kind == first.kind && rest[at].status == first.status;
         ++at) {
      count += rest[at].names.size();
    }
    const std::string_view what =
        first.status == Status::False ? "with other issues" : "with status unknown";
    lines.push_back(format("And {} {}", counted(count, first.kind), what));
  }
}

}  // namespace

Status worst(std::span<const Flaw> flaws) {
  const auto is_issue = [](const Flaw& flaw) { return flaw.status == Status::False; };
  if (std::ranges::any_of(flaws, is_issue)) return Status::False;
  return flaws.empty() ? Status::True : Status::Unknown;
}

Instant first_since(std::span<const Flaw> flaws, Instant otherwise) {
  if (flaws.empty()) return otherwise;
  return std::ranges::min(flaws, {}, &Flaw::since).since;
}

std::string indented(std::string_view message) {
  const std::vector<std::string_view> lines = split(message, '\n');
  const bool all_bullets = std::ranges::all_of(lines, is_bullet);
  if (lines.size() == 1 && !all_bullets) return format(" {}", message);
  std::string out;
  for (const std::string_view line : lines) {
    const std::string_view lead = all_bullets ? "  " : is_bullet(line) ? "    " : "  * ";
    out += format("\n{}{}", lead, line);
  }
  return out;
}

std::string_view summary_message(std::span<const Flaw> flaws, Arena& arena) {
  std::vector<std::string> lines;
  for (const Flaw& flaw : flaws) {
    lines.push_back(format("* {}:{}", flaw.name, indented(flaw.message)));
  }
  return arena.keep(join(lines, "\n"));
}

std::string_view aggregate_message(std::vector<Flaw> flaws, Arena& arena) {
  const std::vector<FlawGroup> groups = group(std::move(flaws));
  const std::size_t shown = std::min(messages_max, groups.size());
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < shown; ++i) lines.push_back(group_line(groups[i]));
  append_rest(lines, std::span(groups).subspan(shown));
  return arena.keep(join(lines, "\n"));
}

}  // namespace telltale::fleet
