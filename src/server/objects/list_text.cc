// SPDX-License-Identifier: Apache-2.0
#include "server/objects/list_text.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/text.h"
#include "http/message.h"
#include "json/parse.h"
#include "json/print.h"
#include "json/yaml/yaml_document.h"
#include "server/request/nesting.h"

namespace telltale::server {
namespace {

// How many objects are held in the version asked for at once, where a webhook converts them, and
// how long all of them may take if it answers, but slowly.
constexpr std::size_t converted_step = 500;
constexpr std::chrono::seconds converting_time_max{60};

// Where an element of the list stands: in a list in a map.
constexpr std::size_t element_depth = 2;
constexpr std::size_t element_indent = 2;
constexpr std::string_view compact_separator = ",";
constexpr std::string_view pretty_separator = ",\n    ";

StatusError unreadable() { return internal("an object could not be laid out"); }

Outcome<std::string> laid_out(std::string_view json_text, Layout layout) {
  const auto value = json::parse(json_text, served_limits);
  if (!value) return refuse(unreadable());
  return layout == Layout::Yaml ? json::yaml_document(*value) : json::print_pretty(*value);
}

// What stands around the elements, laid out as the whole would be. Where they stand shows by two
// lists that differ in nothing else.
Outcome<Presenter::Frame> laid_out(const Presenter::Frame& plain, Layout layout) {
  const auto text = laid_out(plain.head + "\"a\"" + plain.tail, layout);
  const auto other = laid_out(plain.head + "\"b\"" + plain.tail, layout);
  if (!text || !other) return refuse(unreadable());
  const auto at =
      static_cast<std::size_t>(std::ranges::mismatch(*text, *other).in1 - text->begin());
  // "- a" and its line, or "a" in quotes.
  const std::size_t before = layout == Layout::Yaml ? 2 : 1;
  if (at < before || at + 2 > text->size()) return refuse(unreadable());
  return Presenter::Frame{.head = text->substr(0, at - before), .tail = text->substr(at + 2)};
}

}  // namespace

ListText::ListText(Presenter presenter, std::vector<store::Item> items, const ListMetadata& about,
                   Layout layout)
    : presenter_(std::move(presenter)),
      items_(std::move(items)),
      layout_(layout),
      began_(presenter_.elapsed()),
      frame_(presenter_.frame(about)) {
  for (store::Item& item : items_) item.key = std::string();  // nobody is told
}

Outcome<store::Bytes> ListText::next() {
  if (done_) return store::Bytes();
  if (!std::exchange(has_begun_, true)) {
    if (const auto begun = begin(); !begun) return refuse(begun.error());
  }
  while (told_ < items_.size() && text_.size() < http::source_piece_bytes) {
    if (const auto told = tell_some(); !told) return refuse(told.error());
  }
  if (told_ == items_.size()) {
    done_ = true;
    text_ += frame_.tail;
    if (!text_.ends_with('\n')) text_ += '\n';
  }
  return std::make_shared<const std::string>(std::exchange(text_, {}));
}

Outcome<void> ListText::begin() {
  if (layout_ != Layout::Compact && items_.empty()) {
    auto whole = laid_out(frame_.head + frame_.tail, layout_);
    if (!whole) return refuse(whole.error());
    frame_ = {.head = std::move(*whole), .tail = {}};
  } else if (layout_ != Layout::Compact) {
    auto frame = laid_out(frame_, layout_);
    if (!frame) return refuse(frame.error());
    frame_ = std::move(*frame);
  }
  text_ = std::move(frame_.head);
  return {};
}

// As many as are converted together; one, if nobody is asked for it.
Outcome<void> ListText::tell_some() {
  const std::size_t step = presenter_.blocks() ? converted_step : 1;
  const std::size_t end = std::min(told_ + step, items_.size());
  if (presenter_.blocks() && presenter_.elapsed() - began_ > converting_time_max) {
    return refuse(unavailable("the objects could not be converted in time; ask for fewer"));
  }
  const auto wholes = presenter_.objects(std::span(items_).subspan(told_, end - told_));
  for (const auto& whole : wholes) {
    if (!whole) return refuse(whole.error());
    if (const auto told = tell(*whole, items_[told_].revision); !told) return told;
    items_[told_].value = nullptr;
    ++told_;
  }
  return {};
}

Outcome<void> ListText::tell(const store::Bytes& whole, store::Revision revision) {
  const bool is_first = told_ == 0;
  const store::Bytes element = presenter_.element(whole, revision);
  if (layout_ == Layout::Compact) {
    if (!is_first) text_ += compact_separator;
    text_ += *element;
    return {};
  }
  const auto value = json::parse(*element, served_limits);
  if (!value) return refuse(unreadable());
  if (layout_ == Layout::Yaml) {
    text_ += "- ";
    text_ += json::yaml_document(*value, element_indent);
  } else {
    if (!is_first) text_ += pretty_separator;
    text_ += json::print_pretty(*value, element_depth);
  }
  return {};
}

}  // namespace telltale::server
