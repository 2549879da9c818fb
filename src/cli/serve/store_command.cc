// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/store_command.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/entropy.h"
#include "base/text.h"
#include "cli/command_line/commands.h"
#include "cli/follow/stop_signal.h"
#include "cli/serve/store_server.h"
#include "server/access/credentials/wrapping_keys.h"
#include "store/sealing/key_keeper.h"
#include "store/snapshot.h"
#include "store/sqlite/sqlite_copy.h"
#include "store/stores.h"

namespace telltale::cli {
namespace {

constexpr std::string_view sqlite_prefix = "sqlite:";

// Where the store is meant to be: a file, or elsewhere.
struct StorePlace {
  std::string folder;
  std::string file = {};
  std::string elsewhere = {};  // "etcd://..."; empty: the file
};

StorePlace place_of_store(const StoreOptions& options) {
  StorePlace place{.folder = data_folder(options.data_folder)};
  const std::string& store = options.access.store;
  if (store.empty()) {
    place.file = place.folder + "/telltale.db";
  } else if (store.starts_with(sqlite_prefix)) {
    place.file = store.substr(sqlite_prefix.size());
  } else {
    place.elsewhere = store;
  }
  return place;
}

std::string in_mebibytes(std::int64_t bytes) {
  return format("{:.1f} MiB", static_cast<double>(bytes) / (1 << 20));
}

std::string figures_text(const store::Checked& checked) {
  return format("{} objects at revision {}", checked.objects, checked.revision);
}

std::string figures_text(const store::DiskFigures& disk) {
  return format("{} in the file ({} of it unused), {} in its log", in_mebibytes(disk.file_bytes),
                in_mebibytes(disk.unused_bytes), in_mebibytes(disk.log_bytes));
}

store::DiskFigures figures_of(const store::SqliteLog::Sizes& sizes) {
  return {.file_bytes = sizes.file_bytes,
          .unused_bytes = sizes.unused_bytes,
          .log_bytes = sizes.log_bytes};
}

store::Checked figures_of(const store::FileCheck& seen) {
  return {.objects = seen.objects,
          .rows = seen.rows,
          .revision = seen.revision,
          .compacted = seen.compacted};
}

class StoreWork {
 public:
  StoreWork(const StoreOptions& options, const Streams& streams)
      : options_(options),
        streams_(streams),
        place_(place_of_store(options)),
        sealing_(
            server::is_sealed_kind,
            server::wrapping_keys(able_to_run(options.access.encryption), place_.folder, entropy_),
            entropy_) {}

  Result<std::string> run() {
    switch (options_.action) {
      case StoreAction::Check:
        return check();
      case StoreAction::Backup:
        return back_up();
      case StoreAction::Restore:
        return restore();
      case StoreAction::Compact:
        return compact();
      case StoreAction::RotateKey:
        return rotate_key();
    }
    return std::string();
  }

 private:
  // A file that another process has is that of a server, and one that is not there may be one that
  // keeps its objects elsewhere.
  static bool is_servers(const Error& error) {
    return error.kind == Error::Kind::Conflict || error.kind == Error::Kind::NotFound;
  }

  Result<std::string> check() {
    if (!options_.file.empty()) return check_file(options_.file);
    if (!place_.elsewhere.empty()) {
      auto store = open_elsewhere(&sealing_);
      if (!store) return fail(store.error());
      const auto checked = check_opened(**store);
      if (!checked) return fail(checked.error());
      return format("fine: {} in {}\n", figures_text(*checked), place_.elsewhere);
    }
    auto seen = check_file(place_.file);
    if (seen || !is_servers(seen.error())) return seen;
    auto server = StoreServer::find(place_.folder, streams_);
    if (!server) return fail(server.error());
    const auto answer = server->check();
    if (!answer) return fail(answer.error());
    return format("fine: {}; {}; looked at by the server that runs\n",
                  figures_text(answer->checked), figures_text(answer->disk));
  }

  Result<store::Checked> check_opened(store::Store& store) {
    auto checked = store.check_contents();
    if (!checked) return checked;
    const auto damaged = sealing_.standing().damaged;
    if (damaged == 0) return checked;
    return fail(Error::Kind::Internal,
                format("{} values are sealed and do not open: they are damaged", damaged));
  }

  Result<std::string> check_file(const std::string& path) {
    const auto seen = store::check_sqlite_file(path, &sealing_);
    if (!seen) return fail(seen.error());
    return format("fine: {}, {} of them sealed and opened; {}\n", figures_text(figures_of(*seen)),
                  seen->sealed, figures_text(figures_of(seen->sizes)));
  }

  Result<std::string> back_up() {
    const auto made = place_.elsewhere.empty() ? back_up_file() : back_up_elsewhere();
    if (!made) return fail(made.error());
    return format("made {}: {}, checked\n", options_.file, figures_text(*made));
  }

  Result<store::Checked> back_up_file() {
    // Asked first, so that a Conflict below is about the store.
    std::error_code ignored;
    if (std::filesystem::exists(std::filesystem::symlink_status(options_.file, ignored))) {
      return fail(Error::Kind::Invalid, format("{}: is there already", options_.file));
    }
    const auto seen = store::back_up_sqlite_file(place_.file, options_.file);
    if (seen) return figures_of(*seen);
    if (!is_servers(seen.error())) return fail(seen.error());
    auto server = StoreServer::find(place_.folder, streams_);
    if (!server) return fail(server.error());
    return server->back_up(options_.file);
  }

  Result<store::Checked> back_up_elsewhere() {
    auto store = open_elsewhere();
    if (!store) return fail(store.error());
    auto copy = store::SqliteCopy::begin(options_.file);
    if (!copy) return fail(copy.error());
    const auto page = (*store)->present().list({.prefix = ""});
    if (!page) return fail(page.error());
    if (auto added = (*copy)->add(page->items); !added) return fail(added.error());
    if (auto done = (*copy)->finish(page->revision); !done) return fail(done.error());
    return store::Checked{.objects = page->items.size(), .revision = page->revision};
  }

  Result<std::string> restore() {
    if (!place_.elsewhere.empty()) {
      return fail(Error::Kind::Invalid,
                  "restore makes a file; etcd has etcdutl snapshot restore for its own");
    }
    const auto restored = store::restore_sqlite_file(options_.file, place_.file, &sealing_);
    if (!restored && restored.error().kind == Error::Kind::Conflict) {
      return fail(Error::Kind::Conflict,
                  format("{}; stop the server first", restored.error().detail));
    }
    if (!restored) return fail(restored.error());
    auto text = format("restored {}: {} objects, revisions go on at {}\n", place_.file,
                       restored->objects, restored->revision + 1);
    if (!restored->kept.empty()) text += format("what was there is now {}\n", restored->kept);
    return text;
  }

  Result<std::string> compact() {
    if (!place_.elsewhere.empty()) return compact_store(open_elsewhere());
    // Asked first: opening it as a store would make one.
    const auto seen = store::check_sqlite_file(place_.file);
    if (seen) return compact_store(store::open_sqlite_store(place_.file, {}, streams_.clock));
    if (!is_servers(seen.error())) return fail(seen.error());
    auto server = StoreServer::find(place_.folder, streams_);
    if (!server) return fail(server.error());
    const auto answer = server->compact();
    if (!answer) return fail(answer.error());
    return format("compacted: {}; {}\n", figures_text(answer->checked), figures_text(answer->disk));
  }

  Result<std::string> rotate_key() {
    if (!place_.elsewhere.empty()) return rotate_in(open_elsewhere(&sealing_));
    const auto seen = store::check_sqlite_file(place_.file, &sealing_);
    if (seen) {
      return rotate_in(
          store::open_sqlite_store(place_.file, {.sealing = &sealing_}, streams_.clock));
    }
    if (!is_servers(seen.error())) return fail(seen.error());
    auto server = StoreServer::find(place_.folder, streams_);
    if (!server) return fail(server.error());
    const auto standing = server->rotate_key();
    if (!standing) return fail(standing.error());
    return rotated_text(*standing);
  }

  Result<std::string> rotate_in(const Result<std::unique_ptr<store::Store>>& store) {
    if (!store) return fail(store.error());
    store::KeyKeeper keys(**store, sealing_, streams_.clock);
    if (auto begun = keys.begin(); !begun) return fail(begun.error());
    if (auto made = keys.rotate(); !made) return fail(made.error());
    for (Result<bool> more = true; *more;) {
      more = keys.step();
      if (!more) return fail(more.error());
    }
    return rotated_text(keys.standing());
  }

  static std::string rotated_text(const store::KeyKeeper::Standing& standing) {
    auto text =
        format("rotated: {} values are sealed with data key {}", standing.values, standing.newest);
    if (standing.waiting > 0) text += format("; {} are waiting for it", standing.waiting);
    return text + "\n";
  }

  static Result<std::string> compact_store(const Result<std::unique_ptr<store::Store>>& store) {
    if (!store) return fail(store.error());
    store::CurrentState& present = (*store)->present();
    if (auto done = (*store)->compact(present.revision()); !done) return fail(done.error());
    auto text = format("compacted: {} objects at revision {}", present.size(), present.revision());
    if (const auto disk = (*store)->disk()) text += format("; {}", figures_text(*disk));
    return text + "\n";
  }

  // Without a sealing, values stay as they lie there.
  Result<std::unique_ptr<store::Store>> open_elsewhere(store::Sealing* sealing = nullptr) {
    return store::open_store(place_.elsewhere, {.etcd = options_.access.etcd, .sealing = sealing},
                             streams_.clock);
  }

  const StoreOptions& options_;
  const Streams& streams_;
  StorePlace place_;
  SystemEntropy entropy_;
  store::Sealing sealing_;
};

}  // namespace

ExitCode run_store(const StoreOptions& options, const Streams& streams) {
  const auto text = StoreWork(options, streams).run();
  if (!text) return refuse_to_run(streams, printable(text.error().detail));
  streams.out.write(*text);
  return ExitCode::Fine;
}

namespace {

struct StoreActionName {
  std::string_view name;
  StoreAction action;
  enum class File : std::uint8_t { None, Possible, Needed } file = File::None;
};

constexpr StoreActionName store_actions[] = {
    {"check", StoreAction::Check, StoreActionName::File::Possible},
    {"backup", StoreAction::Backup, StoreActionName::File::Needed},
    {"restore", StoreAction::Restore, StoreActionName::File::Needed},
    {"compact", StoreAction::Compact},
    {"rotate-key", StoreAction::RotateKey},
};

std::vector<std::string> store_action_names() {
  std::vector<std::string> names;
  for (const StoreActionName& one : store_actions) names.emplace_back(one.name);
  return names;
}

Result<void> read_store_action(std::span<const std::string> typed, StoreOptions& options) {
  if (typed.empty()) {
    return usage("store needs an action: check, backup, restore, compact or rotate-key");
  }
  const auto* const found = std::ranges::find(store_actions, typed.front(), &StoreActionName::name);
  if (found == std::end(store_actions)) {
    const std::vector<std::string> names = store_action_names();
    const std::vector<std::string_view> known(names.begin(), names.end());
    return Flags::not_among("the action", typed.front(), known);
  }
  using File = StoreActionName::File;
  options.action = found->action;
  if (typed.size() > (found->file == File::None ? 1U : 2U)) {
    return usage("store takes one action and one file at most");
  }
  if (typed.size() == 2) options.file = typed.back();
  if (found->file == File::Needed && options.file.empty()) {
    return usage(format("store {} needs a file: the backup", typed.front()));
  }
  return {};
}

Result<void> check_lasting_store(std::string_view store) {
  if (store.empty() || store.starts_with(sqlite_prefix) || store::is_etcd(store)) return {};
  return usage("--store names a store that lasts: sqlite:FILE or etcd://HOST:PORT");
}

void declare_store_command(Flags& flags, StoreOptions& options) {
  flags.operands(
      {"ACTION", "check [FILE], backup FILE, restore FILE, compact or rotate-key", "ACTION [FILE]"},
      [&](std::span<const std::string> typed) { return read_store_action(typed, options); });
  flags.offer_operands(store_action_names);
  declare_data_folder(flags, options.data_folder);
  declare_store(flags, options.access,
                "sqlite:FILE (default: in the data folder), etcd://HOST:PORT,... or etcds://");
  flags.check([&] { return check_lasting_store(options.access.store); });
  flags.notes(
      "check, backup, compact and rotate-key go through the server where one runs on the data "
      "folder; restore needs it stopped, and keeps what it replaces. A backup is complete or not "
      "made at all, and holds no history; its Secrets are encrypted with the key of the store it "
      "was made of. After a restore revisions continue after the old ones. rotate-key makes a new "
      "data key and encrypts every Secret with it.");
  flags.example("telltale store check");
  flags.example("telltale store backup monday.db && telltale store check monday.db");
  flags.example("telltale store restore monday.db");
  flags.example("telltale store compact");
  flags.example("telltale store rotate-key");
}

}  // namespace

extern const Command store_command{
    .name = "store",
    .group = CommandGroup::Run,
    .summary = "check, back up, restore or compact what serve and up keep",
    .about = "Checks, backs up, restores or compacts what serve and up keep, also while they run.",
    .prepare = prepare<StoreOptions, declare_store_command, run_store>,
};

}  // namespace telltale::cli
