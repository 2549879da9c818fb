// SPDX-License-Identifier: Apache-2.0
#pragma once

// What judging stands on and no API object holds: how each workload cluster's connection is, and
// what is remembered about pools. The loop judges from the same documents, so a command that asks
// for them judges alike. Handed out in pages, in the order of their names.
//
// Not safe to share between threads.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace telltale::live {

enum class ToldKind : std::uint8_t { Connection, Memory };

struct ToldPage {
  std::vector<std::string> documents = {};
  std::string next = {};  // ask for what comes after it; empty: that was all
};

class ToldDocuments {
 public:
  static constexpr std::size_t page_documents_max = 500;
  static constexpr std::size_t page_bytes_max = std::size_t{4} << 20;

  // `name` is "namespace/name"; `tree` the one it is judged with.
  void put(ToldKind kind, std::string name, std::string tree, std::string document);
  void remove(ToldKind kind, const std::string& name);

  // Those after `after`, of trees that `is_ours`.
  ToldPage page(ToldKind kind, std::string_view after,
                const std::function<bool(std::string_view tree)>& is_ours) const;

 private:
  struct Entry {
    std::string tree;
    std::string document;
  };
  using Entries = std::map<std::string, Entry, std::less<>>;

  Entries& of(ToldKind kind) { return kind == ToldKind::Connection ? connections_ : memories_; }
  const Entries& of(ToldKind kind) const {
    return kind == ToldKind::Connection ? connections_ : memories_;
  }

  Entries connections_;
  Entries memories_;
};

}  // namespace telltale::live
