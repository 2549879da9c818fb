// SPDX-License-Identifier: Apache-2.0
#include "dump/batch.h"

#include <utility>

#include "base/check.h"
#include "base/text.h"

namespace telltale::dump {

ItemDefaults ListHead::item_defaults() const {
  constexpr std::string_view suffix = "List";
  if (kind == suffix || !is_list()) return {};
  return {api_version, kind.substr(0, kind.size() - suffix.size())};
}

BatchMaker::BatchMaker(Window& window, std::shared_ptr<const FileContext> file,
                       const Limits& limits, std::size_t& documents, Give give)
    : window_(window),
      file_(std::move(file)),
      limits_(limits),
      documents_(documents),
      give_(std::move(give)) {}

std::uint32_t BatchMaker::local(std::uint64_t place) const {
  check(place >= window_.begin() && place <= window_.end(), "units are cut inside the window");
  return static_cast<std::uint32_t>(place - window_.begin());
}

void BatchMaker::add(Unit::Form form, std::uint64_t begin, std::uint64_t end) {
  check(begin >= flushed_ && begin <= end, "units come in order");
  if (documents_ == limits_.documents) {
    add_error(begin, format("the dump holds more than {} documents; the rest was not read",
                            limits_.documents));
  }
  if (++documents_ > limits_.documents) return;
  batch_.units.push_back({local(begin), local(end), form});
  if (batch_.units.size() >= units_max) flush(end);
}

void BatchMaker::add_error(std::uint64_t at, std::string message, Shape shape) {
  batch_.errors.push_back({.at = local(at), .message = std::move(message), .shape = shape});
}

void BatchMaker::add_file_error(std::string message, InputError::Severity severity) {
  batch_.errors.push_back(
      {.message = std::move(message), .severity = severity, .about_whole_file = true});
}

void BatchMaker::put(Batch batch) {
  if (!holding_) {
    give_(std::move(batch));
    return;
  }
  held_bytes_ += batch.end - batch.begin;
  const bool too_many = held_bytes_ > limits_.held_bytes;
  if (too_many) {
    batch.errors.push_back(
        {.at = batch.begin,
         .message = format("the kind of the list stands behind more than {} bytes "
                           "of items that have none",
                           limits_.held_bytes)});
  }
  held_.push_back(std::move(batch));
  if (too_many) release({});
}

void BatchMaker::release(const ItemDefaults& defaults) {
  holding_ = false;
  held_bytes_ = 0;
  for (Batch& batch : std::exchange(held_, {})) {
    batch.defaults = defaults;
    give_(std::move(batch));
  }
}

void BatchMaker::flush(std::uint64_t upto) {
  check(upto >= flushed_, "a file is given away from front to back");
  Batch next;
  next.defaults = batch_.defaults;
  batch_.file = file_;
  batch_.block = window_.block();
  batch_.begin = local(flushed_);
  batch_.end = local(upto);
  flushed_ = upto;
  put(std::exchange(batch_, std::move(next)));
}

bool BatchMaker::more(std::uint64_t keep_from) {
  if (keep_from > flushed_ || !batch_.errors.empty()) flush(keep_from);
  return window_.more(keep_from);
}

void BatchMaker::begin_list(std::uint64_t at, const ListHead& head,
                            const std::optional<Outline>& first) {
  flush(at);
  const bool is_asked = first && first->kind.empty();
  holding_ = is_asked && (head.kind.empty() || head.api_version.empty());
  batch_.defaults = head.item_defaults();
}

void BatchMaker::end_list(std::uint64_t at, const ListHead& head) {
  flush(at);
  release(head.item_defaults());
  batch_.defaults = {};
  if (head.is_list()) return;
  const bool is_foreign = head.kind.empty() && head.api_version.empty();
  add_error(
      at,
      format("expected a kind that ends in List beside items, found {}; only the items were read",
             head.kind.empty() ? "none" : printable(head.kind)),
      is_foreign ? Shape::Foreign : Shape::Kubernetes);
}

void BatchMaker::finish() {
  release({});
  batch_.role = Batch::Role::Last;
  flush(window_.end());
}

}  // namespace telltale::dump
