// SPDX-License-Identifier: Apache-2.0
#include "report/status/status_write_conditions.h"

#include <algorithm>
#include <string>

#include "base/letters.h"
#include "catalog/engine/memory.h"
#include "catalog/kinds.h"
#include "catalog/names.h"
#include "catalog/polarity.h"
#include "condition/caps.h"
#include "report/status/left_out.h"
#include "report/status/status_write_types.h"

namespace telltale {
namespace {

constexpr std::string_view no_reason = "NoReasonReported";

constexpr bool starts_reason(char c) {
  const char lowered = lower_letter(c);
  return lowered >= 'a' && lowered <= 'z';
}
constexpr bool may_stand_inside(char c) {
  return starts_reason(c) || (c >= '0' && c <= '9') || c == '_' || c == ',' || c == ':';
}

bool is_named(const std::vector<std::string>& types, std::string_view kind, std::string_view type) {
  const std::string_view known = canonical_type(kind, type);
  return std::ranges::any_of(types, [&](const std::string& named) {
    return named == type || canonical_type(kind, named) == known;
  });
}

const ConditionList* list_written(const WriteBase& base) {
  const Object& object = *base.judged.object;
  return object.conditions_at(list_path(object, base.settings.dialect.name));
}

// Decides about one object's conditions, one type at a time.
class Chooser {
 public:
  Chooser(const WriteBase& base, const WriteRules& rules)
      : base_(base),
        rules_(rules),
        object_(*base.judged.object),
        stored_(stored_conditions(base)) {}

  bool computed(std::string_view type) const {
    return computes(object_, type, base_.settings.dialect);
  }

  // In whichever dialect: what telltale said in the other one it may also take back.
  bool ever_computed(std::string_view type) const {
    return computes(object_, type, proposal_dialect()) ||
           computes(object_, type, upstream_dialect());
  }

  bool harmless(std::string_view type) const {
    if (!rules_.acted_on || !others_act_on(object_.key.kind, type)) return true;
    return is_named(*rules_.acted_on, object_.key.kind, type);
  }

  // Written whoever else writes it.
  bool insists_on(std::string_view type) const {
    return telltale::insists_on(rules_, object_.key.kind, type);
  }

  // A stored condition whose owners nobody can tell may be anybody's.
  bool may_say_in_map(std::string_view type) const {
    if (!harmless(type)) return false;
    if (insists_on(type)) return !rests(type);
    if (!base_.ownership.has_fields) return stored(type) == nullptr && may_claim(type);
    if (base_.ownership.is_ours(type)) return !is_let_go(type);
    return !is_anothers(type) && may_claim(type);
  }

  // Items of such a list have no owners. What stands there and is not known to be telltale's
  // belongs to whoever put it there.
  bool may_say_in_list(std::string_view type) const {
    if (!harmless(type)) return false;
    if (insists_on(type)) return !rests(type);
    if (is_ours_in_list(type)) return !is_let_go(type);
    return stored(type) == nullptr && may_claim(type);
  }

  // Telltale holds it, and somebody else writes it: on this object, or on the kind.
  bool is_let_go(std::string_view type) const {
    if (insists_on(type)) return false;
    return is_anothers(type) ||
           (base_.writers != nullptr && base_.writers->has_let_go(object_, type, base_.now));
  }

  // Somebody who is alive owns any of its fields.
  bool is_anothers(std::string_view type) const {
    return std::ranges::any_of(base_.ownership.owners_of(type), [&](const ForeignOwner& owner) {
      return base_.writers == nullptr || base_.writers->is_alive(owner.manager, base_.now);
    });
  }

  bool may_claim(std::string_view type) const {
    return is_free(type) && !(is_young() && has_known_writer(type));
  }

  // Nobody writes it on this kind, as far as is known.
  bool is_free(std::string_view type) const {
    if (base_.writers == nullptr) return true;
    return base_.writers->is_missing(object_, type, base_.now) &&
           !base_.writers->has_let_go(object_, type, base_.now);
  }

  bool is_young() const {
    return is_set(base_.now) && is_set(object_.created) && base_.now < grown_up();
  }
  Instant grown_up() const { return object_.created + rules_.claim_after; }
  bool has_known_writer(std::string_view type) const {
    return known_writer_of(object_, type) != KnownWriter::None;
  }

  bool rests(std::string_view type) const {
    return base_.fights != nullptr && base_.fights->rests(object_, type, base_.now);
  }

  bool is_ours_in_list(std::string_view type) const {
    return base_.ownership.is_ours(type) || only_telltale_writes(object_, type);
  }

  // Remembered and to be taken off, whoever wrote it: judging has looked when that was.
  bool is_retired(std::string_view type) const {
    const Memory* memory = base_.judged.memory;
    return memory != nullptr && find_condition(memory->retired, type) != nullptr;
  }

  const Condition* stored(std::string_view type) const { return find_condition(stored_, type); }
  Conditions stored() const { return stored_; }
  // Something stands in the list that cannot be read as a condition.
  bool is_malformed() const {
    const ConditionList* list = list_written(base_);
    return list != nullptr && !list->malformed.empty();
  }
  const WriteBase& base() const { return base_; }

  // No more than the API takes: what would be one too many is not added, the condition that sums
  // up the object last of all.
  void keep_within_limit(Choice& choice) const {
    std::size_t count = stored_.size() - choice.dropped.size();
    const std::size_t most = list_rules_of(object_.key).conditions_max;
    const bool has_room = count < most;
    const auto is_new = [&](const SaidCondition& one) {
      return stored(one.condition.type) == nullptr;
    };
    const auto is_root = [&](const SaidCondition& one) {
      return is_new(one) && sums_up(object_, one.condition.type);
    };
    if (has_room && std::ranges::any_of(choice.said, is_root)) ++count;
    std::erase_if(choice.said, [&](const SaidCondition& one) {
      if (is_root(one)) return !has_room;
      return is_new(one) && ++count > most;
    });
  }

 private:
  const WriteBase& base_;
  const WriteRules& rules_;
  const Object& object_;
  Conditions stored_;
};

bool is_said(const Choice& choice, std::string_view type) {
  return std::ranges::any_of(choice.said,
                             [&](const SaidCondition& one) { return one.condition.type == type; });
}

void say_in_map(const Chooser& chooser, Condition condition, Choice& choice, Arena& arena) {
  const Ownership& ownership = chooser.base().ownership;
  condition.reason = legal_reason(condition.reason, arena);
  const Condition* stored = chooser.stored(condition.type);
  const bool is_news = stored == nullptr || *stored != condition;
  const bool must_stay = ownership.is_ours(condition.type) || !ownership.has_fields;
  if (is_news || must_stay) choice.said.push_back({condition, is_news});
}

}  // namespace

bool insists_on(const WriteRules& rules, std::string_view kind, std::string_view type) {
  return rules.policy == WritePolicy::All || is_named(rules.types, kind, type);
}

bool Choice::has_news() const {
  return !dropped.empty() || std::ranges::any_of(said, &SaidCondition::is_news);
}

Conditions stored_conditions(const WriteBase& base) {
  const ConditionList* list = list_written(base);
  return list == nullptr ? Conditions() : list->conditions;
}

std::string_view legal_reason(std::string_view reason, Arena& arena) {
  if (valid_reason(reason)) return reason;
  std::string legal(reason);
  std::ranges::replace_if(legal, [](char c) { return !may_stand_inside(c); }, '_');
  legal.erase(legal.begin(), std::ranges::find_if(legal, starts_reason));
  const std::string_view capped = cap_reason(legal);
  const std::size_t last = capped.find_last_not_of(",:");
  return last == std::string_view::npos ? no_reason : arena.keep(capped.substr(0, last + 1));
}

Choice choose_for_map(const WriteBase& base, const WriteRules& rules, Arena& arena) {
  const Chooser chooser(base, rules);
  Choice choice;
  for (const Condition& condition : base.judged.conditions) {
    const bool may = chooser.computed(condition.type) && chooser.may_say_in_map(condition.type);
    if (may) say_in_map(chooser, condition, choice, arena);
  }
  for (const std::string& type : base.ownership.ours) {
    const Condition* stored = chooser.stored(type);
    if (is_said(choice, type)) continue;
    const bool lets_go = chooser.is_let_go(type);
    if (lets_go) choice.let_go.push_back(type);
    const bool stays = lets_go || base.ownership.is_shared(type) || chooser.rests(type);
    if (stored == nullptr) {
      if (stays && chooser.is_malformed()) choice.unreadable.push_back(type);
    } else if (stays) {
      choice.said.push_back({*stored, false});
    } else {
      choice.dropped.push_back(stored->type);
    }
  }
  chooser.keep_within_limit(choice);
  return choice;
}

Choice choose_for_list(const WriteBase& base, const WriteRules& rules) {
  const Chooser chooser(base, rules);
  Choice choice;
  for (const Condition& condition : base.judged.conditions) {
    const bool may = chooser.computed(condition.type) && chooser.may_say_in_list(condition.type);
    const Condition* stored = chooser.stored(condition.type);
    if (may && (stored == nullptr || *stored != condition)) {
      choice.said.push_back({condition, true});
    }
  }
  for (const Condition& stored : chooser.stored()) {
    const bool stays = find_condition(base.judged.conditions, stored.type) != nullptr;
    const bool ours = chooser.is_ours_in_list(stored.type) && !chooser.is_let_go(stored.type);
    const bool may = ours || chooser.is_retired(stored.type) ||
                     (rules.policy == WritePolicy::All && chooser.ever_computed(stored.type) &&
                      !chooser.rests(stored.type));
    if (!stays && may && chooser.harmless(stored.type)) choice.dropped.push_back(stored.type);
  }
  for (const std::string& type : base.ownership.ours) {
    if (chooser.is_let_go(type)) choice.let_go.push_back(type);
  }
  chooser.keep_within_limit(choice);
  return choice;
}

std::optional<Instant> first_claim(const WriteBase& base, const WriteRules& rules) {
  const Chooser chooser(base, rules);
  if (rules.policy != WritePolicy::Missing || !chooser.is_young()) return std::nullopt;
  const bool waits = std::ranges::any_of(base.judged.conditions, [&](const Condition& condition) {
    const std::string_view type = condition.type;
    const bool stands = base.ownership.is_ours(type) || chooser.is_anothers(type);
    return !stands && chooser.computed(type) && chooser.harmless(type) &&
           !chooser.insists_on(type) && chooser.has_known_writer(type) && chooser.is_free(type);
  });
  return waits ? std::optional(chooser.grown_up()) : std::nullopt;
}

}  // namespace telltale
