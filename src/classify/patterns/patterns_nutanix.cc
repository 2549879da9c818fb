// SPDX-License-Identifier: Apache-2.0
// Prism Central and Prism Element, as the provider and Terraform show their answers.

#include "classify/patterns/patterns.h"

namespace telltale {
namespace {

using enum Role;
using enum Shape;

constexpr Pattern nutanix_list[] = {
    {"nutanix-entity-itself", Itself, Phrase,
     "\\bvms? ?: ?[0-9a-f-]{36} does not exist|vm with uuid<id>?<few> (?:because it is )?not found|"
     "\\b(?:vg|volume group) not found"},
    {"nutanix-edit-conflict", Passing, Phrase, "edit conflict: please retry|spec version mismatch"},
    {"nutanix-missing-entity", MissingPhrase, Phrase,
     "(?:could not|unable to|failed to) find (?:the |any )?(?:entity|entities|category|prism "
     "element|"
     "project|gpu|storage container)"},
};

}  // namespace

std::span<const Pattern> nutanix_patterns() { return nutanix_list; }

}  // namespace telltale
