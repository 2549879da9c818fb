// SPDX-License-Identifier: Apache-2.0
#include "dump/walk.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/text.h"
#include "dump/sniff.h"

namespace telltale::dump {
namespace {

namespace fs = std::filesystem;

class Walker {
 public:
  explicit Walker(const Limits& limits) : limits_(limits) {}

  void name(const std::string& path);
  Walk finish() { return std::move(walk_); }

 private:
  void folder(const std::string& path, std::size_t depth);
  void entry(const fs::directory_entry& entry, std::size_t depth);
  void file(const std::string& path, FileContext::Origin origin);
  void add_error(const std::string& path, std::string message, InputError::Severity severity);

  const Limits& limits_;
  Walk walk_;
};

void Walker::add_error(const std::string& path, std::string message,
                       InputError::Severity severity) {
  walk_.input_errors.push_back({path, 0, std::move(message), severity});
}

void Walker::name(const std::string& path) {
  if (path == "-") {
    walk_.files.push_back({.path = path});
    return;
  }
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) {
    add_error(path, "no such file or folder", InputError::Severity::Error);
  } else if (error) {
    add_error(path, error.message(), InputError::Severity::Error);
  } else if (fs::is_directory(status)) {
    folder(path, 0);
  } else {
    file(path, FileContext::Origin::Named);
  }
}

void Walker::file(const std::string& path, FileContext::Origin origin) {
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(path, error);
  walk_.files.push_back({path, origin, error ? 0 : bytes});
}

void Walker::folder(const std::string& path, std::size_t depth) {
  if (depth > limits_.folder_depth) {
    return add_error(path, format("folders stand in each other more than {} deep", depth - 1),
                     InputError::Severity::Error);
  }
  std::error_code error;
  std::vector<fs::directory_entry> entries;
  for (fs::directory_iterator at(path, error), end; !error && at != end; at.increment(error)) {
    entries.push_back(*at);
    if (entries.size() > limits_.folder_files) break;
  }
  if (error) add_error(path, error.message(), InputError::Severity::Error);
  std::ranges::sort(entries, {},
                    [](const fs::directory_entry& found) { return found.path().native(); });
  for (const fs::directory_entry& found : entries) {
    if (walk_.files.size() >= limits_.folder_files) {
      return add_error(path,
                       format("more than {} files; the rest was not read", limits_.folder_files),
                       InputError::Severity::Error);
    }
    entry(found, depth);
  }
}

void Walker::entry(const fs::directory_entry& entry, std::size_t depth) {
  std::error_code error;
  const fs::file_type type = entry.symlink_status(error).type();
  const std::string& path = entry.path().native();
  if (type == fs::file_type::directory) return folder(path, depth + 1);
  if (!is_worth_opening(path)) {
    ++walk_.passed_over;
  } else if (type == fs::file_type::regular) {
    file(path, FileContext::Origin::Found);
  } else if (type == fs::file_type::symlink) {
    ++walk_.passed_over;
    add_error(path, "is a link, and links in folders are not followed",
              InputError::Severity::Warning);
  } else {
    add_error(path, "is not a regular file and was not read", InputError::Severity::Error);
  }
}

}  // namespace

Walk walk_paths(std::span<const std::string> paths, const Limits& limits) {
  Walker walker(limits);
  for (const std::string& path : paths) walker.name(path);
  return walker.finish();
}

}  // namespace telltale::dump
