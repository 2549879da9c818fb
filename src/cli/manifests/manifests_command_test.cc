// SPDX-License-Identifier: Apache-2.0
#include "cli/manifests/manifests_command.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/text.h"
#include "cli/test_world.h"
#include "json/parse.h"
#include "report/columns.h"
#include "server/crds/telltale_crds.h"

namespace telltale::cli {
namespace {

std::size_t documents_in(const std::string& yaml) {
  std::size_t count = 0;
  for (const std::string_view line : split(yaml, '\n')) {
    count += line == "kind: CustomResourceDefinition" ? 1U : 0U;
  }
  return count;
}

std::vector<std::string> names_of(const std::vector<std::string>& arguments) {
  Screen screen;
  std::vector<std::string> words{"manifests", "crds", "-o", "name"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  EXPECT_EQ(screen.run(words), ExitCode::Fine) << screen.err.text;
  std::vector<std::string> names;
  for (const std::string_view line : split(screen.out.text, '\n')) {
    if (!line.empty()) names.emplace_back(line.substr(line.find('/') + 1));
  }
  return names;
}

TEST(ManifestsCommand, AloneListsWhatThereIs) {
  Screen screen;
  EXPECT_EQ(screen.run({"manifests"}), ExitCode::Fine);
  EXPECT_TRUE(screen.out.text.starts_with("MANIFESTS")) << screen.out.text;
  EXPECT_TRUE(screen.out.text.contains("\ncrds ")) << screen.out.text;
  EXPECT_TRUE(screen.out.text.contains("next: telltale manifests crds")) << screen.out.text;
}

TEST(ManifestsCommand, PrintsEveryDefinitionAsOneStreamOfYaml) {
  Screen screen;
  EXPECT_EQ(screen.run({"manifests", "crds"}), ExitCode::Fine);
  const std::vector<server::TelltaleCrd> crds = server::telltale_crds();
  EXPECT_EQ(documents_in(screen.out.text), crds.size());
  std::size_t separators = 0;
  for (const std::string_view line : split(screen.out.text, '\n')) {
    separators += line == "---" ? 1U : 0U;
  }
  EXPECT_EQ(separators, crds.size() - 1);
  EXPECT_TRUE(screen.out.text.ends_with('\n'));
  Screen again;
  again.run({"manifests", "crds", "-o", "yaml"});
  EXPECT_EQ(screen.out.text, again.out.text);
}

TEST(ManifestsCommand, PrintsAListAsJsonAndOneDefinitionAsItself) {
  Screen all;
  EXPECT_EQ(all.run({"manifests", "crds", "-o", "json"}), ExitCode::Fine);
  const Result<json::Value> list = json::parse(all.out.text);
  ASSERT_TRUE(list);
  EXPECT_EQ(list->at("kind"), "List");
  EXPECT_EQ(list->at("items").as_array().size(), server::telltale_crds().size());
  Screen one;
  EXPECT_EQ(one.run({"manifests", "crds", "--name", "kcp", "-o=json"}), ExitCode::Fine);
  const Result<json::Value> crd = json::parse(one.out.text);
  ASSERT_TRUE(crd);
  EXPECT_EQ(crd->at("metadata").at("name"), "kubeadmcontrolplanes.controlplane.cluster.x-k8s.io");
}

TEST(ManifestsCommand, FindsAKindByWhateverItIsCalled) {
  const std::vector<std::string> machines{"machines.cluster.x-k8s.io"};
  for (const std::string name :
       {"ma", "Machine", "machines", "MACHINE", "machines.cluster.x-k8s.io"}) {
    EXPECT_EQ(names_of({"--name", name}), machines) << name;
  }
  EXPECT_EQ(
      names_of({"--name", "nodepool"}),
      (std::vector<std::string>{"nodepools.hypershift.openshift.io", "nodepools.karpenter.sh"}));
  EXPECT_EQ(names_of({"--name", "telltale.dev"}),
            (std::vector<std::string>{"logicalclusters.telltale.dev", "memories.telltale.dev",
                                      "remoteconnections.telltale.dev"}));
  EXPECT_EQ(names_of({"--name", "*"}).size(), server::telltale_crds().size());
}

TEST(ManifestsCommand, SaysWhatWasProbablyMeant) {
  Screen subject;
  EXPECT_EQ(subject.run({"manifests", "crd"}), ExitCode::Usage);
  EXPECT_TRUE(subject.err.text.contains("did you mean crds?")) << subject.err.text;
  Screen name;
  EXPECT_EQ(name.run({"manifests", "crds", "--name", "machinse"}), ExitCode::Usage);
  EXPECT_TRUE(name.err.text.contains("did you mean machines")) << name.err.text;
  EXPECT_TRUE(name.out.text.empty());
}

TEST(ManifestsCommand, RefusesWhatMakesNoSense) {
  const std::vector<std::vector<std::string>> lines{{"manifests", "-o", "json"},
                                                    {"manifests", "--name", "x"},
                                                    {"manifests", "crds", "more"},
                                                    {"manifests", "crds", "-o", "wide"}};
  for (const std::vector<std::string>& line : lines) {
    Screen screen;
    EXPECT_EQ(screen.run(line), ExitCode::Usage) << line.back();
    EXPECT_TRUE(screen.out.text.empty());
  }
}

TEST(ManifestsCommand, MatchesPatternsAsAShellDoes) {
  EXPECT_TRUE(matches_pattern("machines", "machines"));
  EXPECT_TRUE(matches_pattern("machines", "*"));
  EXPECT_TRUE(matches_pattern("machines", "m*s"));
  EXPECT_TRUE(matches_pattern("machinesets", "*s*s"));
  EXPECT_TRUE(matches_pattern("Machine", "m?CHINE"));
  EXPECT_TRUE(matches_pattern("", "**"));
  EXPECT_FALSE(matches_pattern("machines", "machine"));
  EXPECT_FALSE(matches_pattern("machine", "machines"));
  EXPECT_FALSE(matches_pattern("machine", "m*x"));
  EXPECT_FALSE(matches_pattern("", "?"));
}

// Whatever stands in the way: a pattern of stars costs no more than text times pattern.
TEST(ManifestsCommand, TakesHostilePatternsInItsStride) {
  const std::string text(2000, 'a');
  std::string pattern;
  for (int i = 0; i < 500; ++i) pattern += "*a";
  EXPECT_FALSE(matches_pattern(text, pattern + "*b"));
  EXPECT_TRUE(matches_pattern(text, pattern));
}

std::string column_text(const json::Value& column) {
  const json::Value* priority = column.as_object().if_contains("priority");
  return format("{}|{}|{}|{}", column.at("name").as_string().c_str(),
                column.at("type").as_string().c_str(), column.at("jsonPath").as_string().c_str(),
                priority == nullptr ? 0 : priority->as_int64());
}

std::vector<std::string> columns_in(const json::Value& version) {
  std::vector<std::string> columns;
  const json::Value* list = version.as_object().if_contains("additionalPrinterColumns");
  if (list == nullptr) return columns;
  for (const json::Value& column : list->as_array()) columns.push_back(column_text(column));
  return columns;
}

// `telltale get` and `kubectl get` show the same.
TEST(ManifestsCommand, HasTheColumnsOfGet) {
  std::set<std::string> seen;
  for (const server::TelltaleCrd& crd : server::telltale_crds()) {
    const json::Value& spec = crd.object.at("spec");
    const std::string group(spec.at("group").as_string());
    const std::string kind(spec.at("names").at("kind").as_string());
    if (!has_columns(group, kind)) continue;
    seen.insert(crd.name);
    for (const json::Value& version : spec.at("versions").as_array()) {
      const std::string name(version.at("name").as_string());
      // v1beta1 of HyperShift is no old version of anything.
      std::vector<std::string> wanted;
      for (const Column& column : columns_of(group, kind, name, DialectName::Proposal)) {
        wanted.push_back(format("{}|{}|{}|{}", column.header, to_text(column.type), column.path,
                                column.priority));
      }
      EXPECT_EQ(columns_in(version), wanted) << crd.name << " " << name;
    }
  }
  EXPECT_EQ(seen.size(), 10U);
}

}  // namespace
}  // namespace telltale::cli
