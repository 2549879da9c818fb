// SPDX-License-Identifier: Apache-2.0
#pragma once

// What every store must do, whatever lies behind it: one suite of tests, run for each. A Bench
// opens the store of one kind, again and again on the same state where that kind outlives its
// process.

#include <functional>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "base/clock.h"
#include "store/store.h"
#include "store/stores.h"

namespace telltale::store {

class StoreBench {
 public:
  virtual ~StoreBench() = default;
  virtual Result<std::unique_ptr<Store>> open(const StoreOptions& options) = 0;
  virtual bool survives_restart() const = 0;
  // After a restart, watches can go on from before it.
  virtual bool keeps_history() const = 0;
  // The largest value this store takes as it comes from its package.
  virtual std::size_t value_bytes() const = 0;
  // Not empty: why this kind cannot be tested here.
  virtual std::string missing() const { return {}; }
};

struct StoreKind {
  std::string name;
  std::function<std::unique_ptr<StoreBench>()> bench;
};

inline void PrintTo(const StoreKind& kind, std::ostream* out) { *out << kind.name; }

class StoreConformance : public testing::TestWithParam<StoreKind> {
 protected:
  void SetUp() override {
    bench_ = GetParam().bench();
    if (const auto missing = bench_->missing(); !missing.empty()) GTEST_SKIP() << missing;
    reopen();
  }

  void reopen(const StoreOptions& options = {}) {
    store_.reset();
    auto opened = bench_->open(options);
    ASSERT_TRUE(opened) << opened.error().detail;
    store_ = *std::move(opened);
  }

  Store& store() { return *store_; }
  CurrentState& present() { return store_->present(); }
  StoreBench& bench() { return *bench_; }

  Result<Revision> put(std::string key, std::string value, Revision expected = 0) {
    return commit_and_wait(*store_, {std::move(key), std::move(value), expected});
  }
  Result<Revision> remove(std::string key, Revision expected) {
    return commit_and_wait(*store_, {std::move(key), std::nullopt, expected});
  }

 private:
  std::unique_ptr<StoreBench> bench_;
  std::unique_ptr<Store> store_;
};

}  // namespace telltale::store
