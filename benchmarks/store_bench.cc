// SPDX-License-Identifier: Apache-2.0
// Durable writes per second, one by one and together, beside the bare cost of making one value
// durable on the same disk: appending it to a file and waiting for fdatasync.

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <latch>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "base/clock.h"
#include "base/text.h"
#include "store/stores.h"

namespace telltale::store {
namespace {

constexpr std::size_t value_bytes = 2000;

// In the current folder, since the folder for temporary files may be no disk.
class Folder {
 public:
  Folder() {
    std::string name = "./telltale-bench-XXXXXX";
    path_ = mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

void bare_fdatasync(benchmark::State& state) {
  const Folder folder;
  const int file = open(folder.file("bare").c_str(), O_WRONLY | O_CREAT, 0600);
  const std::string value(value_bytes, 'v');
  for (auto _ : state) {
    if (write(file, value.data(), value.size()) < 0 || fdatasync(file) != 0) {
      state.SkipWithError("the disk refuses");
      break;
    }
  }
  close(file);
  state.SetItemsProcessed(state.iterations());
}

// Changes one of a thousand keys after the other, so many at a time.
void writes(benchmark::State& state, const std::string& where) {
  const SystemClock clock;
  auto opened = open_store(where, {}, clock);
  if (!opened) return state.SkipWithError(opened.error().detail.c_str());
  Store& store = **opened;
  const auto together = state.range(0);
  std::vector<Revision> at(1000);
  std::size_t next = 0;
  for (auto _ : state) {
    std::latch all(together);
    for (std::int64_t count = 0; count < together; ++count) {
      const auto key = next++ % at.size();
      store.commit({format("/objects/{}", key), std::string(value_bytes, 'v'), at[key]},
                   [&, key](const Result<Revision>& done) {
                     if (done) at[key] = *done;
                     all.count_down();
                   });
    }
    all.wait();
  }
  state.SetItemsProcessed(state.iterations() * together);
}

void sqlite_writes(benchmark::State& state) {
  const Folder folder;
  writes(state, "sqlite:" + folder.file("store.db"));
}

void memory_writes(benchmark::State& state) { writes(state, "memory"); }

BENCHMARK(bare_fdatasync)->UseRealTime();
BENCHMARK(sqlite_writes)->Arg(1)->Arg(16)->Arg(256)->UseRealTime();
BENCHMARK(memory_writes)->Arg(1)->UseRealTime();

}  // namespace
}  // namespace telltale::store
