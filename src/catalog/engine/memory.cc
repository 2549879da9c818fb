// SPDX-License-Identifier: Apache-2.0
#include "catalog/engine/memory.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "base/letters.h"
#include "base/stable_hash.h"
#include "base/text.h"
#include "catalog/groups.h"
#include "convert/shapes.h"
#include "json/writer.h"

namespace telltale {
namespace {

using json::Tree;

constexpr std::string_view memory_kind = "Memory";
constexpr std::string_view memory_api_version = "telltale.dev/v1alpha1";
constexpr std::size_t name_bytes_max = 253;

std::vector<MemoryClock> read_clocks(const Tree& list, Arena& arena) {
  std::vector<MemoryClock> clocks;
  for (const Tree& item : list.items()) {
    if (clocks.size() == Memory::clocks_max) break;
    const MemoryClock clock{.name = arena.keep(item["name"].as_string("")),
                            .since = shapes::time(item["since"]),
                            .stopped = shapes::time(item["stopped"])};
    if (!clock.name.empty() && is_set(clock.since)) clocks.push_back(clock);
  }
  std::ranges::sort(clocks, {}, &MemoryClock::name);
  return clocks;
}

std::vector<Counted> read_counted(const Tree& list, Arena& arena) {
  std::vector<Counted> counted;
  for (const Tree& item : list.items()) {
    if (counted.size() == Memory::counted_max) break;
    const Counted one{.uid = arena.keep(item["uid"].as_string("")),
                      .reason = arena.keep(item["reason"].as_string("")),
                      .at = shapes::time(item["at"])};
    if (!one.uid.empty() && is_set(one.at)) counted.push_back(one);
  }
  std::ranges::sort(counted, {}, [](const Counted& one) { return std::tuple(one.at, one.uid); });
  return counted;
}

std::vector<std::string_view> read_written(const Tree& list, Arena& arena) {
  std::vector<std::string_view> written;
  for (const Tree& item : list.items()) {
    if (written.size() == Memory::written_max) break;
    if (const auto type = item.as_string()) written.push_back(arena.keep(*type));
  }
  std::ranges::sort(written);
  return written;
}

std::vector<Condition> read_retired(const Tree& list, Arena& arena) {
  std::vector<Condition> retired;
  for (const Tree& item : list.items()) {
    if (retired.size() == Memory::retired_max) break;
    const auto status = parse_status(item["status"].as_string(""));
    const Condition condition{.type = arena.keep(item["type"].as_string("")),
                              .status = status.value_or(Status::Unknown),
                              .reason = arena.keep(item["reason"].as_string("")),
                              .message = arena.keep(item["message"].as_string("")),
                              .last_transition = shapes::time(item["lastTransitionTime"])};
    if (status && !condition.type.empty()) retired.push_back(condition);
  }
  std::ranges::sort(retired, {}, &Condition::type);
  return retired;
}

void write_time(json::Writer& out, std::string_view name, Instant instant) {
  if (is_set(instant)) out.field(name, format_rfc3339(instant));
}

void write_spec(json::Writer& out, const Object& object, const Memory& memory) {
  out.map("of", [&] {
    out.field("group", object.key.group);
    out.field("kind", object.key.kind);
    out.field("name", object.key.name);
    if (!object.uid.empty()) out.field("uid", object.uid);
  });
  if (memory.generation != 0) out.field("generation", memory.generation);
  if (memory.class_generation != 0) out.field("classGeneration", memory.class_generation);
  write_time(out, "reset", memory.reset);
  write_time(out, "paused", memory.paused);
  if (memory.replicas) out.field("replicas", *memory.replicas);
  if (!memory.clocks.empty()) {
    out.list("clocks", [&] {
      for (const MemoryClock& clock : memory.clocks) {
        out.map([&] {
          out.field("name", clock.name);
          write_time(out, "since", clock.since);
          write_time(out, "stopped", clock.stopped);
        });
      }
    });
  }
  if (!memory.written.empty()) {
    out.list("written", [&] {
      for (const std::string_view type : memory.written) out.string(type);
    });
  }
  if (!memory.retired.empty()) {
    out.list("retired", [&] {
      for (const Condition& condition : memory.retired) {
        out.map([&] {
          out.field("type", condition.type);
          out.field("status", to_text(condition.status));
          if (!condition.reason.empty()) out.field("reason", condition.reason);
          if (!condition.message.empty()) out.field("message", condition.message);
          write_time(out, "lastTransitionTime", condition.last_transition);
        });
      }
    });
  }
  if (memory.counted.empty()) return;
  out.list("counted", [&] {
    for (const Counted& one : memory.counted) {
      out.map([&] {
        out.field("uid", one.uid);
        out.field("reason", one.reason);
        write_time(out, "at", one.at);
      });
    }
  });
}

}  // namespace

bool Memory::empty() const { return *this == Memory{}; }

const MemoryClock* Memory::clock(std::string_view name) const {
  const auto found = std::ranges::find(clocks, name, &MemoryClock::name);
  return found == clocks.end() ? nullptr : &*found;
}

bool Memory::has_counted(std::string_view uid) const {
  return std::ranges::find(counted, uid, &Counted::uid) != counted.end();
}

bool operator==(const Memory& one, const Memory& other) {
  const auto plain = [](const Memory& memory) {
    return std::tuple(memory.generation, memory.class_generation, memory.reset, memory.paused,
                      memory.replicas.number());
  };
  return plain(one) == plain(other) && std::ranges::equal(one.clocks, other.clocks) &&
         std::ranges::equal(one.counted, other.counted) &&
         std::ranges::equal(one.written, other.written) &&
         std::ranges::equal(one.retired, other.retired);
}

std::string memory_name(const Object& object) {
  const std::string full =
      format("{}.{}.{}", lower(object.key.kind), object.key.group, object.key.name);
  if (full.size() <= name_bytes_max) return full;
  const std::string tail = format("-{:016x}", stable_hash(full));
  return full.substr(0, name_bytes_max - tail.size()) + tail;
}

Memory recall(const World& world, const Object& object, Arena& arena) {
  const std::string name = memory_name(object);
  const Found found = world.find({own_group, memory_kind, object.key.namespace_name, name, {}});
  if (found.object == nullptr) return {};
  const Tree spec = found.object->body["spec"];
  const std::string_view uid = spec["of"]["uid"].as_string("");
  if (!uid.empty() && !object.uid.empty() && uid != object.uid) return {};
  return {.generation = spec["generation"].as_int().value_or(0),
          .class_generation = spec["classGeneration"].as_int().value_or(0),
          .reset = shapes::time(spec["reset"]),
          .paused = shapes::time(spec["paused"]),
          .replicas = shapes::small_number(spec["replicas"]),
          .clocks = arena.keep(read_clocks(spec["clocks"], arena)),
          .counted = arena.keep(read_counted(spec["counted"], arena)),
          .written = arena.keep(read_written(spec["written"], arena)),
          .retired = arena.keep(read_retired(spec["retired"], arena))};
}

void remember(const Memory& before, const Memory& after, Judged& judged, Arena& arena) {
  Memory* const kept = arena.make<Memory>(1).data();
  *std::construct_at(kept) = after;
  kept->written = before.written;
  judged.memory = kept;
  judged.memory_changed = !(before == *kept);
}

std::string memory_document(const Object& object, const Memory& memory) {
  std::string text;
  json::JsonWriter out(text);
  out.map([&] {
    out.field("apiVersion", memory_api_version);
    out.field("kind", memory_kind);
    out.map("metadata", [&] {
      if (!object.key.namespace_name.empty()) out.field("namespace", object.key.namespace_name);
      out.field("name", memory_name(object));
    });
    out.map("spec", [&] { write_spec(out, object, memory); });
  });
  return text;
}

}  // namespace telltale
