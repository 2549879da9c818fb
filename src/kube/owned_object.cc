// SPDX-License-Identifier: Apache-2.0
#include "kube/owned_object.h"

#include <cstring>
#include <span>
#include <type_traits>

#include "base/check.h"

namespace telltale {
namespace {

using json::Member;
using json::Tree;

// Walks an object twice in the same order: first to measure, then to place. Arrays stand in front,
// all of them of structs whose size is a multiple of their alignment; text stands behind.
class Packer {
 public:
  explicit Packer(Vocabulary& words) : words_(words) {}

  Object pack(const Object& from) {
    Object to = from;
    to.api_version = word(from.api_version);
    to.key = {.group = word(from.key.group),
              .kind = word(from.key.kind),
              .namespace_name = word(from.key.namespace_name),
              .name = text(from.key.name),
              .home = {word(from.key.home.cluster_namespace), word(from.key.home.cluster_name)}};
    to.uid = text(from.uid);
    to.resource_version = text(from.resource_version);
    to.labels = array(from.labels, [this](const Label& one) { return pack(one); });
    to.annotations = array(from.annotations, [this](const Label& one) { return pack(one); });
    to.owners = array(from.owners, [this](const OwnerRef& one) { return pack(one); });
    to.condition_lists =
        array(from.condition_lists, [this](const ConditionList& one) { return pack(one); });
    to.body = pack(from.body);
    to.unreadable = text(from.unreadable);
    return to;
  }

  // Between the two walks.
  std::unique_ptr<std::byte[]> make_room() {
    bytes_ = array_bytes_ + text_bytes_;
    auto block = std::make_unique_for_overwrite<std::byte[]>(bytes_);
    next_array_ = block.get();
    next_text_ = reinterpret_cast<char*>(block.get() + array_bytes_);
    return block;
  }
  std::size_t bytes() const { return bytes_; }

 private:
  bool measuring() const { return next_text_ == nullptr; }

  std::string_view text(std::string_view from) {
    if (from.empty()) return {};
    if (measuring()) {
      text_bytes_ += from.size();
      return from;
    }
    std::memcpy(next_text_, from.data(), from.size());
    const std::string_view to(next_text_, from.size());
    next_text_ += from.size();
    return to;
  }

  // Whether a word is shared is decided in the first walk, which fills the vocabulary: one that got
  // full on the way must not look full earlier in the second, whose room is measured by then.
  std::string_view word(std::string_view from) {
    if (from.empty()) return {};
    if (from.size() > Vocabulary::word_bytes_max) return text(from);
    const std::size_t number = measuring() ? measured_words_++ : placed_words_++;
    if (measuring() && words_.takes(from)) shared_words_ = number + 1;
    return number < shared_words_ ? words_.intern(from) : text(from);
  }

  template <class T, class Pack>
  std::span<const T> array(std::span<const T> from, Pack pack_one) {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % alignof(T) == 0);
    static_assert(alignof(T) <= 8 && sizeof(T) % 8 == 0);
    if (from.empty()) return {};
    T* to = nullptr;
    if (measuring()) {
      array_bytes_ += from.size_bytes();
    } else {
      to = reinterpret_cast<T*>(next_array_);
      next_array_ += from.size_bytes();
    }
    for (std::size_t i = 0; i < from.size(); ++i) {
      const T packed = pack_one(from[i]);
      if (to != nullptr) new (to + i) T(packed);
    }
    return to == nullptr ? from : std::span<const T>(to, from.size());
  }

  Label pack(const Label& from) { return {word(from.key), text(from.value)}; }

  OwnerRef pack(const OwnerRef& from) {
    return {word(from.group), word(from.kind), text(from.name), text(from.uid), from.controller};
  }

  ConditionList pack(const ConditionList& from) {
    return {word(from.path),
            array(from.conditions, [this](const Condition& one) { return pack(one); }),
            text(from.malformed)};
  }

  Condition pack(const Condition& from) {
    Condition to = from;
    to.type = word(from.type);
    to.reason = word(from.reason);
    to.message = text(from.message);
    return to;
  }

  Tree pack(const Tree& from) {
    switch (from.type()) {
      case Tree::Type::String:
        return Tree::string(text(from.as_string("")), from.offset());
      case Tree::Type::List:
        return Tree::list(array(from.items(), [this](const Tree& one) { return pack(one); }),
                          from.offset());
      case Tree::Type::Map:
        return Tree::map(
            array(from.members(),
                  [this](const Member& one) { return Member{word(one.key), pack(one.value)}; }),
            from.offset());
      default:
        return from;
    }
  }

  Vocabulary& words_;
  std::size_t measured_words_ = 0;
  std::size_t placed_words_ = 0;
  std::size_t shared_words_ = 0;  // the first so many
  std::size_t array_bytes_ = 0;
  std::size_t text_bytes_ = 0;
  std::size_t bytes_ = 0;
  std::byte* next_array_ = nullptr;
  char* next_text_ = nullptr;
};

}  // namespace

OwnedObject own(const Object& original, Vocabulary& words) {
  Packer packer(words);
  static_cast<void>(packer.pack(original));
  OwnedObject owned;
  owned.block = packer.make_room();
  owned.bytes = packer.bytes();
  owned.object = packer.pack(original);
  return owned;
}

}  // namespace telltale
