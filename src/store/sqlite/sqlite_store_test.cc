// SPDX-License-Identifier: Apache-2.0
#include "store/sqlite/sqlite_store.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <latch>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include "base/temp_folder_for_test.h"
#include "base/text.h"

namespace telltale::store {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

class SqliteStoreFile : public testing::Test {
 protected:
  Result<std::unique_ptr<Store>> open(const StoreOptions& options = {}) {
    return open_sqlite_store(path(), options, clock_);
  }
  std::string path() const { return folder_.path("store.db"); }
  std::string refusal() {
    const auto store = open();
    return store ? "" : store.error().detail;
  }
  // What somebody does with the sqlite3 program.
  std::string by_hand(const std::string& sql) const {
    sqlite3* db = nullptr;
    sqlite3_open(path().c_str(), &db);
    std::string found;
    const auto note = [](void* text, int columns, char** values, char**) {
      for (int column = 0; column < columns; ++column) {
        *static_cast<std::string*>(text) += format("{}|", values[column] ? values[column] : "NULL");
      }
      return 0;
    };
    char* error = nullptr;
    if (sqlite3_exec(db, sql.c_str(), note, &found, &error) != SQLITE_OK) found = error;
    sqlite3_free(error);
    sqlite3_close(db);
    return found;
  }

  TempFolder folder_;
  SystemClock clock_;
};

TEST_F(SqliteStoreFile, CanBeLookedAtByHand) {
  {
    auto store = open();
    const auto first = commit_and_wait(**store, {"a", R"({"resourceVersion":""})", 0});
    ASSERT_TRUE(commit_and_wait(**store, {"b", "1", 0}));
    ASSERT_TRUE(commit_and_wait(**store, {"a", R"({"resourceVersion":"","x":1})", *first}));
    ASSERT_TRUE(commit_and_wait(**store, {"b", std::nullopt, 3}));
  }
  EXPECT_EQ(by_hand("SELECT key, revision, value FROM objects"),
            R"(a|4|{"resourceVersion":"4","x":1}|)");
  EXPECT_EQ(by_hand("SELECT json_extract(value, '$.x') FROM objects"), "1|");
  EXPECT_EQ(by_hand("SELECT revision, compacted, rows FROM meta"), "5|0|4|");
  EXPECT_EQ(by_hand("PRAGMA quick_check"), "ok|");
}

TEST_F(SqliteStoreFile, RefusesAFolder) {
  std::filesystem::create_directory(path());
  EXPECT_EQ(refusal(), path() + ": is a folder, not a file");
}

TEST_F(SqliteStoreFile, RefusesAFolderThatIsNotThere) {
  const auto store = open_sqlite_store(folder_.path("no/such.db"), {}, clock_);
  EXPECT_THAT(store.error().detail, HasSubstr("No such file or directory"));
}

TEST_F(SqliteStoreFile, RefusesWhatIsNoDatabase) {
  std::ofstream(path()) << std::string(10'000, 'x');
  EXPECT_EQ(refusal(), path() + ": cannot open: it is not an SQLite database");
}

TEST_F(SqliteStoreFile, RefusesTheDatabaseOfAnotherProgram) {
  by_hand("CREATE TABLE mine(x); INSERT INTO mine VALUES(1);");
  EXPECT_EQ(refusal(), path() + ": is a database of another program");
  by_hand("PRAGMA application_id=7");
  EXPECT_EQ(refusal(), path() + ": is a database of another program");
  EXPECT_EQ(by_hand("SELECT x FROM mine; PRAGMA journal_mode"), "1|delete|") << "untouched";
}

TEST_F(SqliteStoreFile, RefusesANewerVersion) {
  ASSERT_TRUE(open());
  by_hand("PRAGMA user_version=2");
  EXPECT_THAT(refusal(), HasSubstr("was written by a newer telltale (version 2"));
}

TEST_F(SqliteStoreFile, TakesAnEmptyFile) {
  std::ofstream(path()) << "";
  EXPECT_EQ(refusal(), "");
}

// Permissions say nothing to root, so root becomes somebody else for a moment.
class Somebody {
 public:
  explicit Somebody(const std::string& owned) {
    if (geteuid() != 0) return;
    for (const auto& file : std::filesystem::directory_iterator(owned)) {
      EXPECT_EQ(chown(file.path().c_str(), nobody, nobody), 0);
    }
    EXPECT_EQ(chown(owned.c_str(), nobody, nobody), 0);
    EXPECT_EQ(seteuid(nobody), 0);
    was_root_ = true;
  }
  ~Somebody() { EXPECT_TRUE(!was_root_ || seteuid(0) == 0); }
  Somebody(const Somebody&) = delete;
  Somebody& operator=(const Somebody&) = delete;

 private:
  static constexpr uid_t nobody = 65534;
  bool was_root_ = false;
};

TEST_F(SqliteStoreFile, RefusesAReadOnlyFile) {
  ASSERT_TRUE(open());
  const Somebody somebody(folder_.path());
  ASSERT_EQ(chmod(path().c_str(), 0400), 0);
  EXPECT_EQ(refusal(), path() + ": cannot open: it is read-only");
}

TEST_F(SqliteStoreFile, RefusesAReadOnlyFolder) {
  ASSERT_TRUE(open());
  const Somebody somebody(folder_.path());
  ASSERT_EQ(chmod(folder_.path().c_str(), 0500), 0);
  EXPECT_EQ(refusal(), path() + ": cannot open: its folder is read-only");
  const auto fresh = open_sqlite_store(folder_.path("fresh.db"), {}, clock_);
  EXPECT_THAT(fresh.error().detail, HasSubstr("its folder is read-only"));
  ASSERT_EQ(chmod(folder_.path().c_str(), 0700), 0);
}

TEST_F(SqliteStoreFile, RefusesToShareTheFile) {
  auto store = open();
  ASSERT_TRUE(store);
  EXPECT_EQ(refusal(), path() + ": cannot open: another process has it open");
  ASSERT_TRUE(commit_and_wait(**store, {"a", "1", 0}));
  EXPECT_THAT(by_hand("DELETE FROM log"), HasSubstr("locked"));
  store->reset();
  EXPECT_EQ(refusal(), "");
}

TEST_F(SqliteStoreFile, NoticesWhatSomebodyChangedByHand) {
  {
    auto store = open();
    ASSERT_TRUE(commit_and_wait(**store, {"a", "1", 0}));
    ASSERT_TRUE(commit_and_wait(**store, {"b", "1", 0}));
  }
  std::filesystem::copy_file(path(), folder_.path("whole"));
  const auto again = [&](const std::string& sql) {
    std::filesystem::copy_file(folder_.path("whole"), path(),
                               std::filesystem::copy_options::overwrite_existing);
    by_hand(sql);
    return refusal();
  };
  EXPECT_EQ(again("SELECT 1"), "");
  EXPECT_THAT(again("UPDATE log SET value='2'"), HasSubstr("revision 2 is damaged"));
  EXPECT_THAT(again("UPDATE log SET value=NULL"), HasSubstr("revision 2 is damaged"));
  EXPECT_THAT(again("DELETE FROM log WHERE key='a'"), HasSubstr("it holds 1 rows of 2"));
  EXPECT_THAT(again("UPDATE meta SET revision=2"), HasSubstr("out of place"));
  EXPECT_THAT(again("UPDATE meta SET compacted=9"), HasSubstr("contradict"));
  EXPECT_THAT(again("DELETE FROM meta"), HasSubstr("counters are missing"));
  EXPECT_THAT(again("DROP TABLE log"), AllOf(StartsWith(path()), HasSubstr("no such table")));
}

TEST_F(SqliteStoreFile, DoesNotRunWhatAForeignHandPutIn) {
  ASSERT_TRUE(open());
  by_hand("CREATE TRIGGER evil AFTER INSERT ON log BEGIN DELETE FROM log; END");
  {
    auto store = open();
    ASSERT_TRUE(commit_and_wait(**store, {"a", "1", 0}));
  }
  auto store = open();
  ASSERT_TRUE(store);
  EXPECT_EQ((*store)->present().size(), 1U);
}

TEST_F(SqliteStoreFile, DoesNotGrowWhileTheSameThingsChange) {
  const StoreOptions options{.history = {.changes = 100, .bytes = 1 << 20}};
  auto store = open(options);
  const auto churn = [&](int rounds) {
    std::latch all(rounds);
    auto at = (*store)->present().get("a");
    Revision expected = at ? at->revision : 0;
    Revision next = (*store)->present().revision();
    for (int round = 0; round < rounds; ++round) {
      (*store)->commit({"a", std::string(2000, 'v'), expected}, [&](const Result<Revision>& done) {
        EXPECT_TRUE(done);
        all.count_down();
      });
      expected = ++next;
    }
    all.wait();
    store->reset();
    store = open(options);
    return std::filesystem::file_size(path());
  };
  const auto before = churn(1500);
  const auto after = churn(6000);
  EXPECT_LT(after, before * 2);
  EXPECT_LT(after, std::uintmax_t{6000} * 2000 / 4);
  store->reset();
  EXPECT_EQ(by_hand("SELECT count(*) < 2000 FROM log"), "1|");
}

TEST_F(SqliteStoreFile, GivesSpaceBackAfterCompaction) {
  auto store = open();
  constexpr int count = 3000;
  const auto all = [&](const auto& write_of) {
    std::latch answered(count);
    for (int number = 0; number < count; ++number) {
      (*store)->commit(write_of(number), [&](const Result<Revision>& done) {
        EXPECT_TRUE(done);
        answered.count_down();
      });
    }
    answered.wait();
  };
  all([](int number) { return Write{format("{}", number), std::string(8000, 'v'), 0}; });
  all([](int number) { return Write{format("{}", number), std::nullopt, number + 2}; });
  for (int round = 0; round < 8; ++round) {
    ASSERT_TRUE((*store)->compact((*store)->present().revision()));
  }
  store->reset();
  EXPECT_LT(std::filesystem::file_size(path()), std::uintmax_t{count} * 8000 / 3);
  EXPECT_EQ(by_hand("SELECT count(*) FROM log"), "0|");
}

TEST_F(SqliteStoreFile, RefusesMoreThanTheQueueHolds) {
  auto store = open({.queue_max = 0});
  const auto done = commit_and_wait(**store, {"a", "1", 0});
  EXPECT_EQ(done.error().kind, Error::Kind::TooLarge);
  EXPECT_EQ((*store)->figures().refused, 1U);
}

TEST_F(SqliteStoreFile, WritesWhatWaitsBeforeItGoes) {
  std::atomic<int> answered = 0;
  {
    auto store = open();
    for (int number = 0; number < 500; ++number) {
      (*store)->commit({format("{}", number), "v", 0}, [&](const Result<Revision>& done) {
        EXPECT_TRUE(done);
        ++answered;
      });
    }
  }
  EXPECT_EQ(answered, 500);
  EXPECT_EQ((*open())->present().size(), 500U);
}

TEST_F(SqliteStoreFile, MakesManyWritesDurableTogether) {
  auto store = open();
  std::latch answered(1000);
  for (int number = 0; number < 1000; ++number) {
    (*store)->commit({format("{}", number), "v", 0},
                     [&](const Result<Revision>&) { answered.count_down(); });
  }
  answered.wait();
  const auto figures = (*store)->figures();
  EXPECT_EQ(figures.writes, 1000U);
  EXPECT_LT(figures.commits, 500U);
  EXPECT_GT(figures.seconds, 0);
}

TEST_F(SqliteStoreFile, MayBeWrittenFromAnAnswer) {
  auto store = open();
  std::latch both(2);
  (*store)->commit({"a", "1", 0}, [&](const Result<Revision>& first) {
    (*store)->commit({"a", "2", *first}, [&](const Result<Revision>& second) {
      EXPECT_TRUE(second);
      both.count_down();
    });
    both.count_down();
  });
  both.wait();
  EXPECT_EQ(*(*store)->present().get("a")->value, "2");
}

constexpr int killed_says = 3;  // the child's descriptor

// The child is this program again (a fork of a program with threads would not do): it writes and
// says what was acknowledged until it is killed.
TEST(SqliteStoreKilled, DISABLED_WritesUntilItIsKilled) {
  const SystemClock clock;
  const auto opened = open_sqlite_store(getenv("TELLTALE_KILLED_STORE"), {}, clock);
  ASSERT_TRUE(opened);
  Store& store = **opened;
  while (true) {
    std::latch all(8);
    for (int key = 0; key < 8; ++key) {
      const auto name = format("{}", key);
      const auto now = store.present().get(name);
      store.commit({name, std::string(3000, 'v'), now ? now->revision : 0},
                   [&](const Result<Revision>& done) {
                     const Revision acknowledged = done ? *done : -1;
                     if (write(killed_says, &acknowledged, sizeof(acknowledged)) < 0) _exit(1);
                     all.count_down();
                   });
    }
    all.wait();
  }
}

// Returns the newest revision that the child said was acknowledged before it was killed.
Revision run_and_kill(int said_max) {
  int ends[2] = {};
  EXPECT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
    dup2(ends[1], killed_says);
    const char* filter = "--gtest_filter=SqliteStoreKilled.DISABLED_*";
    execl("/proc/self/exe", "store_test", filter, "--gtest_also_run_disabled_tests",
          "--gtest_brief=1", nullptr);
    _exit(127);
  }
  close(ends[1]);
  FILE* said = fdopen(ends[0], "r");
  Revision newest = 0;
  Revision next = 0;
  for (int count = 0; fread(&next, sizeof(next), 1, said) == 1; ++count) {
    EXPECT_GT(next, newest);
    newest = next;
    if (count == said_max) kill(child, SIGKILL);
  }
  fclose(said);
  waitpid(child, nullptr, 0);
  return newest;
}

TEST_F(SqliteStoreFile, KeepsWhatItAcknowledgedWhenItIsKilled) {
  setenv("TELLTALE_KILLED_STORE", path().c_str(), 1);
  Revision before = 0;
  for (const int said : {3, 40, 1, 100, 17}) {
    const auto acknowledged = run_and_kill(said);
    ASSERT_GT(acknowledged, before);
    auto store = open();
    ASSERT_TRUE(store) << store.error().detail;
    EXPECT_GE((*store)->present().revision(), acknowledged);
    EXPECT_EQ((*store)->present().changes("", 0)->size(),
              static_cast<std::size_t>((*store)->present().revision() - first_revision));
    before = acknowledged;
  }
}

}  // namespace
}  // namespace telltale::store
