// SPDX-License-Identifier: Apache-2.0
#include "dump/archive.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <string_view>
#include <utility>

#include <archive.h>
#include <archive_entry.h>

#include "base/text.h"

namespace telltale::dump {
namespace {

// What libarchive is given at a time. The limits are looked at once for each, so it is small: a
// piece this size may still unpack to a thousand times as much.
constexpr std::size_t packed_piece_bytes = 32 * 1024;

struct FreeArchive {
  void operator()(archive* handle) const { archive_read_free(handle); }
};

bool leads_out(std::string_view path) {
  if (path.empty() || path.starts_with('/') || path.starts_with('\\')) return true;
  if (path.size() > 1 && path[1] == ':') return true;
  return std::ranges::any_of(split(path, '/'), [](auto part) { return part == ".."; });
}

std::string path_of(archive_entry* entry) {
  const char* path = archive_entry_pathname_utf8(entry);
  if (path == nullptr) path = archive_entry_pathname(entry);
  std::string_view text = path == nullptr ? "" : path;
  while (text.starts_with("./")) text.remove_prefix(2);
  return std::string(text);
}

ArchiveReader::Entry::Type type_of(archive_entry* entry) {
  using Type = ArchiveReader::Entry::Type;
  if (archive_entry_hardlink(entry) != nullptr) return Type::Link;
  switch (archive_entry_filetype(entry)) {
    case AE_IFREG:
      return Type::File;
    case AE_IFDIR:
      return Type::Folder;
    case AE_IFLNK:
      return Type::Link;
    // A zip file made without file modes leaves the type open.
    case 0:
      return Type::File;
    default:
      return Type::Special;
  }
}

}  // namespace

// The callbacks need an address that stays, hence a class behind a pointer.
class ArchiveReader::Unpacking final : public ByteStream {
 public:
  Unpacking(ByteStream& packed, const Limits& limits, UnpackBudget& budget);

  std::optional<Entry> next();
  [[nodiscard]] Result<std::size_t> read(std::span<char> into) override;
  const std::optional<Error>& error() const { return error_; }

 private:
  static la_ssize_t give(archive* handle, void* self, const void** buffer);
  static la_int64_t seek(archive* handle, void* self, la_int64_t offset, int whence);
  bool open();
  void fail_with(Error error);
  void fail_as_told();
  std::optional<Error> over_limit();

  ByteStream& packed_;
  const Limits& limits_;
  UnpackBudget& budget_;
  std::unique_ptr<archive, FreeArchive> archive_;
  std::array<char, packed_piece_bytes> piece_;
  std::uint64_t packed_bytes_ = 0;
  std::uint64_t place_ = 0;  // in what is packed
  std::uint64_t content_bytes_ = 0;
  std::uint64_t counted_bytes_ = 0;  // of this archive, in the budget
  std::optional<Error> error_;
};

ArchiveReader::Unpacking::Unpacking(ByteStream& packed, const Limits& limits, UnpackBudget& budget)
    : packed_(packed), limits_(limits), budget_(budget) {
  if (!open()) fail_as_told();
}

bool ArchiveReader::Unpacking::open() {
  archive_.reset(archive_read_new());
  archive* handle = archive_.get();
  if (handle == nullptr) return false;
  // Named one by one: "all" would include filters that start other programs.
  archive_read_support_filter_gzip(handle);
  archive_read_support_filter_bzip2(handle);
  archive_read_support_filter_xz(handle);
  archive_read_support_filter_zstd(handle);
  archive_read_support_format_tar(handle);
  archive_read_support_format_zip(handle);
  archive_read_support_format_raw(handle);
  archive_read_set_read_callback(handle, &give);
  archive_read_set_callback_data(handle, this);
  if (packed_.size()) archive_read_set_seek_callback(handle, &seek);
  return archive_read_open1(handle) == ARCHIVE_OK;
}

void ArchiveReader::Unpacking::fail_with(Error error) {
  if (!error_) error_ = std::move(error);
}

void ArchiveReader::Unpacking::fail_as_told() {
  const char* reason = archive_ ? archive_error_string(archive_.get()) : "out of memory";
  fail_with({Error::Kind::Invalid, reason == nullptr ? "cannot be unpacked" : reason});
}

std::optional<Error> ArchiveReader::Unpacking::over_limit() {
  // Whichever is more: what came out of the filters, or what zip unpacks by itself.
  const auto filtered = static_cast<std::uint64_t>(archive_filter_bytes(archive_.get(), 0));
  const std::uint64_t unpacked = std::max(filtered, content_bytes_);
  budget_.bytes += unpacked - std::min(unpacked, counted_bytes_);
  counted_bytes_ = std::max(counted_bytes_, unpacked);
  if (budget_.bytes > limits_.archive_bytes) {
    return Error{Error::Kind::TooLarge,
                 format("unpacks to more than {} bytes", limits_.archive_bytes)};
  }
  const bool is_dense = unpacked / limits_.archive_ratio > packed_bytes_;
  if (unpacked > limits_.archive_ratio_from && is_dense) {
    return Error{Error::Kind::TooLarge,
                 format("unpacks to more than {} times its size", limits_.archive_ratio)};
  }
  return std::nullopt;
}

la_ssize_t ArchiveReader::Unpacking::give(archive* handle, void* self, const void** buffer) {
  auto& unpacking = *static_cast<Unpacking*>(self);
  auto error = unpacking.over_limit();
  Filled filled;
  if (!error) {
    filled = fill(unpacking.packed_, unpacking.piece_);
    // What came before the error is unpacked first; the next piece meets the error again.
    if (filled.bytes == 0) error = filled.error;
  }
  if (error) {
    unpacking.fail_with(*error);
    archive_set_error(handle, EIO, "%s", error->detail.c_str());
    return ARCHIVE_FATAL;
  }
  unpacking.packed_bytes_ += filled.bytes;
  unpacking.place_ += filled.bytes;
  *buffer = unpacking.piece_.data();
  return static_cast<la_ssize_t>(filled.bytes);
}

la_int64_t ArchiveReader::Unpacking::seek(archive* /*handle*/, void* self, la_int64_t offset,
                                          int whence) {
  auto& unpacking = *static_cast<Unpacking*>(self);
  const auto size = unpacking.packed_.size();
  if (!size) return ARCHIVE_FATAL;
  la_int64_t place = offset;
  if (whence == SEEK_END) place += static_cast<la_int64_t>(*size);
  if (whence == SEEK_CUR) place += static_cast<la_int64_t>(unpacking.place_);
  if (place < 0 || static_cast<std::uint64_t>(place) > *size ||
      !unpacking.packed_.seek(static_cast<std::uint64_t>(place))) {
    return ARCHIVE_FATAL;
  }
  // What is stepped over counts as packed as well as unpacked.
  if (whence == SEEK_CUR && offset > 0) {
    unpacking.packed_bytes_ += static_cast<std::uint64_t>(offset);
  }
  unpacking.place_ = static_cast<std::uint64_t>(place);
  return place;
}

std::optional<ArchiveReader::Entry> ArchiveReader::Unpacking::next() {
  if (error_) return std::nullopt;
  archive_entry* entry = nullptr;
  const int outcome = archive_read_next_header(archive_.get(), &entry);
  if (outcome == ARCHIVE_EOF) return std::nullopt;
  if (outcome != ARCHIVE_OK && outcome != ARCHIVE_WARN) {
    fail_as_told();
    return std::nullopt;
  }
  if (++budget_.entries > limits_.archive_entries) {
    fail_with(
        {Error::Kind::TooLarge, format("holds more than {} entries", limits_.archive_entries)});
    return std::nullopt;
  }
  Entry found;
  found.path = path_of(entry);
  found.type = type_of(entry);
  found.is_encrypted = archive_entry_is_encrypted(entry) != 0;
  found.is_lone = archive_format(archive_.get()) == ARCHIVE_FORMAT_RAW;
  found.is_unsafe = !found.is_lone && leads_out(found.path);
  return found;
}

Result<std::size_t> ArchiveReader::Unpacking::read(std::span<char> into) {
  if (error_) return fail(*error_);
  const la_ssize_t count = archive_read_data(archive_.get(), into.data(), into.size());
  if (count < 0) {
    fail_as_told();
    return fail(*error_);
  }
  content_bytes_ += static_cast<std::uint64_t>(count);
  if (auto error = over_limit()) {
    fail_with(*error);
    return fail(std::move(*error));
  }
  return static_cast<std::size_t>(count);
}

ArchiveReader::ArchiveReader(ByteStream& packed, const Limits& limits, UnpackBudget& budget)
    : unpacking_(std::make_unique<Unpacking>(packed, limits, budget)) {}
ArchiveReader::~ArchiveReader() = default;

std::optional<ArchiveReader::Entry> ArchiveReader::next() { return unpacking_->next(); }
ByteStream& ArchiveReader::content() { return *unpacking_; }
const std::optional<Error>& ArchiveReader::error() const { return unpacking_->error(); }

}  // namespace telltale::dump
