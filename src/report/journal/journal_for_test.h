// SPDX-License-Identifier: Apache-2.0
#pragma once

// Judged objects with a few conditions, and a folder for a file: what tests of histories and
// metrics share.

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/temp_folder_for_test.h"
#include "catalog/judged.h"

namespace telltale::history_test {

inline constexpr Instant start =
    std::chrono::sys_days{std::chrono::January / 1 / 2026} + std::chrono::hours(10);

inline Key machine_key(std::string_view name, std::string_view kind = "Machine") {
  return {.group = "cluster.x-k8s.io",
          .kind = kind,
          .namespace_name = "default",
          .name = name,
          .home = {}};
}

// Texts that are given must outlive it.
class Told {
 public:
  explicit Told(std::string_view name, std::string_view uid = "u1",
                std::string_view kind = "Machine") {
    object_.key = machine_key(name, kind);
    object_.uid = uid;
  }

  Told& says(std::string_view type, Status status, std::string_view reason, Instant since = no_time,
             std::string_view message = {}) {
    std::erase_if(conditions_, [&](const Condition& one) { return one.type == type; });
    return also_says(type, status, reason, since, message);
  }
  // A second condition of the same type, as a hand-made list may have it.
  Told& also_says(std::string_view type, Status status, std::string_view reason,
                  Instant since = no_time, std::string_view message = {}) {
    conditions_.push_back({type, status, reason, message, since, 1});
    return *this;
  }
  Told& stops_saying(std::string_view type) {
    std::erase_if(conditions_, [&](const Condition& one) { return one.type == type; });
    return *this;
  }
  Told& is(Verdict verdict, std::string_view reason = {}) {
    verdict_ = verdict;
    reason_ = reason;
    return *this;
  }
  Object& object() { return object_; }

  // Valid until something is said.
  Judged judged() const {
    Judged judged;
    judged.object = &object_;
    judged.conditions = conditions_;
    judged.verdict = verdict_;
    judged.cause.reason = reason_;
    return judged;
  }

 private:
  Object object_;
  std::vector<Condition> conditions_;
  Verdict verdict_ = Verdict::Healthy;
  std::string_view reason_;
};

// A folder that is gone when the test is, for a journal.
class Folder : public TempFolder {
 public:
  std::string file(std::string_view name = "journal.ndjson") const { return path(name); }
};

inline std::string text_of(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

inline void set_text(const std::string& path, std::string_view text) {
  std::ofstream(path, std::ios::trunc) << text;
}

}  // namespace telltale::history_test
