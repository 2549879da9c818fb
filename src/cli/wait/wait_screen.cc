// SPDX-License-Identifier: Apache-2.0
#include "cli/wait/wait_screen.h"

#include "base/text.h"
#include "catalog/explain/advice.h"
#include "catalog/explain/attention.h"
#include "catalog/explain/guidance.h"
#include "cli/screen/typed_line.h"
#include "cli/screen/wording.h"
#include "cli/source/find_object.h"
#include "json/parse.h"
#include "json/print.h"
#include "json/yaml/yaml_document.h"

namespace telltale::cli {
namespace {

std::string next_command(const WaitSubject& subject, std::string_view program) {
  if (is_judged(subject.group, subject.kind)) {
    const std::string command = why_line(program, {.group = subject.group,
                                                   .kind = subject.kind,
                                                   .namespace_name = subject.namespace_name,
                                                   .name = subject.name,
                                                   .home = {}});
    return command + subject.typed;
  }
  std::string command = format("kubectl describe {}", shell_word(resource_name(subject)));
  if (!subject.namespace_name.empty()) {
    command += format(" -n {}", shell_word(subject.namespace_name));
  }
  return command;
}

void say_stood(const Look& look, const Streams& streams) {
  if (look.about == nullptr) return;
  streams.err.write(format("       {}: {}\n", printable(look.about->text), look.finding.seen));
}

void say_step(std::string_view step, std::string_view page, const Streams& streams) {
  streams.err.write(format("do:   {}\n", step));
  if (page.empty()) return;
  streams.err.write(format("      {}\n", runbook_line(streams.program, page)));
}

// Without a verdict only what is known about this very reason; what everybody gets helps nobody.
void say_guidance(const WaitSubject& subject, const Finding& finding, const Streams& streams) {
  if (!finding.step.empty()) return say_step(finding.step, finding.runbook, streams);
  if (finding.reason.empty()) return;
  const Guidance& guidance = guidance_for(subject.kind, finding.condition, finding.reason);
  if (guidance.reason == "*") return;
  const AdviceNames names{.group = subject.group,
                          .kind = subject.kind,
                          .name = subject.name,
                          .namespace_name = subject.namespace_name};
  say_step(advice_text(guidance, names, {}), runbook_page(guidance.runbook), streams);
}

void write_error(std::string_view text, const Streams& streams) {
  streams.err.write(format("{} {}\n", painted("error:", Paint::Bad, streams.err_terminal), text));
}

}  // namespace

std::string resource_name(const WaitSubject& subject) {
  if (subject.group.empty()) return format("{}/{}", lower(subject.kind), subject.name);
  return format("{}.{}/{}", lower(subject.kind), subject.group, subject.name);
}

void say_met(const WaitSubject& subject, std::string_view document, WaitOutput output,
             const Streams& streams) {
  const std::string name = printable(resource_name(subject));
  if (output == WaitOutput::Text) return streams.out.write(format("{} condition met\n", name));
  if (output == WaitOutput::Name) return streams.out.write(format("{}\n", name));
  const Result<json::Value> value = json::parse(document);
  if (!value) return;
  streams.out.write(output == WaitOutput::Json ? json::print_pretty(*value) + "\n"
                                               : json::yaml_document(*value));
}

void say_failed(const WaitSubject& subject, const Look& look, const Streams& streams) {
  write_error(format("{} failed: --fail-on={} holds", printable(resource_name(subject)),
                     printable(look.about->text)),
              streams);
  streams.err.write(format("       {}\n", look.finding.seen));
  say_guidance(subject, look.finding, streams);
  streams.err.write(next_line(next_command(subject, streams.program), streams.err_terminal));
}

void say_not_met(const WaitSubject& subject, const Look& look, WaitEnd end,
                 const Streams& streams) {
  const std::string name = printable(format("{}/{}", subject.plural, subject.name));
  write_error(end == WaitEnd::TimedOut ? format("timed out waiting for the condition on {}", name)
                                       : format("condition not met for {}", name),
              streams);
  say_stood(look, streams);
  streams.err.write(next_line(next_command(subject, streams.program), streams.err_terminal));
}

}  // namespace telltale::cli
