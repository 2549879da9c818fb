// SPDX-License-Identifier: Apache-2.0
#include "store/sqlite/sqlite_copy.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "base/text.h"

namespace telltale::store {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t items_per_batch = 256;
constexpr int kept_names_max = 1000;
// Where nobody knows which revisions were given out since the backup was made.
constexpr Revision revisions_skipped = 1'000'000'000;

Error file_error(std::string_view doing, const std::string& path, int number) {
  return {number == EEXIST ? Error::Kind::Conflict : Error::Kind::Internal,
          format("{}: cannot {}: {}", path, doing, std::generic_category().message(number))};
}

bool is_there(const std::string& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

// SQLite gives its log the permissions of the file.
Result<void> create_private(const std::string& path) {
  const int file = ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  if (file < 0) return fail(file_error("create", path, errno));
  ::close(file);
  return {};
}

void remove_with_log(const std::string& path) {
  std::error_code ignored;
  fs::remove(path, ignored);
  fs::remove(path + "-wal", ignored);
}

// A name that was given or taken is so after a power cut, too.
Result<void> sync_folder_of(const std::string& path) {
  std::error_code ignored;
  const auto folder = fs::absolute(path, ignored).parent_path();
  const int opened = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (opened < 0) return fail(file_error("open", folder, errno));
  const bool synced = ::fsync(opened) == 0;
  const int number = errno;
  ::close(opened);
  return synced ? Result<void>{} : fail(file_error("sync", folder, number));
}

Result<void> rename_file(const std::string& from, const std::string& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) return fail(file_error("rename", from, errno));
  return sync_folder_of(to);
}

struct Opened {
  std::unique_ptr<SqliteLog> log;
  SqliteLog::Loaded loaded;
};

Result<Opened> open_to_look(const std::string& path) {
  if (!is_there(path))
    return fail(Error::Kind::NotFound, format("{}: there is no such file", path));
  auto log = SqliteLog::open({.path = path, .purpose = SqliteLog::Place::Purpose::Look});
  if (!log) return fail(log.error());
  auto loaded = (*log)->load();
  if (!loaded) return fail(loaded.error());
  if (auto sound = (*log)->examine(); !sound) return fail(sound.error());
  return Opened{*std::move(log), *std::move(loaded)};
}

// Whether what is sealed opens.
Result<void> try_seals(const std::string& path, std::span<const Item> items, Sealing* sealing) {
  if (sealing == nullptr) return {};
  if (auto begun = sealing->begin(items); !begun) {
    return fail(begun.error().kind, format("{}: {}", path, begun.error().detail));
  }
  for (const Item& item : items) {
    if (const auto opened = sealing->open(item.key, *item.value); !opened) {
      return fail(Error::Kind::Internal, format("{}: revision {} is sealed and does not open: {}",
                                                path, item.revision, opened.error().detail));
    }
  }
  return {};
}

// What lies where a backup shall go: locked, so that no server starts on it meanwhile.
struct Replaced {
  std::unique_ptr<SqliteLog> log = {};
  Revision revision = 0;  // 0: nobody knows
};

Result<Replaced> hold_replaced(const std::string& path) {
  Replaced replaced;
  if (!is_there(path)) return replaced;
  auto log = SqliteLog::open({.path = path, .purpose = SqliteLog::Place::Purpose::Look});
  if (!log && log.error().kind == Error::Kind::Conflict) return fail(log.error());
  if (!log) return replaced;  // damaged beyond opening: that is what backups are for
  replaced.log = *std::move(log);
  if (const auto loaded = replaced.log->load()) replaced.revision = loaded->revision;
  return replaced;
}

Result<std::string> free_name_for(const std::string& path) {
  for (int number = 1; number <= kept_names_max; ++number) {
    auto name = format("{}.replaced-{}", path, number);
    if (!is_there(name) && !is_there(name + "-wal")) return name;
  }
  return fail(Error::Kind::TooLarge,
              format("{}: remove some of the {} files that earlier restores replaced", path,
                     kept_names_max));
}

// The log belongs to the old file and would be read into the new one. Only of a damaged file is
// there anything in it.
Result<std::string> keep_replaced(const std::string& path, Replaced& replaced) {
  const auto log = path + "-wal";
  if (!is_there(path) && !is_there(log)) return std::string();
  auto name = free_name_for(path);
  if (!name) return name;
  if (replaced.revision != 0) {
    if (auto emptied = replaced.log->empty_log(); !emptied) return fail(emptied.error());
  }
  if (is_there(path) && ::link(path.c_str(), name->c_str()) != 0) {
    return fail(file_error("keep", path, errno));
  }
  if (is_there(log)) {
    if (auto moved = rename_file(log, *name + "-wal"); !moved) return fail(moved.error());
  }
  return name;
}

}  // namespace

SqliteCopy::SqliteCopy(std::string path, std::string draft, std::unique_ptr<SqliteLog> log)
    : path_(std::move(path)), draft_(std::move(draft)), log_(std::move(log)) {}

SqliteCopy::~SqliteCopy() {
  log_.reset();
  remove_with_log(draft_);
}

Result<std::unique_ptr<SqliteCopy>> SqliteCopy::begin(const std::string& path) {
  if (is_there(path)) {
    return fail(Error::Kind::Conflict, format("{}: is there already", path));
  }
  auto draft = path + ".partial";
  remove_with_log(draft);
  if (auto made = create_private(draft); !made) return fail(made.error());
  auto log = SqliteLog::open({.path = draft});
  if (!log) return fail(log.error());
  std::unique_ptr<SqliteCopy> copy(new SqliteCopy(path, draft, *std::move(log)));
  if (auto loaded = copy->log_->load(); !loaded) return fail(loaded.error());
  return copy;
}

Result<void> SqliteCopy::add(std::span<const Item> items) {
  while (!items.empty()) {
    const auto some = items.first(std::min(items.size(), items_per_batch));
    items = items.subspan(some.size());
    std::vector<Change> changes;
    changes.reserve(some.size());
    for (const Item& item : some) {
      newest_ = std::max(newest_, item.revision);
      changes.push_back(
          {.revision = item.revision, .key = item.key, .value = item.value, .before = {}});
    }
    auto written = log_->append({.changes = changes, .revision = newest_, .compacted = newest_});
    if (written && log_->is_checkpoint_due()) written = log_->checkpoint();
    if (!written) return written;
    items_ += some.size();
  }
  return {};
}

Result<void> SqliteCopy::finish(Revision revision) {
  newest_ = std::max(newest_, revision);
  auto done = log_->append({.revision = newest_, .compacted = newest_});
  if (done) done = log_->empty_log();
  if (!done) return done;
  log_.reset();
  auto seen = check_sqlite_file(draft_);
  if (!seen) return fail(seen.error());
  if (seen->objects != items_ || seen->revision != newest_) {
    return fail(Error::Kind::Internal, format("{}: holds something else than was written", draft_));
  }
  std::error_code ignored;
  fs::remove(draft_ + "-wal", ignored);  // empty
  return rename_file(draft_, path_);
}

Result<FileCheck> check_sqlite_file(const std::string& path, Sealing* sealing) {
  auto opened = open_to_look(path);
  if (!opened) return fail(opened.error());
  if (auto fine = try_seals(path, opened->loaded.items, sealing); !fine) return fail(fine.error());
  const auto sizes = opened->log->sizes();
  if (!sizes) return fail(sizes.error());
  return FileCheck{
      .objects = opened->loaded.items.size(),
      .rows = opened->log->rows(),
      .revision = opened->loaded.revision,
      .compacted = opened->loaded.compacted,
      .sealed = static_cast<std::size_t>(std::ranges::count_if(
          opened->loaded.items, [](const Item& item) { return is_sealed(*item.value); })),
      .sizes = *sizes};
}

Result<FileCheck> back_up_sqlite_file(const std::string& from, const std::string& to) {
  auto source = open_to_look(from);
  if (!source) return fail(source.error());
  auto copy = SqliteCopy::begin(to);
  if (!copy) return fail(copy.error());
  if (auto added = (*copy)->add(source->loaded.items); !added) return fail(added.error());
  if (auto made = (*copy)->finish(source->loaded.revision); !made) return fail(made.error());
  return check_sqlite_file(to);
}

Result<Restored> restore_sqlite_file(const std::string& backup, const std::string& path,
                                     Sealing* sealing) {
  auto replaced = hold_replaced(path);
  if (!replaced) return fail(replaced.error());
  auto source = open_to_look(backup);
  if (!source) return fail(source.error());
  auto& items = source->loaded.items;
  if (auto fine = try_seals(backup, items, sealing); !fine) return fail(fine.error());
  std::ranges::sort(items, {}, &Item::revision);  // the file becomes as compact as it can be
  const auto known = std::max(source->loaded.revision, replaced->revision);
  Restored restored{.objects = items.size(),
                    .revision = replaced->revision != 0 ? known + 1 : known + revisions_skipped};
  const auto fresh = path + ".restored";
  remove_with_log(fresh);
  auto copy = SqliteCopy::begin(fresh);
  if (!copy) return fail(copy.error());
  if (auto added = (*copy)->add(items); !added) return fail(added.error());
  if (auto made = (*copy)->finish(restored.revision); !made) return fail(made.error());
  auto kept = keep_replaced(path, *replaced);
  if (!kept) return fail(kept.error());
  restored.kept = *std::move(kept);
  if (auto placed = rename_file(fresh, path); !placed) return fail(placed.error());
  return restored;
}

}  // namespace telltale::store
