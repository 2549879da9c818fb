// SPDX-License-Identifier: Apache-2.0
#pragma once

// How verdicts, conditions, times and numbers are said on every screen.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/instant.h"
#include "base/letters.h"
#include "catalog/judged.h"
#include "cli/command_line/exit_code.h"
#include "cli/screen/terminal.h"

namespace telltale::cli {

// "✗ Stuck": a glyph and a word, never colour alone.
std::string verdict_text(Verdict verdict);
Paint paint_of(Verdict verdict);
// What a verdict means to a script.
ExitCode exit_code_of(Verdict verdict);

// How a condition is to be taken, by the polarity data and by the verdict on the object that has
// it. One meaning per sign: "✗" is what needs a human, so it stands on Stuck objects alone; what is
// merely not as it should be yet, and whatever moves, is "~".
enum class Standing : std::uint8_t { Good, Moving, Bad, Unclear };
// Of a judged object. What moves is Bad only where it is the cause of being Stuck.
Standing standing_of(const Judged& judged, const Condition& condition);
// Where nobody knows the verdict, as in a journal, nothing is Bad.
Standing standing_of(std::string_view kind, const Condition& condition,
                     Verdict verdict = Verdict::Unknown);
// Whether it is as it should be, moving or not.
bool is_good(std::string_view kind, const Condition& condition);
std::string_view glyph_of(Standing standing);
Paint paint_of(Standing standing);

// "1,204".
std::string with_commas(std::size_t number);
// "22m", or "<unknown>" as kubectl says it.
std::string age_text(Instant since, Instant now);
// "10:01:00Z" on the day of `now`, the whole time otherwise.
std::string clock_text(Instant instant, Instant now);
// Quoted for a shell where it has to be.
std::string shell_word(std::string_view text);
// "machine", or "nodepool.karpenter.sh" where kinds of several projects have the name.
std::string type_word(const Key& key);
// "telltale why machine/m1 -n default", to be typed as it stands.
std::string why_line(std::string_view program, const Key& key);
// "telltale runbook NodeDeleted".
std::string runbook_line(std::string_view program, std::string_view page);
// "m1", "m1 or m2", "m1, m2 or m3".
std::string alternatives(std::vector<std::string> words);
// "; did you mean a or b?", or nothing where no name comes close.
std::string did_you_mean(std::string_view typed, std::span<const std::string_view> names);

}  // namespace telltale::cli
