// SPDX-License-Identifier: Apache-2.0
#include "catalog/names.h"

#include <cstdint>
#include <vector>

#include "catalog/from_kinds.h"
#include "catalog/kinds.h"

namespace telltale {
namespace {

struct TypeNames {
  std::string_view kind;
  std::string_view proposal;  // empty: upstream only, known inside by its upstream name
  std::string_view upstream;  // empty: the proposal only
};

struct ReasonNamesOfKind {
  std::string_view kind;
  ReasonNames names;
};

constexpr std::uint64_t bit_of(std::string_view type) {
  if (type.empty()) return 0;
  return std::uint64_t{1} << ((type.size() + static_cast<unsigned char>(type.front())) % 64);
}

// Only what the dialects call differently. Most types are called the same by everybody: one look at
// the bits tells so for nearly all of them, and every condition of every object is looked up
// several times.
struct Renamed {
  std::uint64_t bits = 0;
  std::vector<TypeNames> types;
  std::vector<ReasonNamesOfKind> reasons;

  void add(std::string_view kind, const ConditionFacts& facts) {
    const bool is_same = facts.upstream.empty() && facts.spoken_in == SpokenIn::Both;
    if (is_same) return;
    const std::string_view upstream = facts.upstream.empty() ? facts.type : facts.upstream;
    const TypeNames names{kind, facts.spoken_in == SpokenIn::UpstreamOnly ? "" : facts.type,
                          facts.spoken_in == SpokenIn::ProposalOnly ? "" : upstream};
    bits |= bit_of(names.proposal) | bit_of(names.upstream);
    types.push_back(names);
  }
};

Renamed collect_renamed() {
  Renamed renamed;
  for (const Kind* kind : kinds_as_judged()) {
    for (const ConditionFacts& facts : kind->conditions) renamed.add(kind->kind, facts);
    for (const ReasonNames& names : kind->renamed_reasons) {
      renamed.reasons.push_back({kind->kind, names});
    }
  }
  return renamed;
}

const Renamed& renamed() {
  static FromKinds<Renamed> all(collect_renamed);
  return all.get();
}

// The entry for a type as the tables know it: by its proposal name, or its only name.
const TypeNames* names_of(std::string_view kind, std::string_view type) {
  if ((renamed().bits & bit_of(type)) == 0) return nullptr;
  for (const TypeNames& names : renamed().types) {
    const std::string_view known = names.proposal.empty() ? names.upstream : names.proposal;
    if (known == type && names.kind == kind) return &names;
  }
  return nullptr;
}

std::string_view spelled(DialectName dialect, std::string_view kind, std::string_view type) {
  const TypeNames* names = names_of(kind, type);
  if (names == nullptr) return type;
  const std::string_view name =
      dialect == DialectName::Proposal ? names->proposal : names->upstream;
  return name.empty() ? type : name;
}

}  // namespace

std::string_view written_type(const Dialect& dialect, std::string_view kind,
                              std::string_view proposal_type) {
  return spelled(dialect.name, kind, proposal_type);
}

std::string_view other_type(const Dialect& dialect, std::string_view kind,
                            std::string_view proposal_type) {
  const bool proposal = dialect.name == DialectName::Proposal;
  return spelled(proposal ? DialectName::Upstream : DialectName::Proposal, kind, proposal_type);
}

std::string_view written_reason(const Dialect& dialect, std::string_view kind,
                                std::string_view proposal_type, std::string_view proposal_reason) {
  if (dialect.name == DialectName::Proposal) return proposal_reason;
  for (const auto& [of_kind, names] : renamed().reasons) {
    if (names.proposal == proposal_reason && names.type == proposal_type && of_kind == kind) {
      return names.upstream;
    }
  }
  return proposal_reason;
}

bool has_type(const Dialect& dialect, std::string_view kind, std::string_view proposal_type) {
  const TypeNames* names = names_of(kind, proposal_type);
  if (names == nullptr) return true;
  const bool proposal = dialect.name == DialectName::Proposal;
  return proposal ? !names->proposal.empty() : !names->upstream.empty();
}

std::string_view canonical_type(std::string_view kind, std::string_view type) {
  if ((renamed().bits & bit_of(type)) == 0) return type;
  for (const TypeNames& names : renamed().types) {
    if (names.upstream == type && names.kind == kind && !names.proposal.empty()) {
      return names.proposal;
    }
  }
  return type;
}

std::string_view canonical_reason(std::string_view kind, std::string_view proposal_type,
                                  std::string_view reason) {
  for (const auto& [of_kind, names] : renamed().reasons) {
    if (names.upstream == reason && names.type == proposal_type && of_kind == kind) {
      return names.proposal;
    }
  }
  return reason;
}

const Condition* find_in_either(Conditions stored, std::string_view kind,
                                std::string_view proposal_type, const Dialect& dialect) {
  const Condition* own = find_condition(stored, written_type(dialect, kind, proposal_type));
  if (own != nullptr) return own;
  return find_condition(stored, other_type(dialect, kind, proposal_type));
}

}  // namespace telltale
