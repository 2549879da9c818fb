// SPDX-License-Identifier: Apache-2.0
#include "base/arena.h"

#include <algorithm>
#include <cstring>

#include <absl/container/flat_hash_set.h>

#include "base/hash.h"

namespace telltale {
namespace {

constexpr std::size_t block_bytes = 64 * 1024;

// An array as bytes. The type belongs to it: what was kept as one is never handed out as another.
struct Items {
  std::type_index type;
  std::string_view bytes;
  bool operator==(const Items&) const = default;
};

struct ItemsHash {
  std::size_t operator()(const Items& items) const { return TextHash()(items.bytes); }
};

}  // namespace

struct Arena::Words {
  absl::flat_hash_set<std::string_view, TextHash, std::equal_to<>> known;
  absl::flat_hash_set<Items, ItemsHash> known_items;
};

Arena::Arena() : words_(std::make_unique<Words>()) {}
Arena::~Arena() = default;
Arena::Arena(Arena&&) noexcept = default;
Arena& Arena::operator=(Arena&&) noexcept = default;

std::string_view Arena::keep(std::string_view text) {
  if (text.empty()) return {};
  char* copy = static_cast<char*>(allocate(text.size(), 1));
  std::memcpy(copy, text.data(), text.size());
  return {copy, text.size()};
}

std::string_view Arena::intern(std::string_view text) {
  if (text.empty()) return {};
  if (const auto known = words_->known.find(text); known != words_->known.end()) return *known;
  return *words_->known.insert(keep(text)).first;
}

const void* Arena::find_items(std::type_index type, std::string_view bytes) const {
  const auto known = words_->known_items.find(Items{type, bytes});
  return known == words_->known_items.end() ? nullptr : known->bytes.data();
}

void Arena::remember_items(std::type_index type, std::string_view bytes) {
  if (!bytes.empty()) words_->known_items.insert(Items{type, bytes});
}

void Arena::stop_interning() { *words_ = {}; }

void* Arena::allocate_block(std::size_t size, std::size_t alignment) {
  // Large items get a block of their own, so that the rest of the current block is not lost.
  const bool large = size + alignment > block_bytes / 4;
  const std::size_t wanted = large ? size + alignment : block_bytes;
  auto block = std::make_unique_for_overwrite<std::byte[]>(wanted);
  std::byte* start = block.get();
  blocks_.push_back(std::move(block));
  bytes_ += wanted;
  if (large) {
    const auto address = reinterpret_cast<std::uintptr_t>(start);
    return start + (alignment - address % alignment) % alignment;
  }
  next_ = start;
  end_ = start + wanted;
  return allocate(size, alignment);
}

void Arena::clear() {
  words_->known.clear();
  words_->known_items.clear();
  const auto reusable = std::find_if(blocks_.begin(), blocks_.end(), [this](const auto& block) {
    return end_ != nullptr && block.get() + block_bytes == end_;
  });
  if (reusable == blocks_.end()) {
    blocks_.clear();
    next_ = end_ = nullptr;
    bytes_ = 0;
    return;
  }
  auto kept = std::move(*reusable);
  blocks_.clear();
  next_ = kept.get();
  end_ = next_ + block_bytes;
  bytes_ = block_bytes;
  blocks_.push_back(std::move(kept));
}

}  // namespace telltale
