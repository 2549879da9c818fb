// SPDX-License-Identifier: Apache-2.0
#pragma once

// What provider errors look like, as data: one list per platform and one that is everybody's. A
// pattern only says which role a piece of text plays; rules.h decides what follows from the roles
// that were seen together.
//
// A pattern is a regular expression over readable text (fold.h), in any case, without ".*": text
// that is far apart is for the rules to bring together. Codes also stand in that text as sentences
// between semicolons, so phrases find them too. These words stand for longer expressions:
//
//   <noun>   a cloud resource that a machine needs: subnet, image, security group ...
//   <id>     how such a resource is named: 'x', "ID x", "with name x"
//   <few>    words of the same sentence, or none
//   <many>   the same where a sentence tends to be long
//   <gone>   "was not found", "does not exist", "could not be found" ...

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "classify/literals.h"
#include "classify/platform.h"

namespace telltale {

enum class Role : std::uint8_t {
  Harmless,       // looks like trouble with a cloud and is none
  Progress,       // something is still going on, or has not begun
  NotReady,       // the same, in words that errors use too
  RateLimit,      // too many requests
  RateStatus,     // the HTTP status for that, which some give for other things
  RatePeriod,     // a quota per minute is a rate limit in disguise
  Passing,        // says itself that it passes: short-lived credentials, eventual consistency
  Moving,         // a thing is in a state that it leaves by itself
  Retrying,       // the program that wraps the error says that it tries again
  Informing,      // the line is a piece of information, by its level or its first word
  Source,         // speaks of what machines are copied from, which is called a machine too
  Itself,         // the machine that is being created or deleted is not there
  GaveUp,         // the program waited until the end, in vain
  SlowState,      // the same for a state that cloud objects take their time to reach
  Wire,           // the way to the provider is broken, so whatever it failed to do says nothing
  Denied,         // permission, policy, account: nothing else in the text matters
  MissingCode,    // a code for a resource that is not there
  MissingPhrase,  // a noun and that it is not there
  MissingWord,    // "not found", of whatever
  NotAResource,   // not found, but nothing that a cloud holds
  QuotaCode,
  QuotaPhrase,
  QuotaWord,    // speaks of a quota
  OverWord,     // speaks of something that is used up
  LimitPhrase,  // a limit, of whatever
  NotAQuota,    // a limit of retries, of time, of lengths
  CapacityCode,
  CapacityPhrase,
  CapacityWord,   // speaks of room for machines
  LackWord,       // speaks of something that is not enough
  NotALack,       // but of information, rights or arguments
  Unschedulable,  // no node of the infrastructure cluster fits
  Unbound,        // because storage is not there yet, which is no capacity of nodes
  Refused,        // credentials, weak signs of permission
  Fault,          // a verdict on the machine that waiting does not change, whatever led to it
  Invalid,        // the request itself is wrong
  Network,        // the way to the provider, or the provider's own trouble
  Status,         // an HTTP status that stands for trouble, when nothing else is said
  Failed,         // failed, and that is all it says; also reasons of conditions
  FailedWord,     // something failed, of whatever
  WrongWord,      // something is not as it has to be, of whatever
  CloudWord,      // speaks of machines and what they are made of
  ClusterWord,    // speaks of what runs on them
};
inline constexpr std::size_t role_count = static_cast<std::size_t>(Role::ClusterWord) + 1;

enum class Shape : std::uint8_t {
  Code,    // a whole token: no letter or digit on either side
  Phrase,  // anywhere
};

struct Pattern {
  std::string_view name;  // unique; what `telltale classify` shows
  Role role;
  Shape shape;
  std::string_view text;
};

struct PatternGroup {
  std::span<const Platform> platforms;  // empty: everybody's
  std::span<const Pattern> patterns;
};

std::span<const PatternGroup> pattern_groups();
// Everybody's patterns apply everywhere, and where nobody said the platform, all do.
bool applies(const PatternGroup& group, Platform platform);
// The pattern as RE2 reads it, with the words above spelled out.
std::string expression_of(const Pattern& pattern);
// The same for one alternative of a pattern of this shape.
std::string expression_of(Shape shape, std::string_view alternative);
// What stands between the pattern's outermost |; one of them must match. Those that are a few fixed
// texts say so.
struct Alternative {
  std::string_view text = {};  // as it stands in the pattern
  std::string expression = {};
  std::optional<Literals> literals = {};
};
std::vector<Alternative> alternatives_of(const Pattern& pattern);

// The lists, one file each: codes whose meaning is documented, and what the texts around them say.
std::span<const Pattern> shared_patterns();
std::span<const Pattern> shared_failure_patterns();
std::span<const Pattern> aws_codes();
std::span<const Pattern> aws_patterns();
std::span<const Pattern> azure_codes();
std::span<const Pattern> azure_patterns();
std::span<const Pattern> gcp_codes();
std::span<const Pattern> gcp_patterns();
std::span<const Pattern> openstack_codes();
std::span<const Pattern> openstack_patterns();
std::span<const Pattern> kubevirt_codes();
std::span<const Pattern> kubevirt_patterns();
std::span<const Pattern> vsphere_codes();
std::span<const Pattern> vsphere_patterns();
std::span<const Pattern> metal_codes();
std::span<const Pattern> metal_patterns();
std::span<const Pattern> ibm_codes();
std::span<const Pattern> ibm_patterns();
std::span<const Pattern> nutanix_codes();
std::span<const Pattern> nutanix_patterns();

}  // namespace telltale
