// SPDX-License-Identifier: Apache-2.0
// The sentences of vCenter, as govmomi shows them; its faults are in codes_vsphere.cc.

#include "classify/patterns/patterns.h"

namespace telltale {
namespace {

using enum Role;
using enum Shape;

constexpr Pattern vsphere_list[] = {
    {"vsphere-passing", Passing, Phrase,
     "has already been deleted or has not been completely created|"
     "the session is not authenticated|another task is already in progress|"
     "being (?:modified|accessed) by another (?:operation|process|task)"},
    {"vsphere-denied-text", Denied, Phrase,
     "cannot complete login|incorrect user ?name or password|"
     "permission to perform this operation was denied|licen[cs]e (?:has )?expired|"
     "current licen[cs]e<few> (?:prohibits|does not)"},
    {"vsphere-missing", MissingPhrase, Phrase,
     "unable to access file|unable to access the virtual machine configuration|"
     "(?:unable to find|failed to find|cannot find|could not find) (?:the |a )?(?:vm |virtual "
     "machine )?(?:template|folder|network|data ?store|resource ?pool|data ?center|cluster)|"
     "template<few> (?:vm|virtual machine) '[^']*' not found|"
     "(?:folder|network|data ?store|resource ?pool|data ?center|cluster|template|storage "
     "policy|vm '[^']*template[^']*') ?'?[^ ']*'? (?:was |is )?not found|"
     "no default (?:data ?center|datastore|folder|network|resource ?pool) found|"
     "no pbm profile found|no storage policy|the file<few> (?:was not found|does not exist)"},
    {"vsphere-missing-cluster", MissingCode, Phrase,
     "(?:datastore|compute) cluster<id>? <gone>|cluster '/[^']*' <gone>"},
    {"vsphere-none-compatible", CapacityCode, Phrase,
     "no (?:compatible|suitable) (?:hosts?|datastores?)"},
    {"vsphere-capacity", CapacityPhrase, Phrase,
     "insufficient resources|insufficient disk space|resource pool are insufficient|"
     "storage drs recommendations? (?:were|was) (?:not )?found|no storage drs recommendations|"
     "no host is compatible|no (?:compatible|suitable) (?:hosts?|datastores?)|"
     "out of (?:disk|datastore) space|no space left on device|"
     "not enough (?:free )?(?:space|disk space|memory|cpu)|ip pool<few> exhausted|"
     "no (?:available|free) (?:ip|ips|addresses|ip addresses)|resources in the parent resource "
     "pool"},
    {"vsphere-wrong-parameter", Fault, Phrase, "a specified parameter was not correct"},
    {"vsphere-failed-text", Failed, Phrase,
     "component of the virtual machine is not accessible|is disallowed\\.|"
     "(?:attempted )?operation cannot be performed in the current state|"
     "operation is not allowed in the current state|"
     "a general system error occurred|resolves to multiple (?:instances|[a-z]+)|"
     "the name '[^']*' already exists|failed to lock the file|"
     "invalid configuration for device|unable to communicate with the remote host"},
};

}  // namespace

std::span<const Pattern> vsphere_patterns() { return vsphere_list; }

}  // namespace telltale
