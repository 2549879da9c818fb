// SPDX-License-Identifier: Apache-2.0
#include "server/watch/watch_lines.h"

#include <utility>
#include <variant>

#include "json/print.h"

namespace telltale::server {
namespace {

// Takes itself off a count when the last one lets go.
template <class Held>
struct CountedBytes {
  Held held;
  std::size_t bytes = 0;
  std::shared_ptr<std::atomic<std::size_t>> count;

  CountedBytes(Held what, std::size_t size, std::shared_ptr<std::atomic<std::size_t>> of)
      : held(std::move(what)), bytes(size), count(std::move(of)) {
    *count += bytes;
  }
  ~CountedBytes() { *count -= bytes; }
  CountedBytes(const CountedBytes&) = delete;
  CountedBytes& operator=(const CountedBytes&) = delete;
};

}  // namespace

std::string line_text(std::string_view type, std::string_view object, const Form& form) {
  std::string line;
  line.reserve(object.size() + 40);
  line.append(R"({"type":")").append(type).append(R"(","object":)").append(object).append("}\n");
  return form.encoding == Form::Encoding::Yaml ? encoded(std::move(line), form) + "---\n" : line;
}

std::string error_line(const StatusError& error, const Form& form) {
  return line_text("ERROR", json::print(to_status(error)), form);
}

store::Bytes LineTally::line(std::string text) const {
  const std::size_t size = text.size();
  auto counted = std::make_shared<const CountedBytes<std::string>>(std::move(text), size, held_);
  return {counted, &counted->held};
}

std::shared_ptr<const void> LineTally::holding(std::size_t bytes) const {
  return std::make_shared<const CountedBytes<std::monostate>>(std::monostate{}, bytes, held_);
}

store::Bytes Unsent::counted(store::Bytes line, std::shared_ptr<const void> origin) const {
  using Kept = std::pair<store::Bytes, std::shared_ptr<const void>>;
  const std::string* const text = line.get();
  return {std::make_shared<const CountedBytes<Kept>>(Kept(std::move(line), std::move(origin)),
                                                     text->size(), bytes_),
          text};
}

void RecentPieces::keep(store::Bytes piece) {
  std::vector<store::Bytes> dropped;  // not with the lock held
  const std::lock_guard lock(mutex_);
  bytes_ += piece->size();
  pieces_.push_back(std::move(piece));
  while (bytes_ > bytes_max) {
    bytes_ -= pieces_.front()->size();
    dropped.push_back(std::move(pieces_.front()));
    pieces_.pop_front();
  }
}

void RecentPieces::clear() {
  std::deque<store::Bytes> dropped;
  const std::lock_guard lock(mutex_);
  dropped.swap(pieces_);
  bytes_ = 0;
}

PresentLines::PresentLines(std::vector<store::Item> items,
                           std::shared_ptr<const Presenter> presenter, const Books& books)
    : items_(std::move(items)),
      presenter_(std::move(presenter)),
      tally_(books.tally),
      recent_(books.recent) {
  std::size_t bytes = 0;
  std::size_t listed = 0;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    const bool full =
        bytes >= piece_bytes || i - (starts_.empty() ? 0 : starts_.back()) >= piece_objects_max;
    if (i == 0 || full) {
      starts_.push_back(i);
      bytes = 0;
    }
    bytes += items_[i].value->size();
    listed += sizeof(store::Item) + items_[i].key.size();
  }
  counted_ = tally_.holding(listed);
  written_.resize(starts_.size());
}

// Whoever finds it being written waits for it: that is sooner than writing it again.
PresentLines::Piece PresentLines::piece(std::size_t number) {
  const std::lock_guard lock(mutex_);
  Written& known = written_[number];
  if (auto bytes = known.bytes.lock()) return {std::move(bytes), known.has_failed};
  Piece made = write(number);
  known = {.bytes = made.bytes, .has_failed = made.has_failed};
  recent_.keep(made.bytes);
  return made;
}

PresentLines::Piece PresentLines::write(std::size_t number) const {
  const std::size_t start = starts_[number];
  const std::size_t end = number + 1 < starts_.size() ? starts_[number + 1] : items_.size();
  const std::span<const store::Item> items = std::span(items_).subspan(start, end - start);
  const auto wholes = presenter_->objects(items);
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!wholes[i]) {
      text += error_line(wholes[i].error(), presenter_->form());
      return {tally_.line(std::move(text)), true};
    }
    // Only the first event of a watch needs the columns.
    const Headers headers = start + i == 0 ? Headers::Wanted : Headers::NotWanted;
    const auto object = presenter_->shaped(*wholes[i], items[i].revision, headers);
    text += line_text("ADDED", *object, presenter_->form());
  }
  return {tally_.line(std::move(text)), false};
}

}  // namespace telltale::server
