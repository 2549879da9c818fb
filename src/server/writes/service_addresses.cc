// SPDX-License-Identifier: Apache-2.0
#include "server/writes/service_addresses.h"

#include <array>
#include <charconv>
#include <optional>

#include "base/check.h"
#include "base/text.h"
#include "server/kinds/service.h"
#include "server/objects/keys.h"
#include "server/objects/object_access.h"
#include "server/objects/stored.h"
#include "server/writes/metadata.h"

namespace telltale::server {
namespace {

using json::Value;
using json::ValueList;
using json::ValueMap;

constexpr int bits_min = 8;
constexpr int bits_max = 30;
// How often luck is tried before all are looked at in turn.
constexpr int draws_max = 64;
constexpr std::int64_t node_port_first = 30000;
constexpr std::int64_t node_port_last = 32767;
constexpr std::string_view address_group = "networking.k8s.io";

std::optional<std::uint32_t> read_address(std::string_view text) {
  std::uint32_t address = 0;
  const std::vector<std::string_view> parts = split(text, '.');
  if (parts.size() != 4) return std::nullopt;
  for (const std::string_view part : parts) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    const bool whole = error == std::errc{} && end == part.data() + part.size();
    const bool padded = part.size() > 1 && part.front() == '0';
    if (!whole || number > 255 || padded) return std::nullopt;
    address = address << 8U | number;
  }
  return address;
}

std::string address_text(std::uint32_t address) {
  return format("{}.{}.{}.{}", address >> 24U, (address >> 16U) & 255U, (address >> 8U) & 255U,
                address & 255U);
}

bool wants_node_ports(const Value& object) {
  const std::string_view type = text_at(object, "spec.type");
  if (type == "NodePort") return true;
  const Value* allocates = at(object, "spec.allocateLoadBalancerNodePorts");
  return type == "LoadBalancer" && (allocates == nullptr || *allocates == Value(true));
}

Value address_object(const Place& service, const std::string& address) {
  ValueMap labels{{"ipaddress.kubernetes.io/ip-family", "IPv4"},
                  {"ipaddress.kubernetes.io/managed-by", "ipallocator.k8s.io"}};
  ValueMap parent{
      {"resource", "services"}, {"namespace", service.namespace_name}, {"name", service.name}};
  return ValueMap{{"apiVersion", "networking.k8s.io/v1"},
                  {"kind", "IPAddress"},
                  {"metadata", ValueMap{{"name", address}, {"labels", std::move(labels)}}},
                  {"spec", ValueMap{{"parentRef", std::move(parent)}}}};
}

std::unexpected<StatusError> not_allocated(const Place& service, const std::string& address,
                                           std::string_view why) {
  return refuse(invalid(service.named_by_kind(),
                        {schema::invalid("spec.clusterIPs", format("[\"{}\"]", address),
                                         format("failed to allocate IP {}: {}", address, why))}));
}

// The ports that stand in a stored Service, without reading all of it.
void add_node_ports(std::string_view stored, std::set<std::int64_t>& ports) {
  constexpr std::string_view field = "\"nodePort\":";
  for (std::size_t at = stored.find(field); at != std::string_view::npos;
       at = stored.find(field, at + 1)) {
    const std::string_view digits = stored.substr(at + field.size());
    std::int64_t port = 0;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), port).ec == std::errc{}) {
      ports.insert(port);
    }
  }
}

}  // namespace

Result<AddressRange> parse_address_range(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto first = read_address(text.substr(0, slash));
  AddressRange range;
  const std::string_view bits =
      slash == std::string_view::npos ? std::string_view{} : text.substr(slash + 1);
  const auto [end, error] = std::from_chars(bits.data(), bits.data() + bits.size(), range.bits);
  const bool whole = error == std::errc{} && end == bits.data() + bits.size() && !bits.empty();
  if (!first || !whole || range.bits < bits_min || range.bits > bits_max) {
    return fail(Error::Kind::Invalid,
                format("\"{}\" is not a range of IPv4 addresses between /{} and /{}, such as "
                       "10.96.0.0/16",
                       text, bits_min, bits_max));
  }
  range.first = *first & ~(range.count() - 1);
  return range;
}

std::string to_text(const AddressRange& range) {
  return format("{}/{}", address_text(range.first), range.bits);
}

bool is_service(const Resource& resource) {
  return !resource.custom() && resource.group.empty() && resource.plural == "services";
}

std::vector<std::string> address_keys(std::string_view home, const json::Value& service,
                                      const Registry& registry) {
  const auto resource = registry.find(address_group, "ipaddresses");
  std::vector<std::string> keys;
  if (!resource) return keys;
  for (const Value& address : list_at(service, "spec.clusterIPs")) {
    if (!address.is_string() || address == Value(headless)) continue;
    keys.push_back(object_key(home, *resource, {}, std::string_view(address.get_string())));
  }
  return keys;
}

Place ServiceAddresses::place_of_address(std::string_view home, const std::string& address) const {
  const auto registry =
      home == management_home ? definitions_.registry() : definitions_.logical_registry();
  auto resource = registry->find(address_group, "ipaddresses");
  check(resource != nullptr, "addresses are a built-in kind");
  return {.home = std::string(home),
          .resource = std::move(resource),
          .namespace_name = {},
          .name = address};
}

bool ServiceAddresses::is_taken_by(const Place& address, const Place& service) const {
  const auto item = store_.present().get(address.key());
  const auto object = item ? from_stored(*item->value) : fail(Error::Kind::NotFound, "");
  return object && text_at(*object, "spec.parentRef.resource") == "services" &&
         text_at(*object, "spec.parentRef.namespace") == service.namespace_name &&
         text_at(*object, "spec.parentRef.name") == service.name;
}

// True when it is this Service's now, also when it was left over from one of the same name.
bool ServiceAddresses::take(const Place& service, const std::string& address, Taken& taken) {
  const Place place = place_of_address(service.home, address);
  Value object = address_object(service, address);
  begin_metadata(object, *place.resource, clock_.now(), entropy_);
  if (save(store_, place, std::move(object), 0)) {
    taken.addresses.push_back(place);
    return true;
  }
  return is_taken_by(place, service);
}

Outcome<void> ServiceAddresses::take_given(const Place& service, const std::string& address,
                                           Taken& taken) {
  const auto number = read_address(address);
  if (!number) {
    return refuse(invalid(
        service.named_by_kind(),
        {schema::invalid("spec.clusterIPs[0]", schema::quoted(address),
                         "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)")}));
  }
  const std::uint32_t place = *number - range_.first;
  if (!range_.holds(*number) || place == 0 || place == range_.count() - 1) {
    return not_allocated(
        service, address,
        format("the provided network does not match the current range {}", to_text(range_)));
  }
  if (!take(service, address, taken)) {
    return not_allocated(service, address, "provided IP is already allocated");
  }
  return {};
}

std::uint32_t ServiceAddresses::drawn_below(std::uint32_t end) {
  std::array<std::uint8_t, 4> bytes{};
  entropy_.fill(bytes);
  std::uint32_t number = 0;
  for (const std::uint8_t byte : bytes) number = number << 8U | byte;
  return number % end;
}

// Never the first two, nor the last. Where luck does not find a free one all are tried, from where
// it ended.
Outcome<void> ServiceAddresses::take_any(const Place& service, json::ValueMap& spec, Taken& taken) {
  const std::uint32_t usable = range_.count() - 3;
  std::uint32_t at = drawn_below(usable);
  for (std::uint32_t tries = 0; tries < usable + draws_max; ++tries) {
    at = tries < draws_max ? drawn_below(usable) : (at + 1) % usable;
    const std::string address = address_text(range_.first + 2 + at);
    const Place place = place_of_address(service.home, address);
    if (store_.present().get(place.key()) || !take(service, address, taken)) continue;
    spec["clusterIP"] = address;
    spec["clusterIPs"] = ValueList{address};
    return {};
  }
  return refuse(
      internal(format("failed to allocate a serviceIP: range {} is full", to_text(range_))));
}

Outcome<void> ServiceAddresses::take_address(const Place& service, json::Value& object,
                                             Taken& taken) {
  Value* spec = member(object, "spec");
  if (spec == nullptr || !spec->is_object()) return {};
  if (text_at(*spec, "type") == "ExternalName") return {};
  const std::string given(text_at(*spec, "clusterIP"));
  if (given == headless) return {};
  if (!given.empty()) return take_given(service, given, taken);
  return take_any(service, spec->get_object(), taken);
}

std::set<std::int64_t> ServiceAddresses::ports_in_use(const Place& but) const {
  std::set<std::int64_t> ports;
  const auto page = store_.present().list({.prefix = resource_prefix(but.home, *but.resource)});
  if (!page) return ports;
  for (const store::Item& item : page->items) {
    if (item.key != but.key()) add_node_ports(*item.value, ports);
  }
  return ports;
}

bool ServiceAddresses::hold_port(const Place& service, std::int64_t port, Taken& taken) {
  std::string held = format("{}/{}", service.home, port);
  if (!ports_under_way_.insert(held).second) return false;
  taken.ports.push_back(std::move(held));
  return true;
}

// Held until the write has ended, so that two at once get different ones.
Outcome<void> ServiceAddresses::take_ports(const Place& service, json::Value& object,
                                           Taken& taken) {
  if (!wants_node_ports(object)) return {};
  Value* ports = member(*member(object, "spec"), "ports");
  if (ports == nullptr || !ports->is_array()) return {};
  const std::lock_guard lock(mutex_);
  std::set<std::int64_t> used = ports_in_use(service);
  std::set<std::int64_t> own;
  for (std::size_t i = 0; i < ports->get_array().size(); ++i) {
    Value& port = ports->get_array()[i];
    const std::int64_t given = number_at(port, "nodePort");
    if (given == 0 || own.contains(given)) continue;
    const std::string path = format("spec.ports[{}].nodePort", i);
    if (given < node_port_first || given > node_port_last) {
      return refuse(invalid(service.named_by_kind(),
                            {schema::invalid(path, format("{}", given),
                                             format("provided port is not in the valid range. The "
                                                    "range of valid ports is {}-{}",
                                                    node_port_first, node_port_last))}));
    }
    if (used.contains(given) || !hold_port(service, given, taken)) {
      return refuse(invalid(
          service.named_by_kind(),
          {schema::invalid(path, format("{}", given), "provided port is already allocated")}));
    }
    own.insert(given);
  }
  constexpr auto count = static_cast<std::uint32_t>(node_port_last - node_port_first + 1);
  for (Value& port : ports->get_array()) {
    if (!port.is_object() || number_at(port, "nodePort") != 0) continue;
    const std::uint32_t start = drawn_below(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::int64_t candidate = node_port_first + (start + i) % count;
      if (used.contains(candidate) || own.contains(candidate)) continue;
      if (!hold_port(service, candidate, taken)) continue;
      port.get_object()["nodePort"] = candidate;
      own.insert(candidate);
      break;
    }
    if (number_at(port, "nodePort") == 0) {
      return refuse(internal("failed to allocate a nodePort: range is full"));
    }
  }
  return {};
}

void ServiceAddresses::end(const Taken& taken, bool stored) {
  {
    const std::lock_guard lock(mutex_);
    for (const std::string& port : taken.ports) ports_under_way_.erase(port);
  }
  if (stored) return;
  for (const Place& address : taken.addresses) {
    const auto item = store_.present().get(address.key());
    // What cannot be given back now is found when addresses of nobody are looked for.
    if (item) (void)erase(store_, address, item->revision);
  }
}

Outcome<ServiceAddresses::Claim> ServiceAddresses::claim(const Place& service, json::Value& object,
                                                         const json::Value* old) {
  if (!is_service(*service.resource)) return Claim();
  auto taken = std::make_shared<Taken>();
  Claim claim([this, taken](bool stored) { end(*taken, stored); });
  const bool keeps = old != nullptr && !text_at(*old, "spec.clusterIP").empty() &&
                     text_at(*old, "spec.clusterIP") == text_at(object, "spec.clusterIP");
  if (!keeps) {
    if (const auto done = take_address(service, object, *taken); !done) return refuse(done.error());
  }
  if (const auto done = take_ports(service, object, *taken); !done) return refuse(done.error());
  return claim;
}

}  // namespace telltale::server
