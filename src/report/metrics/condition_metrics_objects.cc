// SPDX-License-Identifier: Apache-2.0
#include "report/metrics/condition_metrics_objects.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "base/letters.h"
#include "base/text.h"
#include "catalog/kinds.h"
#include "report/metrics/condition_metrics_rows.h"

namespace telltale {
namespace {

constexpr std::array statuses{Status::True, Status::False, Status::Unknown};
constexpr std::string_view pool_condition = "Progressing";

struct Shown {
  const ObjectName* name = nullptr;
  const NamedObject* named = nullptr;
  const KnownObject* known = nullptr;
  bool asked_for = false;      // with all its conditions
  std::string_view root = {};  // else with this one
  std::size_t conditions = 0;  // shown
  std::size_t series = 0;
};

std::string_view condition_of_verdict(const ObjectName& name) {
  const auto found = std::ranges::find_if(judged_kinds(), [&](const Kind* one) {
    return one->kind == name.kind && one->group == name.group;
  });
  return found == judged_kinds().end() ? std::string_view() : (*found)->root_condition;
}

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
    write_attentions();
    write_pools();
    if (!options_.compatibility_names) return dropped;
    for (const auto& [part, objects] : by_kind_) {
      if (objects.front().asked_for) write_compatible(part, objects);
    }
    return dropped;
  }

 private:
  bool is_shown(const Shown& object, const KnownCondition& condition) const {
    return object.asked_for || ledger_.states().state(condition.state).type == object.root;
  }

  Shown look_at(const ObjectName& name, const NamedObject& named) const {
    Shown object{.name = &name,
                 .named = &named,
                 .known = ledger_.known(named),
                 .asked_for = is_asked_for(options_, name.kind),
                 .root = condition_of_verdict(name)};
    if (object.known == nullptr) return object;
    object.conditions = static_cast<std::size_t>(
        std::ranges::count_if(object.known->conditions,
                              [&](const KnownCondition& one) { return is_shown(object, one); }));
    // Its verdicts, attention, and whether it failed.
    object.series = object.conditions * statuses.size() + all_verdicts.size() + 2;
    if (options_.compatibility_names && object.asked_for) {
      object.series += object.conditions * (2 * statuses.size() + 2);
    }
    return object;
  }

  // Objects of one kind, namespace and name in two API groups would be the same series: the first
  // one is shown. Those that are stuck find room before the others.
  std::size_t choose(std::size_t series_max) {
    std::vector<Shown> all;
    std::size_t dropped = 0;
    const ObjectName* before = nullptr;
    for (const auto& [name, named] : ledger_.named()) {
      const Shown object = look_at(name, named);
      if (object.known == nullptr) continue;
      const bool twin = before != nullptr && name_part(before->kind) == name_part(name.kind) &&
                        before->namespace_name == name.namespace_name && before->name == name.name;
      before = &name;
      if (twin) {
        dropped += object.series;
      } else {
        all.push_back(object);
      }
    }
    std::size_t used = 0;
    std::vector<bool> fits(all.size());
    for (const bool stuck : {true, false}) {
      for (std::size_t i = 0; i < all.size(); ++i) {
        if ((all[i].known->verdict == Verdict::Stuck) != stuck) continue;
        fits[i] = used + all[i].series <= series_max;
        (fits[i] ? used : dropped) += all[i].series;
      }
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!fits[i]) continue;
      shown_.push_back(all[i]);
      by_kind_[name_part(all[i].name->kind)].push_back(all[i]);
    }
    return dropped;
  }

  void write_conditions() {
    out_.family("telltale_object_condition", MetricType::Gauge,
                "Whether the object's condition is in this status.");
    for_each_condition(shown_, [&](const Shown& object, const ConditionState& state) {
      for (const Status status : statuses) {
        out_.sample({{"kind", object.name->kind},
                     {"namespace", object.name->namespace_name},
                     {"name", object.name->name},
                     {"type", state.type},
                     {"status", to_text(status)}},
                    state.status == status ? 1 : 0);
      }
    });
  }

  void write_verdicts() {
    out_.family("telltale_object_verdict", MetricType::Gauge,
                "Whether the object has this verdict.");
    for (const Shown& object : shown_) {
      for (const Verdict verdict : all_verdicts) {
        out_.sample({{"kind", object.name->kind},
                     {"namespace", object.name->namespace_name},
                     {"name", object.name->name},
                     {"verdict", to_text(verdict)}},
                    object.known->verdict == verdict ? 1 : 0);
      }
    }
  }

  void write_attentions() {
    out_.family("telltale_object_attention", MetricType::Gauge,
                "The object is stuck and needs a human, for this reason.");
    for (const Shown& object : shown_) {
      if (object.known->verdict != Verdict::Stuck) continue;
      const ConditionState state = ledger_.attentions().state(object.known->attention);
      out_.sample({{"kind", object.name->kind},
                   {"namespace", object.name->namespace_name},
                   {"name", object.name->name},
                   {"reason", state.reason}},
                  1);
    }
  }

  // False alone is also what a pool with nothing to do says.
  void write_pools() {
    const auto pools = by_kind_.find(name_part(pool_kind()));
    if (pools == by_kind_.end()) return;
    out_.family("telltale_nodepool_progressing_failed", MetricType::Gauge,
                "Whether the NodePool has stopped because of a failure.");
    for_each_condition(pools->second, [&](const Shown& object, const ConditionState& state) {
      if (state.type != pool_condition) return;
      out_.sample({{"namespace", object.name->namespace_name},
                   {"name", object.name->name},
                   {"platform", object.named->platform},
                   {"reason", state.reason}},
                  failed_of(state) == Failed::Yes ? 1 : 0);
    });
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
        if (is_shown(object, condition)) visit(object, ledger_.states().state(condition.state));
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
