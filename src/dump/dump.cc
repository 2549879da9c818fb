// SPDX-License-Identifier: Apache-2.0
#include "dump/dump.h"

#include <exception>
#include <utility>

#include "dump/file_feeder.h"
#include "dump/ledger.h"
#include "dump/reader_pool.h"
#include "dump/walk.h"

namespace telltale::dump {
namespace {

// Zero when standard input or a pipe is among them: nobody knows how long those are.
std::uint64_t total_bytes(const Walk& walk) {
  std::uint64_t total = 0;
  for (const FoundFile& file : walk.files) {
    if (file.bytes == 0 && file.origin == FileContext::Origin::Named) return 0;
    total += file.bytes;
  }
  return total;
}

Result<Dump> read_all(std::span<const std::string> paths, const Options& options) {
  const Walk walk = walk_paths(paths, options.limits);
  Ledger ledger(options.limits);
  ledger.pass_over(walk.passed_over);
  ledger.expect(total_bytes(walk));
  ReaderPool readers(options.threads, options.limits, options.choose,
                     [&](Reading reading) { ledger.take(std::move(reading)); });

  Progress progress{.bytes_total = total_bytes(walk)};
  const FileFeeder* reporter = nullptr;
  std::uint64_t bytes_before = 0;
  FileFeeder feeder(options, [&](Batch batch) {
    readers.put(std::move(batch));
    if (!options.progress) return;
    progress.bytes_done = bytes_before + reporter->bytes_read();
    progress.objects = ledger.objects();
    options.progress(progress);
  });
  reporter = &feeder;

  for (const InputError& error : walk.input_errors) feeder.add_error(error);
  for (const FoundFile& file : walk.files) {
    progress.file = file.path;
    feeder.take(file);
    bytes_before += file.bytes;
  }
  if (const auto done = readers.finish(); !done) return fail(done.error());
  ledger.pass_over(feeder.passed_over());
  Dump dump = ledger.finish();
  dump.newest = readers.newest();
  dump.arenas = readers.take_arenas();
  return dump;
}

}  // namespace

Result<Dump> read_dump(std::span<const std::string> paths, const Options& options) {
  if (paths.empty()) return fail(Error::Kind::Invalid, "expected at least one path");
  try {
    return read_all(paths, options);
  } catch (const std::exception& error) {
    return fail(Error::Kind::Internal, error.what());
  }
}

}  // namespace telltale::dump
