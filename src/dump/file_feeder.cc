// SPDX-License-Identifier: Apache-2.0
#include "dump/file_feeder.h"

#include <memory>
#include <utility>

#include "base/text.h"
#include "dump/cluster_folder.h"
#include "dump/json/json_split.h"
#include "dump/window.h"
#include "dump/yaml/yaml_split.h"

namespace telltale::dump {
namespace {

std::shared_ptr<const FileContext> make_context(std::string name, FileContext::Origin origin) {
  auto file = std::make_shared<FileContext>();
  if (auto folder = find_cluster_folder(name)) {
    file->cluster_namespace = std::move(folder->cluster_namespace);
    file->cluster_name = std::move(folder->cluster_name);
  }
  file->name = std::move(name);
  file->origin = origin;
  return file;
}

void split_text(BatchMaker& batches, Format format) {
  batches.more(0);
  const std::uint64_t start =
      batches.window().text().starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
  std::optional<std::uint64_t> yaml = start;
  if (format == Format::Json) yaml = JsonSplitter(batches).split(start);
  if (yaml) YamlSplitter(batches).split(*yaml);
}

}  // namespace

FileFeeder::FileFeeder(const Options& options, Give give)
    : options_(options), give_(std::move(give)) {}

void FileFeeder::add_error(InputError error) {
  Batch batch;
  batch.file = make_context(std::move(error.file), FileContext::Origin::Named);
  batch.role = Batch::Role::Aside;
  batch.errors.push_back(
      {.message = std::move(error.message), .severity = error.severity, .about_whole_file = true});
  give_(std::move(batch));
}

void FileFeeder::take(const FoundFile& file) {
  const std::uint64_t bytes_max = options_.limits.file_bytes;
  auto stream = [&]() -> Result<FileStream> {
    if (file.path == "-") {
      return FileStream(options_.stdin_fd, FileStream::Owner::Caller, bytes_max);
    }
    return file.origin == FileContext::Origin::Named ? FileStream::open(file.path, bytes_max)
                                                     : FileStream::open_found(file.path, bytes_max);
  }();
  if (!stream) return add_error({file.path, 0, stream.error().detail, InputError::Severity::Error});
  current_ = &*stream;
  UnpackBudget budget;
  read({*stream, file.path, file.origin, 0, budget});
  current_ = nullptr;
}

void FileFeeder::read(const Source& source) {
  PeekedStream stream(source.stream);
  const Format format = sniff(stream.peek(sniffed_bytes), source.name);
  switch (format) {
    case Format::Archive:
      return unpack(stream, source);
    case Format::Utf16:
      return add_error({source.name, 0, "is UTF-16; expected UTF-8", InputError::Severity::Error});
    case Format::Binary:
      return add_error({source.name, 0, "is neither YAML, JSON nor an archive we can unpack",
                        InputError::Severity::Error});
    case Format::Empty:
    case Format::Json:
    case Format::Yaml:
      return read_text(stream, source, format);
  }
}

void FileFeeder::read_text(PeekedStream& stream, const Source& source, Format format) {
  Window window(stream);
  BatchMaker batches(window, make_context(source.name, source.origin), options_.limits, documents_,
                     give_);
  split_text(batches, format);
  if (const auto& error = window.error()) {
    batches.add_file_error(error->detail + "; the rest of the file was not read",
                           InputError::Severity::Error);
  }
  batches.finish();
}

void FileFeeder::unpack(PeekedStream& stream, const Source& source) {
  if (source.archives >= options_.limits.archive_depth) {
    return add_error({source.name, 0,
                      format("archives stand in each other more than {} deep", source.archives),
                      InputError::Severity::Error});
  }
  ArchiveReader archive(stream, options_.limits, source.budget);
  bool is_lone = false;
  bool is_void = true;
  while (const auto entry = archive.next()) {
    is_void = false;
    is_lone = entry->is_lone;
    const std::string name = is_lone ? source.name : source.name + "/" + entry->path;
    if (!is_lone && !is_welcome(*entry, name)) continue;
    const auto origin = is_lone ? source.origin : FileContext::Origin::Found;
    read({archive.content(), name, origin, source.archives + 1, source.budget});
  }
  // Zeros, however many, look like an archive that ends where it begins.
  if (is_void && !archive.error()) {
    return add_error({source.name, 0, "unpacks to no file", InputError::Severity::Warning});
  }
  // A lone file has told its error already.
  if (!archive.error() || is_lone) return;
  add_error({source.name, 0, archive.error()->detail + "; the rest of the archive was not read",
             InputError::Severity::Error});
}

bool FileFeeder::is_welcome(const ArchiveReader::Entry& entry, const std::string& name) {
  using Type = ArchiveReader::Entry::Type;
  const auto refuse = [&](std::string reason, InputError::Severity severity) {
    add_error({name, 0, std::move(reason), severity});
    return false;
  };
  if (entry.type == Type::Folder) return false;
  if (entry.is_unsafe) {
    return refuse("leads out of the archive and was not read", InputError::Severity::Error);
  }
  if (!is_worth_opening(entry.path)) {
    ++passed_over_;
    return false;
  }
  if (entry.type == Type::Link) {
    ++passed_over_;
    return refuse("is a link, and links in archives are not followed",
                  InputError::Severity::Warning);
  }
  if (entry.type == Type::Special) {
    return refuse("is not a regular file and was not read", InputError::Severity::Error);
  }
  if (entry.is_encrypted) {
    return refuse("is encrypted and was not read", InputError::Severity::Error);
  }
  return true;
}

}  // namespace telltale::dump
