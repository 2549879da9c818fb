// SPDX-License-Identifier: Apache-2.0
#include "classify/region.h"

#include <algorithm>

#include "classify/characters.h"

namespace telltale {
namespace {

// Errors say where they happened early; more of them is not looked at.
constexpr std::size_t region_text_bytes_max = std::size_t{8} << 10;

constexpr bool is_region_letter(char c) { return is_letter(c) || is_digit(c) || c == '-'; }

// Empty where the word goes on with what no region has: a file, a name.
std::string_view word_at(std::string_view text) {
  const auto end = std::ranges::find_if_not(text, is_region_letter);
  const bool goes_on = end != text.end() && (*end == '_' || *end == '=' || *end == '/');
  return goes_on ? std::string_view{}
                 : text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

// How long the region at the front of an AWS zone is: small letters in two or three parts, then a
// number. "us-gov-west-1" has three of them.
std::size_t aws_region_bytes(std::string_view zone) {
  std::size_t parts = 0;
  std::size_t at = 0;
  while (parts < 3 && at < zone.size() && is_small(zone[at])) {
    while (at < zone.size() && is_small(zone[at])) ++at;
    if (at == zone.size() || zone[at] != '-') return 0;
    ++at;
    ++parts;
  }
  if (parts < 2 || at == zone.size() || !is_digit(zone[at])) return 0;
  while (at < zone.size() && is_digit(zone[at])) ++at;
  return at;
}

// The word behind each of these, with quotation marks and paths between.
constexpr std::string_view labels_of_regions[] = {"in region ", "Location: ", "in location ",
                                                  "region: ",   "Region: ",   "regions/",
                                                  "in the ",    "region "};
constexpr std::string_view labels_of_zones[] = {
    "zones/", "zone you requested (", "Zone you requested (", "zone ", "Zone ", "zone: ", "in "};

template <class Take>
std::string_view first_behind(std::string_view text, std::string_view label, Take take) {
  for (std::size_t at = text.find(label); at != std::string_view::npos;
       at = text.find(label, at + label.size())) {
    std::string_view rest = text.substr(at + label.size());
    const std::size_t begin = rest.find_first_not_of("'\"(`\\");
    if (begin == std::string_view::npos) return {};
    if (const std::string_view found = take(word_at(rest.substr(begin))); !found.empty()) {
      return found;
    }
  }
  return {};
}

// Azure's have no hyphen and nothing else marks them; so only a label that surely means a region
// counts for them.
std::string_view sure_region(std::string_view word) {
  const bool numbered = is_region(word) && word.contains('-') && is_digit(word.back());
  return numbered ? word : std::string_view{};
}

std::string_view any_region(std::string_view word) {
  constexpr std::string_view no_regions[] = {"is", "of", "the", "and", "for", "or", "with", "has"};
  const bool named = is_region(word) && std::ranges::find(no_regions, word) == std::end(no_regions);
  return named ? word : std::string_view{};
}

std::string_view region_in_arn(std::string_view error) {
  const std::size_t begin = error.find("arn:aws");
  if (begin == std::string_view::npos) return {};
  std::string_view rest = error.substr(begin);
  for (int colons = 0; colons < 3; ++colons) {
    const std::size_t colon = rest.find(':');
    if (colon == std::string_view::npos) return {};
    rest.remove_prefix(colon + 1);
  }
  return sure_region(word_at(rest));
}

}  // namespace

bool is_region(std::string_view text) {
  return text.size() >= 3 && text.size() <= region_bytes_max && is_letter(text.front()) &&
         text.back() != '-' && std::ranges::all_of(text, is_region_letter);
}

std::string_view region_of_zone(std::string_view zone) {
  if (zone.size() > region_bytes_max) return {};
  if (const std::size_t bytes = aws_region_bytes(zone); bytes > 0) {
    const std::string_view rest = zone.substr(bytes);
    const bool is_zone =
        rest.empty() || (rest.size() == 1 && is_small(rest.front())) || rest.front() == '-';
    return is_zone ? zone.substr(0, bytes) : std::string_view{};
  }
  const std::size_t dash = zone.rfind('-');
  const bool google = dash != std::string_view::npos && dash + 2 == zone.size() &&
                      is_small(zone.back()) && dash > 0 && is_digit(zone[dash - 1]);
  const std::string_view region = google ? zone.substr(0, dash) : std::string_view{};
  return is_region(region) && region.contains('-') ? region : std::string_view{};
}

std::string_view region_of_provider_id(std::string_view provider_id) {
  const std::size_t scheme = provider_id.find("://");
  if (scheme == std::string_view::npos) return {};
  const std::string_view cloud = provider_id.substr(0, scheme);
  if (cloud != "aws" && cloud != "gce") return {};
  std::string_view path = provider_id.substr(scheme + 3);
  // "/eu-west-1a/i-0abc" and "project/us-central1-a/name": the zone is the second part.
  const std::size_t first = path.find('/');
  if (first == std::string_view::npos) return {};
  path.remove_prefix(first + 1);
  return region_of_zone(path.substr(0, path.find('/')));
}

std::string_view region_in(std::string_view error) {
  error = error.substr(0, region_text_bytes_max);
  for (const std::string_view label : labels_of_regions) {
    const bool means_one = label.starts_with("in region") || label.contains("ocation");
    const auto take = means_one ? any_region : sure_region;
    if (const auto found = first_behind(error, label, take); !found.empty()) return found;
  }
  for (const std::string_view label : labels_of_zones) {
    if (const auto found = first_behind(error, label, region_of_zone); !found.empty()) return found;
  }
  return region_in_arn(error);
}

}  // namespace telltale
