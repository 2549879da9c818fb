// SPDX-License-Identifier: Apache-2.0
#pragma once

// The region of a cloud, out of whatever names it: a zone, a provider ID, an error. What is
// returned is plain (letters, digits, hyphens) and short, or empty where nothing is sure. Pure;
// takes any bytes; time linear in the text.
//
//   region_of_zone("eu-west-1a") == "eu-west-1"
//   region_of_provider_id("aws:///eu-west-1a/i-0abc") == "eu-west-1"
//   region_in("Quota 'CPUS' exceeded. Limit: 24.0 in region us-central1.") == "us-central1"

#include <cstddef>
#include <string>
#include <string_view>

namespace telltale {

inline constexpr std::size_t region_bytes_max = 40;

// Whether this could be a region: "eu-west-1", "us-central1", "westeurope", "West Europe" is none.
bool is_region(std::string_view text);
// Of a zone of AWS ("eu-west-1a"), its local zones ("us-west-2-lax-1a") and of GCP
// ("us-central1-a").
std::string_view region_of_zone(std::string_view zone);
std::string_view region_of_provider_id(std::string_view provider_id);
std::string_view region_in(std::string_view error);

}  // namespace telltale
