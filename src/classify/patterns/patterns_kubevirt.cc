// SPDX-License-Identifier: Apache-2.0
// Virtual machines on a Kubernetes cluster: its scheduler, its quotas, its storage, and KubeVirt.

#include "classify/patterns/patterns.h"

namespace telltale {
namespace {

using enum Role;
using enum Shape;

constexpr Pattern kubevirt_list[] = {
    {"kubevirt-vm-itself", Itself, Phrase,
     "vmis? does not exist|vmi not found|virtualmachineinstances?(?:\\.kubevirt\\.io)?<id>? <gone>|"
     "virtualmachines?(?:\\.kubevirt\\.io)? '[^']*' <gone>"},
    {"kubevirt-source-gone", MissingCode, Phrase,
     "http: 404 not found|expected status code 200, got 404"},
    {"kubevirt-no-space", CapacityPhrase, Phrase, "no space left on device"},
    {"kubevirt-failed-text", Fault, Phrase,
     "server error\\. command sync(?:vmi|) failed|launcher pod<few> (?:failed|crashed|"
     "terminated)|vmi is in a final state|unable to process data: |virt-launcher<few> crashed"},
};

}  // namespace

std::span<const Pattern> kubevirt_patterns() { return kubevirt_list; }

}  // namespace telltale
