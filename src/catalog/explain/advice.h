// SPDX-License-Identifier: Apache-2.0
#pragma once

// Guidance about one object: its advice with the object's own names instead of <name>, what the
// provider's error names, and where the platform documents it. Names that a shell would not take as
// they are stay what they were, so that a hostile dump never writes a command.

#include <string>
#include <string_view>

#include "catalog/explain/guidance.h"
#include "classify/platform.h"
#include "kube/object.h"

namespace telltale {

// What can be put in; what is empty stays as it is.
struct AdviceNames {
  std::string_view kind = {};
  std::string_view name = {};
  std::string_view namespace_name = {};
  std::string_view cluster = {};
  std::string_view node = {};
  struct Reference {
    std::string_view kind = {};
    std::string_view name = {};
  };
  Reference infrastructure = {};
  Reference bootstrap = {};
  Reference control_plane = {};
  Reference install = {};
  std::string_view pre_drain_hook = {};
  std::string_view pre_terminate_hook = {};
  Platform platform = Platform::Any;
};

AdviceNames names_of_object(const Object& object);

// `message` is what the condition says; it may be empty.
std::string advice_text(const Guidance& guidance, const AdviceNames& names,
                        std::string_view message);
// An address, or nothing.
std::string_view advice_documentation(const Guidance& guidance, const AdviceNames& names,
                                      std::string_view message);

}  // namespace telltale
