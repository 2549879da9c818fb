// SPDX-License-Identifier: Apache-2.0
#include "dump/dump.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dump/dump_for_test.h"

namespace telltale::dump {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

const std::string node_json = R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"n1"}})";

TEST(Dump, ReadsYamlDocuments) {
  const Dump dump = read_text(machine_yaml("m1") + "---\n" + machine_yaml("m2") + "--- # last\n" +
                              machine_yaml("m3"));
  EXPECT_THAT(names(dump),
              ElementsAre("Machine default/m1", "Machine default/m2", "Machine default/m3"));
  EXPECT_THAT(input_errors(dump), IsEmpty());
  EXPECT_EQ(dump.documents, 3U);
  EXPECT_EQ(dump.files, 1U);
}

TEST(Dump, ReadsJsonDocumentsOneAfterTheOther) {
  const std::string pretty =
      "{\n  \"apiVersion\": \"v1\",\n  \"kind\": \"Node\",\n  \"metadata\": "
      "{\"name\": \"n2\"}\n}";
  const Dump dump =
      read_text(node_json + pretty + "\n\n" + machine_json("m1") + machine_json("m2"));
  EXPECT_THAT(names(dump),
              ElementsAre("Node n1", "Node n2", "Machine default/m1", "Machine default/m2"));
  EXPECT_THAT(input_errors(dump), IsEmpty());
}

TEST(Dump, ReadsYamlBehindJson) {
  const Dump dump = read_text(node_json + "\n---\n" + machine_yaml("m1"), "both.yaml");
  EXPECT_THAT(names(dump), ElementsAre("Node n1", "Machine default/m1"));
  EXPECT_THAT(input_errors(dump), IsEmpty());
}

TEST(Dump, ReadsTheItemsOfAListWhereverItsKindStands) {
  const std::string items = "\"items\":[" + node_json + "," + machine_json("m1") + "]";
  for (const std::string& text :
       {"{\"kind\":\"List\",\"apiVersion\":\"v1\"," + items + "}",
        "{\"apiVersion\":\"v1\",\n" + items + ",\n\"kind\":\"List\",\"metadata\":{}}"}) {
    const Dump dump = read_text(text);
    EXPECT_THAT(names(dump), ElementsAre("Node n1", "Machine default/m1")) << text;
    EXPECT_THAT(input_errors(dump), IsEmpty()) << text;
  }
}

TEST(Dump, GivesItemsOfATypedListItsKind) {
  const std::string items = R"("items":[{"metadata":{"name":"n1"}},{"metadata":{"name":"n2"}}])";
  const std::string kind = R"("kind":"NodeList")";
  const std::string version = R"("apiVersion":"v1")";
  for (const std::string& text : {format("{{{},\n{},{}}}", kind, version, items),
                                  format("{{{},\n{},{}}}", items, kind, version),
                                  format("{{{},\n{},{}}}", kind, items, version),
                                  format("{{{},{},{}}}", version, items, kind)}) {
    const Dump dump = read_text(text);
    EXPECT_THAT(names(dump), ElementsAre("Node n1", "Node n2")) << text;
    EXPECT_THAT(input_errors(dump), IsEmpty()) << text;
    EXPECT_EQ(dump.objects[0].api_version, "v1");
  }
}

TEST(Dump, ReadsListsInsideLists) {
  const std::string inner =
      R"({"kind":"NodeList","apiVersion":"v1","items":[{"metadata":{"name":"n1"}}]})";
  const Dump dump = read_text("{\"kind\":\"List\",\n\"apiVersion\":\"v1\",\"items\":[" + inner +
                              "," + machine_json("m1") + "]}");
  EXPECT_THAT(names(dump), ElementsAre("Node n1", "Machine default/m1"));
  EXPECT_THAT(input_errors(dump), IsEmpty());
}

TEST(Dump, ReadsAYamlList) {
  const Dump dump = read_text(
      "apiVersion: v1\nitems:\n- apiVersion: v1\n  kind: Node\n  metadata: {name: n1}\n"
      "- apiVersion: v1\n  kind: Node\n  metadata: {name: n2}\nkind: List\n");
  EXPECT_THAT(names(dump), ElementsAre("Node n1", "Node n2"));
  EXPECT_EQ(dump.documents, 2U);
}

TEST(Dump, ReadsAnEmptyListWithoutAWord) {
  const Dump dump = read_text(R"({"apiVersion":"v1","items":[],"kind":"List"})", "l.json");
  EXPECT_THAT(names(dump), IsEmpty());
  EXPECT_THAT(input_errors(dump), ElementsAre("W0: holds no documents"));
}

TEST(Dump, LosesOneLineOfNdjsonToABrokenOne) {
  const Dump dump = read_text(node_json + "\n{\"kind\": \"Node\", \"meta\n" + machine_json("m1") +
                              "\r\n\nnonsense\n" + machine_json("m2") + "\n{\"kind\":");
  EXPECT_THAT(names(dump), ElementsAre("Node n1", "Machine default/m1", "Machine default/m2"));
  EXPECT_THAT(input_errors(dump),
              ElementsAre(StartsWith("2: "), StartsWith("5: "), StartsWith("7: ")));
}

TEST(Dump, KeepsABrokenFirstLineFromTakingTheRest) {
  const Dump dump = read_text("{\"kind\": \"Node\n" + machine_json("m1") + "\n");
  EXPECT_THAT(names(dump), ElementsAre("Machine default/m1"));
  EXPECT_THAT(input_errors(dump), ElementsAre(StartsWith("1: ")));
}

TEST(Dump, KeepsWhatStandsBeforeABreakInAList) {
  const Dump dump =
      read_text("{\"kind\":\"List\",\"apiVersion\":\"v1\",\"items\":[\n" + machine_json("m1") +
                ",\n{\"kind\": \"Machine\", \"metadata\": [}\n, " + machine_json("m2") + "]}");
  EXPECT_THAT(names(dump), ElementsAre("Machine default/m1"));
  EXPECT_THAT(input_errors(dump),
              ElementsAre("3: expected ], found }; the rest of the file was not read"));
}

TEST(Dump, LosesOneItemOfAListToItself) {
  const Dump dump =
      read_text("{\"kind\":\"List\",\"apiVersion\":\"v1\",\"items\":[\n" + machine_json("m1") +
                ",\n{\"kind\": truthy},\n7,\n" + machine_json("m2") + "]}");
  EXPECT_THAT(names(dump), ElementsAre("Machine default/m1", "Machine default/m2"));
  EXPECT_THAT(input_errors(dump), ElementsAre(StartsWith("3: "), StartsWith("4: ")));
}

TEST(Dump, SaysThatAFileEndsTooEarly) {
  const Dump dump = read_text("{\"kind\":\"List\",\"apiVersion\":\"v1\",\"items\":[\n" +
                              machine_json("m1") + ",\n{\"kind\": \"Machine\"");
  EXPECT_THAT(names(dump), ElementsAre("Machine default/m1"));
  EXPECT_THAT(input_errors(dump),
              ElementsAre("3: the file ends before this document does; it was left out"));
}

TEST(Dump, SaysWhatItMissesBesideItems) {
  const Dump dump = read_text("{\"items\":[\n" + machine_json("m1") + "],\n\"kind\":\"Wrong\"}");
  EXPECT_THAT(names(dump), ElementsAre("Machine default/m1"));
  EXPECT_THAT(input_errors(dump),
              ElementsAre("3: expected a kind that ends in List beside items, found "
                          "Wrong; only the items were read"));
}

TEST(Dump, ReadsAnObjectThatHappensToHaveItems) {
  const Dump dump = read_text(
      "{\"apiVersion\":\"v1\",\"items\":[1,\n2],\"kind\":\"ConfigMap\",\n"
      "\"metadata\":{\"name\":\"c\"}}\n{\"apiVersion\":\"v1\",\n\"kind\":"
      "\"ConfigMap\",\"items\":[{\"kind\":\"x\"}],\"metadata\":{\"name\":\"d\"}}");
  EXPECT_THAT(names(dump), ElementsAre("ConfigMap c", "ConfigMap d"));
  EXPECT_THAT(input_errors(dump), IsEmpty());
}

TEST(Dump, ReadsTheOtherDocumentsAfterAYamlError) {
  const Dump dump =
      read_text(machine_yaml("m1") + "---\na:\n  b: 1\n c: 2\n---\n" + machine_yaml("m2"));
  EXPECT_THAT(names(dump), ElementsAre("Machine default/m1", "Machine default/m2"));
  EXPECT_THAT(input_errors(dump), ElementsAre("9: did not find expected key (while reading a block "
                                              "mapping that starts on line 7)"));
  EXPECT_EQ(dump.documents, 3U);
}

TEST(Dump, CountsTheLinesOfYamlInTheFile) {
  const Dump dump =
      read_text("# a comment\n\n---\n" + machine_yaml("m1") + "---\n# another\n" +
                machine_yaml("m2") + "status:\n  conditions:\n  - type: Ready\n    status: 1\n");
  EXPECT_THAT(names(dump), ElementsAre("Machine default/m1", "Machine default/m2"));
  EXPECT_THAT(input_errors(dump), ElementsAre(AllOf(StartsWith("19: Machine \"m2\": "),
                                                    HasSubstr("status.conditions[0].status"))));
}

TEST(Dump, CountsTheLinesOfItemsInTheFile) {
  const std::string bad =
      "{\n\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"n1\"},\n"
      "\"status\":{\"conditions\":[\n{\"type\":\"Ready\",\"status\":1}]}}";
  const Dump dump = read_text("{\"kind\":\"List\",\"apiVersion\":\"v1\",\n\"items\":[" +
                              machine_json("m1") + ",\n" + bad + "]}");
  EXPECT_THAT(names(dump), ElementsAre("Machine default/m1", "Node n1"));
  EXPECT_THAT(input_errors(dump), ElementsAre(StartsWith("6: Node \"n1\": ")));
}

TEST(Dump, WarnsOfRepeatedKeys) {
  const Dump dump = read_text(machine_yaml("m1") + "spec: {}\nspec: {}\n");
  EXPECT_THAT(input_errors(dump),
              ElementsAre("W7: the key \"spec\" stands twice in one map; the last one counts"));
  EXPECT_THAT(names(dump), SizeIs(1));
}

TEST(Dump, ReadsWindowsTextAndByteOrderMarks) {
  std::string yaml = "\xEF\xBB\xBF" + machine_yaml("m1") + "---\n" + machine_yaml("m2");
  for (std::size_t at = yaml.find('\n'); at != std::string::npos; at = yaml.find('\n', at + 2)) {
    yaml.insert(at, "\r");
  }
  EXPECT_THAT(names(read_text(yaml)), ElementsAre("Machine default/m1", "Machine default/m2"));
  EXPECT_THAT(names(read_text("\xEF\xBB\xBF" + machine_json("m1") + "\r\n" + machine_json("m2"))),
              ElementsAre("Machine default/m1", "Machine default/m2"));
}

TEST(Dump, SaysWhatItCannotRead) {
  using namespace std::string_literals;
  EXPECT_THAT(input_errors(read_text("\xFF\xFE{\0"s)), ElementsAre("0: is UTF-16; expected UTF-8"));
  EXPECT_THAT(input_errors(read_text("\x7F"
                                     "ELF\x02\x01\x01\0\0"s)),
              ElementsAre("0: is neither YAML, JSON nor an archive we can unpack"));
  EXPECT_THAT(input_errors(read_text("")), ElementsAre("W0: holds no documents"));
  EXPECT_THAT(input_errors(read_text("# nothing\n---\n# here\n")),
              ElementsAre("W0: holds no documents"));
}

TEST(Dump, ExpectsAnObjectInAFileTheUserNamed) {
  EXPECT_THAT(
      input_errors(read_text("a: 1\nb: 2\n")),
      ElementsAre(AllOf(StartsWith("1: "),
                        EndsWith("expected an object with apiVersion, kind and metadata.name"))));
  EXPECT_THAT(input_errors(read_text("just some words\n")), ElementsAre(StartsWith("1: ")));
  EXPECT_THAT(input_errors(read_text("[\"a\", \"b\"]")), ElementsAre(StartsWith("1: ")));
  EXPECT_THAT(input_errors(read_text("kind: Machine\nmetadata: {name: m1}\n")),
              ElementsAre("1: this Machine has no apiVersion"));
}

TEST(Dump, PassesOverFilesOfAFolderThatAreNotOurs) {
  const TempFolder folder;
  folder.write("version.json", R"({"major": "1"})");
  folder.write("names.json", R"(["a", "b"])");
  folder.write("values.yaml", "replicas: 3\n");
  folder.write("empty.yaml", "");
  folder.write("pod.log", "hello");
  folder.write("kustomization.yaml",
               "apiVersion: kustomize.config.k8s.io/v1\nkind: Kustomization\n");
  folder.write("m1.yaml", machine_yaml("m1"));
  const Dump dump = read_paths({folder.path()});
  EXPECT_THAT(names(dump), ElementsAre("Machine default/m1"));
  EXPECT_EQ(dump.files_passed_over, 6U);
  EXPECT_THAT(input_errors(dump),
              ElementsAre(StartsWith("W1: this Kustomization has no metadata.name")));
}

TEST(Dump, ComplainsOfStrangeDocumentsBesideOursAndOfHalfObjects) {
  const TempFolder folder;
  folder.write("mixed.yaml", machine_yaml("m1") + "---\na: 1\n");
  folder.write("half.yaml", "kind: Machine\nmetadata: {name: m2}\n");
  folder.write("broken.yaml", "a: [\n");
  const Dump dump = read_paths({folder.path()});
  ASSERT_THAT(dump.input_errors, SizeIs(3));
  EXPECT_EQ(dump.input_errors[0].file, folder.path("broken.yaml"));
  EXPECT_EQ(dump.input_errors[1].file, folder.path("half.yaml"));
  EXPECT_EQ(dump.input_errors[2].file, folder.path("mixed.yaml"));
  EXPECT_EQ(dump.input_errors[2].line, 7);
  EXPECT_EQ(dump.files_passed_over, 0U);
}

TEST(Dump, WalksFoldersInOrderWithoutFollowingLinks) {
  const TempFolder folder;
  folder.write("b/2.yaml", machine_yaml("m2"));
  folder.write("a/z/1.yaml", machine_yaml("m1"));
  folder.write("c.json", machine_json("m3"));
  std::filesystem::create_symlink(folder.path("c.json"), folder.path("d.json"));
  std::filesystem::create_directory_symlink(folder.path("a"), folder.path("e"));
  ASSERT_EQ(::mkfifo(folder.path("f.yaml").c_str(), 0600), 0);
  const Dump dump = read_paths({folder.path()});
  EXPECT_THAT(names(dump),
              ElementsAre("Machine default/m1", "Machine default/m2", "Machine default/m3"));
  EXPECT_THAT(input_errors(dump),
              ElementsAre("W0: is a link, and links in folders are not followed",
                          "0: is not a regular file and was not read"));
  EXPECT_EQ(dump.files_passed_over, 2U);
}

TEST(Dump, ReadsOnAfterAPathThatIsNotThere) {
  const TempFolder folder;
  const Dump dump =
      read_paths({folder.path("gone.yaml"), folder.write("m1.txt", machine_yaml("m1"))});
  EXPECT_THAT(names(dump), ElementsAre("Machine default/m1"));
  EXPECT_THAT(input_errors(dump), ElementsAre("0: no such file or folder"));
}

TEST(Dump, WantsAPath) {
  const auto dump = read_dump({}, {});
  ASSERT_FALSE(dump);
  EXPECT_EQ(dump.error().kind, Error::Kind::Invalid);
}

TEST(Dump, ReadsStandardInput) {
  const TempFolder folder;
  const int descriptor = ::open(folder.write("x", machine_json("m1")).c_str(), O_RDONLY);
  const Dump dump = read_paths({"-"}, {.stdin_fd = descriptor});
  ::close(descriptor);
  EXPECT_THAT(names(dump), ElementsAre("Machine default/m1"));
}

TEST(Dump, ReadsAPipe) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const std::string text = "a: [\n---\n" + machine_yaml("m1");
  ASSERT_EQ(::write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  ::close(ends[1]);
  const Dump dump = read_paths({"-"}, {.stdin_fd = ends[0]});
  ::close(ends[0]);
  EXPECT_THAT(names(dump), ElementsAre("Machine default/m1"));
  ASSERT_THAT(dump.input_errors, SizeIs(1));
  EXPECT_EQ(dump.input_errors[0].file, "-");
}

TEST(Dump, FindsTheClusterOfObjectsByTheirFolder) {
  const TempFolder folder;
  folder.write("clusters/ns/c1/n1.json", node_json);
  folder.write("clusters/ns/c1/n2.yaml",
               "apiVersion: v1\nkind: Node\nmetadata:\n  name: n2\n  annotations:\n    "
               "cluster.x-k8s.io/cluster-name: other\n    cluster.x-k8s.io/cluster-namespace: x\n");
  folder.write("clusters/ns/c1/m1.yaml", machine_yaml("m1"));
  folder.write("n3.json", node_json);
  const Dump dump = read_paths({folder.path()});
  ASSERT_THAT(names(dump), ElementsAre("Machine default/m1", "Node n1", "Node n2", "Node n1"));
  EXPECT_TRUE(dump.objects[0].key.home.is_management());
  EXPECT_EQ(dump.objects[1].key.home, (Home{"ns", "c1"}));
  EXPECT_EQ(dump.objects[2].key.home, (Home{"x", "other"}));
  EXPECT_TRUE(dump.objects[3].key.home.is_management());
}

TEST(Dump, KnowsTheNewestTime) {
  const Dump dump = read_text(
      "apiVersion: v1\nkind: Node\nmetadata:\n  name: n1\n  creationTimestamp: "
      "2026-01-01T10:00:00Z\n---\napiVersion: v1\nkind: Node\nmetadata:\n  name: n2\n  "
      "creationTimestamp: 2026-01-02T10:00:00Z\n");
  EXPECT_EQ(dump.newest, *parse_rfc3339("2026-01-02T10:00:00Z"));
}

TEST(Dump, TellsItsProgress) {
  const TempFolder folder;
  const std::string first = folder.write("1.json", machine_json("m1"));
  const std::string second = folder.write("2.json", machine_json("m2"));
  const std::uint64_t total = machine_json("m1").size() * 2;
  std::vector<Progress> told;
  std::string last_file;
  const auto listen = [&](const Progress& progress) {
    told.push_back(progress);
    last_file = progress.file;
  };
  read_paths({first, second}, {.threads = 1, .progress = listen});
  ASSERT_FALSE(told.empty());
  EXPECT_EQ(told.back().bytes_done, total);
  EXPECT_EQ(told.back().bytes_total, total);
  EXPECT_EQ(told.back().objects, 2U);
  EXPECT_EQ(last_file, second);
}

TEST(Dump, LeavesOutDocumentsThatAreTooLarge) {
  const std::string padding(2000, ' ');
  const Limits limits{.document_bytes = 1000};
  const std::string large = "{\"kind\":\"Large\"," + padding + "\n\"x\":[" + padding + "]}";
  const Dump json = read_text("{\"kind\":\"List\",\"apiVersion\":\"v1\",\"items\":[\n" + large +
                                  ",\n" + machine_json("m1") + "]}",
                              "x.json", {.limits = limits});
  EXPECT_THAT(names(json), ElementsAre("Machine default/m1"));
  EXPECT_THAT(input_errors(json), SizeIs(1));
  const Dump yaml =
      read_text("a: \"" + padding + "\"\n---\n" + machine_yaml("m1"), "x.yaml", {.limits = limits});
  EXPECT_THAT(names(yaml), ElementsAre("Machine default/m1"));
  EXPECT_THAT(input_errors(yaml), ElementsAre(HasSubstr("1000 bytes")));
}

TEST(Dump, StopsAtTheLimitOfAFile) {
  const Dump dump = read_text(machine_json("m1") + "\n" + machine_json("m2") + "\n", "x.json",
                              {.limits = {.file_bytes = machine_json("m1").size() + 5}});
  EXPECT_THAT(names(dump), ElementsAre("Machine default/m1"));
}

TEST(Dump, StopsAtTheLimitOfDocuments) {
  std::string text;
  for (int index = 0; index < 5; ++index) text += machine_json(format("m{}", index)) + "\n";
  const Dump dump = read_text(text, "x.json", {.limits = {.documents = 3}});
  EXPECT_THAT(names(dump), SizeIs(3));
  EXPECT_THAT(input_errors(dump),
              ElementsAre("4: the dump holds more than 3 documents; the rest was not read"));
}

TEST(Dump, CountsTheTroublesItDoesNotKeep) {
  std::string text = node_json + "\n";
  for (int index = 0; index < 50; ++index) text += "{\"a\":1}\n";
  const Dump dump = read_text(text, "x.json", {.limits = {.input_errors = 10}});
  EXPECT_THAT(dump.input_errors, SizeIs(10));
  EXPECT_EQ(dump.input_errors_left_out, 40U);
  EXPECT_EQ(dump.input_errors.back().line, 11);
}

TEST(Dump, RefusesListsThatNeverEndInsideEachOther) {
  std::string text;
  for (int level = 0; level < 20; ++level) text += R"({"kind":"List","apiVersion":"v1","items":[)";
  text += machine_json("m1");
  for (int level = 0; level < 20; ++level) text += "]}";
  const Dump dump = read_text(text);
  EXPECT_THAT(names(dump), IsEmpty());
  EXPECT_THAT(input_errors(dump),
              ElementsAre(HasSubstr("Lists stand in each other more than 8 deep")));
}

}  // namespace
}  // namespace telltale::dump
