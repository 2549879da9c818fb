// SPDX-License-Identifier: Apache-2.0
// Error codes of Acropolis and reasons of the Prism APIs.
// The role says whether asking again helps, as far as it is documented: it does for RateLimit,
// Passing and Network, and not for the others.

#include "classify/patterns/patterns.h"

namespace telltale {
namespace {

using enum Role;
using enum Shape;

constexpr Pattern nutanix_code_list[] = {
    {"nutanix-at-work", Passing, Code,
     "CONCURRENT_REQUESTS_NOT_ALLOWED|CAS_MISMATCH|CasError|LogicalTimestampMismatch|DelayRetry|"
     "LazanDelayRetry|NotMaster|DeviceLocked"},
    {"nutanix-vm-itself", Itself, Code, "VM_NOT_FOUND|VmNotFound|VMM-30100|TaskNotFound"},
    {"nutanix-denied", Denied, Code, "ACCESS_DENIED|AUTHENTICATION_REQUIRED"},
    {"nutanix-missing", MissingCode, Code, "NetworkNotFound|SchedulerMissingEntity"},
    {"nutanix-capacity", CapacityCode, Code,
     "NoHostResources|AddressPoolExhausted|VNumaPowerOn|VNumaPinningFailure"},
    {"nutanix-invalid", Invalid, Code,
     "INVALID_REQUEST|DUPLICATE_ENTITY|InvalidVmState|BusFull|"
     "BusSlotOccupied|ChecksumMismatch"},
    {"nutanix-failed", Failed, Code,
     "UncaughtException|HotPlugFailure|UploadFailure|VmCloneError|VgCloneError|ImportVmError|"
     "HypervisorError|VirtualSwitchError|NGTError|CopyFileFailure|MigrationFail"},
    {"nutanix-trouble", Network, Code,
     "INTERNAL_ERROR|TransportError|HypervisorConnectionError|NetworkError|ServiceError"},
};

}  // namespace

std::span<const Pattern> nutanix_codes() { return nutanix_code_list; }

}  // namespace telltale
