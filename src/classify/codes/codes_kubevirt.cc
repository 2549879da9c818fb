// SPDX-License-Identifier: Apache-2.0
// Reasons of KubeVirt, CDI and the Kubernetes beneath them.
// The role says whether asking again helps, as far as it is documented: it does for RateLimit,
// Passing and Network, and not for the others.

#include "classify/patterns/patterns.h"

namespace telltale {
namespace {

using enum Role;
using enum Shape;

constexpr Pattern kubevirt_code_list[] = {
    {"kubevirt-vm-itself-code", Itself, Code, "VMINotExists|VMNotExists|VMINotFound"},
    {"kubevirt-unschedulable", Unschedulable, Code,
     "ErrorUnschedulable|Unschedulable|FailedScheduling"},
    {"kubevirt-capacity-code", CapacityCode, Code, "InsufficientResources|LessPVCSpace\\w*"},
    {"kubevirt-missing-code", MissingCode, Code,
     "ErrorPvcNotFound|ErrorDataVolumeNotFound|FailedPvcNotFound|PVCNotFound|DataVolumeNotFound|"
     "FailedDataVolumeNotFound|StorageClassNotFound|DataSourceNotFound|ImageNotFound|"
     "NoSourceFound|VirtualMachineInstancetypeNotFound|NetworkAttachmentDefinitionNotFound"},
    {"kubevirt-quota-code", QuotaCode, Code,
     "ErrorExceededQuota|ExceededQuota|ErrExceededQuota|QuotaExceeded|DataVolumeQuotaExceeded"},
    {"kubevirt-failed", Failed, Code,
     "VMCreateFailed|VMProvisionFailed|VMNotReady_CrashLoop|DataVolumeError|ErrorDataVolume\\w*|"
     "ImportFailed|CloneFailed|DataVolumeFailed|CrashLoopBackOff|FailedCreate|"
     "ErrImagePull|ErrorImagePull|ImagePullBackOff|VMITerminal|TransferRunningFailed"},
    {"kubevirt-more-capacity", CapacityCode, Code, "OutOfcpu|OutOfmemory|OutOfpods"},
    {"kubevirt-more-failed", Failed, Code, "FailedMount|FailedAttachVolume|FailedCreatePodSandBox"},
};

}  // namespace

std::span<const Pattern> kubevirt_codes() { return kubevirt_code_list; }

}  // namespace telltale
