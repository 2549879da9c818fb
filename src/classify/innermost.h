// SPDX-License-Identifier: Apache-2.0
#pragma once

// The error inside of an error. Every layer between a cloud and a condition puts its own words in
// front ("failed to create ...: failed to run ...: operation error EC2: ..., api error X: ...") and
// the clouds' libraries add status codes and request ids; what a human needs stands at the end.
// Knows the shapes of the SDKs (AWS v1, v2 and boto, Azure's JSON and autorest, googleapi, gRPC,
// gophercloud, govmomi, Karpenter) and Go's chains of wrapped errors. Pure; takes any bytes; time
// linear in the text.
//
//   innermost_error("failed to run instance: operation error EC2: RunInstances, https response "
//                   "error StatusCode: 400, RequestID: 5f0d, api error VcpuLimitExceeded: You ...")
//       == "VcpuLimitExceeded: You ..."

#include <cstddef>
#include <string>
#include <string_view>

namespace telltale {

// More of a text is not looked at; longer answers are cut.
inline constexpr std::size_t innermost_read_bytes_max = std::size_t{16} << 10;
inline constexpr std::size_t innermost_bytes_max = 400;

// On one line, without a final period and without what changes from attempt to attempt. Text that
// wraps nothing comes back as it is. Empty only for text that has nothing but blanks and ids.
std::string innermost_error(std::string_view message);

}  // namespace telltale
