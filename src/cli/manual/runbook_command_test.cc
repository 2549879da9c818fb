// SPDX-License-Identifier: Apache-2.0
#include "cli/manual/runbook_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/clock.h"
#include "base/text.h"
#include "catalog/explain/guidance.h"
#include "classify/documentation.h"
#include "cli/command_line/run.h"
#include "cli/embedded.h"
#include "cli/screen/pager.h"

namespace telltale::cli {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class RememberingPager final : public Pager {
 public:
  Result<void> show(std::string_view text) override {
    if (broken) return fail(Error::Kind::Internal, "no pager");
    shown += text;
    return {};
  }

  std::string shown = {};
  bool broken = false;
};

struct Answer {
  ExitCode code = ExitCode::Fine;
  std::string out = {};
  std::string err = {};
};

Answer ask(const std::vector<std::string>& args, Terminal terminal = {}, Pager* pager = nullptr) {
  TextOutput out;
  TextOutput err;
  const SystemClock clock;
  const Streams streams{.out = out,
                        .err = err,
                        .out_terminal = terminal,
                        .err_terminal = {},
                        .clock = clock,
                        .pager = pager};
  const ExitCode code = run(args, streams);
  return {code, out.text, err.text};
}

TEST(Runbook, IsPrintedForAReason) {
  const Answer answer = ask({"runbook", "CloudQuotaExceeded"});
  EXPECT_EQ(answer.code, ExitCode::Fine);
  EXPECT_THAT(answer.out, StartsWith("CloudQuotaExceeded\n"));
  EXPECT_THAT(answer.out, HasSubstr("\n    kubectl get machines -n <hcp> -o wide\n"));
  EXPECT_THAT(answer.out, Not(HasSubstr("```")));
  EXPECT_THAT(answer.err, IsEmpty());
}

TEST(Runbook, IsItsSourceAsMarkdown) {
  const Answer answer = ask({"runbook", "NodeDeleted", "-o", "markdown"});
  EXPECT_EQ(answer.code, ExitCode::Fine);
  EXPECT_THAT(answer.out, StartsWith("# NodeDeleted\n\n"));
  EXPECT_THAT(answer.out, HasSubstr("\n## Symptom\n"));
}

TEST(Runbook, IsFoundInAnyCaseUnderBothDialectsAndByCondition) {
  EXPECT_THAT(runbooks_about("nodedeleted"), ElementsAre("NodeDeleted"));
  EXPECT_THAT(runbooks_about("InstallOnlyOnceSet"), ElementsAre("ProvisionStopped"));
  EXPECT_THAT(runbooks_about("DrainingNode"), ElementsAre("DrainingNode"));
  EXPECT_THAT(runbooks_about("RemoteConnectionProbe"), ElementsAre("ClusterUnreachable"));
  EXPECT_THAT(runbooks_about("*"), IsEmpty());
  EXPECT_THAT(runbooks_about("AsExpected"), IsEmpty());
}

TEST(Runbook, IsAllOfThemWhereAReasonMeansSeveralThings) {
  const Answer answer = ask({"runbook", "NotReady", "-o", "markdown"});
  EXPECT_EQ(answer.code, ExitCode::Fine);
  EXPECT_THAT(answer.out, HasSubstr("# BootstrapNotReady\n"));
  EXPECT_THAT(answer.out, HasSubstr("\n# InfrastructureNotReady\n"));
}

TEST(Runbook, IsListedWithoutAReason) {
  const Answer answer = ask({"runbook"});
  EXPECT_EQ(answer.code, ExitCode::Fine);
  for (const Guidance& entry : all_guidance()) {
    std::string name(entry.runbook.substr(entry.runbook.rfind('/') + 1));
    name.resize(name.size() - 3);
    if (name == "README") continue;
    EXPECT_THAT(answer.out, HasSubstr("\n" + name + " ")) << name;
    EXPECT_THAT(runbook_names(), Contains(name));
  }
  EXPECT_THAT(ask({"runbook", "-o", "markdown"}).out, StartsWith("# Runbooks\n"));
}

TEST(Runbook, AnUnknownReasonIsAUsageErrorThatSuggests) {
  const Answer answer = ask({"runbook", "CloudQuotaExceded"});
  EXPECT_EQ(answer.code, ExitCode::Usage);
  EXPECT_THAT(answer.err, HasSubstr("did you mean CloudQuotaExceeded?"));
  EXPECT_THAT(answer.out, IsEmpty());
  EXPECT_EQ(ask({"runbook", "\x1b[31m"}).code, ExitCode::Usage);
  EXPECT_THAT(ask({"runbook", "\x1b[31m"}).err, Not(HasSubstr("\x1b")));
  EXPECT_EQ(ask({"runbook", "a", "b"}).code, ExitCode::Usage);
  EXPECT_EQ(ask({"runbook", "NodeDeleted", "-o", "json"}).code, ExitCode::Usage);
}

TEST(Runbook, GoesThroughThePagerOnATerminalThatIsTooSmall) {
  RememberingPager pager;
  const Terminal small{.width = 80, .is_terminal = true, .height = 24};
  EXPECT_THAT(ask({"runbook", "NodeDeleted"}, small, &pager).out, IsEmpty());
  EXPECT_THAT(pager.shown, StartsWith("NodeDeleted\n"));
  for (const std::string_view line : split(pager.shown, '\n')) {
    const bool is_command = line.starts_with("    ");
    EXPECT_TRUE(is_command || display_width(line) <= 80U) << line;
  }
}

TEST(Runbook, IsPrintedWhereItFitsWhereNobodyPagesAndWhereThePagerFails) {
  RememberingPager pager;
  const Terminal tall{.width = 80, .is_terminal = true, .height = 500};
  EXPECT_THAT(ask({"runbook", "NodeDeleted"}, tall, &pager).out, StartsWith("NodeDeleted\n"));
  EXPECT_THAT(ask({"runbook", "NodeDeleted"}, {}, &pager).out, StartsWith("NodeDeleted\n"));
  EXPECT_THAT(ask({"runbook", "NodeDeleted", "-o", "markdown"}, tall, &pager).out,
              StartsWith("# NodeDeleted\n"));
  EXPECT_THAT(pager.shown, IsEmpty());
  pager.broken = true;
  const Terminal small{.width = 80, .is_terminal = true, .height = 24};
  EXPECT_THAT(ask({"runbook", "NodeDeleted"}, small, &pager).out, StartsWith("NodeDeleted\n"));
}

TEST(Runbook, LinksThePlatformsDocumentation) {
  for (const FailureClass failure :
       {FailureClass::MissingCloudResources, FailureClass::CloudQuotaExceeded,
        FailureClass::InsufficientCloudCapacity, FailureClass::CAPIProviderFailed}) {
    const std::string page = ask({"runbook", std::string(to_text(failure)), "-o", "markdown"}).out;
    for (const Platform platform : all_platforms()) {
      EXPECT_THAT(page, HasSubstr(documentation_for(failure, platform)))
          << to_text(failure) << " on " << to_text(platform);
    }
  }
}

TEST(PagerCommand, IsWhatPeopleChose) {
  const auto with = [](std::string_view wanted, const char* value) {
    return pager_command(
        [&](const char* name) -> const char* { return name == wanted ? value : nullptr; });
  };
  EXPECT_EQ(with("PAGER", "most"), "most");
  EXPECT_EQ(with("TELLTALE_PAGER", "less -S"), "less -S");
  EXPECT_EQ(with("PAGER", "cat"), "");
  EXPECT_EQ(with("PAGER", ""), "");
  EXPECT_EQ(with("HOME", "/"), "");
}

TEST(ProcessPager, ShowsTextAndSaysWhenItCouldNot) {
  const std::string much(1 << 20, 'x');
  EXPECT_TRUE(ProcessPager("cat > /dev/null").show(much));
  EXPECT_TRUE(ProcessPager("true").show(much));  // Whoever quits early has seen enough.
  EXPECT_FALSE(ProcessPager("exec /nowhere/pager 2> /dev/null").show(much));
}

}  // namespace
}  // namespace telltale::cli
