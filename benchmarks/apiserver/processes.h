// SPDX-License-Identifier: Apache-2.0
#pragma once

// Programs that are measured, each in a process of its own, and one folder for all of them. They
// are ended, the last first, and the folder is gone when this ends.

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace telltale::apiserver {

class Processes {
 public:
  Processes();
  ~Processes();
  Processes(const Processes&) = delete;
  Processes& operator=(const Processes&) = delete;

  void spawn(const std::vector<std::string>& command);
  // Ends them in good order; the folder stays.
  void stop();
  const std::string& folder() const { return folder_; }

  // Of all of them together.
  double resident_mib() const;
  // The most since the last call of forget_peak.
  double peak_mib() const;
  void forget_peak() const;
  double cpu_seconds() const;

 private:
  double status_mib(const char* field) const;

  std::string folder_;
  std::vector<int> processes_;
};

std::string read_text(const std::string& path);
// Looks again and again, but not longer than `patience`; whether it was reached.
bool wait_for(std::chrono::milliseconds patience, const std::function<bool()>& reached);

}  // namespace telltale::apiserver
