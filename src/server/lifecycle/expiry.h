// SPDX-License-Identifier: Apache-2.0
#pragma once

// When Events end: each some time after its last change. There is one entry for each of them,
// however often they change. Belongs to one thread.

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "base/instant.h"
#include "store/sealing/stamp.h"

namespace telltale::server {

struct Expired {
  std::string key;
  store::Revision revision = 0;  // of the last change
};

class Expiry {
 public:
  Expiry() = default;
  Expiry(Expiry&&) = default;  // the places stay valid
  Expiry& operator=(Expiry&&) = default;

  void touch(const std::string& key, store::Revision revision, Instant ends) {
    forget(key);
    places_.emplace(key, due_.emplace(ends, Expired{.key = key, .revision = revision}));
  }

  void forget(const std::string& key) {
    const auto place = places_.find(key);
    if (place == places_.end()) return;
    due_.erase(place->second);
    places_.erase(place);
  }

  // One whose time has come, which is forgotten with it.
  std::optional<Expired> take(Instant now) {
    if (due_.empty() || due_.begin()->first > now) return std::nullopt;
    Expired expired = due_.begin()->second;
    forget(expired.key);
    return expired;
  }

  std::size_t size() const { return due_.size(); }

 private:
  using Due = std::multimap<Instant, Expired>;
  Due due_;
  std::map<std::string, Due::iterator> places_;
};

}  // namespace telltale::server
