// SPDX-License-Identifier: Apache-2.0
#pragma once

// Keeps the documents of some lists as they stand on the server now, and every version that came
// since somebody last looked.

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/source/connect.h"
#include "cli/source/live_load_plan.h"

namespace telltale::cli {

using DocumentPointer = std::shared_ptr<const std::string>;

// One version of one object, or its end.
struct Version {
  std::size_t list = 0;  // which of the lists that are followed
  std::string namespace_name = {};
  std::string name = {};
  std::string uid = {};
  DocumentPointer document = {};  // nothing: it is gone
};

class Follower {
 public:
  static constexpr std::size_t versions_max = 10'000;  // kept for take(); the oldest go first

  // `on_change` is called on other threads, and must not block.
  Follower(Connection& connection, std::vector<PlannedList> lists, std::function<void()> on_change);
  ~Follower();  // when it returns nothing is called any more
  Follower(const Follower&) = delete;
  Follower& operator=(const Follower&) = delete;

  // Whether of every list either everything is known, or why not.
  bool settled() const;
  std::optional<Error> trouble_of(std::size_t list) const;
  // All documents of a list that stand now, by namespace and name.
  std::vector<DocumentPointer> documents_of(std::size_t list) const;
  // One of them; nothing when it is not there.
  DocumentPointer document_of(std::size_t list, const std::string& namespace_name,
                              const std::string& name) const;
  // What came since the last time, in the order in which it came.
  std::vector<Version> take();
  std::span<const PlannedList> lists() const { return lists_; }

 private:
  class Shelf;
  struct Reflectors;

  std::vector<PlannedList> lists_;
  std::shared_ptr<Shelf> shelf_;
  std::unique_ptr<Reflectors> reflectors_;
};

// Who a document is about. Nothing when it is no object.
struct Identity {
  std::string namespace_name = {};
  std::string name = {};
  std::string uid = {};
};
std::optional<Identity> identity_of(std::string_view document);

}  // namespace telltale::cli
