// SPDX-License-Identifier: Apache-2.0
#include "store/store.h"

#include <future>
#include <memory>
#include <utility>

namespace telltale::store {

// Where nothing lies but in memory or elsewhere, being reachable is all that can be asked for.
Result<Checked> Store::check_contents() {
  if (auto caught = catch_up(); !caught) return fail(caught.error());
  return Checked{.objects = present().size(),
                 .revision = present().revision(),
                 .compacted = present().compacted()};
}

Result<Revision> commit_and_wait(Store& store, Write write) {
  // Shared with the callback, which may still be inside set_value when we are gone.
  const auto promise = std::make_shared<std::promise<Result<Revision>>>();
  auto answer = promise->get_future();
  store.commit(std::move(write),
               [promise](Result<Revision> result) { promise->set_value(std::move(result)); });
  return answer.get();
}

}  // namespace telltale::store
