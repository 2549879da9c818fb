// SPDX-License-Identifier: Apache-2.0
// Archives as they come from must-gather, from a mail attachment, and from somebody who means harm.
#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <archive.h>
#include <archive_entry.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dump/dump.h"
#include "dump/dump_for_test.h"

namespace telltale::dump {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

struct Packed {
  std::string path;
  std::string content;
  unsigned type = AE_IFREG;
};

enum class Form { Tar, Zip };
enum class Filter { None, Gzip, Xz, Zstd };

void add_entry(archive* writer, const Packed& packed) {
  const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(),
                                                                       &archive_entry_free);
  archive_entry_set_pathname(entry.get(), packed.path.c_str());
  archive_entry_set_filetype(entry.get(), packed.type);
  archive_entry_set_perm(entry.get(), 0644);
  if (packed.type == AE_IFLNK) archive_entry_set_symlink(entry.get(), packed.content.c_str());
  if (packed.type == AE_IFREG) {
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(packed.content.size()));
  }
  check(archive_write_header(writer, entry.get()) == ARCHIVE_OK, "a test archive can be written");
  if (packed.type == AE_IFREG) {
    archive_write_data(writer, packed.content.data(), packed.content.size());
  }
}

std::string pack(const std::string& path, const std::vector<Packed>& entries, Form form,
                 Filter filter = Filter::None, const char* password = nullptr) {
  archive* writer = archive_write_new();
  if (form == Form::Zip) archive_write_set_format_zip(writer);
  if (form == Form::Tar) archive_write_set_format_pax_restricted(writer);
  if (filter == Filter::Gzip) archive_write_add_filter_gzip(writer);
  if (filter == Filter::Xz) archive_write_add_filter_xz(writer);
  if (filter == Filter::Zstd) archive_write_add_filter_zstd(writer);
  if (password != nullptr) {
    archive_write_set_options(writer, "zip:encryption=traditional");
    archive_write_set_passphrase(writer, password);
  }
  check(archive_write_open_filename(writer, path.c_str()) == ARCHIVE_OK, "a test archive opens");
  for (const Packed& entry : entries) add_entry(writer, entry);
  archive_write_free(writer);
  return path;
}

// One compressed file without an archive around it.
std::string compress(const std::string& path, const std::string& content) {
  archive* writer = archive_write_new();
  archive_write_set_format_raw(writer);
  archive_write_add_filter_gzip(writer);
  archive_write_open_filename(writer, path.c_str());
  add_entry(writer, {"data", content});
  archive_write_free(writer);
  return path;
}

std::vector<Packed> two_machines() {
  return {{"./a/m1.yaml", machine_yaml("m1")},
          {"a/errors.txt", "hello"},
          {"m2.json", machine_json("m2")}};
}

TEST(DumpArchive, ReadsEveryKindOfArchiveWhateverItsName) {
  const TempFolder folder;
  for (const std::string& path :
       {pack(folder.path("d.tar"), two_machines(), Form::Tar),
        pack(folder.path("d.tar.gz"), two_machines(), Form::Tar, Filter::Gzip),
        pack(folder.path("d.tar.xz"), two_machines(), Form::Tar, Filter::Xz),
        pack(folder.path("d.tar.zst"), two_machines(), Form::Tar, Filter::Zstd),
        pack(folder.path("d.zip"), two_machines(), Form::Zip),
        pack(folder.path("no_ending"), two_machines(), Form::Tar, Filter::Gzip)}) {
    const Dump dump = read_paths({path});
    EXPECT_THAT(names(dump), ElementsAre("Machine default/m1", "Machine default/m2")) << path;
    EXPECT_THAT(input_errors(dump), IsEmpty()) << path;
    EXPECT_EQ(dump.files_passed_over, 1U) << path;
    EXPECT_EQ(dump.files, 2U) << path;
  }
}

TEST(DumpArchive, NamesTheFileInsideWithItsLine) {
  const TempFolder folder;
  const std::string path =
      pack(folder.path("d.tgz"), {{"./x/bad.yaml", "a: 1\nb: [\n"}}, Form::Tar, Filter::Gzip);
  const Dump dump = read_paths({path});
  ASSERT_THAT(dump.input_errors, SizeIs(1));
  EXPECT_EQ(dump.input_errors[0].file, path + "/x/bad.yaml");
  EXPECT_EQ(dump.input_errors[0].line, 3);
}

TEST(DumpArchive, ReadsOneCompressedFile) {
  const TempFolder folder;
  const std::string path = compress(folder.path("m1.yaml.gz"), machine_yaml("m1") + "---\na: [\n");
  const Dump dump = read_paths({path});
  EXPECT_THAT(names(dump), ElementsAre("Machine default/m1"));
  ASSERT_THAT(dump.input_errors, SizeIs(1));
  EXPECT_EQ(dump.input_errors[0].file, path);
}

TEST(DumpArchive, ReadsArchivesInFoldersAndInArchives) {
  const TempFolder folder;
  pack(folder.path("inner.zip"),
       {{"clusters/ns/c1/n.json", R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"n1"}})"}},
       Form::Zip);
  std::string inner;
  {
    std::ifstream file(folder.path("inner.zip"), std::ios::binary);
    inner.assign(std::istreambuf_iterator<char>(file), {});
  }
  pack(folder.path("outer.tar"), {{"deep/inner.zip", inner}, {"m1.yaml", machine_yaml("m1")}},
       Form::Tar);
  std::filesystem::remove(folder.path("inner.zip"));
  const Dump dump = read_paths({folder.path()});
  ASSERT_THAT(names(dump), ElementsAre("Node n1", "Machine default/m1"));
  EXPECT_THAT(input_errors(dump), IsEmpty());
  EXPECT_EQ(dump.objects[0].key.home, (Home{"ns", "c1"}));
}

TEST(DumpArchive, ReadsAnArchiveFromStandardInput) {
  const TempFolder folder;
  for (const auto& [name, form] : {std::pair("d.zip", Form::Zip), std::pair("d.tar", Form::Tar)}) {
    const std::string path = pack(folder.path(name), two_machines(), form);
    std::string bytes;
    {
      std::ifstream file(path, std::ios::binary);
      bytes.assign(std::istreambuf_iterator<char>(file), {});
    }
    ASSERT_LT(bytes.size(), 65536U) << "must fit into a pipe";
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    ASSERT_EQ(::write(ends[1], bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
    ::close(ends[1]);
    const Dump dump = read_paths({"-"}, {.stdin_fd = ends[0]});
    ::close(ends[0]);
    EXPECT_THAT(names(dump), ElementsAre("Machine default/m1", "Machine default/m2")) << name;
    EXPECT_THAT(input_errors(dump), IsEmpty()) << name;
  }
}

TEST(DumpArchive, RefusesPathsThatLeadOutLinksAndDevices) {
  const TempFolder folder;
  const std::string path = pack(folder.path("d.tar"),
                                {{"/etc/a.yaml", machine_yaml("a")},
                                 {"x/../../b.yaml", machine_yaml("b")},
                                 {"c.yaml", "/etc/passwd", AE_IFLNK},
                                 {"d.yaml", "", AE_IFCHR},
                                 {"log", "/etc/passwd", AE_IFLNK},
                                 {"m1.yaml", machine_yaml("m1")}},
                                Form::Tar);
  const Dump dump = read_paths({path});
  EXPECT_THAT(names(dump), ElementsAre("Machine default/m1"));
  EXPECT_THAT(input_errors(dump),
              ElementsAre("0: leads out of the archive and was not read",
                          "W0: is a link, and links in archives are not followed",
                          "0: is not a regular file and was not read",
                          "0: leads out of the archive and was not read"));
}

TEST(DumpArchive, RefusesEncryptedEntries) {
  const TempFolder folder;
  const std::string path = pack(folder.path("d.zip"), {{"m1.yaml", machine_yaml("m1")}}, Form::Zip,
                                Filter::None, "secret");
  const Dump dump = read_paths({path});
  EXPECT_THAT(names(dump), IsEmpty());
  EXPECT_THAT(input_errors(dump), ElementsAre("0: is encrypted and was not read"));
}

TEST(DumpArchive, KeepsWhatWasReadOfATruncatedOne) {
  const TempFolder folder;
  std::string many;
  for (int index = 0; index < 20'000; ++index)
    many += machine_json(format("m{}-{}", index, index * 7919)) + "\n";
  const std::string path = compress(folder.path("d.json.gz"), many);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
  const Dump dump = read_paths({path});
  EXPECT_GT(dump.objects.size(), 5'000U);
  EXPECT_LT(dump.objects.size(), 20'000U);
  EXPECT_THAT(input_errors(dump),
              testing::Contains(
                  AllOf(HasSubstr("truncated"), EndsWith("the rest of the file was not read"))));
}

TEST(DumpArchive, DoesNotTakeTheTornLastDocumentOfYamlForAWholeOne) {
  const TempFolder folder;
  std::string many;
  for (int index = 0; index < 20'000; ++index) {
    many += machine_yaml(format("m{}-{}", index, index * 7919)) + "spec: {last: here}\n---\n";
  }
  const std::string path = compress(folder.path("d.yaml.gz"), many);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
  const Dump dump = read_paths({path});
  EXPECT_GT(dump.objects.size(), 5'000U);
  EXPECT_THAT(dump.input_errors, SizeIs(1));
  for (const Object& object : dump.objects) {
    ASSERT_EQ(object.body["spec"]["last"].as_string(""), "here") << object.key.name;
  }
}

TEST(DumpArchive, StopsWhatUnpacksToTooMuch) {
  const TempFolder folder;
  const std::string zeroes(4'000'000, ' ');
  const std::string path = pack(folder.path("d.tar.gz"),
                                {{"m1.yaml", machine_yaml("m1")}, {"big.json", "{" + zeroes + "}"}},
                                Form::Tar, Filter::Gzip);
  const Dump by_size = read_paths({path}, {.limits = {.archive_bytes = 1'000'000}});
  EXPECT_THAT(names(by_size), ElementsAre("Machine default/m1"));
  EXPECT_THAT(input_errors(by_size),
              testing::Contains(HasSubstr("unpacks to more than 1000000 bytes")));
  const Dump by_ratio = read_paths({path}, {.limits = {.archive_ratio_from = 1'000'000}});
  EXPECT_THAT(names(by_ratio), ElementsAre("Machine default/m1"));
  EXPECT_THAT(input_errors(by_ratio),
              testing::Contains(HasSubstr("unpacks to more than 200 times its size")));
}

TEST(DumpArchive, StopsEvenWhenTheBombIsAnEntryNobodyReads) {
  const TempFolder folder;
  std::string log;
  for (int piece = 0; piece < 64; ++piece) log.append(1'000'000, 'x');
  const std::string path =
      pack(folder.path("d.tar.gz"),
           {{"m1.yaml", machine_yaml("m1")}, {"big.log", log}, {"m2.yaml", machine_yaml("m2")}},
           Form::Tar, Filter::Gzip);
  const Dump dump = read_paths({path}, {.limits = {.archive_bytes = 10'000'000}});
  EXPECT_THAT(names(dump), ElementsAre("Machine default/m1"));
  EXPECT_THAT(input_errors(dump), ElementsAre(HasSubstr("unpacks to more than 10000000 bytes")));
}

TEST(DumpArchive, StopsAtTheLimitOfEntriesAndOfDepth) {
  const TempFolder folder;
  const std::string path = pack(folder.path("d.tar"), two_machines(), Form::Tar);
  const Dump dump = read_paths({path}, {.limits = {.archive_entries = 2}});
  EXPECT_THAT(names(dump), ElementsAre("Machine default/m1"));
  EXPECT_THAT(input_errors(dump), ElementsAre(HasSubstr("holds more than 2 entries")));
  EXPECT_THAT(input_errors(read_paths({path}, {.limits = {.archive_depth = 0}})),
              ElementsAre(HasSubstr("archives stand in each other")));
}

TEST(DumpArchive, ReadsAnEmptyArchiveAndSaysThatItIs) {
  const TempFolder folder;
  EXPECT_THAT(input_errors(read_paths({pack(folder.path("d.tar"), {}, Form::Tar)})),
              ElementsAre("W0: unpacks to no file"));
  EXPECT_THAT(input_errors(read_paths({folder.write("junk.tar.gz", "\x1F\x8B\x08 nonsense")})),
              SizeIs(1));
}

// Zeros look like an archive that ends where it begins: nothing is read, and that is said.
TEST(DumpArchive, RemarksOnMembersOfZeros) {
  const TempFolder folder;
  const std::string zeros(std::size_t{1} << 20, '\0');
  compress(folder.path("inner.gz"), zeros);
  std::string packed;
  {
    std::ifstream file(folder.path("inner.gz"), std::ios::binary);
    packed.assign(std::istreambuf_iterator<char>(file), {});
  }
  const std::string path = pack(folder.path("d.tar"),
                                {{"a.tar", zeros},
                                 {"b.yaml.gz", packed},
                                 {"c.tar.gz", packed},
                                 {"d.yaml", zeros},
                                 {"m1.yaml", machine_yaml("m1")}},
                                Form::Tar);
  const Dump dump = read_paths({path});
  EXPECT_THAT(names(dump), ElementsAre("Machine default/m1"));
  EXPECT_THAT(
      input_errors(dump),
      ElementsAre("W0: unpacks to no file", "W0: unpacks to no file", "W0: unpacks to no file",
                  "0: is neither YAML, JSON nor an archive we can unpack"));
}

// libarchive steps over what nobody reads by seeking from where it is.
TEST(DumpArchive, GoesOnBehindALargeMemberThatIsNotRead) {
  const TempFolder folder;
  const std::string large(std::size_t{3} << 20, 'x');
  for (const Form form : {Form::Tar, Form::Zip}) {
    const std::string path = pack(folder.path(form == Form::Tar ? "d.tar" : "d.zip"),
                                  {{"m1.yaml", machine_yaml("m1")},
                                   {"core.bin", large},
                                   {"m2.yaml", machine_yaml("m2")},
                                   {"more.log", large},
                                   {"m3.yaml", machine_yaml("m3")}},
                                  form);
    const Dump dump = read_paths({path});
    EXPECT_THAT(names(dump),
                ElementsAre("Machine default/m1", "Machine default/m2", "Machine default/m3"));
    EXPECT_THAT(input_errors(dump), IsEmpty());
  }
}

}  // namespace
}  // namespace telltale::dump
