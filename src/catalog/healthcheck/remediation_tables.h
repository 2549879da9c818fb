// SPDX-License-Identifier: Apache-2.0
#pragma once

// OwnerRemediated and ExternallyRemediated on Machine: who is asked to replace a Machine that fails
// its health check. telltale only says so; it asks nobody and deletes nothing. An answer that
// stands is the owner's and stays, until the check succeeds again.

#include <string>
#include <string_view>

#include "base/instant.h"
#include "base/text.h"
#include "kube/condition.h"
#include "observe/world.h"
#include "table/table.h"

namespace telltale::healthcheck {

// What is known once all Machines are judged and the targets of every check are counted.
struct Request {
  Instant now{};
  bool checked = false;    // some check watches over the Machine
  bool failing = false;    // and says now that it fails
  bool succeeded = false;  // HealthCheckSucceeded stands at True
  bool allowed = false;    // the check may ask for remediation: not too many are unhealthy
  bool external = false;   // the check names a template for somebody else's remediation
  Sight external_template = Sight::Present;
  std::string_view template_kind = {};
  std::string_view template_namespace = {};
  std::string_view template_name = {};
  bool deleting = false;
  std::string_view check_name = {};
  const Condition* owner = nullptr;       // OwnerRemediated as it stands
  const Condition* externally = nullptr;  // ExternallyRemediated as it stands
};

inline constexpr Word<Request> request_words[] = {
    {"template.kind", [](const Request& seen, std::string& out) { out += seen.template_kind; }},
    {"template.namespace",
     [](const Request& seen, std::string& out) { out += seen.template_namespace; }},
    {"template.name", [](const Request& seen, std::string& out) { out += seen.template_name; }},
};

namespace request {

using Question = Guard<Request>;
using enum Act;
using enum Status;

inline constexpr When<Request> otherwise{};
inline constexpr std::string_view template_not_found = "RemediationTemplateNotFound";

inline std::string stands(std::string_view type, const Condition* condition) {
  if (condition == nullptr) return format("{} is not there", type);
  return format("{} = {}, {}", type, to_text(condition->status), condition->reason);
}
inline std::string check_evidence(const Request& seen) {
  return format("MachineHealthCheck {}", seen.check_name);
}

// clang-format off
inline constexpr Question checked{"checked",
    "a MachineHealthCheck selects the Machine", "no MachineHealthCheck selects the Machine",
    [](const Request& seen) { return seen.checked; },
    {.evidence = [](const Request& seen) {
       if (!seen.checked) return std::string("no MachineHealthCheck of the Cluster selects it");
       return check_evidence(seen);
     }}};

inline constexpr Question succeeded{"succeeded",
    "the health check succeeded", "the health check did not succeed",
    [](const Request& seen) { return seen.succeeded; },
    {.evidence = [](const Request& seen) {
       return format("HealthCheckSucceeded is {}True",
                     seen.succeeded ? "" : "not ");
     }}};

inline constexpr Question owner_asked{"owner_asked",
    "the owner has been asked to replace the Machine",
    "the owner has not been asked to replace the Machine",
    [](const Request& seen) {
      return seen.owner != nullptr && seen.owner->status == Status::False;
    },
    {.evidence = [](const Request& seen) { return stands("OwnerRemediated", seen.owner); }}};

inline constexpr Question failing{"failing",
    "the health check fails", "the health check does not fail",
    [](const Request& seen) { return seen.failing; }, {.evidence = check_evidence}};

inline constexpr Question external{"external",
    "the check names a remediation template", "the check names no remediation template",
    [](const Request& seen) { return seen.external; }, {.evidence = check_evidence}};

inline constexpr Question deleting{"deleting",
    "the Machine is being deleted", "the Machine is not being deleted",
    [](const Request& seen) { return seen.deleting; },
    {.evidence = [](const Request& seen) {
       return format("metadata.deletionTimestamp is {}",
                     seen.deleting ? "set" : "not set");
     }}};

// Asked anew only where nobody was asked, or where the last remediation is done.
inline constexpr Question owner_free{"owner_free",
    "OwnerRemediated is missing or True", "OwnerRemediated already stands",
    [](const Request& seen) {
      return seen.owner == nullptr || seen.owner->status == Status::True;
    },
    {.evidence = [](const Request& seen) { return stands("OwnerRemediated", seen.owner); }}};

inline constexpr Question allowed{"allowed",
    "few enough Machines are unhealthy", "too many Machines are unhealthy",
    [](const Request& seen) { return seen.allowed; }, {.evidence = check_evidence}};

inline constexpr Question external_told{"external_told",
    "ExternallyRemediated already stands",
    "ExternallyRemediated is missing, or waits for a template",
    [](const Request& seen) {
      return seen.externally != nullptr && seen.externally->reason != template_not_found;
    },
    {.evidence = [](const Request& seen) {
       return stands("ExternallyRemediated", seen.externally);
     }}};

inline constexpr Question template_missing{"template_missing",
    "the remediation template does not exist", "the remediation template exists",
    [](const Request& seen) { return seen.external_template == Sight::Absent; },
    {.evidence = [](const Request& seen) {
       return format("{} {}/{}", seen.template_kind, seen.template_namespace,
                     seen.template_name);
     }}};
// clang-format on

// What an owner, or whoever else is asked, may answer.
inline constexpr auto owners_answers = std::to_array<MayWrite>(
    {{"CannotBeRemediated", Status::False, "the owner will not replace the Machine"},
     {"RemediationDeferred", Status::False, "the owner will replace the Machine later"},
     {"MachineDeleting", Status::False, "the owner is deleting the Machine"}});
inline constexpr auto others_answers =
    std::to_array<MayWrite>({{"RemediationRequestCreationFailed", Status::False,
                              "no controller could be asked to remediate the Machine"}});

// clang-format off
inline constexpr auto owner_table = table_of<Request>("Machine", "OwnerRemediated", request_words, {
  // guard                     status   reason
  //     message
  {!checked,                   Keep,
      "No check covers the Machine; what stands was put there by others"},
  {succeeded && owner_asked,   Remove,
      "The owner takes its answer back once the health check succeeds again"},
  {!failing,                   Keep,
      "Nothing is asked of the owner"},
  {external,                   Keep,
      "Another controller is asked, by the check's template"},
  {deleting,                   Keep,
      "A Machine that is leaving needs no remediation"},
  {!owner_free,                Keep,
      "The owner's own answer stands", owners_answers},
  {!allowed,                   Keep,
      "Too many Machines are unhealthy to replace any of them"},
  {otherwise,                  False,   "WaitingForRemediation",
      "Waiting for remediation"},
});

inline constexpr std::string_view externally = "ExternallyRemediated";
inline constexpr auto external_table = table_of<Request>("Machine", externally, request_words, {
  // guard                     status   reason
  //     message
  {!checked,                   Keep,
      "No check covers the Machine; what stands was put there by others"},
  {!failing,                   Keep,
      "No controller is asked for anything"},
  {!external,                  Keep,
      "The owner is asked, not another controller"},
  {external_told,              Keep,
      "The answer of the controller that was asked stands", others_answers},
  {!allowed,                   Keep,
      "Too many Machines are unhealthy to remediate any of them"},
  {template_missing,           False,   "RemediationTemplateNotFound",
      "Error retrieving remediation template {template.kind} {template.namespace}/{template.name}"},
  {otherwise,                  False,   "WaitingForRemediation"},
});
// clang-format on

}  // namespace request

inline constexpr const auto& owner_remediated_table = request::owner_table;
inline constexpr const auto& externally_remediated_table = request::external_table;

}  // namespace telltale::healthcheck
