// SPDX-License-Identifier: Apache-2.0
#pragma once

// How the OpenAPI documents call things. Built-in kinds are named after the package they came from
// ("io.k8s.api.core.v1.ConfigMap"), custom ones after their group turned around
// ("com.example.ref.v1.Gadget"); operations join group, version and kind ("RefExampleComV1").

#include <cstdint>
#include <string>
#include <string_view>

#include "json/value.h"
#include "server/resource.h"

namespace telltale::server::openapi {

// Version 2 is Swagger, for clients older than 1.24; version 3 is what newer ones read.
enum class Dialect : std::uint8_t { V2, V3 };

inline constexpr std::string_view meta_prefix = "io.k8s.apimachinery.pkg.apis.meta.v1.";
inline constexpr std::string_view scale_name = "io.k8s.api.autoscaling.v1.Scale";

std::string meta_name(std::string_view kind);
std::string schema_name(const Resource& resource, const Version& version, std::string_view kind);

// {"$ref": "#/components/schemas/io.k8s..."}
json::Value reference(std::string_view name, Dialect dialect);
// The same with words beside it, which version 3 allows only around a reference.
json::Value described_reference(std::string_view description, std::string_view name,
                                Dialect dialect);

json::Value group_version_kind(const Resource& resource, const Version& version,
                               std::string_view kind);

// "refExampleCom_v1", "core_v1"
std::string tag_of(const Resource& resource, const Version& version);
// "RefExampleComV1", "CoreV1"
std::string operation_part(const Resource& resource, const Version& version);

}  // namespace telltale::server::openapi
