// SPDX-License-Identifier: Apache-2.0
#include "report/settings_document.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "base/text.h"
#include "convert/dialect.h"
#include "convert/duration.h"
#include "json/parse.h"
#include "json/print.h"
#include "json/value.h"

namespace telltale {
namespace {

constexpr std::size_t settings_bytes_max = std::size_t{1} << 20;
constexpr std::size_t settings_depth_max = 8;
constexpr std::size_t uid_bytes_max = 253;
// Longer than any fleet: sums with it stay far from the end of time.
constexpr Seconds longest = std::chrono::years(100);

template <class Rules>
struct DurationField {
  std::string_view name;
  Seconds Rules::* value;
};
template <class Rules>
struct FlagField {
  std::string_view name;
  bool Rules::* value;
};

constexpr DurationField<Patience> patience_fields[] = {
    {"machineWithoutNode", &Patience::machine_without_node},
    {"machineNotReady", &Patience::machine_not_ready},
    {"deletionStage", &Patience::deletion_stage},
    {"ownerNotReady", &Patience::owner_not_ready},
    {"missingTemplate", &Patience::missing_template},
};
constexpr DurationField<ProgressingRules> progressing_fields[] = {
    {"missingCloudResources", &ProgressingRules::missing_resources},
    {"cloudQuotaExceeded", &ProgressingRules::quota_exceeded},
    {"insufficientCloudCapacity", &ProgressingRules::insufficient_capacity},
    {"capiProviderFailed", &ProgressingRules::provider_failed},
    {"machineDeploymentFailed", &ProgressingRules::deployment_failed},
    {"controllerError", &ProgressingRules::controller_error},
    {"absence", &ProgressingRules::absence},
    {"lookAgain", &ProgressingRules::look_again},
    {"recovering", &ProgressingRules::recovering},
    {"dwell", &ProgressingRules::dwell},
};
constexpr DurationField<DegradedRules> degraded_fields[] = {
    {"launchTimeout", &DegradedRules::launch_timeout},
    {"registrationTTL", &DegradedRules::registration_ttl},
    {"heartbeat", &DegradedRules::heartbeat},
};
constexpr FlagField<DegradedRules> degraded_flags[] = {
    {"resetOnSuccess", &DegradedRules::reset_on_success},
    {"clearOnSuccess", &DegradedRules::clear_on_success},
};
constexpr DurationField<ProvisioningRules> provisioning_fields[] = {
    {"dnsTimeout", &ProvisioningRules::dns_timeout},
};

constexpr std::string_view connection_grace_name = "clusterProbeGracePeriod";
constexpr std::string_view conditions_grace_name = "remoteConditionsGracePeriod";
constexpr std::string_view node_conditions_name = "nodeConditions";
constexpr std::string_view hive_conditions_name = "hiveConditions";
constexpr std::size_t node_conditions_bytes_max = 16'384;

json::Value duration_value(Seconds duration) {
  return json::ValueString(format_duration(duration));
}

template <class Rules>
json::ValueMap map_of_durations(const Rules& rules, std::span<const DurationField<Rules>> fields) {
  json::ValueMap map;
  for (const DurationField<Rules>& field : fields) {
    map[field.name] = duration_value(rules.*field.value);
  }
  return map;
}

// Reads one map; the first field that is none of its kind ends it.
class SettingsReader {
 public:
  explicit SettingsReader(const json::ValueMap& map, std::string place = {})
      : map_(map), place_(std::move(place)) {}

  void duration(std::string_view name, Seconds& into) {
    const json::Value* value = map_.if_contains(name);
    if (value == nullptr) return;
    const auto nanoseconds =
        value->is_string() ? convert::parse_duration(value->get_string()) : std::nullopt;
    const bool usable = nanoseconds && *nanoseconds >= 0;
    if (!usable) return refuse(name, "a duration such as 5m0s");
    const auto seconds =
        std::chrono::duration_cast<Seconds>(std::chrono::nanoseconds(*nanoseconds));
    if (seconds > longest) return refuse(name, "a duration such as 5m0s");
    into = seconds;
  }

  template <class Rules>
  void durations(std::span<const DurationField<Rules>> fields, Rules& rules) {
    for (const DurationField<Rules>& field : fields) duration(field.name, rules.*field.value);
  }

  void flag(std::string_view name, bool& into) {
    const json::Value* value = map_.if_contains(name);
    if (value == nullptr) return;
    if (!value->is_bool()) return refuse(name, "true or false");
    into = value->get_bool();
  }

  void number(std::string_view name, std::int32_t& into) {
    const json::Value* value = map_.if_contains(name);
    if (value == nullptr) return;
    const std::int64_t number = value->is_int64() ? value->get_int64() : -1;
    if (number < 0 || number > std::numeric_limits<std::int32_t>::max()) {
      return refuse(name, "a number");
    }
    into = static_cast<std::int32_t>(number);
  }

  // The text of a field, if there is one.
  std::optional<std::string> text(std::string_view name, std::size_t bytes_max) {
    const json::Value* value = map_.if_contains(name);
    if (value == nullptr) return std::nullopt;
    if (!value->is_string() || value->get_string().size() > bytes_max) {
      refuse(name, "a short text");
      return std::nullopt;
    }
    return std::string(value->get_string());
  }

  // The map below a name; nothing where there is none.
  const json::ValueMap* below(std::string_view name) {
    const json::Value* value = map_.if_contains(name);
    if (value == nullptr) return nullptr;
    if (!value->is_object()) refuse(name, "an object");
    return value->if_object();
  }

  void refuse(std::string_view name, std::string_view expected) {
    if (error_.empty()) error_ = format("expected {} at {}{}", expected, place_, name);
  }
  const std::string& error() const { return error_; }
  void take_error_of(const SettingsReader& other) {
    if (error_.empty()) error_ = other.error_;
  }

 private:
  const json::ValueMap& map_;
  std::string place_;  // "patience."
  std::string error_;
};

template <class Read>
void read_below(SettingsReader& reader, std::string_view name, const Read& read) {
  const json::ValueMap* map = reader.below(name);
  if (map == nullptr) return;
  SettingsReader inner(*map, format("{}.", name));
  read(inner);
  reader.take_error_of(inner);
}

void read_rules(SettingsReader& reader, Settings& settings) {
  read_below(reader, "patience", [&](SettingsReader& in) {
    in.durations<Patience>(patience_fields, settings.patience);
  });
  read_below(reader, "progressing", [&](SettingsReader& in) {
    in.durations<ProgressingRules>(progressing_fields, settings.progressing);
  });
  read_below(reader, "degraded", [&](SettingsReader& in) {
    in.durations<DegradedRules>(degraded_fields, settings.degraded);
    in.number("failures", settings.degraded.failures);
    for (const auto& field : degraded_flags) in.flag(field.name, settings.degraded.*field.value);
  });
  read_below(reader, "provisioning", [&](SettingsReader& in) {
    in.durations<ProvisioningRules>(provisioning_fields, settings.provisioning);
  });
}

void read_names(SettingsReader& reader, RunningSettings& running) {
  running.cluster_uid = reader.text("clusterUID", uid_bytes_max).value_or("");
  if (const auto name = reader.text("dialect", uid_bytes_max)) {
    const std::optional<DialectName> dialect = parse_dialect(*name);
    if (!dialect) reader.refuse("dialect", "proposal or upstream");
    running.settings.dialect =
        dialect == DialectName::Upstream ? upstream_dialect() : proposal_dialect();
  }
  Seconds grace{};
  reader.duration(connection_grace_name, grace);
  if (grace > Seconds(0)) running.settings.remote_connection_grace = grace;
  reader.duration(conditions_grace_name, running.settings.remote_conditions_grace);
  if (const auto words = reader.text(node_conditions_name, node_conditions_bytes_max)) {
    Result<NodeConditions> conditions = parse_node_conditions(*words);
    if (!conditions) return reader.refuse(node_conditions_name, "types of a Node's conditions");
    running.settings.node_conditions = std::move(*conditions);
  }
  if (const auto word = reader.text(hive_conditions_name, uid_bytes_max)) {
    const std::optional<HiveConditions> which = parse_hive_conditions(*word);
    if (!which) return reader.refuse(hive_conditions_name, "new, both or old");
    running.settings.provisioning.conditions = *which;
  }
}

}  // namespace

std::string write_settings(const RunningSettings& running) {
  const Settings& settings = running.settings;
  json::ValueMap degraded = map_of_durations<DegradedRules>(settings.degraded, degraded_fields);
  degraded["failures"] = settings.degraded.failures;
  for (const auto& field : degraded_flags) degraded[field.name] = settings.degraded.*field.value;
  json::ValueMap gates;
  for (const GateFacts& gate : all_gates()) gates[gate.name] = running.gates.*gate.value;
  json::ValueMap document{
      {"apiVersion", "telltale.dev/v1alpha1"},
      {"kind", "Settings"},
      {"clusterUID", json::ValueString(running.cluster_uid)},
      {"dialect", to_text(settings.dialect.name)},
      {connection_grace_name, duration_value(settings.connection_grace())},
      {conditions_grace_name, duration_value(settings.remote_conditions_grace)},
      {"patience", map_of_durations<Patience>(settings.patience, patience_fields)},
      {"progressing", map_of_durations<ProgressingRules>(settings.progressing, progressing_fields)},
      {"degraded", std::move(degraded)},
      {"provisioning",
       map_of_durations<ProvisioningRules>(settings.provisioning, provisioning_fields)},
      {hive_conditions_name, to_text(settings.provisioning.conditions)},
      {"featureGates", std::move(gates)}};
  if (settings.node_conditions) {
    document[node_conditions_name] = json::ValueString(to_text(*settings.node_conditions));
  }
  return json::print(json::Value(std::move(document)));
}

Result<RunningSettings> parse_settings(std::string_view document) {
  const Result<json::Value> value =
      json::parse(document, {.depth = settings_depth_max, .bytes = settings_bytes_max});
  if (!value) return fail(value.error());
  const json::ValueMap* map = value->if_object();
  const json::Value* kind = map == nullptr ? nullptr : map->if_contains("kind");
  if (kind == nullptr || !kind->is_string() || kind->get_string() != "Settings") {
    return fail(Error::Kind::Invalid, "expected a document of kind Settings");
  }
  RunningSettings running;
  SettingsReader reader(*map);
  read_names(reader, running);
  read_rules(reader, running.settings);
  read_below(reader, "featureGates", [&](SettingsReader& in) {
    for (const GateFacts& gate : all_gates()) in.flag(gate.name, running.gates.*gate.value);
  });
  if (!reader.error().empty()) return fail(Error::Kind::Invalid, reader.error());
  return running;
}

}  // namespace telltale
