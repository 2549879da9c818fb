// SPDX-License-Identifier: Apache-2.0
#pragma once

// What stands in Pods and in everything that Pods are made of: defaults that depend on other
// fields, and what is wrong besides the schema, as Kubernetes judges it.

#include <cstdint>
#include <string>

#include "json/value.h"
#include "schema/validate/field_error.h"

namespace telltale::server {

// Of a Pod or of a template for Pods.
void fill_pod_spec(json::Value& spec);
// What only a Pod itself gets: amounts asked for follow from limits.
void fill_amounts(json::Value& spec);
// "Guaranteed", "Burstable" or "BestEffort".
std::string quality_of(const json::Value& spec);

enum class Restarts : std::uint8_t { AsItSays, Always, Never };
void check_pod_spec(const json::Value& spec, const std::string& path, schema::FieldErrors& out);
// A template in the spec of a controller: the labels that its selector names, and how it restarts.
void check_pod_template(const json::Value& spec, Restarts restarts, schema::FieldErrors& out);
// The selector of a controller must name labels, and those of its template.
void check_selector(const json::Value& spec, schema::FieldErrors& out);

}  // namespace telltale::server
