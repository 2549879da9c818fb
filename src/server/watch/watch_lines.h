// SPDX-License-Identifier: Apache-2.0
#pragma once

// The lines that tell watches what is and what happens: written once for all who want them in the
// same form, and counted for as long as anybody still has them to send. What is counted is what
// lies in memory: a line that a thousand watches wait for is there once. Safe to share between
// threads.

#include <atomic>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/objects/presenter.h"
#include "server/request/status_error.h"
#include "store/current_state.h"

namespace telltale::server {

// {"type":"ADDED","object":{...}} and a line break, or the same as a document of YAML.
std::string line_text(std::string_view type, std::string_view object, const Form& form);
std::string error_line(const StatusError& error, const Form& form);

// How many bytes of lines there are. Lines may outlive it.
class LineTally {
 public:
  store::Bytes line(std::string text) const;
  // So many bytes of something else, until it is let go.
  std::shared_ptr<const void> holding(std::size_t bytes) const;
  std::size_t bytes() const { return *held_; }

 private:
  using Count = std::atomic<std::size_t>;
  std::shared_ptr<Count> held_ = std::make_shared<Count>(0);
};

// What of the lines one watch still has to send. Lines may outlive it.
class Unsent {
 public:
  // The same line, counted until the watch that gets it lets go of it; it keeps `origin` alive.
  store::Bytes counted(store::Bytes line, std::shared_ptr<const void> origin = {}) const;
  std::size_t bytes() const { return *bytes_; }

 private:
  using Count = std::atomic<std::size_t>;
  std::shared_ptr<Count> bytes_ = std::make_shared<Count>(0);
};

// What was written lately, so that watches that begin together find it: up to a limit in bytes.
class RecentPieces {
 public:
  static constexpr std::size_t bytes_max = std::size_t{16} << 20;

  void keep(store::Bytes piece);
  void clear();

 private:
  std::mutex mutex_;
  std::deque<store::Bytes> pieces_;
  std::size_t bytes_ = 0;
};

// The pieces of an answer, one at a time; null: that was all. Never called twice at a time.
using NextPiece = std::function<store::Bytes()>;

// Everything there was in a collection at one revision, as ADDED lines in pieces, for all who begin
// to watch it then in the same form. A piece is written when the first of them comes to it, and
// gone when no watch sends it any more and it is no recent one; a later watch writes it anew.
// The objects themselves are the store's; what lists them is counted as lines are.
class PresentLines {
 public:
  static constexpr std::size_t piece_bytes = std::size_t{128} << 10;  // of stored objects
  static constexpr std::size_t piece_objects_max = 250;  // those are converted together

  struct Books {
    LineTally& tally;
    RecentPieces& recent;
  };
  PresentLines(std::vector<store::Item> items, std::shared_ptr<const Presenter> presenter,
               const Books& books);

  bool empty() const { return items_.empty(); }
  std::size_t pieces() const { return starts_.size(); }
  struct Piece {
    store::Bytes bytes;
    bool has_failed = false;  // its last line is an ERROR, and the end
  };
  Piece piece(std::size_t number);

 private:
  struct Written {
    std::weak_ptr<const std::string> bytes;
    bool has_failed = false;
  };

  Piece write(std::size_t number) const;

  const std::vector<store::Item> items_;
  const std::shared_ptr<const Presenter> presenter_;
  LineTally& tally_;
  RecentPieces& recent_;
  std::vector<std::size_t> starts_;      // which item each piece begins with
  std::shared_ptr<const void> counted_;  // what the items take
  std::mutex mutex_;
  std::vector<Written> written_;
};

}  // namespace telltale::server
