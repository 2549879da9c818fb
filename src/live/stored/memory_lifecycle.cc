// SPDX-License-Identifier: Apache-2.0
#include "live/stored/memory_lifecycle.h"

#include <utility>

#include "base/text.h"
#include "catalog/engine/memory.h"
#include "catalog/groups.h"
#include "catalog/kinds.h"

namespace telltale::live {
namespace {

constexpr std::chrono::milliseconds load_again{2'000};
constexpr std::chrono::seconds store_again{5};

// The kinds about which something may be remembered.
bool remembers_of(const Object& object) {
  const Kind* kind = judged_kind(object.key.group, object.key.kind);
  return kind != nullptr && kind->is_remembered;
}

std::string told_name(const Key& key) { return format("{}/{}", key.namespace_name, key.name); }

}  // namespace

void MemoryLifecycle::load() {
  parts_.keeper.load([this, number = ++loads_, held = parts_.shares.held()](auto documents) {
    loop_.inbox.post_now([this, number, held, documents = std::move(documents)] {
      if (number == loads_) on_loaded(documents, held);
    });
  });
}

void MemoryLifecycle::load_for_new_share() {
  loaded_ = false;
  load();
}

void MemoryLifecycle::on_loaded(const Result<MemoryKeeper::Documents>& documents,
                                const std::vector<std::size_t>& held) {
  using Kind = Error::Kind;
  const bool refused = !documents && (documents.error().kind == Kind::Internal ||
                                      documents.error().kind == Kind::Invalid);
  if (!documents && !refused) {
    // Clocks that begin at zero would forgive every failure: nothing is judged without it.
    if (!said_trouble_) loop_.log(format("waiting for memory: {}", documents.error().detail));
    said_trouble_ = true;
    retry_ =
        loop_.scheduler.after(load_again, [this] { loop_.inbox.post_now([this] { load(); }); });
    return;
  }
  if (refused) {
    loop_.log(format("what was remembered cannot be read: {}", documents.error().detail));
  } else {
    take(*documents);
  }
  said_trouble_ = false;
  loaded_ = true;
  parts_.shares.remember(held);
  parts_.trees.mark_all_dirty();
  loop_.on_progress();
}

void MemoryLifecycle::take(const MemoryKeeper::Documents& documents) {
  for (const std::string& document : documents) {
    // Of trees that this replica looks after already it knows better than the store.
    const TreeIndex::Entry* known = parts_.trees.find(document, {});
    const bool ours = !parts_.shares.is_alone() && known != nullptr && known->tree != nullptr &&
                      parts_.shares.is_remembered(known->tree->name());
    if (ours) continue;
    loop_.put(document, {});
    note(document);
  }
}

void MemoryLifecycle::note(const std::string& document) {
  const TreeIndex::Entry* entry = parts_.trees.find(document, {});
  if (entry == nullptr) return;
  parts_.status.put_told(ToldKind::Memory, told_name(entry->object().key),
                         entry->tree == nullptr ? std::string() : entry->tree->name(), document);
}

void MemoryLifecycle::forget(const Object& object) {
  const std::string name = memory_name(object);
  const Key key{own_group, "Memory", object.key.namespace_name, name, {}};
  const TreeIndex::Entry* memory = parts_.trees.find(key);
  // What was stored is known only when the status was written, too; the object may go before that.
  const bool may_be_stored = memory != nullptr || remembers_of(object);
  if (!may_be_stored) return;
  const TreeIndex::ObjectTree* tree = memory == nullptr ? nullptr : memory->tree;
  const Shares& shares = parts_.shares;
  const bool ours =
      tree != nullptr ? shares.is_ours(tree->name()) : !shares.is_sharded() && shares.is_ours({});
  parts_.trees.remove(key);
  parts_.status.remove_told(ToldKind::Memory, told_name(key));
  if (ours && parts_.may_write()) parts_.keeper.drop(key.namespace_name, name);
}

void MemoryLifecycle::keep_time(std::chrono::nanoseconds elapsed) {
  if (elapsed < next_store_) return;
  next_store_ = elapsed + store_again;
  if (parts_.may_write()) parts_.keeper.retry_kept();
}

}  // namespace telltale::live
