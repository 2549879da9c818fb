// SPDX-License-Identifier: Apache-2.0
#include "store/sealing/sealed_state.h"

#include <memory>
#include <string>

#include <absl/container/flat_hash_map.h>

namespace telltale::store {
namespace {

// Values are shared between what is true, what was and what was before; each is opened once.
class Opener {
 public:
  explicit Opener(Sealing& sealing) : sealing_(sealing) {}

  void item(Item& item) {
    if (!is_sealed(*item.value)) return sealing_.note(item.key, *item.value);
    const auto at_rest = item.value;
    const auto plain = sealing_.take(item.key, *at_rest);
    item.value = std::make_shared<const std::string>(
        is_sealed(plain) ? plain : stamped(plain, item.revision));
    opened_.emplace(at_rest.get(), Opened{at_rest, item.value});
  }
  // Of history, where nothing is noted: it is no longer so.
  void value(const std::string& key, Bytes& value, Revision revision) {
    if (!value || !is_sealed(*value)) return;
    const auto at_rest = value;
    if (const auto known = opened_.find(at_rest.get()); known != opened_.end()) {
      value = known->second.plain;
      return;
    }
    const auto plain = sealing_.open(key, *at_rest);
    if (plain) value = std::make_shared<const std::string>(stamped(*plain, revision));
    opened_.emplace(at_rest.get(), Opened{at_rest, value});
  }

 private:
  struct Opened {
    Bytes at_rest;  // kept, so that its address is nobody else's
    Bytes plain;
  };

  Sealing& sealing_;
  absl::flat_hash_map<const std::string*, Opened> opened_;
};

}  // namespace

Result<void> open_state(Sealing& sealing, SqliteLog::Loaded& loaded) {
  if (auto begun = sealing.begin(loaded.items); !begun) return begun;
  Opener opener(sealing);
  for (Item& item : loaded.items) opener.item(item);
  for (Change& change : loaded.history) {
    opener.value(change.key, change.value, change.revision);
    opener.value(change.key, change.before, change.before_revision);
  }
  return {};
}

Result<void> open_state(Sealing& sealing, std::vector<Item>& items) {
  if (auto begun = sealing.begin(items); !begun) return begun;
  Opener opener(sealing);
  for (Item& item : items) opener.item(item);
  return {};
}

}  // namespace telltale::store
