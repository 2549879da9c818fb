// SPDX-License-Identifier: Apache-2.0
#include "live/leases/writer_lease.h"

#include <sys/wait.h>
#include <unistd.h>

#include <optional>

#include <gtest/gtest.h>

#include "base/text.h"

namespace telltale::live {
namespace {

using std::chrono::seconds;

NamedLease held_by(std::string_view holder) {
  return {.name = std::string(writer_lease),
          .record = {.holder = std::string(holder),
                     .duration_seconds = 15,
                     .resource_version = "7",
                     .write = "all"}};
}

TEST(WriterLease, AProcessThatIsGoneHoldsNothing) {
  const std::string ours = name_of_process("host_1");
  EXPECT_TRUE(is_gone_from_here(ours)) << "whoever has our number and another name was before us";
  const std::string prefix = ours.substr(0, ours.rfind('-') + 1);
  EXPECT_FALSE(is_gone_from_here(format("{}{}", prefix, ::getppid())));
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(is_gone_from_here(format("{}{}", prefix, child)));
  for (const std::string_view holder :
       {"", "host_1", "host_1_0123456789abcdef-1", "telltale-shards-16"}) {
    EXPECT_FALSE(is_gone_from_here(holder)) << holder;
  }
  EXPECT_FALSE(is_gone_from_here(prefix + "x"));
}

TEST(WriterLease, TellsWhoWritesAndTakesWhatIsADeadProcesss) {
  std::optional<WriterClaim::Observation> seen;
  WriterClaim claim(
      "me", {}, 1, [&](WriterClaim::Observation now) { seen = std::move(now); },
      [](std::string_view holder) { return holder == "dead"; });
  const Instant now = *parse_rfc3339("2026-01-01T12:00:00Z");
  auto requests = claim.next(seconds(1), now);
  ASSERT_EQ(requests.size(), 1U);
  claim.answered(requests.front(), std::vector{held_by("alive")}, seconds(1));
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->holder, "alive");
  EXPECT_EQ(seen->write, "all");
  EXPECT_FALSE(seen->is_ours);
  requests = claim.next(seconds(10), now);
  ASSERT_EQ(requests.size(), 1U);
  seen.reset();
  claim.answered(requests.front(), std::vector{held_by("dead")}, seconds(10));
  EXPECT_FALSE(seen);
  requests = claim.next(seconds(10), now);
  ASSERT_EQ(requests.size(), 1U);
  EXPECT_EQ(requests.front().what, LeaseRequest::What::Update);
  EXPECT_EQ(requests.front().record.holder, "me");
}

}  // namespace
}  // namespace telltale::live
