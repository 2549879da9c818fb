// SPDX-License-Identifier: Apache-2.0
#include "dump/sniff.h"

#include <string>

#include <gtest/gtest.h>

#include "dump/cluster_folder.h"

namespace telltale::dump {
namespace {

using namespace std::string_literals;

TEST(Sniff, TellsJsonFromYamlByWhatFollowsTheBracket) {
  EXPECT_EQ(sniff("{\"kind\": 1}", ""), Format::Json);
  EXPECT_EQ(sniff("\xEF\xBB\xBF \r\n {\n \"kind\"", ""), Format::Json);
  EXPECT_EQ(sniff("[{\"a\":1}]", "x.yaml"), Format::Json);
  EXPECT_EQ(sniff("{}", ""), Format::Json);
  EXPECT_EQ(sniff("{kind: Node}", ""), Format::Yaml);
  EXPECT_EQ(sniff("{{ .Values.x }}", ""), Format::Yaml);
  EXPECT_EQ(sniff("kind: Node", "x.json"), Format::Yaml);
  EXPECT_EQ(sniff("---\n", ""), Format::Yaml);
}

TEST(Sniff, KnowsArchivesByTheirFirstBytes) {
  EXPECT_EQ(sniff("\x1F\x8B\x08\0"s, "x.yaml"), Format::Archive);
  EXPECT_EQ(sniff("PK\x03\x04\0"s, ""), Format::Archive);
  EXPECT_EQ(sniff("\xFD"
                  "7zXZ\0"s,
                  ""),
            Format::Archive);
  EXPECT_EQ(sniff("\x28\xB5\x2F\xFD\0"s, ""), Format::Archive);
  EXPECT_EQ(sniff("BZh91AY&SY", ""), Format::Archive);
  EXPECT_EQ(sniff("BZh: a key of YAML", ""), Format::Yaml);
  // An empty tar archive is all zeroes: here the name must help.
  EXPECT_EQ(sniff(std::string(1024, '\0'), "x.tar"), Format::Archive);
  EXPECT_EQ(sniff(std::string(1024, '\0'), "x.yaml"), Format::Binary);
}

TEST(Sniff, KnowsWhatNobodyCanRead) {
  EXPECT_EQ(sniff("", ""), Format::Empty);
  EXPECT_EQ(sniff(" \n", ""), Format::Empty);
  EXPECT_EQ(sniff("\xEF\xBB\xBF", ""), Format::Empty);
  EXPECT_EQ(sniff("\xFF\xFE{\0"s, ""), Format::Utf16);
  EXPECT_EQ(sniff("{\0\"\0a\0"s, ""), Format::Utf16);
  EXPECT_EQ(sniff("\0{\0\""s, ""), Format::Utf16);
  EXPECT_EQ(sniff("\x7F"
                  "ELF\x02\x01"s,
                  ""),
            Format::Binary);
}

TEST(Sniff, OpensOnlyDocumentsAndArchivesThatNobodyNamed) {
  for (const char* name : {"a.yaml", "b/a.yml", "a.json", "a.ndjson", "a.jsonl", "a.yaml.gz",
                           "a.tgz", "a.tar", "a.tar.gz", "a.tar.xz", "a.tar.zst", "a.zip"}) {
    EXPECT_TRUE(is_worth_opening(name)) << name;
  }
  for (const char* name : {"a.log", "a.log.gz", "a", "yaml", "a.yaml.txt", "b/._a.yaml", "a.gz"}) {
    EXPECT_FALSE(is_worth_opening(name)) << name;
  }
}

TEST(ClusterFolder, IsTheInnermostOneAroundTheFile) {
  EXPECT_EQ(find_cluster_folder("d/clusters/ns/c1/nodes.yaml"), (ClusterFolder{"ns", "c1"}));
  EXPECT_EQ(find_cluster_folder("clusters/ns/c1/core/nodes.yaml"), (ClusterFolder{"ns", "c1"}));
  EXPECT_EQ(find_cluster_folder("clusters/a/b/clusters/./ns//c1/n.yaml"),
            (ClusterFolder{"ns", "c1"}));
  EXPECT_EQ(find_cluster_folder("clusters/ns/c1"), std::nullopt);
  EXPECT_EQ(find_cluster_folder("clusters/ns/nodes.yaml"), std::nullopt);
  EXPECT_EQ(find_cluster_folder("myclusters/ns/c1/nodes.yaml"), std::nullopt);
  EXPECT_EQ(find_cluster_folder(""), std::nullopt);
}

}  // namespace
}  // namespace telltale::dump
