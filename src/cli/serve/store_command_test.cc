// SPDX-License-Identifier: Apache-2.0
#include "cli/serve/store_command.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "cli/command_line/parse.h"
#include "cli/test_world.h"

namespace telltale::cli {
namespace {

using testing::HasSubstr;

std::variant<Invocation, Reply> typed_store(std::vector<std::string> words) {
  words.insert(words.begin(), "store");
  return parse(words, "telltale");
}

TEST(StoreCommand, TakesAnActionAndAFile) {
  const auto typed = typed_store({"backup", "monday.db", "--data-dir", "d", "--store",
                                  "etcds://a:1,b:2", "--etcd-ca", "ca", "--etcd-user", "u",
                                  "--etcd-password-file", "p", "--encryption-key-file", "k"});
  const auto* invocation = std::get_if<Invocation>(&typed);
  ASSERT_NE(invocation, nullptr);
  const StoreOptions& options = *invocation->options<StoreOptions>();
  EXPECT_EQ(options.action, StoreAction::Backup);
  EXPECT_EQ(options.file, "monday.db");
  EXPECT_EQ(options.data_folder, "d");
  EXPECT_EQ(options.access.store, "etcds://a:1,b:2");
  EXPECT_EQ(options.access.etcd.ca_file, "ca");
  EXPECT_EQ(options.access.etcd.user, "u");
  EXPECT_EQ(options.access.etcd.password_file, "p");
  EXPECT_EQ(options.access.encryption.key_file, "k");
}

TEST(StoreCommand, RefusesWhatMakesNoSense) {
  const auto refusal = [](std::vector<std::string> words) {
    const auto typed = typed_store(std::move(words));
    const auto* reply = std::get_if<Reply>(&typed);
    EXPECT_TRUE(reply != nullptr && reply->code == ExitCode::Usage);
    return reply == nullptr ? std::string() : reply->text;
  };
  EXPECT_THAT(refusal({}), HasSubstr("store needs an action"));
  EXPECT_THAT(refusal({"burn"}), HasSubstr("the action must be check, "));
  EXPECT_THAT(refusal({"backup"}), HasSubstr("needs a file"));
  EXPECT_THAT(refusal({"restore"}), HasSubstr("needs a file"));
  EXPECT_THAT(refusal({"compact", "x"}), HasSubstr("at most"));
  EXPECT_THAT(refusal({"rotate-key", "x"}), HasSubstr("at most"));
  EXPECT_THAT(refusal({"check", "--encryption-key-file", "k", "--encryption-key-command", "c"}),
              HasSubstr("does not go with"));
  EXPECT_THAT(refusal({"check", "--store", "memory"}), HasSubstr("a store that lasts"));
}

TEST(StoreCommand, NeverMakesAStoreWhereNoneIs) {
  TextOutput out;
  TextOutput err;
  const SystemClock clock;
  const Streams streams{
      .out = out, .err = err, .out_terminal = {}, .err_terminal = {}, .clock = clock};
  const std::string folder = testing::TempDir() + "telltale-no-store-here";
  for (const StoreAction action :
       {StoreAction::Check, StoreAction::Backup, StoreAction::Compact, StoreAction::RotateKey}) {
    err.text.clear();
    const std::string file = action == StoreAction::Backup ? folder + ".db" : "";
    EXPECT_EQ(run_store({.action = action, .file = file, .data_folder = folder}, streams),
              ExitCode::Error);
    EXPECT_THAT(err.text, HasSubstr("there is no store here"));
  }
  EXPECT_FALSE(std::filesystem::exists(folder));
  EXPECT_EQ(out.text, "");
}

}  // namespace
}  // namespace telltale::cli
