// SPDX-License-Identifier: Apache-2.0
#pragma once

// The server that is measured, in processes of its own: `telltale serve`, or etcd and
// kube-apiserver with the flags people use. Each starts on an empty folder, which is gone when it
// ends.

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "apiserver/load_client.h"

namespace telltale::apiserver {

class ApiProcess {
 public:
  static std::unique_ptr<ApiProcess> telltale(const std::string& program);
  static std::unique_ptr<ApiProcess> kubernetes(const std::string& apiserver,
                                                const std::string& etcd);
  ~ApiProcess();
  ApiProcess(const ApiProcess&) = delete;
  ApiProcess& operator=(const ApiProcess&) = delete;

  const Target& target() const { return target_; }
  const std::string& folder() const { return folder_; }
  // Of all its processes together.
  double resident_mib() const;
  // The most since the last call of forget_peak.
  double peak_mib() const;
  void forget_peak() const;
  double cpu_seconds() const;

 private:
  ApiProcess();
  void spawn(const std::vector<std::string>& command);
  void wait_until_ready();
  double status_mib(const char* field) const;

  std::string folder_;
  std::vector<int> processes_;
  Target target_;
};

// Appends of a kilobyte made durable one by one, per second: what the disk gives.
double syncs_per_second(const std::string& folder);

}  // namespace telltale::apiserver
