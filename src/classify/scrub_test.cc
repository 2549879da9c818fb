// SPDX-License-Identifier: Apache-2.0
#include "classify/scrub.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace telltale {
namespace {

using testing::HasSubstr;
using testing::Not;

struct SameError {
  std::string_view provider;
  std::string_view once;
  std::string_view again;
};

// The same trouble, reported twice.
const SameError same_errors[] = {
    {"AWS, first SDK",
     "VcpuLimitExceeded: You have requested more vCPU capacity.\n\tstatus code: 400, request id: "
     "0aa11bb2-1111-2222-3333-444455556666",
     "VcpuLimitExceeded: You have requested more vCPU capacity.\n\tstatus code: 400, request id: "
     "9ff88ee7-9999-8888-7777-666655554444"},
    {"AWS, second SDK",
     "operation error EC2: RunInstances, https response error StatusCode: 400, RequestID: "
     "0aa11bb2-1111-2222-3333-444455556666, api error Unsupported: no",
     "operation error EC2: RunInstances, https response error StatusCode: 400, RequestID: "
     "9ff88ee7-9999-8888-7777-666655554444, api error Unsupported: no"},
    {"AWS, CloudFormation",
     "no (Service: AmazonEC2; Status Code: 400; Error Code: X; Request ID: "
     "0aa11bb2-1111-2222-3333-444455556666; Proxy: null)",
     "no (Service: AmazonEC2; Status Code: 400; Error Code: X; Request ID: "
     "9ff88ee7-9999-8888-7777-666655554444; Proxy: null)"},
    {"AWS, Karpenter", "full (aws-request-id=0aa11bb2-1111-2222-3333-444455556666, aws-status=200)",
     "full (aws-request-id=9ff88ee7-9999-8888-7777-666655554444, aws-status=200)"},
    {"AWS, S3", "NoSuchBucket: gone, request id: 4442587FB7D0A2F9, host id: abcDEF123/+=xyz",
     "NoSuchBucket: gone, request id: 0123456789ABCDEF, host id: zyxFED321/+=cba"},
    {"AWS, session names",
     "User: arn:aws:sts::123456789012:assumed-role/worker/1696500000000000000 is not authorized",
     "User: arn:aws:sts::123456789012:assumed-role/worker/1696511111111111111 is not authorized"},
    {"AWS, encoded message",
     "UnauthorizedOperation: no. Encoded authorization failure message: AbCd-12_3AAAAAAA",
     "UnauthorizedOperation: no. Encoded authorization failure message: ZyXw-98_7BBBBBBBBBBBBB"},
    {"Azure, sign-in",
     R"({"error":"invalid_client","error_description":"AADSTS7000222: expired. Trace ID: )"
     R"(0aa11bb2-1111-2222-3333-444455556666 Correlation ID: 1aa11bb2-1111-2222-3333-444455556666 )"
     R"(Timestamp: 2023-10-05 12:00:00Z","error_codes":[7000222],"timestamp":"2023-10-05 12:00:00)"
     R"(Z",)"
     R"("trace_id":"0aa11bb2-1111-2222-3333-444455556666",)"
     R"("correlation_id":"1aa11bb2-1111-2222-3333-444455556666"})",
     R"({"error":"invalid_client","error_description":"AADSTS7000222: expired. Trace ID: )"
     R"(9ff88ee7-9999-8888-7777-666655554444 Correlation ID: 8ff88ee7-9999-8888-7777-666655554444 )"
     R"(Timestamp: 2024-11-06 13:01:02Z","error_codes":[7000222],"timestamp":"2024-11-06 13:01:02)"
     R"(Z",)"
     R"("trace_id":"9ff88ee7-9999-8888-7777-666655554444",)"
     R"("correlation_id":"8ff88ee7-9999-8888-7777-666655554444"})"},
    {"Azure, headers", "x-ms-correlation-request-id: 0aa11bb2-1111-2222-3333-444455556666 x",
     "x-ms-correlation-request-id: 9ff88ee7-9999-8888-7777-666655554444 x"},
    {"Azure, throttling", "Please try again after '6' seconds.",
     "Please try again after '17' seconds."},
    {"Azure, tracking", "failed with tracking id '0aa11bb2-1111-2222-3333-444455556666'.",
     "failed with tracking id '9ff88ee7-9999-8888-7777-666655554444'."},
    {"GCP, operations", "operation-1696500000000-6078c1a2b3c4d-0aa11bb2-11223344 failed",
     "operation-1696511111111-1234a5b6c7d8e-9ff88ee7-99887766 failed"},
    {"OpenStack, requests",
     R"({"computeFault": {"code": 500}} Request-ID: req-0aa11bb2-1111-2222-3333-444455556666)",
     R"({"computeFault": {"code": 500}} Request-ID: req-9ff88ee7-9999-8888-7777-666655554444)"},
    {"OpenStack, servers",
     "Exhausted all hosts available for instance 0aa11bb2-1111-2222-3333-444455556666.",
     "Exhausted all hosts available for instance 9ff88ee7-9999-8888-7777-666655554444."},
    {"OpenStack, volumes",
     "Volume 0aa11bb2-1111-2222-3333-444455556666 did not finish even after we waited 192 seconds "
     "or 61 attempts.",
     "Volume 9ff88ee7-9999-8888-7777-666655554444 did not finish even after we waited 193 seconds "
     "or 62 attempts."},
    {"IBM", R"({"errors":[{"code":"over_quota"}],"trace":"0aa11bb211112222"})",
     R"({"errors":[{"code":"over_quota"}],"trace":"9ff88ee799998888"})"},
    {"certificates",
     "x509: certificate has expired: current time 2023-10-05T12:00:00Z is after "
     "2023-10-01T00:00:00Z",
     "x509: certificate has expired: current time 2023-10-06T01:02:03+02:00 is after "
     "2023-10-01T00:00:00Z"},
    {"connections", "read tcp 10.0.0.1:43562->52.94.0.1:443: connection reset",
     "read tcp 10.0.0.1:50001->52.94.0.1:443: connection reset"},
    {"pointers", "unexpected &{0xc0001234a0}", "unexpected &{0xc000ffee10}"},
    {"headers of answers", "Date: Thu, 05 Oct 2023 12:00:00 GMT",
     "Date: Fri, 06 Oct 2023 13:01:02 GMT"},
    {"Go's clock", "since 2023-10-05 12:00:00.123456 +0000 UTC m=+12.5",
     "since 2023-10-06 01:02:03.9 +0000 UTC m=+99.1"},
    {"attempts", "attempt 3 failed", "attempt 14 failed"},
    {"elapsed", "Still creating... [10s elapsed]", "Still creating... [12m0s elapsed]"},
};

TEST(Scrub, SaysTheSameErrorTwiceInTheSameBytes) {
  for (const SameError& same : same_errors) {
    SCOPED_TRACE(same.provider);
    EXPECT_NE(same.once, same.again);
    EXPECT_EQ(scrub(same.once), scrub(same.again));
  }
}

TEST(Scrub, KeepsWhatTheErrorIsAbout) {
  EXPECT_EQ(
      scrub("InvalidSubnetID.NotFound: The subnet ID 'subnet-1' does not exist\n\tstatus code: "
            "400, request id: 0aa11bb2-1111-2222-3333-444455556666"),
      "InvalidSubnetID.NotFound: The subnet ID 'subnet-1' does not exist status code: 400, "
      "request id: <id>");
  EXPECT_EQ(scrub("i-0abc123def456 is in terminated state"),
            "i-0abc123def456 is in terminated state");
  EXPECT_EQ(scrub("Quota 'CPUS' exceeded. Limit: 48.0 in region us-east1."),
            "Quota 'CPUS' exceeded. Limit: 48.0 in region us-east1");
}

TEST(Scrub, KeepsIdsThatNameAResource) {
  constexpr std::string_view subscription =
      "/subscriptions/0aa11bb2-1111-2222-3333-444455556666/resourceGroups/rg was not found";
  EXPECT_EQ(scrub(subscription), subscription);
  constexpr std::string_view client =
      "The client '0aa11bb2-1111-2222-3333-444455556666' does not have authorization";
  EXPECT_EQ(scrub(client), client);
  EXPECT_THAT(scrub("arn:aws:sts::1:assumed-role/worker/123 may not"),
              HasSubstr("assumed-role/worker/"));
}

TEST(Scrub, PutsEverythingOnOneLineWithoutAFinalPeriod) {
  EXPECT_EQ(scrub("  one\n\ttwo\r\n  three.  "), "one two three");
  EXPECT_EQ(scrub(R"(one\n\ttwo)"), "one two");
  EXPECT_EQ(scrub("..."), "");
  EXPECT_EQ(scrub(""), "");
}

TEST(Scrub, LeavesHardwareAddressesAlone) {
  EXPECT_EQ(scrub("MAC address 52:54:00:12:34:56 is taken"),
            "MAC address 52:54:00:12:34:56 is taken");
}

TEST(ScrubShort, CutsAfterAWholeCharacterAndSaysSo) {
  std::string long_text;
  while (long_text.size() < 2 * scrubbed_bytes_max) long_text += "zażółć ";
  const std::string cut = scrub_short(long_text);
  EXPECT_LE(cut.size(), scrubbed_bytes_max);
  EXPECT_TRUE(cut.ends_with("…"));
  const std::string kept = cut.substr(0, cut.size() - 3);
  EXPECT_EQ(long_text.substr(0, kept.size()), kept);
  EXPECT_NE(static_cast<unsigned char>(long_text[kept.size()]) & 0xC0U, 0x80U);
}

TEST(ScrubShort, LeavesShortTextWhole) { EXPECT_EQ(scrub_short("short."), "short"); }

// Pieces of what is scrubbed, so that random text comes close to it.
rc::Gen<std::string> provider_like_text() {
  const std::vector<std::string> pieces = {"request id: ",
                                           "RequestID",
                                           "trace id: ",
                                           " correlation id: ",
                                           "attempt ",
                                           "attempts",
                                           "12345678-1234-1234-1234-123456789012",
                                           "2023-10-05T12:00:00Z",
                                           "2023-10-05 12:00:00",
                                           " UTC",
                                           "assumed-role/",
                                           "r/",
                                           "s",
                                           "retry after ",
                                           "'",
                                           "\"",
                                           " ",
                                           "\\n",
                                           "\n",
                                           ".",
                                           "\\",
                                           "n",
                                           "7",
                                           "#",
                                           "<id>",
                                           "*",
                                           "0x",
                                           "c000123456",
                                           "10.0.0.1:",
                                           "43562",
                                           "->",
                                           "operation-",
                                           "1696500000000",
                                           " elapsed",
                                           "5m0s",
                                           "instance ",
                                           "Thu, 05 Oct 2023 12:00:00 GMT",
                                           "req-",
                                           "deadbeef-1234-5",
                                           "Encoded authorization failure message: ",
                                           "\xff",
                                           "ż",
                                           ":",
                                           "=",
                                           "-",
                                           "timestamp"};
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(pieces)),
                      [](const std::vector<std::string>& parts) {
                        std::string text;
                        for (const std::string& part : parts) text += part;
                        return text;
                      });
}

RC_GTEST_PROP(ScrubLaws, ScrubbingTwiceIsScrubbingOnce, ()) {
  const std::string once = scrub(*provider_like_text());
  RC_ASSERT(scrub(once) == once);
}

RC_GTEST_PROP(ScrubLaws, NeverMakesTextLonger, ()) {
  const std::string text = *provider_like_text();
  RC_ASSERT(scrub(text).size() <= text.size());
}

RC_GTEST_PROP(ScrubLaws, TakesAnyBytes, (const std::string& bytes)) {
  const std::string once = scrub(bytes);
  RC_ASSERT(scrub(once) == once);
  RC_ASSERT(once.find('\n') == std::string::npos);
}

TEST(Scrub, TakesMeasuredDurationsAndLeavesSettings) {
  EXPECT_EQ(scrub("gave up in 12.5s"), scrub("gave up in 1m3.25s"));
  EXPECT_EQ(scrub("took 250.75ms"), "took #");
  EXPECT_EQ(scrub("within 20m0s on c5.2xlarge"), "within 20m0s on c5.2xlarge");
}

}  // namespace
}  // namespace telltale
