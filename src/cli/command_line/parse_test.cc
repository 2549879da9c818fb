// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/parse.h"

#include <gtest/gtest.h>

#include "cli/check/check.h"
#include "cli/get/get.h"
#include "cli/history/history_command.h"
#include "cli/manifests/generate.h"
#include "cli/test_world.h"
#include "cli/wait/wait.h"
#include "cli/why/why.h"

namespace telltale::cli {
namespace {

using Words = std::vector<std::string>;

template <class Options>
Options parsed(const Words& words) {
  const auto result = parse(words, "telltale");
  const Invocation* invocation = std::get_if<Invocation>(&result);
  EXPECT_NE(invocation, nullptr) << std::get<Reply>(result).text;
  if (invocation == nullptr) return Options{};
  const Options* options = invocation->options<Options>();
  EXPECT_NE(options, nullptr);
  return options == nullptr ? Options{} : *options;
}

Reply refused(const Words& words) {
  const auto result = parse(words, "telltale");
  const Reply* reply = std::get_if<Reply>(&result);
  EXPECT_NE(reply, nullptr);
  return reply == nullptr ? Reply{} : *reply;
}

TEST(Parse, TakesPathsAloneOrBehindAFlag) {
  EXPECT_EQ(parsed<CheckOptions>({"check", "a", "-f", "b", "-"}).read.paths,
            (Words{"a", "-", "b"}));
  EXPECT_EQ(parsed<CheckOptions>({"check", "-f", "a", "-f", "-"}).read.paths, (Words{"a", "-"}));
}

// Only the command that was typed is declared: declaring all took longer than judging a file.
TEST(Parse, TakesTheNameOfAnotherCommandAsAPath) {
  EXPECT_EQ(parsed<CheckOptions>({"check", "tree"}).read.paths, (Words{"tree"}));
  EXPECT_EQ(parsed<CheckOptions>({"--color=never", "check", "x"}).read.paths, (Words{"x"}));
}

TEST(Parse, ReadsTheFlagsOfReadingCommands) {
  const CheckOptions options = parsed<CheckOptions>(
      {"check", "x", "-n", "prod", "-l", "a=b", "--now", "2026-01-01T12:00:00Z", "--dialect",
       "upstream", "--complete", "--threads", "3", "-q", "-o", "wide", "--no-headers"});
  EXPECT_EQ(options.read.filter.namespace_name, "prod");
  EXPECT_EQ(options.read.filter.selector, *parse_selector("a=b"));
  EXPECT_EQ(options.read.now, noon);
  EXPECT_EQ(options.read.dialect, DialectName::Upstream);
  EXPECT_EQ(options.read.completeness, Completeness::Complete);
  EXPECT_EQ(options.read.threads, 3U);
  EXPECT_EQ(options.read.loudness, Loudness::Quiet);
  EXPECT_EQ(options.output, CheckOutput::Wide);
  EXPECT_EQ(options.headers, Headers::Hidden);
}

TEST(Parse, SpeaksTheProposalUnlessToldOtherwise) {
  EXPECT_EQ(parsed<CheckOptions>({"check", "x"}).read.dialect, DialectName::Proposal);
  EXPECT_EQ(parsed<CheckOptions>({"check", "x", "--dialect=auto"}).read.dialect, std::nullopt);
}

TEST(Parse, TakesAnEmptyValueForNone) {
  const JudgingOptions judging =
      parsed<CheckOptions>({"check", "x", "--node-conditions", ""}).read.judging;
  EXPECT_EQ(judging.node_conditions, std::nullopt);
}

TEST(Parse, TakesAllNamespacesOverOne) {
  EXPECT_EQ(parsed<CheckOptions>({"check", "x", "-n", "prod", "-A"}).read.filter.namespace_name,
            "");
}

TEST(Parse, TakesAFormatHoweverKubectlsUsersWriteIt) {
  for (const Words& words : {Words{"check", "x", "-o", "json"}, Words{"check", "x", "-ojson"},
                             Words{"check", "x", "-o=json"}, Words{"check", "x", "--output=json"},
                             Words{"check", "-o", "json", "x"}}) {
    EXPECT_EQ(parsed<CheckOptions>(words).output, CheckOutput::Json);
  }
}

TEST(Parse, ReadsTheObjectToExplainInBothForms) {
  const WhyOptions one = parsed<WhyOptions>({"why", "machine/m1", "Ready", "-f", "x"});
  EXPECT_EQ(one.type + one.name + one.condition, "machinem1Ready");
  const WhyOptions two = parsed<WhyOptions>({"why", "ma", "m1", "-f", "x", "Ready"});
  EXPECT_EQ(two.type + two.name + two.condition, "mam1Ready");
  EXPECT_EQ(parsed<WhyOptions>({"why", "ma/m1", "-f", "x"}).condition, "");
}

TEST(Parse, ReadsAServerWhereNoFileIsNamed) {
  const GetOptions get = parsed<GetOptions>(
      {"get", "ma", "--kubeconfig", "k", "--context", "c", "--cluster", "cl", "--user", "u", "--as",
       "bob", "--as-group", "a", "--as-group=b", "--request-timeout", "5", "-w"});
  EXPECT_TRUE(get.read.is_live());
  EXPECT_EQ(get.read.dialect, std::nullopt);
  EXPECT_EQ(get.read.namespaces, Namespaces::OfContext);
  EXPECT_EQ(get.watching, Watching::On);
  const client::AccessFlags& access = get.read.connect.access;
  EXPECT_EQ(access.kubeconfig + access.context + access.cluster + access.user + access.as_user,
            "kcclubob");
  EXPECT_EQ(access.as_groups, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(get.read.connect.request_timeout, std::chrono::seconds(5));
  EXPECT_EQ(parsed<GetOptions>({"get", "ma", "-A"}).read.namespaces, Namespaces::All);
  EXPECT_TRUE(parsed<CheckOptions>({"check"}).read.is_live());
  EXPECT_EQ(parsed<CheckOptions>({"check", "x"}).read.dialect, DialectName::Proposal);
}

TEST(Parse, ReadsWhatToWaitFor) {
  const WaitOptions wait = parsed<WaitOptions>(
      {"wait", "ma/m1", "ms/s1", "--for=condition=Ready", "--for", "jsonpath={.a}=b",
       "--fail-on=verdict=Stuck", "--timeout=-1s", "-o", "name", "-n", "x"});
  ASSERT_EQ(wait.subjects.size(), 2U);
  EXPECT_EQ(wait.subjects[1].type + wait.subjects[1].name, "mss1");
  EXPECT_EQ(wait.expected.size(), 2U);
  EXPECT_EQ(wait.failing.size(), 1U);
  EXPECT_EQ(wait.timeout, std::chrono::days(7));
  EXPECT_EQ(wait.output, WaitOutput::Name);
  const WaitOptions all = parsed<WaitOptions>({"wait", "ma,ms", "--all", "--for=create"});
  EXPECT_EQ(all.subjects.size(), 2U);
  EXPECT_EQ(all.timeout, std::chrono::seconds(30));
  EXPECT_EQ(parsed<WaitOptions>({"wait", "ma", "a", "b", "--for=create"}).subjects.size(), 2U);
  EXPECT_EQ(parsed<WaitOptions>({"wait", "ma", "-l", "a=b", "--for=create"}).selector, "a=b");
}

TEST(Parse, ReadsWhoseHistory) {
  const HistoryOptions history = parsed<HistoryOptions>(
      {"history", "np/gpu", "Progressing", "--telltale", "https://t.example.com/", "-o", "json"});
  EXPECT_EQ(history.type + history.name + history.condition, "npgpuProgressing");
  EXPECT_EQ(history.read.connect.telltale, "https://t.example.com");
  EXPECT_EQ(history.output, HistoryOutput::Json);
}

TEST(Parse, RefusesATelltaleWhoseAddressCouldMeanTwoHosts) {
  for (const char* url : {"http://localhost:1@elsewhere", "localhost:7480", "ftp://localhost",
                          "http://", "https://[::1", "http://localhost/?x"}) {
    const auto result = parse(Words{"history", "np/gpu", "--telltale", url}, "telltale");
    EXPECT_FALSE(std::holds_alternative<Invocation>(result)) << url;
  }
}

TEST(Parse, ReadsColoursBeforeAndBehindTheCommand) {
  for (const Words& words :
       {Words{"--color", "always", "version"}, Words{"version", "--color=always"}}) {
    const auto result = parse(words, "telltale");
    ASSERT_TRUE(std::holds_alternative<Invocation>(result));
    EXPECT_EQ(std::get<Invocation>(result).color, ColorChoice::Always);
  }
}

TEST(Parse, ReadsAFleet) {
  const fleet::FleetOptions fleet =
      parsed<GenerateOptions>({"generate", "fleet", "--clusters", "4", "--machines", "6", "--seed",
                               "7", "--unhealthy", "30", "-o", "ndjson", "--api-version", "v1beta1",
                               "--dialect", "proposal"})
          .fleet;
  EXPECT_EQ(fleet.clusters, 4U);
  EXPECT_EQ(fleet.machines, 6U);
  EXPECT_EQ(fleet.seed, 7U);
  EXPECT_EQ(fleet.unhealthy_percent, 30U);
  EXPECT_EQ(fleet.format, fleet::Format::Ndjson);
  EXPECT_EQ(fleet.api_version, fleet::ApiVersion::V1Beta1);
  EXPECT_EQ(fleet.dialect, fleet::Dialect::Proposal);
}

TEST(Parse, RefusesWhatMakesNoSenseWithTheUsageCode) {
  const std::vector<Words> lines = {{"check", "x", "--now", "yesterday"},
                                    {"check", "x", "-l", "a in ("},
                                    {"check", "x", "-o", "xml"},
                                    {"check", "x", "--dialect", "klingon"},
                                    {"check", "x", "--threads", "many"},
                                    {"check", "x", "--color", "blue"},
                                    {"check", "x", "--bogus"},
                                    {"why", "-f", "x"},
                                    {"why", "machine"},
                                    {"get"},
                                    {"get", "ma", "-w", "-f", "x"},
                                    {"tree", "--watch-only", "-f", "x"},
                                    {"check", "-w", "x"},
                                    {"check", "--watch-only", "-f", "x"},
                                    {"check", "--exec", "true"},
                                    {"check", "--no-bell"},
                                    {"why", "ma/m1", "-w", "-f", "x"},
                                    {"history", "ma/m1", "-w", "-f", "x"},
                                    {"get", "ma", "--request-timeout", "soon"},
                                    {"why", "ma/m1", "--telltale", "here"},
                                    {"history", "machine"},
                                    {"wait"},
                                    {"wait", "ma/m1"},
                                    {"wait", "ma", "--for=create"},
                                    {"wait", "ma/m1", "--all", "--for=create"},
                                    {"wait", "ma", "m1", "-l", "a=b", "--for=create"},
                                    {"wait", "ma", "--all", "-l", "a=b", "--for=create"},
                                    {"wait", "ma/m1", "--for=ready"},
                                    {"wait", "ma/m1", "--for=delete", "--for=condition=Ready"},
                                    {"wait", "ma/m1", "--for=create", "--fail-on=create"},
                                    {"wait", "ma/m1", "--for=create", "--timeout", "soon"},
                                    {"wait", "ma/m1", "--for=create", "-o", "wide"},
                                    {"why", "machine/", "-f", "x"},
                                    {"why", "machine", "-f", "x"},
                                    {"why", "machine/m1", "Ready", "more", "-f", "x"},
                                    {"tables", "a", "b"},
                                    {"completion"},
                                    {"completion", "tcsh"},
                                    {"generate", "world"},
                                    {"generate", "fleet", "--clusters", "100000000"},
                                    {"--bogus"},
                                    {"bogus"},
                                    {"-o"}};
  for (const Words& words : lines) {
    const Reply reply = refused(words);
    EXPECT_EQ(reply.code, ExitCode::Usage) << words.back();
    EXPECT_TRUE(reply.text.starts_with("error: ")) << reply.text;
    EXPECT_TRUE(reply.text.contains("--help")) << reply.text;
  }
}

TEST(Parse, SuggestsTheCommandThatWasMeant) {
  EXPECT_TRUE(refused({"chek"}).text.contains("did you mean check?"));
}

TEST(Parse, SuggestsTheFlagThatWasMeant) {
  const Reply near = refused({"check", "x", "--namspace", "prod"});
  EXPECT_TRUE(near.text.contains("unknown flag --namspace; did you mean --namespace?"))
      << near.text;
  const Reply with_value = refused({"check", "x", "--treads=3"});
  EXPECT_TRUE(with_value.text.contains("did you mean --threads?")) << with_value.text;
  EXPECT_TRUE(refused({"check", "--zzzzzz"}).text.starts_with("error: unknown flag --zzzzzz\n"));
}

TEST(Parse, SaysWhichCommandHasAFlag) {
  const Reply reply = refused({"check", "x", "--show-machinesets"});
  EXPECT_TRUE(reply.text.contains("unknown flag --show-machinesets; tree has it")) << reply.text;
}

TEST(Parse, SaysWhatIsWrongWithAValueInPlainWords) {
  const std::pair<Words, std::string> lines[] = {
      {{"check", "x", "--threads", "many"}, "error: --threads cannot be many\n"},
      {{"check", "-n"}, "error: --namespace needs a value\n"},
      {{"serve", "foo"}, "error: serve does not take \"foo\"\n"},
      {{"check", "x", "-o", "xml"}, "error: -o must be wide, json, yaml or name, not xml\n"},
      {{"up", "--encryption-key-file", "a", "--encryption-key-command", "b"},
       "--encryption-key-file does not go with --encryption-key-command\n"},
  };
  for (const auto& [words, said] : lines) {
    EXPECT_TRUE(refused(words).text.contains(said)) << refused(words).text;
  }
}

TEST(Parse, NeverSendsWhatWasTypedToATerminalAsItIs) {
  for (const Words& words : {Words{"check", "--\x1b[31m"}, Words{"serve", "\x1b[31m"},
                             Words{"check", "x", "--threads", "\x1b[31m"}, Words{"\x1b[31m"}}) {
    EXPECT_FALSE(refused(words).text.contains('\x1b')) << words.back();
  }
}

TEST(Parse, ShowsTheOverviewWhenAskedForNothing) {
  for (const Words& words : {Words{}, Words{"--help"}, Words{"-h"}}) {
    const Reply reply = refused(words);
    EXPECT_EQ(reply.code, ExitCode::Fine);
    EXPECT_TRUE(reply.text.contains("Exit codes:")) << reply.text;
  }
}

TEST(Parse, ShowsTheHelpOfACommand) {
  for (const Words& words : {Words{"check", "--help"}, Words{"check", "-h", "x"}}) {
    const Reply reply = refused(words);
    EXPECT_EQ(reply.code, ExitCode::Fine);
    EXPECT_TRUE(reply.text.contains("--no-headers")) << reply.text;
  }
}

TEST(Parse, CallsItselfWhatPeopleCallIt) {
  const auto result = parse(Words{}, "kubectl telltale");
  EXPECT_TRUE(std::get<Reply>(result).text.contains("kubectl telltale check"));
}

}  // namespace
}  // namespace telltale::cli
