// SPDX-License-Identifier: Apache-2.0
#pragma once

// A list in the form that a client asked for, made piece by piece from the values that the store
// holds anyway, so that a long list costs no more than a piece of it. One thread at a time.
//
//   ListText text(presenter, std::move(items), about, Layout::Yaml);
//   for (auto piece = text.next(); piece && *piece; piece = text.next()) send(**piece);

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "server/objects/presenter.h"
#include "server/request/status_error.h"
#include "store/current_state.h"

namespace telltale::server {

enum class Layout : std::uint8_t { Compact, Pretty, Yaml };

class ListText {
 public:
  ListText(Presenter presenter, std::vector<store::Item> items, const ListMetadata& about,
           Layout layout);

  // The next piece, of about http::source_piece_bytes; null when all of it was given.
  Outcome<store::Bytes> next();
  bool done() const { return done_; }
  // What it holds itself, besides values that the store has as well.
  std::size_t bytes() const { return items_.capacity() * sizeof(store::Item); }

 private:
  Outcome<void> begin();
  Outcome<void> tell_some();
  Outcome<void> tell(const store::Bytes& whole, store::Revision revision);

  const Presenter presenter_;
  std::vector<store::Item> items_;  // those told are empty
  const Layout layout_;
  const std::chrono::nanoseconds began_;
  Presenter::Frame frame_;
  std::string text_;  // the piece being made
  std::size_t told_ = 0;
  bool has_begun_ = false;
  bool done_ = false;
};

}  // namespace telltale::server
