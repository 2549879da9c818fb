// SPDX-License-Identifier: Apache-2.0
#pragma once

// What holds a control plane back from adding or removing a Machine. One reason hides those behind
// it, as it does for the controller, which stops at the first.

#include <cstdint>
#include <string>

#include "catalog/controlplane/etcd.h"
#include "kube/object.h"

namespace telltale::controlplane {

enum class Scaling : std::uint8_t { Up, Down };

struct Preflight {
  const Object* cluster = nullptr;
  std::string_view version = {};       // what the control plane is to run
  bool certificates_in_doubt = false;  // known to be missing, or stored as not known
  bool manages_etcd = true;
  // The control plane is deleted, out of reach, or waits for its Cluster: it does not come to look.
  bool looks = true;
};

// "* ..." lines, joined by line breaks; nothing when nothing is in the way. The Machine that is to
// be removed need not be well.
std::string preflight_lines(const Preflight& preflight, Machines machines, Scaling scaling);

}  // namespace telltale::controlplane
