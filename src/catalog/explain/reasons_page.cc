// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/reasons_page.h"

#include <optional>

#include "base/text.h"
#include "catalog/explain/guidance.h"
#include "catalog/explain/reasons.h"
#include "catalog/names.h"
#include "catalog/polarity.h"
#include "convert/dialect.h"

namespace telltale {
namespace {

constexpr std::string_view opening =
    R"(# Reasons

Every type and reason that telltale may write, from its tables. Generated: do not edit, run
`catalog_test` with `TELLTALE_REGENERATE=1`. As data: `telltale tables --reasons -o json`.

- **Type** and **Reason**: the proposal's name, then upstream's where it differs; `–`: not written
  in that dialect.
- **When**: the rows of the condition's [table](tables) that say it; the first row that holds wins.
- **Good**: the status that is good. **Acted on**: other controllers act on it, so that writing it
  is never harmless.
- **Stuck**: `terminal`: only a human helps, however long one waits. `after its patience`: it may
  pass by itself, and when it does not, its object is Stuck. `no`: it is good, or says too little
  to call for a human.
- Reason `*`: whatever the provider says; automation must not rely on it.

A paused object keeps everything but Paused. What is "kept as stored" comes from others, who know
more; telltale hands it on as it found it. So it does with `TopologyReconciled` of a Cluster, whose
reasons are the topology controller's.
)";

constexpr std::string_view header =
    "\n| Type | Reason | Status | When | Good | Acted on | Stuck | Runbook |\n"
    "|---|---|---|---|---|---|---|---|\n";

// The two dialects' names of a type; nothing where the dialect does not write it.
struct Names {
  std::optional<std::string_view> proposal;
  std::optional<std::string_view> upstream;
};

std::optional<std::string_view> name_in(const Dialect& dialect, const WrittenReason& written) {
  if (!has_type(dialect, written.kind, written.type)) return std::nullopt;
  return written_type(dialect, written.kind, written.type);
}

Names names_of(const WrittenReason& written) {
  return {name_in(proposal_dialect(), written), name_in(upstream_dialect(), written)};
}

std::string pair_cell(std::optional<std::string_view> left, std::optional<std::string_view> right) {
  const auto code = [](std::optional<std::string_view> name) {
    return name ? format("`{}`", *name) : std::string("–");
  };
  return left == right ? code(left) : format("{} / {}", code(left), code(right));
}

std::string_view upstream_reason(const WrittenReason& written) {
  return written_reason(upstream_dialect(), written.kind, written.type, written.reason);
}

std::string_view good_status(const WrittenReason& written) {
  if (written.type == any_type) return "–";
  return polarity_of(written.kind, written.type) == Polarity::Positive ? "True" : "False";
}

// "docs/runbooks/X.md" as seen from docs/; nothing where nobody is called.
std::string runbook_cell(const WrittenReason& written) {
  if (effect_of(written) == VerdictEffect::Never) return "–";
  std::string_view page = guidance_for(written.kind, written.type, written.reason).runbook;
  page.remove_prefix(std::string_view("docs/").size());
  std::string_view name = page.substr(page.rfind('/') + 1);
  name.remove_suffix(std::string_view(".md").size());
  return format("[{}]({})", name, page);
}

std::string line_of(const WrittenReason& written) {
  const Names names = names_of(written);
  const std::string_view status = written.status ? to_text(*written.status) : "as copied";
  const bool acted_on = others_act_on(written.kind, written.type);
  return format("| {} | {} | {} | {} | {} | {} | {} | {} |\n",
                pair_cell(names.proposal, names.upstream),
                pair_cell(written.reason, upstream_reason(written)), status,
                join(written.when, "<br>"), good_status(written), acted_on ? "**yes**" : "no",
                to_text(effect_of(written)), runbook_cell(written));
}

void write_names(json::Writer& out, const WrittenReason& written) {
  const Names names = names_of(written);
  const auto put = [&](std::string_view key, std::optional<std::string_view> name,
                       std::string_view reason) {
    if (!name) return;
    out.map(key, [&] {
      out.field("type", *name);
      out.field("reason", reason);
    });
  };
  put("proposal", names.proposal, written.reason);
  put("upstream", names.upstream, upstream_reason(written));
}

void write_one(json::Writer& out, const WrittenReason& written) {
  const VerdictEffect effect = effect_of(written);
  out.map([&] {
    out.field("kind", written.kind);
    write_names(out, written);
    if (written.status) out.field("status", to_text(*written.status));
    out.list("when", [&] {
      for (const std::string& sentence : written.when) out.string(sentence);
    });
    out.field("polarity", good_status(written) == "False" ? "Negative" : "Positive");
    out.field("othersActOnIt", others_act_on(written.kind, written.type));
    out.field("canBeStuck", effect != VerdictEffect::Never);
    out.field("terminal", effect == VerdictEffect::Terminal);
    if (effect == VerdictEffect::Never) return;
    out.field("runbook", guidance_for(written.kind, written.type, written.reason).runbook);
  });
}

}  // namespace

std::string render_reasons() {
  std::string text(opening);
  std::string_view kind;
  for (const WrittenReason& written : written_reasons()) {
    if (written.kind != kind) {
      kind = written.kind;
      text += format("\n## {}\n{}", kind == any_kind ? "Any kind" : kind, header);
    }
    text += line_of(written);
  }
  return text;
}

void write_reasons(json::Writer& out) {
  out.list([&] {
    for (const WrittenReason& written : written_reasons()) write_one(out, written);
  });
}

}  // namespace telltale
