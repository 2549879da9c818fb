// SPDX-License-Identifier: Apache-2.0
#include "reconcile/leases/lease_document.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/text.h"
#include "json/parse.h"
#include "json/print.h"

namespace telltale {
namespace {

using std::chrono::microseconds;

constexpr std::size_t fraction_digits = 6;

const json::Value* member(const json::Value& value, std::string_view name) {
  const json::ValueMap* map = value.if_object();
  return map == nullptr ? nullptr : map->if_contains(name);
}

std::string_view text_of(const json::Value* value) {
  if (value == nullptr || !value->is_string()) return {};
  return value->get_string();
}

std::int32_t number_of(const json::Value* value) {
  if (value == nullptr || !value->is_int64()) return 0;
  return static_cast<std::int32_t>(
      std::clamp<std::int64_t>(value->get_int64(), 0, std::numeric_limits<std::int32_t>::max()));
}

LeaseTime time_of(const json::Value* value) {
  return parse_lease_time(text_of(value)).value_or(no_lease_time);
}

json::ValueString text(std::string_view words) { return json::ValueString(words); }

json::ValueMap spec_of(const LeaseRecord& record) {
  json::ValueMap spec;
  spec["holderIdentity"] = text(record.holder);
  spec["leaseDurationSeconds"] = record.duration_seconds;
  spec["leaseTransitions"] = record.transitions;
  if (record.acquired != no_lease_time) {
    spec["acquireTime"] = text(format_lease_time(record.acquired));
  }
  if (record.renewed != no_lease_time) spec["renewTime"] = text(format_lease_time(record.renewed));
  return spec;
}

json::ValueMap metadata_of(const LeasePlace& place, const LeaseRecord& record) {
  json::ValueMap metadata;
  metadata["namespace"] = text(place.namespace_name);
  metadata["name"] = text(place.name);
  if (!record.resource_version.empty()) metadata["resourceVersion"] = text(record.resource_version);
  if (!place.write.empty()) {
    metadata["annotations"] = json::ValueMap{{lease_write_annotation, text(place.write)}};
  }
  if (place.set.empty()) return metadata;
  json::ValueMap labels;
  labels[lease_set_label] = text(place.set);
  metadata["labels"] = std::move(labels);
  return metadata;
}

// Nothing when it has no name. Items of a list need not say what they are.
std::optional<NamedLease> lease_of(const json::Value& value) {
  const json::Value* metadata = member(value, "metadata");
  if (metadata == nullptr || text_of(member(*metadata, "name")).empty()) return std::nullopt;
  NamedLease lease{.name = std::string(text_of(member(*metadata, "name")))};
  lease.record.resource_version = text_of(member(*metadata, "resourceVersion"));
  if (const json::Value* annotations = member(*metadata, "annotations")) {
    lease.record.write = text_of(member(*annotations, lease_write_annotation));
  }
  const json::Value* spec = member(value, "spec");
  if (spec == nullptr) return lease;
  lease.record.holder = text_of(member(*spec, "holderIdentity"));
  lease.record.duration_seconds = number_of(member(*spec, "leaseDurationSeconds"));
  lease.record.transitions = number_of(member(*spec, "leaseTransitions"));
  lease.record.acquired = time_of(member(*spec, "acquireTime"));
  lease.record.renewed = time_of(member(*spec, "renewTime"));
  return lease;
}

}  // namespace

std::string format_lease_time(LeaseTime time) {
  const Instant whole = std::chrono::floor<Seconds>(time);
  std::string text = format_rfc3339(whole);
  text.pop_back();
  return format("{}.{:06}Z", text, microseconds(time - whole).count());
}

std::optional<LeaseTime> parse_lease_time(std::string_view text) {
  const auto whole = parse_rfc3339(text);
  if (!whole) return std::nullopt;
  const std::size_t dot = text.find('.');
  std::int64_t fraction = 0;
  bool is_over = dot == std::string_view::npos;
  for (std::size_t digit = 1; digit <= fraction_digits; ++digit) {
    is_over =
        is_over || dot + digit >= text.size() || text[dot + digit] < '0' || text[dot + digit] > '9';
    fraction = fraction * 10 + (is_over ? 0 : text[dot + digit] - '0');
  }
  return LeaseTime(*whole) + microseconds(fraction);
}

std::string lease_document(const LeasePlace& place, const LeaseRecord& record) {
  json::ValueMap lease;
  lease["apiVersion"] = "coordination.k8s.io/v1";
  lease["kind"] = "Lease";
  lease["metadata"] = metadata_of(place, record);
  lease["spec"] = spec_of(record);
  return json::print(json::Value(std::move(lease)));
}

Result<NamedLease> read_lease(std::string_view document) {
  const auto value = json::parse(document);
  if (!value) return fail(value.error());
  auto lease = lease_of(*value);
  if (!lease || text_of(member(*value, "kind")) != "Lease") {
    return fail(Error::Kind::Invalid, "the answer is not a Lease");
  }
  return std::move(*lease);
}

Result<std::vector<NamedLease>> read_lease_list(std::string_view document) {
  const auto value = json::parse(document);
  if (!value) return fail(value.error());
  const json::Value* items = member(*value, "items");
  const bool is_list = text_of(member(*value, "kind")) == "LeaseList" && items != nullptr &&
                       (items->is_array() || items->is_null());
  if (!is_list) return fail(Error::Kind::Invalid, "the answer is not a LeaseList");
  std::vector<NamedLease> leases;
  if (items->is_null()) return leases;
  for (const json::Value& item : items->get_array()) {
    if (auto lease = lease_of(item)) leases.push_back(std::move(*lease));
  }
  return leases;
}

}  // namespace telltale
