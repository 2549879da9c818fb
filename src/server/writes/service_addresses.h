// SPDX-License-Identifier: Apache-2.0
#pragma once

// Addresses and node ports for Services. An address is taken by an IPAddress object of its name, as
// in Kubernetes: the store lets it be made once, whoever asks and however many servers share that
// store, and a restart finds it again. Nothing routes to any of them.
//
//   auto claim = addresses.claim(place, service, old);   // the Service has its addresses now
//   if (!saved) claim->give_back();
//
// Safe to share between threads.

#include <cstdint>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/entropy.h"
#include "base/result.h"
#include "json/value.h"
#include "server/crds/definitions.h"
#include "server/objects/live_object.h"
#include "server/request/status_error.h"
#include "store/store.h"

namespace telltale::server {

// IPv4 addresses that Services get: "10.96.0.0/16". The first and the last are nobody's, the second
// is that of the API itself.
struct AddressRange {
  std::uint32_t first = 0x0A600000;
  int bits = 16;  // how many the range says

  std::uint32_t count() const { return 1U << (32 - bits); }
  bool holds(std::uint32_t address) const { return (address ^ first) >> (32 - bits) == 0; }
};
[[nodiscard]] Result<AddressRange> parse_address_range(std::string_view text);
std::string to_text(const AddressRange& range);

bool is_service(const Resource& resource);
// The objects that stand for the addresses of a Service, by their keys.
std::vector<std::string> address_keys(std::string_view home, const json::Value& service,
                                      const Registry& registry);

class ServiceAddresses {
 public:
  ServiceAddresses(store::Store& store, const Clock& clock, Entropy& entropy,
                   const Definitions& definitions, AddressRange range)
      : store_(store), clock_(clock), entropy_(entropy), definitions_(definitions), range_(range) {}

  // What was taken for one write. Given back unless it was stored.
  class Claim {
   public:
    Claim() = default;
    explicit Claim(std::function<void(bool stored)> end) : end_(std::move(end)) {}
    ~Claim() { finish(false); }
    Claim(Claim&& other) noexcept : end_(std::exchange(other.end_, nullptr)) {}
    Claim& operator=(Claim&&) = delete;
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;

    void keep() { finish(true); }

   private:
    void finish(bool stored) {
      if (auto end = std::exchange(end_, nullptr)) end(stored);
    }
    std::function<void(bool stored)> end_;
  };

  // Gives a Service that is about to be written what it lacks. `old` is null on create.
  Outcome<Claim> claim(const Place& service, json::Value& object, const json::Value* old);

 private:
  struct Taken {
    std::vector<Place> addresses = {};
    std::vector<std::string> ports = {};  // "home/30123"
  };

  Outcome<void> take_address(const Place& service, json::Value& object, Taken& taken);
  Outcome<void> take_given(const Place& service, const std::string& address, Taken& taken);
  Outcome<void> take_any(const Place& service, json::ValueMap& spec, Taken& taken);
  Outcome<void> take_ports(const Place& service, json::Value& object, Taken& taken);
  bool take(const Place& service, const std::string& address, Taken& taken);
  bool is_taken_by(const Place& address, const Place& service) const;
  Place place_of_address(std::string_view home, const std::string& address) const;
  std::set<std::int64_t> ports_in_use(const Place& but) const;
  bool hold_port(const Place& service, std::int64_t port, Taken& taken);
  std::uint32_t drawn_below(std::uint32_t end);
  void end(const Taken& taken, bool stored);

  store::Store& store_;
  const Clock& clock_;
  Entropy& entropy_;
  const Definitions& definitions_;
  const AddressRange range_;
  std::mutex mutex_;
  std::set<std::string> ports_under_way_;  // taken by writes that have not ended
};

}  // namespace telltale::server
