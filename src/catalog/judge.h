// SPDX-License-Identifier: Apache-2.0
#pragma once

// The front door of the catalog: (world, settings, instant) -> judgement.
//
// What goes in
//   A World (observe/world.h): the objects of one management cluster at one moment, and how much of
//   that cluster was collected. Objects are read with fields_to_read() (catalog/kinds.h), which
//   keeps what judging looks at and passes over the rest.
//   Settings (catalog/settings.h): what people may choose, such as the dialect and the patience.
//   An Instant: what time it is. Judging never asks a clock.
//
// What comes out
//   A Judgement (catalog/judged.h): one Judged for each object of a judged kind, ordered by kind,
//   namespace and name. A Judged holds the conditions as they would stand after a write, the
//   counters, one verdict above them with its cause, and the instant (`wake`) at which time alone
//   changes any of that. Nothing is written anywhere; `changed` says whether a write would change
//   something. An object of a kind without a record (catalog/kind.h) is looked at, never judged.
//
// Laws, each held by tests
//   Pure: the same three inputs give the same bytes, in every driver and with any number of
//   threads. Idempotent: judged again with what it said stored, an object is not `changed`. Honest:
//   what was not collected is never taken for absent. A condition that rests on it stays as it is
//   stored, or is Unknown; Unknown is never used for "bad". From the bottom up: owners are judged
//   from the fresh judgements of what they own. On time: between now and `wake` an unchanged world
//   is judged the same. Near linear in the number of objects. An unhealthy world is data; judging
//   cannot fail.
//
// Threads and lifetimes
//   `threads` workers share the World, which nobody may change meanwhile, and nothing else. Calls
//   do not know each other: two worlds can be judged side by side. Text of a Judgement lives in its
//   own arenas or in the World, so the World outlives it.
//
// Example (judge_example_test.cc runs it)
//
//   std::vector<Arena> arenas(1);
//   std::vector<Object> objects;
//   std::vector<ObjectError> unreadable;
//   ObjectReader reader(fields_to_read(), arenas.front());
//   for (const std::string_view text : documents) {
//     const json::PaddedCopy document(text);
//     if (const auto object = reader.read(document.padded(), {}, unreadable)) {
//       objects.push_back(*object);
//     }
//   }
//   const World world(std::move(objects), std::move(arenas), Completeness::Partial);
//   const Settings settings;
//   const Judgement judgement = judge(world, settings, now);
//   for (const Judged& judged : judgement.items) {
//     std::cout << judged.object->key.name << ": " << to_text(judged.verdict) << "\n";
//   }
//
// Beyond: explain/explain.h tells why a condition is what it is, engine/incremental_judge.h keeps a
// world judged while single objects change, report/report.h writes a Judgement down.

#include "base/instant.h"
#include "catalog/judged.h"
#include "catalog/settings.h"
#include "observe/world.h"

namespace telltale {

Judgement judge(const World& world, const Settings& settings, Instant now, unsigned threads = 1);

}  // namespace telltale
