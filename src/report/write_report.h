// SPDX-License-Identifier: Apache-2.0
#pragma once

// A Report as data: the contract that automation reads (docs/automation.md; its schema is
// docs/schemas/report.schema.json). Fields that have nothing to say are left out. Items are
// rendered in parallel and handed on in order, in chunks of bounded size, so that a report of any
// length needs little memory.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "json/writer.h"
#include "report/report.h"

namespace telltale {

enum class ReportLayout : std::uint8_t {
  Lines,   // JSON with one item per line: small, and still good to grep
  Pretty,  // JSON as kubectl prints it
  Yaml,
};

// Appends to `out`, which it does not own.
std::unique_ptr<json::Writer> make_writer(ReportLayout layout, std::string& out);

using ReportSink = std::function<void(std::string_view chunk)>;

// The bytes do not depend on the number of threads.
void write_report(const Report& report, ReportLayout layout, unsigned threads,
                  const ReportSink& sink);

// One item of the list; `scratch` saves an allocation per time written.
void write_item(json::Writer& out, const World& world, const Judged& judged, std::string& scratch);
// One condition as the API writes it.
// Only HyperShift's conditions have a severity.
void write_condition(json::Writer& out, const Condition& condition, std::string& scratch,
                     std::string_view severity = {});

}  // namespace telltale
