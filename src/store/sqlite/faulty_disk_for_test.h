// SPDX-License-Identifier: Apache-2.0
#pragma once

// A disk in memory that SQLite writes to (as a VFS of its own) and that fails on demand: the power
// goes, a write finds no room, a sync fails. It knows what was synced: when the power comes back,
// only that is certain, and of the rest an arbitrary part is there.
//
// Safe to share between threads.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace telltale::store {

class FaultyDisk {
 public:
  explicit FaultyDisk(std::uint64_t seed);
  ~FaultyDisk();
  FaultyDisk(const FaultyDisk&) = delete;
  FaultyDisk& operator=(const FaultyDisk&) = delete;

  // The name by which SQLite finds it.
  const std::string& name() const;

  // `count` more syncs succeed; at the next one the power goes, and nothing works until power_on.
  void cut_power_after(std::size_t count);
  void cut_power();
  bool is_off() const;
  void power_on();

  enum class Lasting { Once, UntilHealed };
  // `count` more writes succeed, the next one finds no room; it may have been written in part.
  void fill_up_after(std::size_t count, Lasting lasting);
  // `count` more syncs succeed, the next one fails.
  void fail_syncs_after(std::size_t count, Lasting lasting);
  // Files beyond that size together, or one of them, find no room from now on; `heal` lifts it.
  void limit_bytes(std::size_t all_max);
  void limit_file(const std::string& path, std::size_t bytes_max);
  void heal();
  // True when a fault set before has struck.
  bool struck() const;

  std::string read(const std::string& path) const;
  void overwrite(const std::string& path, std::string bytes);

  struct State;

 private:
  std::unique_ptr<State> state_;
};

}  // namespace telltale::store
