// SPDX-License-Identifier: Apache-2.0
#pragma once

// A bump allocator for text and plain structs that live and die together: all strings of a dump,
// all messages of one judgement. What it hands out stays valid until the arena is cleared or
// destroyed. Not safe to share between threads.
//
//   Arena arena;
//   std::string_view name = arena.keep(parsed_name);     // a copy of its own
//   std::string_view kind = arena.intern(parsed_kind);   // one copy, however often it is seen

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <typeindex>
#include <typeinfo>
#include <vector>

namespace telltale {

class Arena {
 public:
  static constexpr std::size_t short_bytes_max = 64;

  Arena();
  ~Arena();
  Arena(Arena&&) noexcept;
  Arena& operator=(Arena&&) noexcept;

  std::string_view keep(std::string_view text);
  // For words that repeat: kinds, types, reasons, namespaces.
  std::string_view intern(std::string_view text);
  // For text of which nobody knows whether it repeats: names, messages, references. Short text is
  // interned; the rest is copied, since looking it up would cost more than it saves.
  std::string_view keep_short_once(std::string_view text) {
    return text.size() <= short_bytes_max ? intern(text) : keep(text);
  }

  template <class T>
  std::span<T> keep(std::span<const T> items) {
    static_assert(std::is_trivially_copyable_v<T>, "an arena never runs destructors");
    if (items.empty()) return {};
    std::span<T> kept = make<T>(items.size());
    std::uninitialized_copy(items.begin(), items.end(), kept.begin());
    return kept;
  }
  template <class T>
  std::span<T> keep(const std::vector<T>& items) {
    return keep(std::span<const T>(items));
  }
  // For arrays that repeat, such as the labels of a set's Machines. Items are the same when their
  // bytes are, so text and arrays they point to must be interned first.
  template <class T>
  std::span<const T> intern(const std::vector<T>& items) {
    const std::string_view bytes(reinterpret_cast<const char*>(items.data()),
                                 items.size() * sizeof(T));
    if (const void* known = find_items(typeid(T), bytes)) {
      return {static_cast<const T*>(known), items.size()};
    }
    const std::span<const T> kept = keep(items);
    remember_items(typeid(T), {reinterpret_cast<const char*>(kept.data()), bytes.size()});
    return kept;
  }

  // Uninitialized room for `count` items.
  template <class T>
  std::span<T> make(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T>, "an arena never runs destructors");
    return {static_cast<T*>(allocate(count * sizeof(T), alignof(T))), count};
  }

  // Frees what only interning needs, for when all is read. What was handed out stays; words that
  // come later are kept anew.
  void stop_interning();
  // Forgets everything and keeps one block, so that a scratch arena stops allocating.
  void clear();
  std::size_t bytes() const { return bytes_; }

 private:
  struct Words;

  const void* find_items(std::type_index type, std::string_view bytes) const;
  void remember_items(std::type_index type, std::string_view bytes);
  void* allocate(std::size_t size, std::size_t alignment);
  void* allocate_block(std::size_t size, std::size_t alignment);

  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::byte* next_ = nullptr;
  std::byte* end_ = nullptr;
  std::size_t bytes_ = 0;
  std::unique_ptr<Words> words_;
};

inline void* Arena::allocate(std::size_t size, std::size_t alignment) {
  const auto address = reinterpret_cast<std::uintptr_t>(next_);
  const std::size_t gap = (alignment - address % alignment) % alignment;
  if (size + gap > static_cast<std::size_t>(end_ - next_)) return allocate_block(size, alignment);
  std::byte* start = next_ + gap;
  next_ = start + size;
  return start;
}

}  // namespace telltale
