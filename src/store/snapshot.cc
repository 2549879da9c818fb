// SPDX-License-Identifier: Apache-2.0
#include "store/snapshot.h"

#include <cstdint>
#include <utility>

#include "base/text.h"
#include "store/sqlite/row_sum.h"
#include "store/store.h"

namespace telltale::store {
namespace {

constexpr std::string_view page_mark = "telltale-snapshot-1\n";
constexpr std::size_t items_per_page_max = 2000;

void put_number(std::string& to, std::uint64_t number) {
  for (int shift = 0; shift < 64; shift += 8) to += static_cast<char>((number >> shift) & 0xff);
}

std::uint64_t sum_of(const Item& item) {
  return row_sum({item.revision, item.key, *item.value, false});
}

struct PageHead {
  std::uint64_t revision = 0;
  std::uint64_t remaining = 0;
  std::uint64_t items = 0;

  std::uint64_t sum() const {
    const auto counts = format("{} {}", remaining, items);
    return row_sum({static_cast<Revision>(revision), counts, "", false});
  }
};

// Takes numbers and texts off the front; once something is missing, everything is.
class Taker {
 public:
  explicit Taker(std::string_view bytes) : bytes_(bytes) {}

  std::string_view text(std::uint64_t size) {
    if (size > bytes_.size()) {
      complete_ = false;
      bytes_ = {};
      return {};
    }
    const auto taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return taken;
  }
  std::uint64_t number() {
    std::uint64_t number = 0;
    int shift = 0;
    for (const char byte : text(8)) {
      number |= std::uint64_t{static_cast<unsigned char>(byte)} << shift;
      shift += 8;
    }
    return number;
  }
  bool complete() const { return complete_; }
  bool at_end() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
  bool complete_ = true;
};

Result<Item> take_item(Taker& taker) {
  const auto damaged = [] {
    return fail(Error::Kind::Invalid, "a row of the snapshot was damaged on the way");
  };
  Item item;
  item.revision = static_cast<Revision>(taker.number());
  const auto key_bytes = taker.number();
  const auto value_bytes = taker.number();
  const auto sum = taker.number();
  if (key_bytes > key_bytes_max || value_bytes > 2 * value_bytes_max) return damaged();
  item.key = taker.text(key_bytes);
  item.value = std::make_shared<const std::string>(taker.text(value_bytes));
  if (!taker.complete() || sum_of(item) != sum) return damaged();
  return item;
}

}  // namespace

Result<Page> snapshot_page(const CurrentState& present, const SnapshotCursor& cursor) {
  auto page = present.list(
      {.prefix = "", .after = cursor.after, .limit = items_per_page_max, .at = cursor.at});
  if (!page) return page;
  std::size_t bytes = 0;
  std::size_t taken = 0;
  while (taken < page->items.size() && bytes < snapshot_page_bytes) {
    bytes += page->items[taken++].value->size();
  }
  page->remaining += page->items.size() - taken;
  page->items.resize(taken);
  return page;
}

std::string to_bytes(const Page& page) {
  std::string bytes(page_mark);
  const PageHead head{static_cast<std::uint64_t>(page.revision), page.remaining, page.items.size()};
  for (const auto number : {head.revision, head.remaining, head.items, head.sum()}) {
    put_number(bytes, number);
  }
  for (const Item& item : page.items) {
    put_number(bytes, static_cast<std::uint64_t>(item.revision));
    put_number(bytes, item.key.size());
    put_number(bytes, item.value->size());
    put_number(bytes, sum_of(item));
    bytes += item.key;
    bytes += *item.value;
  }
  return bytes;
}

Result<Page> page_from_bytes(std::string_view bytes) {
  Taker taker(bytes);
  if (taker.text(page_mark.size()) != page_mark) {
    return fail(Error::Kind::Invalid, "the answer is not a snapshot of a store");
  }
  PageHead head;
  head.revision = taker.number();
  head.remaining = taker.number();
  head.items = taker.number();
  const auto sum = taker.number();
  Page page{
      .items = {}, .revision = static_cast<Revision>(head.revision), .remaining = head.remaining};
  const bool goes_on = head.remaining == 0 || head.items > 0;
  if (!taker.complete() || head.sum() != sum || page.revision < first_revision || !goes_on) {
    return fail(Error::Kind::Invalid, "the head of the snapshot was damaged on the way");
  }
  for (std::uint64_t taken = 0; taken < head.items; ++taken) {
    auto item = take_item(taker);
    if (!item) return fail(item.error());
    page.items.push_back(*std::move(item));
  }
  if (taker.at_end()) return page;
  return fail(Error::Kind::Invalid, "the snapshot is longer than it says");
}

}  // namespace telltale::store
