// SPDX-License-Identifier: Apache-2.0
#pragma once

// Guidance about one object: its advice with every <blank> filled in, what the provider's error
// names, and where the platform documents it. Advice leaves out what cannot be filled in
// (kind_data.h), so that no blank is ever shown and a hostile dump never writes a command.
//
//   <self>              the object: machines.cluster.x-k8s.io/web-0 -n prod
//   <deepest>           the object below it that is in trouble
//   <name> <namespace>  of the object
//   <infrastructure> <config> <control plane> <install>   what it refers to: awsmachine/web-0 -n
//   prod <provider>          the one of these that its condition is about <node>              its
//   Node; <workload> is kubectl for the cluster of that Node <component> <hook>  a static Pod; an
//   annotation <attempt>           the attempt at an installation that counts <hosted namespace>
//   where the control plane of a hosted cluster lives <scaled> <count>    the pool whose size
//   people set; how many machines it has now <quota> <region> <resource>   what the error is about

#include <string>
#include <string_view>

#include "catalog/explain/advice_names.h"
#include "catalog/explain/guidance.h"

namespace telltale {

// `message` is what the condition says; it may be empty.
std::string advice_text(const Guidance& guidance, const AdviceNames& names,
                        std::string_view message);
// An address, or nothing.
std::string_view advice_documentation(const Guidance& guidance, const AdviceNames& names,
                                      std::string_view message);

// Conditions whose messages are a provider's words.
bool is_providers_word(std::string_view condition);

}  // namespace telltale
