// SPDX-License-Identifier: Apache-2.0
#include "store/key_index.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace telltale::store {
namespace {

constexpr std::size_t chunk_items_max = 128;

std::size_t slot_for(const std::vector<Item>& chunk, std::string_view key) {
  const auto found = std::ranges::lower_bound(
      chunk, key, {}, [](const Item& item) { return std::string_view(item.key); });
  return static_cast<std::size_t>(found - chunk.begin());
}

template <class List>
auto position(List& list, std::size_t index) {
  return list.begin() + static_cast<std::ptrdiff_t>(index);
}

}  // namespace

// The last chunk that begins at or before the key; the first one for a key before all.
std::size_t KeyIndex::chunk_for(std::string_view key) const {
  const auto behind = std::ranges::upper_bound(
      chunks_, key, {}, [](const Chunk& chunk) { return std::string_view(chunk.front().key); });
  return behind == chunks_.begin() ? 0 : static_cast<std::size_t>(behind - chunks_.begin()) - 1;
}

const Item* KeyIndex::find(std::string_view key) const {
  const Item* item = at(seek(key));
  return item != nullptr && item->key == key ? item : nullptr;
}

void KeyIndex::put(Item item) {
  if (chunks_.empty()) {
    chunks_.emplace_back().push_back(std::move(item));
    size_ = 1;
    return;
  }
  auto chunk = chunk_for(item.key);
  auto slot = slot_for(chunks_[chunk], item.key);
  if (slot < chunks_[chunk].size() && chunks_[chunk][slot].key == item.key) {
    chunks_[chunk][slot] = std::move(item);
    return;
  }
  if (chunks_[chunk].size() >= chunk_items_max) {
    // Keys that come in order fill whole chunks; others share what is there between two.
    const bool appended = slot == chunks_[chunk].size() && chunk + 1 == chunks_.size();
    if (appended) {
      chunks_.emplace_back();
    } else {
      split(chunk);
    }
    const bool second = appended || slot > chunks_[chunk].size();
    slot = appended ? 0 : second ? slot - chunks_[chunk].size() : slot;
    if (second) ++chunk;
  }
  chunks_[chunk].insert(position(chunks_[chunk], slot), std::move(item));
  ++size_;
}

void KeyIndex::split(std::size_t chunk) {
  Chunk& full = chunks_[chunk];
  const auto middle = position(full, full.size() / 2);
  Chunk rest(std::make_move_iterator(middle), std::make_move_iterator(full.end()));
  full.erase(middle, full.end());
  chunks_.insert(position(chunks_, chunk + 1), std::move(rest));
}

bool KeyIndex::erase(std::string_view key) {
  const auto place = seek(key);
  const Item* item = at(place);
  if (item == nullptr || item->key != key) return false;
  auto& chunk = chunks_[place.chunk];
  chunk.erase(position(chunk, place.slot));
  --size_;
  if (chunk.empty()) {
    chunks_.erase(position(chunks_, place.chunk));
  } else {
    join_small(place.chunk);
  }
  return true;
}

// Deleting most keys leaves no trail of nearly empty chunks.
void KeyIndex::join_small(std::size_t chunk) {
  if (chunk + 1 >= chunks_.size()) return;
  Chunk& left = chunks_[chunk];
  Chunk& right = chunks_[chunk + 1];
  if (left.size() + right.size() > chunk_items_max / 2) return;
  left.insert(left.end(), std::make_move_iterator(right.begin()),
              std::make_move_iterator(right.end()));
  chunks_.erase(position(chunks_, chunk + 1));
}

void KeyIndex::clear() {
  chunks_.clear();
  size_ = 0;
}

std::size_t KeyIndex::rank(std::string_view key) const {
  const auto place = seek(key);
  std::size_t before = place.slot;
  for (std::size_t chunk = 0; chunk < place.chunk; ++chunk) before += chunks_[chunk].size();
  return before;
}

KeyIndex::Cursor KeyIndex::seek(std::string_view key) const {
  if (chunks_.empty()) return {};
  const auto chunk = chunk_for(key);
  const auto slot = slot_for(chunks_[chunk], key);
  return slot == chunks_[chunk].size() ? Cursor{chunk + 1, 0} : Cursor{chunk, slot};
}

const Item* KeyIndex::at(Cursor cursor) const {
  return cursor.chunk < chunks_.size() ? &chunks_[cursor.chunk][cursor.slot] : nullptr;
}

KeyIndex::Cursor KeyIndex::next(Cursor cursor) const {
  return cursor.slot + 1 < chunks_[cursor.chunk].size() ? Cursor{cursor.chunk, cursor.slot + 1}
                                                        : Cursor{cursor.chunk + 1, 0};
}

}  // namespace telltale::store
