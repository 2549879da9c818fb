// SPDX-License-Identifier: Apache-2.0
// Any bytes as a provider's message, on every platform: always an answer, always the same, in time
// that libFuzzer's limit allows; scrubbing twice is scrubbing once.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/time_per_byte_for_test.h"
#include "classify/classify.h"
#include "classify/scrub.h"

using namespace telltale;

// The first messages of a process pay for the patterns, which are compiled when they are first
// asked; no input is to blame for that.
extern "C" int LLVMFuzzerInitialize(int* /*count*/, char*** /*arguments*/) {
  constexpr std::string_view usual =
      "0/1 nodes are available: 1 Insufficient memory: quota exceeded";
  for (const Platform platform : all_platforms()) (void)classify(usual, platform);
  (void)scrub(usual);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const telltale::TimePerByte time(size);
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  for (const Platform platform : all_platforms()) (void)classify(text, platform);
  const Classified answer = classify(text);
  check(answer == classify(text), "the same text has the same class");
  check(answer.failure == FailureClass::None || !answer.pattern.empty(), "a failure has a pattern");
  const std::string once = scrub(text);
  check(once.size() <= text.size(), "scrubbing makes nothing longer");
  check(scrub(once) == once, "scrubbing twice is scrubbing once");
  check(scrub_short(text).size() <= scrubbed_bytes_max, "what is shown fits a message");
  return 0;
}
