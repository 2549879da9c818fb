// SPDX-License-Identifier: Apache-2.0
#include "report/condition_metrics_objects.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "base/letters.h"
#include "base/text.h"
#include "report/condition_metrics_rows.h"

namespace telltale {
namespace {

constexpr std::array statuses{Status::True, Status::False, Status::Unknown};
constexpr std::string_view pool_kind = "NodePool";
constexpr std::string_view pool_condition = "Progressing";

struct Shown {
  const ObjectName* name = nullptr;
  const NamedObject* named = nullptr;
  const KnownObject* known = nullptr;
};

// Only letters and digits may stand in a metric's name.
std::string name_part(std::string_view kind) {
  std::string part = lower(kind);
  std::erase_if(part, [](char byte) {
    return !((byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9'));
  });
  return part.empty() ? std::string(other_label) : part;
}

std::string lower_text(Status status) { return lower(to_text(status)); }

class ObjectScribe {
 public:
  ObjectScribe(const MetricSource& source, Exposition& out)
      : ledger_(source.ledger), options_(source.options), now_(source.now), out_(out) {}

  std::size_t write(std::size_t series_max) {
    const std::size_t dropped = choose(series_max);
    if (shown_.empty()) return dropped;
    write_conditions();
    write_verdicts();
    write_pools();
    if (!options_.compatibility_names) return dropped;
    for (const auto& [part, objects] : by_kind_) write_compatible(part, objects);
    return dropped;
  }

 private:
  std::size_t series_of(const Shown& object) const {
    const std::size_t conditions = object.known->conditions.size();
    const std::size_t own = conditions * statuses.size() + all_verdicts.size() + 1;
    const std::size_t compatible = conditions * (2 * statuses.size() + 2);
    return own + (options_.compatibility_names ? compatible : 0);
  }

  // Objects of one kind, namespace and name in two API groups would be the same series: the first
  // one is shown.
  std::size_t choose(std::size_t series_max) {
    std::size_t used = 0;
    std::size_t dropped = 0;
    const ObjectName* before = nullptr;
    for (const auto& [name, named] : ledger_.named()) {
      const Shown object{&name, &named, ledger_.known(named)};
      if (object.known == nullptr) continue;
      const bool twin = before != nullptr && name_part(before->kind) == name_part(name.kind) &&
                        before->namespace_name == name.namespace_name && before->name == name.name;
      const std::size_t series = series_of(object);
      before = &name;
      if (twin || used + series > series_max) {
        dropped += series;
        continue;
      }
      used += series;
      shown_.push_back(object);
      by_kind_[name_part(name.kind)].push_back(object);
    }
    return dropped;
  }

  void write_conditions() {
    out_.family("telltale_object_condition", MetricType::Gauge,
                "Whether the object's condition is in this status.");
    for (const auto& [name, named, known] : shown_) {
      for (const KnownCondition& condition : known->conditions) {
        const ConditionState state = ledger_.states().state(condition.state);
        for (const Status status : statuses) {
          out_.sample({{"kind", name->kind},
                       {"namespace", name->namespace_name},
                       {"name", name->name},
                       {"type", state.type},
                       {"status", to_text(status)}},
                      state.status == status ? 1 : 0);
        }
      }
    }
  }

  void write_verdicts() {
    out_.family("telltale_object_verdict", MetricType::Gauge,
                "Whether the object has this verdict.");
    for (const auto& [name, named, known] : shown_) {
      for (const Verdict verdict : all_verdicts) {
        out_.sample({{"kind", name->kind},
                     {"namespace", name->namespace_name},
                     {"name", name->name},
                     {"verdict", to_text(verdict)}},
                    known->verdict == verdict ? 1 : 0);
      }
    }
  }

  // False alone is also what a pool with nothing to do says.
  void write_pools() {
    const auto pools = by_kind_.find(name_part(pool_kind));
    if (pools == by_kind_.end()) return;
    out_.family("telltale_nodepool_progressing_failed", MetricType::Gauge,
                "Whether the NodePool has stopped because of a failure.");
    for (const auto& [name, named, known] : pools->second) {
      for (const KnownCondition& condition : known->conditions) {
        const ConditionState state = ledger_.states().state(condition.state);
        if (state.type != pool_condition) continue;
        out_.sample({{"namespace", name->namespace_name},
                     {"name", name->name},
                     {"platform", named->platform},
                     {"reason", state.reason}},
                    failed_of(state) == Failed::Yes ? 1 : 0);
      }
    }
  }

  void write_compatible(const std::string& part, std::span<const Shown> objects) {
    write_state_metrics(part, objects);
    write_capi(part, objects);
    write_current(part, objects);
  }

  // As kube-state-metrics says it.
  void write_state_metrics(const std::string& part, std::span<const Shown> objects) {
    out_.family(compatible_name("kube", part), MetricType::Gauge,
                "Whether the condition is in this status.");
    for_each_condition(objects, [&](const Shown& object, const ConditionState& state) {
      for (const Status status : statuses) {
        // A kind whose name is that of another label would repeat it.
        const bool clash = part == "namespace" || part == "condition" || part == "status";
        out_.sample({{"namespace", object.name->namespace_name},
                     {clash ? std::string_view("name") : part, object.name->name},
                     {"condition", state.type},
                     {"status", lower_text(status)}},
                    state.status == status ? 1 : 0);
      }
    });
  }

  // As Cluster API's own configuration of kube-state-metrics says it.
  void write_capi(const std::string& part, std::span<const Shown> objects) {
    out_.family(compatible_name("capi", part), MetricType::Gauge,
                "Whether the condition is in this status.");
    for_each_condition(objects, [&](const Shown& object, const ConditionState& state) {
      for (const Status status : statuses) {
        out_.sample({{"namespace", object.name->namespace_name},
                     {"name", object.name->name},
                     {"type", state.type},
                     {"status", to_text(status)}},
                    state.status == status ? 1 : 0);
      }
    });
  }

  // As operatorpkg says it: only the state that stands, with its reason.
  void write_current(const std::string& part, std::span<const Shown> objects) {
    const auto write_one = [&](const Shown& object, const ConditionState& state, double value) {
      out_.sample({{"namespace", object.name->namespace_name},
                   {"name", object.name->name},
                   {"type", state.type},
                   {"status", to_text(state.status)},
                   {"reason", state.reason}},
                  value);
    };
    out_.family(compatible_name("telltale", part, "_count"), MetricType::Gauge,
                "The status and reason that stand.");
    for_each_condition(objects, [&](const Shown& object, const ConditionState& state) {
      write_one(object, state, 1);
    });
    out_.family(compatible_name("telltale", part, "_current_status_seconds"), MetricType::Gauge,
                "How long the status has been standing.");
    for (const Shown& object : objects) {
      for (const KnownCondition& condition : object.known->conditions) {
        const Seconds age = std::max(now_ - condition.since.instant(), Seconds(0));
        write_one(object, ledger_.states().state(condition.state),
                  static_cast<double>(age.count()));
      }
    }
  }

  template <class Visit>
  void for_each_condition(std::span<const Shown> objects, const Visit& visit) const {
    for (const Shown& object : objects) {
      for (const KnownCondition& condition : object.known->conditions) {
        visit(object, ledger_.states().state(condition.state));
      }
    }
  }

  const MetricLedger& ledger_;
  const MetricOptions& options_;
  Instant now_;
  Exposition& out_;
  std::vector<Shown> shown_ = {};
  std::map<std::string, std::vector<Shown>> by_kind_ = {};
};

}  // namespace

std::string compatible_name(std::string_view prefix, std::string_view kind,
                            std::string_view suffix) {
  return format("{}_{}_status_condition{}", prefix, name_part(kind), suffix);
}

std::size_t write_object_metrics(const MetricSource& source, std::size_t series_max,
                                 Exposition& out) {
  return ObjectScribe(source, out).write(series_max);
}

}  // namespace telltale
