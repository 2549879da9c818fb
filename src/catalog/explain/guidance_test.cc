// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/guidance.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catalog/explain/tables.h"
#include "catalog/names.h"
#include "catalog/polarity.h"
#include "convert/dialect.h"

namespace telltale {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr std::size_t advice_bytes_max = 320;
constexpr std::size_t page_lines_min = 25;
constexpr std::size_t page_lines_max = 60;
constexpr std::string_view index_page = "docs/runbooks/README.md";

const fs::path source_folder = TELLTALE_SOURCE_DIR;

std::string read(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::set<std::string> named_pages() {
  std::set<std::string> pages;
  for (const Guidance& entry : all_guidance()) pages.emplace(entry.runbook);
  return pages;
}

std::set<std::string> pages_on_disk() {
  std::set<std::string> pages;
  for (const fs::directory_entry& file : fs::directory_iterator(source_folder / "docs/runbooks")) {
    pages.insert(fs::relative(file.path(), source_folder).generic_string());
  }
  return pages;
}

std::set<std::string> runbooks() {
  std::set<std::string> pages = named_pages();
  pages.erase(std::string(index_page));
  return pages;
}

// Every reason of our own that can make a Machine or a MachineSet Stuck.
struct Trouble {
  std::string_view kind;
  std::string_view condition;
  std::string_view reason;
};

constexpr Trouble stuck_reasons[] = {
    {"Machine", "NodeHealthy", "Unhealthy"},
    {"Machine", "NodeHealthy", "Deleted"},
    {"Machine", "NodeHealthy", "InspectionFailed"},
    {"Machine", "NodeHealthy", "DoesNotExist"},
    {"Machine", "BootstrapConfigReady", "NotReady"},
    {"Machine", "BootstrapConfigReady", "ObjectDoesNotExist"},
    {"Machine", "BootstrapConfigReady", "ObjectDeleted"},
    {"Machine", "BootstrapConfigReady", "InvalidConditionReported"},
    {"Machine", "BootstrapConfigReady", "*"},
    {"Machine", "InfrastructureReady", "NotReady"},
    {"Machine", "InfrastructureReady", "ObjectDoesNotExist"},
    {"Machine", "InfrastructureReady", "ObjectDeleted"},
    {"Machine", "InfrastructureReady", "InvalidConditionReported"},
    {"Machine", "InfrastructureReady", "*"},
    {"Machine", "HealthCheckSucceeded", "UnhealthyNode"},
    {"Machine", "HealthCheckSucceeded", "UnhealthyMachine"},
    {"Machine", "HealthCheckSucceeded", "NodeStartupTimeout"},
    {"Machine", "HealthCheckSucceeded", "NodeDeleted"},
    {"Machine", "HealthCheckSucceeded", "HasRemediateAnnotation"},
    {"Machine", "HealthCheckSucceeded", "TooManyUnhealthy"},
    {"Machine", "HealthCheckSucceeded", "*"},
    {"Machine", "OwnerRemediated", "CannotBeRemediated"},
    {"Machine", "OwnerRemediated", "*"},
    {"Machine", "Deleted", "WaitingForPreDrainHook"},
    {"Machine", "Deleted", "DrainingNode"},
    {"Machine", "Deleted", "WaitingForVolumeDetach"},
    {"Machine", "Deleted", "WaitingForPreTerminateHook"},
    {"Machine", "Deleted", "WaitingForInfrastructureDeletion"},
    {"Machine", "Deleted", "WaitingForBootstrapDeletion"},
    {"Machine", "Deleted", "DeletingNode"},
    {"Machine", "Deleted", "InternalError"},
    {"Machine", "Deleted", "Deleting"},
    {"Machine", "Deleted", "DeletionCompleted"},
    {"Machine", "Ready", "*"},
    {"Machine", "*", "*"},
    {"MachineSet", "MachinesReady", "NotReady"},
    {"MachineSet", "MachinesReady", "*"},
    {"MachineSet", "ReplicaFailure", "ReplicaFailure"},
    {"MachineSet", "ReplicaFailure", "TemplateNotFound"},
    {"MachineSet", "ScalingUp", "ScalingUp"},
    {"MachineSet", "Deleted", "Deleting"},
    {"MachineSet", "*", "*"},
    {"MachineDeployment", "Available", "NotAvailable"},
    {"MachineDeployment", "ReplicaFailure", "ReplicaFailure"},
    {"MachineDeployment", "ReplicaFailure", "TemplateNotFound"},
    {"MachineDeployment", "ScalingUp", "*"},
    {"MachineDeployment", "Deleted", "*"},
    {"MachinePool", "Available", "NotAvailable"},
    {"MachinePool", "BootstrapConfigReady", "InvalidConditionReported"},
    {"MachinePool", "InfrastructureReady", "InvalidConditionReported"},
    {"MachinePool", "ScalingUp", "*"},
    {"MachinePool", "Deleted", "*"},
    {"Cluster", "RemoteConnectionProbe", "ProbeFailed"},
    {"Cluster", "InfrastructureReady", "*"},
    {"Cluster", "ControlPlaneAvailable", "*"},
    {"Cluster", "WorkersAvailable", "*"},
    {"Cluster", "TopologyReconciled", "*"},
    {"Cluster", "Deleted", "WaitingForWorkersDeletion"},
    {"Cluster", "Deleted", "WaitingForControlPlaneDeletion"},
    {"Cluster", "Deleted", "WaitingForInfrastructureDeletion"},
    {"Cluster", "ScalingUp", "*"},
    {"Cluster", "*", "*"},
};

TEST(Guidance, HasAnEntryForEveryStuckReason) {
  for (const Trouble& trouble : stuck_reasons) {
    const Guidance& found = guidance_for(trouble.kind, trouble.condition, trouble.reason);
    EXPECT_EQ(std::tie(found.kind, found.condition, found.reason),
              std::tie(trouble.kind, trouble.condition, trouble.reason));
  }
}

// Conditions whose bad rows never decide a verdict: those that only report on others.
bool decides_verdicts(std::string_view condition) {
  return condition != "Available" && condition != "UpToDate" && condition != "Paused";
}

TEST(Guidance, KnowsTheConditionOfEveryBadRowOfEveryTable) {
  std::size_t bad_rows = 0;
  for (const TablePage& page : all_tables()) {
    if (!decides_verdicts(page.condition)) continue;
    for (const RowText& row : page.rows) {
      const Condition condition{.type = page.condition, .status = row.status, .reason = row.reason};
      const Priority priority = priority_on(page.kind, condition);
      if (row.act != Act::Set || priority != Priority::Issue) continue;
      ++bad_rows;
      const Guidance& found = guidance_for(page.kind, page.condition, row.reason);
      EXPECT_EQ(found.condition, page.condition) << page.kind << " " << row.reason;
    }
  }
  EXPECT_GT(bad_rows, 0u);
}

TEST(Guidance, SaysEachReasonOnce) {
  std::set<std::tuple<std::string_view, std::string_view, std::string_view>> seen;
  for (const Guidance& entry : all_guidance()) {
    EXPECT_TRUE(seen.emplace(entry.kind, entry.condition, entry.reason).second)
        << entry.kind << " " << entry.condition << " " << entry.reason;
  }
}

// An entry under a name that canonical_type or canonical_reason rewrites could never be found.
TEST(Guidance, FindsEveryEntryByItsOwnNames) {
  for (const Guidance& entry : all_guidance()) {
    EXPECT_EQ(&guidance_for(entry.kind, entry.condition, entry.reason), &entry)
        << entry.kind << " " << entry.condition << " " << entry.reason;
  }
}

TEST(Guidance, FindsTheSameEntryUnderEitherDialectsNames) {
  const Dialect upstream = upstream_dialect();
  for (const Guidance& entry : all_guidance()) {
    const std::string_view type = written_type(upstream, entry.kind, entry.condition);
    const std::string_view reason =
        written_reason(upstream, entry.kind, entry.condition, entry.reason);
    EXPECT_EQ(&guidance_for(entry.kind, type, reason), &entry) << type << " " << reason;
  }
  EXPECT_EQ(guidance_for("Machine", "NodeHealthy", "NodeDeleted").reason, "Deleted");
  EXPECT_EQ(guidance_for("Machine", "Deleting", "DrainingNode").condition, "Deleted");
}

TEST(Guidance, FallsBackToTheConditionForReasonsThatProvidersInvent) {
  const Guidance& found = guidance_for("Machine", "InfrastructureReady", "InstanceProvisionFailed");
  EXPECT_EQ(found.condition, "InfrastructureReady");
  EXPECT_EQ(found.reason, "*");
  EXPECT_THAT(found.runbook, EndsWith("/InfrastructureNotReady.md"));
}

TEST(Guidance, FallsBackToTheKindForConditionsThatOthersInvent) {
  EXPECT_EQ(guidance_for("Machine", "example.com/GpuReady", "NoDriver").condition, "*");
  EXPECT_THAT(guidance_for("Machine", "example.com/GpuReady", "NoDriver").runbook,
              EndsWith("/ReadinessGate.md"));
  EXPECT_THAT(guidance_for("MachineSet", "example.com/Audited", "No").runbook,
              EndsWith("/MachinesNotReady.md"));
}

TEST(Guidance, FallsBackToTheIndexForKindsThatAreNotJudged) {
  EXPECT_EQ(guidance_for("ConfigMap", "Available", "NotAvailable").runbook, index_page);
  EXPECT_EQ(guidance_for("", "", "").runbook, index_page);
}

TEST(Advice, IsOneShortSentenceWithoutAFinalPeriod) {
  for (const Guidance& entry : all_guidance()) {
    const std::string advice(entry.advice);
    EXPECT_LE(advice.size(), advice_bytes_max) << advice;
    EXPECT_THAT(advice, testing::MatchesRegex("[a-z]+ .*[^.!?:;, ]"));
    EXPECT_THAT(advice, AllOf(Not(HasSubstr(". ")), Not(HasSubstr("\n")), Not(HasSubstr("  "))));
  }
}

TEST(Runbooks, AreThoseThatGuidanceNames) {
  std::set<std::string> expected = named_pages();
  expected.emplace(index_page);
  EXPECT_EQ(pages_on_disk(), expected);
}

TEST(Runbooks, HaveTheFiveHeadingsInOrder) {
  const std::vector<std::string> headings = {"## Symptom", "## Meaning", "## Confirm", "## Fix",
                                             "## How telltale sees the recovery"};
  for (const std::string& page : runbooks()) {
    std::vector<std::string> found;
    for (const std::string& line : lines_of(read(source_folder / page))) {
      if (line.starts_with("## ")) found.push_back(line);
    }
    EXPECT_EQ(found, headings) << page;
  }
}

TEST(Runbooks, BeginWithTheirOwnName) {
  for (const std::string& page : runbooks()) {
    const std::string title = "# " + fs::path(page).stem().string() + "\n";
    EXPECT_THAT(read(source_folder / page), StartsWith(title)) << page;
  }
}

TEST(Runbooks, AreLongEnoughToHelpAndShortEnoughToRead) {
  for (const std::string& page : runbooks()) {
    const std::size_t lines = lines_of(read(source_folder / page)).size();
    EXPECT_GE(lines, page_lines_min) << page;
    EXPECT_LE(lines, page_lines_max) << page;
  }
}

TEST(Runbooks, ShowHowToAskBothKubectlAndTelltale) {
  for (const std::string& page : runbooks()) {
    const std::string text = read(source_folder / page);
    EXPECT_THAT(text, HasSubstr("\nkubectl ")) << page;
    EXPECT_THAT(text, HasSubstr("\ntelltale why ")) << page;
  }
}

// A page that is read for a reason must say the reason's name, or a search in it fails.
TEST(Runbooks, NameEveryReasonThatLeadsToThem) {
  for (const Guidance& entry : all_guidance()) {
    const std::string text = read(source_folder / std::string(entry.runbook));
    for (std::string_view word : {entry.condition, entry.reason}) {
      if (word == "*") continue;
      EXPECT_THAT(text, HasSubstr(word)) << entry.runbook;
    }
  }
}

TEST(Runbooks, AreAllLinkedFromTheIndex) {
  const std::string index = read(source_folder / std::string(index_page));
  for (const std::string& page : runbooks()) {
    const std::string file = fs::path(page).filename().string();
    EXPECT_THAT(index, HasSubstr("(" + file + ")")) << page;
  }
}

}  // namespace
}  // namespace telltale
