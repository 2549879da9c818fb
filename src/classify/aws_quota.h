// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which of AWS's Service Quotas an error is about. EC2 counts vCPUs in buckets of instance
// families, apart for On-Demand and Spot, and its errors do not say which bucket is full; the
// instance type does. Pure.
//
//   aws_quota_code("VcpuLimitExceeded: You have requested ...", "g5.4xlarge", AwsMarket::OnDemand)
//       == "L-DB2E81BA"

#include <cstdint>
#include <string_view>

namespace telltale {

enum class AwsMarket : std::uint8_t { OnDemand, Spot };

// The code that the error names itself, else the one that follows from it; empty: nobody knows.
// What is returned lives in `error` or forever.
std::string_view aws_quota_code(std::string_view error, std::string_view instance_type,
                                AwsMarket market);

}  // namespace telltale
