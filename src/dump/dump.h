// SPDX-License-Identifier: Apache-2.0
#pragma once

// Files, folders, archives and standard input become Objects: the door through which every offline
// world comes in. Any mix of YAML, JSON, Lists and NDJSON is told apart by its content. What cannot
// be read becomes an InputError with file and line, and costs nothing but itself.
//
//   const std::vector<std::string> paths{"must-gather.tar.gz", "extra/", "-"};
//   Result<dump::Dump> dump = dump::read_dump(paths, {.choose = fields_of_kind});
//
// The objects come in the order of the input, whatever the number of threads.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/instant.h"
#include "base/result.h"
#include "dump/limits.h"
#include "json/tree/tree_reader.h"
#include "kube/object.h"

namespace telltale::dump {

struct InputError {
  enum class Severity {
    Error,    // a file, a document, an object or a part of it is missing from the dump
    Warning,  // everything was read, but perhaps not as it was meant
  };

  std::string file;  // as the user gave it, and the path inside: "dump.tar.gz/nodes.yaml"
  int line = 0;      // counted from one; zero when it is about the whole file
  std::string message;
  Severity severity = Severity::Error;

  bool operator==(const InputError&) const = default;
};

struct Progress {
  std::uint64_t bytes_done = 0;   // of the files as they lie on the disk
  std::uint64_t bytes_total = 0;  // zero when unknown, as with standard input
  std::size_t objects = 0;
  std::string_view file = {};
};

struct Options {
  Limits limits = {};
  // Shared by all threads, so it must be safe to call from each. Nothing: every field is kept.
  json::SelectFields choose = {};
  unsigned threads = 2;
  // Called now and then by the thread that called read_dump.
  std::function<void(const Progress&)> progress = {};
  int stdin_fd = 0;  // what "-" reads
};

struct Dump {
  std::vector<Object> objects;
  std::vector<Arena> arenas;             // hold the text of the objects
  std::vector<InputError> input_errors;  // ordered by file and line
  std::size_t input_errors_left_out = 0;
  Instant newest = no_time;
  std::size_t files = 0;              // opened and read, those inside archives included
  std::size_t documents = 0;          // found in them; the items of a List count one each
  std::uint64_t bytes = 0;            // of text, unpacked
  std::size_t files_passed_over = 0;  // logs and the like, and files without a Kubernetes object
};

// A path that cannot be read is an InputError and the rest is still read; "-" is standard input. An
// error only when there was nothing to do or the system gave out under us.
[[nodiscard]] Result<Dump> read_dump(std::span<const std::string> paths, const Options& options);

}  // namespace telltale::dump
