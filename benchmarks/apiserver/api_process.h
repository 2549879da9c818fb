// SPDX-License-Identifier: Apache-2.0
#pragma once

// The server that is measured, in processes of its own: `telltale serve`, or etcd and
// kube-apiserver with the flags people use. Each starts on an empty folder, which is gone when it
// ends.

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "apiserver/load_client.h"
#include "apiserver/processes.h"

namespace telltale::apiserver {

class ApiProcess : public Processes {
 public:
  struct Telltale {
    std::string program = {};
    std::string command = "serve";
    std::string data_folder = {};  // empty: one in its own folder, gone when it ends
    std::vector<std::string> flags = {};
  };
  static std::unique_ptr<ApiProcess> telltale(const Telltale& start);
  static std::unique_ptr<ApiProcess> kubernetes(const std::string& apiserver,
                                                const std::string& etcd);

  const Target& target() const { return target_; }
  const std::string& kubeconfig() const { return kubeconfig_; }  // of telltale only

 private:
  ApiProcess() = default;
  void wait_until_ready();

  std::string kubeconfig_;
  Target target_;
};

// Appends of a kilobyte made durable one by one: what the disk gives.
std::vector<double> sync_milliseconds(const std::string& folder, std::chrono::milliseconds span);
double syncs_per_second(const std::string& folder);

}  // namespace telltale::apiserver
