// SPDX-License-Identifier: Apache-2.0
// The disk that fails (faulty_disk_for_test.h), and that it is one.

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "base/rng.h"
#include "base/text.h"
#include "store/sqlite/faulty_disk_for_test.h"

namespace telltale::store {
namespace {

constexpr std::size_t never = std::numeric_limits<std::size_t>::max();
constexpr std::size_t sector_bytes = 512;

// What was done to a file since its last sync: bytes written at an offset, or a new length.
struct Unsynced {
  std::size_t offset = 0;
  std::optional<std::string> bytes;
};

void apply(std::string& content, const Unsynced& change) {
  if (!change.bytes) {
    content.resize(change.offset);
    return;
  }
  const auto end = change.offset + change.bytes->size();
  if (content.size() < end) content.resize(end);
  content.replace(change.offset, change.bytes->size(), *change.bytes);
}

struct Content {
  std::string now;
  std::size_t bytes_max = never;
  std::optional<std::string> synced;  // nothing: not even the name is
  std::vector<Unsynced> since;
};

// A fault that waits for its turn.
struct Fuse {
  std::size_t left = never;
  FaultyDisk::Lasting lasting = FaultyDisk::Lasting::Once;

  bool strikes() {
    if (left == never) return false;
    if (left > 0) {
      --left;
      return false;
    }
    if (lasting == FaultyDisk::Lasting::Once) left = never;
    return true;
  }
};

}  // namespace

struct FaultyDisk::State {
  explicit State(std::uint64_t seed) : rng(seed) {}

  mutable std::mutex mutex;
  Rng rng;
  std::string name;
  sqlite3_vfs vfs{};
  std::map<std::string, std::shared_ptr<Content>> files;
  Fuse power;
  Fuse room;
  Fuse syncing;
  std::size_t bytes_max = never;
  bool off = false;
  bool struck = false;

  int write(Content& file, std::string bytes, std::size_t offset);
  bool has_room(const Content& file, std::size_t end) const;
  int sync(Content& file);
  void lose(Content& file);
};

namespace {

using State = FaultyDisk::State;

struct OpenFile {
  sqlite3_file base;
  State* disk;
  std::shared_ptr<Content>* content;
};

OpenFile& opened(sqlite3_file* file) { return *reinterpret_cast<OpenFile*>(file); }

State& disk_of(sqlite3_vfs* vfs) { return *static_cast<State*>(vfs->pAppData); }

int close_file(sqlite3_file* file) {
  delete std::exchange(opened(file).content, nullptr);
  return SQLITE_OK;
}

int read_file(sqlite3_file* file, void* to, int count, sqlite3_int64 offset) {
  const std::lock_guard held(opened(file).disk->mutex);
  if (opened(file).disk->off) return SQLITE_IOERR_READ;
  const std::string& bytes = (*opened(file).content)->now;
  const auto wanted = static_cast<std::size_t>(count);
  const auto begin = std::min(static_cast<std::size_t>(offset), bytes.size());
  const auto there = std::min(wanted, bytes.size() - begin);
  std::memset(to, 0, wanted);
  std::memcpy(to, bytes.data() + begin, there);
  return there == wanted ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

int write_file(sqlite3_file* file, const void* from, int count, sqlite3_int64 offset) {
  const std::lock_guard held(opened(file).disk->mutex);
  std::string bytes(static_cast<const char*>(from), static_cast<std::size_t>(count));
  return opened(file).disk->write(**opened(file).content, std::move(bytes),
                                  static_cast<std::size_t>(offset));
}

int truncate_file(sqlite3_file* file, sqlite3_int64 size) {
  const std::lock_guard held(opened(file).disk->mutex);
  if (opened(file).disk->off) return SQLITE_IOERR_TRUNCATE;
  Content& content = **opened(file).content;
  const Unsynced change{static_cast<std::size_t>(size), std::nullopt};
  apply(content.now, change);
  content.since.push_back(change);
  return SQLITE_OK;
}

int sync_file(sqlite3_file* file, int) {
  const std::lock_guard held(opened(file).disk->mutex);
  return opened(file).disk->sync(**opened(file).content);
}

int size_of_file(sqlite3_file* file, sqlite3_int64* size) {
  const std::lock_guard held(opened(file).disk->mutex);
  *size = static_cast<sqlite3_int64>((*opened(file).content)->now.size());
  return SQLITE_OK;
}

int lock_file(sqlite3_file*, int) { return SQLITE_OK; }
int is_reserved(sqlite3_file*, int* answer) { return *answer = 0, SQLITE_OK; }
int control(sqlite3_file*, int, void*) { return SQLITE_NOTFOUND; }
int sector_size(sqlite3_file*) { return int{sector_bytes}; }
// As SQLite assumes of every disk: writing some bytes leaves their neighbours alone.
int characteristics(sqlite3_file*) { return SQLITE_IOCAP_POWERSAFE_OVERWRITE; }

const sqlite3_io_methods& methods() {
  static const sqlite3_io_methods table = [] {
    sqlite3_io_methods made{};
    made.iVersion = 1;
    made.xClose = close_file;
    made.xRead = read_file;
    made.xWrite = write_file;
    made.xTruncate = truncate_file;
    made.xSync = sync_file;
    made.xFileSize = size_of_file;
    made.xLock = lock_file;
    made.xUnlock = lock_file;
    made.xCheckReservedLock = is_reserved;
    made.xFileControl = control;
    made.xSectorSize = sector_size;
    made.xDeviceCharacteristics = characteristics;
    return made;
  }();
  return table;
}

int open_file(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* out) {
  State& disk = disk_of(vfs);
  const std::lock_guard held(disk.mutex);
  file->pMethods = nullptr;
  if (disk.off) return SQLITE_CANTOPEN;
  auto content = std::make_shared<Content>();
  if (name != nullptr) {
    const auto known = disk.files.find(name);
    if (known == disk.files.end() && (flags & SQLITE_OPEN_CREATE) == 0) return SQLITE_CANTOPEN;
    content = disk.files.try_emplace(name, content).first->second;
  }
  opened(file).disk = &disk;
  opened(file).content = new std::shared_ptr<Content>(std::move(content));
  file->pMethods = &methods();
  if (out != nullptr) *out = flags;
  return SQLITE_OK;
}

int delete_file(sqlite3_vfs* vfs, const char* name, int) {
  State& disk = disk_of(vfs);
  const std::lock_guard held(disk.mutex);
  if (disk.off) return SQLITE_IOERR_DELETE;
  return disk.files.erase(name) == 1 ? SQLITE_OK : SQLITE_IOERR_DELETE_NOENT;
}

int has_file(sqlite3_vfs* vfs, const char* name, int, int* answer) {
  State& disk = disk_of(vfs);
  const std::lock_guard held(disk.mutex);
  *answer = disk.files.contains(name) ? 1 : 0;
  return SQLITE_OK;
}

int full_name(sqlite3_vfs*, const char* name, int size, char* out) {
  sqlite3_snprintf(size, out, "%s", name);
  return SQLITE_OK;
}

}  // namespace

int FaultyDisk::State::write(Content& file, std::string bytes, std::size_t offset) {
  if (off) return SQLITE_IOERR_WRITE;
  const bool full = room.strikes() || !has_room(file, offset + bytes.size());
  if (full) {
    struck = true;
    bytes.resize(rng.below(bytes.size() + 1));
  }
  const Unsynced change{offset, std::move(bytes)};
  apply(file.now, change);
  file.since.push_back(change);
  return full ? SQLITE_FULL : SQLITE_OK;
}

// What is written over needs no room.
bool FaultyDisk::State::has_room(const Content& file, std::size_t end) const {
  if (end <= file.now.size()) return true;
  std::size_t all = end - file.now.size();
  for (const auto& [name, other] : files) all += other->now.size();
  return end <= file.bytes_max && all <= bytes_max;
}

int FaultyDisk::State::sync(Content& file) {
  if (off) return SQLITE_IOERR_FSYNC;
  if (power.strikes()) {
    struck = off = true;
    return SQLITE_IOERR_FSYNC;
  }
  if (syncing.strikes()) {
    struck = true;
    return SQLITE_IOERR_FSYNC;
  }
  file.synced = file.now;
  file.since.clear();
  return SQLITE_OK;
}

// Sectors are written or not, in any order, as the disk had come to them.
void FaultyDisk::State::lose(Content& file) {
  std::string kept = file.synced.value_or("");
  for (const auto& change : file.since) {
    if (rng.one_in(2)) continue;
    if (!change.bytes || rng.one_in(2)) {
      apply(kept, change);
      continue;
    }
    for (std::size_t begin = 0; begin < change.bytes->size(); begin += sector_bytes) {
      if (rng.one_in(2)) {
        apply(kept, {change.offset + begin, change.bytes->substr(begin, sector_bytes)});
      }
    }
  }
  file = {.now = kept, .bytes_max = never, .synced = kept, .since = {}};
}

FaultyDisk::FaultyDisk(std::uint64_t seed) : state_(std::make_unique<State>(seed)) {
  state_->name = format("faulty-{}", static_cast<const void*>(state_.get()));
  state_->vfs = *sqlite3_vfs_find(nullptr);
  state_->vfs.iVersion = 1;
  state_->vfs.szOsFile = int{sizeof(OpenFile)};
  state_->vfs.pNext = nullptr;
  state_->vfs.zName = state_->name.c_str();
  state_->vfs.pAppData = state_.get();
  state_->vfs.xOpen = open_file;
  state_->vfs.xDelete = delete_file;
  state_->vfs.xAccess = has_file;
  state_->vfs.xFullPathname = full_name;
  sqlite3_vfs_register(&state_->vfs, 0);
}

FaultyDisk::~FaultyDisk() { sqlite3_vfs_unregister(&state_->vfs); }

const std::string& FaultyDisk::name() const { return state_->name; }

void FaultyDisk::cut_power_after(std::size_t count) {
  const std::lock_guard held(state_->mutex);
  state_->power = {.left = count, .lasting = Lasting::Once};
}

void FaultyDisk::cut_power() {
  const std::lock_guard held(state_->mutex);
  state_->off = true;
}

bool FaultyDisk::is_off() const {
  const std::lock_guard held(state_->mutex);
  return state_->off;
}

void FaultyDisk::power_on() {
  heal();
  const std::lock_guard held(state_->mutex);
  std::erase_if(state_->files,
                [this](const auto& file) { return !file.second->synced && state_->rng.one_in(2); });
  for (auto& [name, file] : state_->files) state_->lose(*file);
  state_->off = false;
}

void FaultyDisk::fill_up_after(std::size_t count, Lasting lasting) {
  const std::lock_guard held(state_->mutex);
  state_->room = {.left = count, .lasting = lasting};
}

void FaultyDisk::fail_syncs_after(std::size_t count, Lasting lasting) {
  const std::lock_guard held(state_->mutex);
  state_->syncing = {.left = count, .lasting = lasting};
}

void FaultyDisk::limit_bytes(std::size_t all_max) {
  const std::lock_guard held(state_->mutex);
  state_->bytes_max = all_max;
}

void FaultyDisk::limit_file(const std::string& path, std::size_t bytes_max) {
  const std::lock_guard held(state_->mutex);
  const auto file = state_->files.find(path);
  if (file != state_->files.end()) file->second->bytes_max = bytes_max;
}

void FaultyDisk::heal() {
  const std::lock_guard held(state_->mutex);
  state_->power = state_->room = state_->syncing = {};
  state_->bytes_max = never;
  for (auto& [name, file] : state_->files) file->bytes_max = never;
  state_->struck = false;
}

bool FaultyDisk::struck() const {
  const std::lock_guard held(state_->mutex);
  return state_->struck;
}

std::string FaultyDisk::read(const std::string& path) const {
  const std::lock_guard held(state_->mutex);
  const auto file = state_->files.find(path);
  return file != state_->files.end() ? file->second->now : std::string();
}

void FaultyDisk::overwrite(const std::string& path, std::string bytes) {
  const std::lock_guard held(state_->mutex);
  auto content = std::make_shared<Content>();
  content->now = bytes;
  content->synced = std::move(bytes);
  state_->files[path] = std::move(content);
}

namespace {

// A database without any durability loses something on this disk, or the tests with it say nothing.
TEST(SqliteStoreDisk, LosesWhatWasNotSynced) {
  int lost = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    FaultyDisk disk(seed);
    sqlite3* db = nullptr;
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    ASSERT_EQ(sqlite3_open_v2("a.db", &db, flags, disk.name().c_str()), SQLITE_OK);
    const char* sql =
        "PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL;"
        "CREATE TABLE t(x); PRAGMA synchronous=OFF; INSERT INTO t VALUES('kept');";
    ASSERT_EQ(sqlite3_exec(db, sql, nullptr, nullptr, nullptr), SQLITE_OK);
    disk.cut_power();
    sqlite3_close(db);
    disk.power_on();
    ASSERT_EQ(sqlite3_open_v2("a.db", &db, flags, disk.name().c_str()), SQLITE_OK);
    sqlite3_exec(db, "PRAGMA locking_mode=EXCLUSIVE", nullptr, nullptr, nullptr);
    bool found = false;
    const auto note = [](void* seen, int, char**, char**) {
      *static_cast<bool*>(seen) = true;
      return 0;
    };
    sqlite3_exec(db, "SELECT x FROM t", note, &found, nullptr);
    if (!found) ++lost;
    sqlite3_close(db);
  }
  EXPECT_GT(lost, 0);
}

}  // namespace
}  // namespace telltale::store
