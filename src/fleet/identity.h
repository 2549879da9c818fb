// SPDX-License-Identifier: Apache-2.0
#pragma once

// Names and identifiers. Whatever is random about an object follows from the seed and the object's
// own name, so that a reference can be written without asking the object it points to.

#include <cstdint>
#include <string>
#include <string_view>

namespace telltale::fleet {

class Identity {
 public:
  explicit Identity(std::uint64_t seed) : seed_(seed) {}

  // A number that belongs to these words and to no others.
  std::uint64_t number(std::string_view kind, std::string_view namespace_name,
                       std::string_view name) const;
  // A version 4 UUID.
  std::string uid(std::string_view kind, std::string_view namespace_name,
                  std::string_view name) const;
  std::string resource_version(std::string_view kind, std::string_view namespace_name,
                               std::string_view name) const;

 private:
  std::uint64_t seed_;
};

// Five characters as the API server generates them; distinct for distinct indexes below 27^5.
std::string name_suffix(std::uint64_t start, std::uint64_t index);

}  // namespace telltale::fleet
