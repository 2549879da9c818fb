// SPDX-License-Identifier: Apache-2.0
#include "catalog/healthcheck/check.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

#include "catalog/engine/judge_context.h"
#include "convert/duration.h"

namespace telltale::healthcheck {
namespace {

using json::Tree;

// v1beta2 counts seconds; v1beta1 writes a duration as Go does. Neither may be negative.
std::optional<Seconds> read_timeout(const Tree& seconds, const Tree& duration) {
  if (const auto given = seconds.as_int()) {
    return Seconds(std::clamp<std::int64_t>(*given, 0, std::numeric_limits<std::int32_t>::max()));
  }
  const auto nanoseconds = convert::parse_duration(duration.as_string(""));
  if (!nanoseconds) return std::nullopt;
  return Seconds(std::max(convert::whole_seconds(*nanoseconds), 0));
}

// What the API would never have let through watches nothing.
std::optional<Watch> read_watch(const Tree& item) {
  const std::string_view type = item["type"].as_string("");
  const auto status = parse_status(item["status"].as_string(""));
  if (type.empty() || !status) return std::nullopt;
  auto timeout = read_timeout(item["timeoutSeconds"], item["timeout"]);
  if (!timeout) {
    if (item["timeout"] || item["timeoutSeconds"]) return std::nullopt;
    timeout = Seconds(0);
  }
  return Watch{type, *status, *timeout};
}

void read_watches(const Tree& list, std::vector<Watch>& out) {
  for (const Tree& item : list.items()) {
    if (out.size() == watches_max) return;
    if (const auto watch = read_watch(item)) out.push_back(*watch);
  }
}

// These follow from the health check itself, so that watching them would go round in circles; the
// API refuses them.
bool follows_from_the_check(const Watch& watch) {
  constexpr std::string_view types[] = {"Ready", "Available", "HealthCheckSucceeded",
                                        "OwnerRemediated", "ExternallyRemediated"};
  return std::ranges::find(types, watch.type) != std::end(types);
}

std::optional<std::int64_t> read_number(std::string_view text) {
  std::int32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

constexpr Limit unreadable{.form = Limit::Form::Unreadable};

// "[3-5]"
Limit read_range(std::string_view text) {
  if (!text.starts_with('[') || !text.ends_with(']') || text.size() < 2) return unreadable;
  text = text.substr(1, text.size() - 2);
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos) return unreadable;
  const auto least = read_number(text.substr(0, dash));
  const auto most = read_number(text.substr(dash + 1));
  if (!least || !most || *least < 0 || *most < *least) return unreadable;
  return {.form = Limit::Form::Range, .least = *least, .most = *most};
}

// 3 or "40%"; a number in quotes is neither.
Limit read_most(const Tree& tree) {
  if (const auto count = tree.as_int()) {
    constexpr std::int64_t limit = std::numeric_limits<std::int32_t>::max();
    return {.form = Limit::Form::Count, .most = std::clamp(*count, -limit, limit)};
  }
  std::string_view text = tree.as_string("");
  if (!text.ends_with('%')) return unreadable;
  text.remove_suffix(1);
  const auto percent = read_number(text);
  return percent ? Limit{.form = Limit::Form::Percent, .most = *percent} : unreadable;
}

bool is_given(const Tree& tree) { return tree && !tree.is(Tree::Type::Null); }

Tree first_given(const Tree& first, const Tree& second) { return is_given(first) ? first : second; }

bool is_one_of(const Tree& values, std::string_view value) {
  return std::ranges::any_of(values.items(),
                             [&](const Tree& item) { return item.as_string() == value; });
}

bool holds(const Tree& expression, const Object& machine) {
  const std::string_view test = expression["operator"].as_string("");
  const Tree values = expression["values"];
  const std::string_view* label = machine.label(expression["key"].as_string(""));
  if (test == "Exists") return label != nullptr;
  if (test == "DoesNotExist") return label == nullptr;
  if (values.items().empty()) return false;
  if (test == "In") return label != nullptr && is_one_of(values, *label);
  if (test == "NotIn") return label == nullptr || !is_one_of(values, *label);
  return false;
}

Tree template_of(const Object& check) {
  const Tree spec = check.body["spec"];
  return first_given(spec["remediation"]["templateRef"], spec["remediationTemplate"]);
}

}  // namespace

Check read_check(const Object& object) {
  const Tree spec = object.body["spec"];
  const Tree checks = spec["checks"];
  Check check;
  read_watches(checks["unhealthyMachineConditions"], check.machine);
  read_watches(spec["unhealthyMachineConditions"], check.machine);
  std::erase_if(check.machine, follows_from_the_check);
  read_watches(checks["unhealthyNodeConditions"], check.node);
  read_watches(spec["unhealthyConditions"], check.node);
  check.startup_timeout =
      read_timeout(checks["nodeStartupTimeoutSeconds"], spec["nodeStartupTimeout"])
          .value_or(default_startup_timeout);
  return check;
}

Limit read_limit(const Object& check) {
  const Tree spec = check.body["spec"];
  const Tree trigger = spec["remediation"]["triggerIf"];
  const Tree range = first_given(trigger["unhealthyInRange"], spec["unhealthyRange"]);
  if (is_given(range) && range.as_string() != "") return read_range(range.as_string(""));
  const Tree most = first_given(trigger["unhealthyLessThanOrEqualTo"], spec["maxUnhealthy"]);
  return is_given(most) ? read_most(most) : Limit{};
}

shapes::Ref remediation_template(const Object& check) { return shapes::ref(template_of(check)); }

bool has_remediation_template(const Object& check) {
  const shapes::Ref named = remediation_template(check);
  return !named.group.empty() || !named.kind.empty() || !named.name.empty();
}

bool selects(const Object& check, const Object& machine) {
  const Tree selector = check.body["spec"]["selector"];
  const bool labels =
      std::ranges::all_of(selector["matchLabels"].members(), [&](const json::Member& wanted) {
        const std::string_view* label = machine.label(wanted.key);
        return label != nullptr && wanted.value.as_string() == *label;
      });
  return labels &&
         std::ranges::all_of(selector["matchExpressions"].items(),
                             [&](const Tree& expression) { return holds(expression, machine); });
}

std::span<const std::uint32_t> checks_of_cluster(const World& world, const Object& cluster) {
  return of_kind(world, world.members_of(cluster), "MachineHealthCheck");
}

std::vector<const Object*> checks_of(const World& world, const Object& machine) {
  std::vector<const Object*> found;
  const Object* cluster = world.cluster_of(machine).object;
  if (cluster == nullptr || cluster->body["spec"]["paused"].as_bool(false)) return found;
  for (const std::uint32_t index : checks_of_cluster(world, *cluster)) {
    const Object& check = world.objects()[index];
    if (!check.key.home.is_management() || !selects(check, machine)) continue;
    if (found.size() == checks_per_machine_max) break;
    found.push_back(&check);
  }
  return found;
}

}  // namespace telltale::healthcheck
