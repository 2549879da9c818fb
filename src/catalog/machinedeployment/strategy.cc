// SPDX-License-Identifier: Apache-2.0
#include "catalog/machinedeployment/strategy.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "convert/shapes.h"

namespace telltale::machinedeployment {
namespace {

enum class Rounding : std::uint8_t { Down, Up };

std::optional<std::int64_t> parse_percent(std::string_view text) {
  if (!text.ends_with('%')) return std::nullopt;
  text.remove_suffix(1);
  std::int32_t percent = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), percent);
  const bool whole = end == text.data() + text.size();
  if (error != std::errc() || !whole || percent < 0) return std::nullopt;
  return percent;
}

// A number of Machines, or a share of the wanted ones; nothing where it is neither.
std::optional<std::int64_t> resolve(json::Tree value, std::int64_t replicas, Rounding rounding) {
  if (!value.is(json::Tree::Type::String)) return shapes::small_number(value);
  const std::optional<std::int64_t> percent = parse_percent(value.as_string(""));
  if (!percent) return std::nullopt;
  return (*percent * replicas + (rounding == Rounding::Up ? 99 : 0)) / 100;
}

bool is_given(json::Tree value) { return value && !value.is(json::Tree::Type::Null); }

std::string spell(json::Tree value) {
  if (const auto number = value.as_int(); number) return std::to_string(*number);
  return std::string(value.as_string("0"));
}

std::int64_t resolve_both(json::Tree surge, json::Tree unavailable, std::int64_t replicas) {
  const auto more =
      is_given(surge) ? resolve(surge, replicas, Rounding::Up) : std::optional<std::int64_t>(1);
  const auto fewer = is_given(unavailable) ? resolve(unavailable, replicas, Rounding::Down)
                                           : std::optional<std::int64_t>(0);
  if (!more || !fewer) return 0;
  // With neither more nor fewer nothing could ever be replaced.
  if (*more == 0 && *fewer == 0) return std::min<std::int64_t>(1, replicas);
  return std::min(*fewer, replicas);
}

}  // namespace

Strategy read_strategy(const Object& deployment, std::int64_t replicas) {
  const json::Tree spec = deployment.body["spec"];
  const json::Tree newer = spec["rollout"]["strategy"];
  const json::Tree strategy = newer ? newer : spec["strategy"];
  const std::string_view type = strategy["type"].as_string("");
  Strategy read{.rolling_update = type.empty() || type == "RollingUpdate"};
  if (!read.rolling_update) return read;
  const json::Tree rolling = strategy["rollingUpdate"];
  read.given = spell(rolling["maxUnavailable"]);
  if (replicas > 0) {
    read.max_unavailable = resolve_both(rolling["maxSurge"], rolling["maxUnavailable"], replicas);
  }
  return read;
}

}  // namespace telltale::machinedeployment
