// SPDX-License-Identifier: Apache-2.0
#pragma once

// The metadata of an object, all but its name and namespace: without those there is no object to
// read metadata for.

#include "json/tree/tree.h"
#include "kube/object.h"
#include "kube/reading.h"

namespace telltale {

inline constexpr std::size_t labels_max = 1024;
inline constexpr std::size_t annotations_max = 1024;
inline constexpr std::size_t owners_max = 64;

// Copies of the object inside itself: large, and never judged.
inline constexpr std::string_view dropped_annotations[] = {
    "kubectl.kubernetes.io/last-applied-configuration",
    "cluster.x-k8s.io/conversion-data",
};

// The object's group and kind must be set; they decide whether it can have another home.
void read_metadata(const json::Tree& metadata, const Reading& reading, Object& object);

}  // namespace telltale
