// SPDX-License-Identifier: Apache-2.0
#include "cli/tree/tree_rows.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/text.h"
#include "catalog/explain/attention.h"
#include "catalog/explain/headline.h"
#include "catalog/kinds.h"
#include "cli/screen/folded_conditions.h"
#include "cli/screen/wording.h"
#include "cli/screen/wrap.h"
#include "report/tree/tree_causes.h"
#include "report/tree/tree_headline.h"

namespace telltale::cli {
namespace {

constexpr std::size_t names_kept_max = 64;
constexpr std::size_t causes_shown_max = 3;
constexpr std::size_t cause_lines_max = 3;
// What stands above others repeats their messages; the last word on a thing is told in full.
constexpr std::size_t owner_lines_max = 3;
constexpr std::size_t own_lines_max = 40;

std::string_view role_words(TreeRole role) {
  if (role == TreeRole::ControlPlane) return "control plane";
  if (role == TreeRole::Workers) return "workers";
  return role == TreeRole::Other ? "other" : "";
}

// As kubectl's users type them.
std::string short_kind(std::string_view kind) {
  for (const Kind* one : judged_kinds()) {
    if (one->kind == kind && !one->brief.empty()) return std::string(one->brief);
  }
  return printable(kind);
}

std::string with_role(TreeRole role, std::string kind) {
  const std::string_view words = role_words(role);
  if (words.empty()) return kind;
  return kind.empty() ? std::string(words) : format("{} {}", words, kind);
}

std::string replicas_text(const std::optional<std::int64_t>& count, const TreeTally& tally) {
  if (!count) return tally == TreeTally() ? "" : "-";
  return tally.total ? format("{}/{}", *count, *tally.total) : format("{}", *count);
}

std::string_view verdict_glyph(Verdict verdict) {
  if (verdict == Verdict::Healthy) return "✓";
  if (verdict == Verdict::Working) return "~";
  return verdict == Verdict::Stuck ? "✗" : "?";
}

// What nobody judges stands as the object does that it belongs to.
Standing standing_with(Priority priority, Verdict owner) {
  if (priority == Priority::Info) return Standing::Good;
  if (priority == Priority::Unknown) return Standing::Unclear;
  return owner == Verdict::Stuck ? Standing::Bad : Standing::Moving;
}

Standing standing_on(const TreeNode& node, const Condition& condition, Verdict owner) {
  return node.judged != nullptr ? standing_of(*node.judged, condition)
                                : standing_of(node.key.kind, condition, owner);
}

// "Available" of what is True, "Available=False" of what is not.
std::string condition_words(const TreeHeadline& headline) {
  if (headline.deleting) return "deleting";
  if (headline.status == Status::True) return printable(headline.type);
  return format("{}={}", printable(headline.type), to_text(headline.status));
}

TreeRow::Painted missing_text(const TreeNode& node, Verdict owner) {
  if (node.state == TreeState::Absent) {
    const Standing standing = standing_with(Priority::Issue, owner);
    return {format("{} absent", glyph_of(standing)), paint_of(standing)};
  }
  if (node.state == TreeState::NotCollected) return {"? not collected", Paint::Doubtful};
  return {"? unreadable", Paint::Doubtful};
}

TreeRow::Painted condition_text(const TreeNode& node, Verdict owner) {
  if (node.is_heading()) return {};
  if (node.state != TreeState::Present) return missing_text(node, owner);
  const TreeHeadline headline = headline_of(node);
  if (node.judged != nullptr) {
    const Verdict verdict = node.judged->verdict;
    const Paint paint = paint_of(verdict);
    // A condition that is as it should be does not explain a verdict that is not.
    const bool explains = verdict == Verdict::Healthy || headline.priority != Priority::Info;
    if (headline.type.empty() || !explains) return {verdict_text(verdict), paint};
    return {format("{} {}", verdict_glyph(verdict), condition_words(headline)), paint};
  }
  if (headline.type.empty()) return {"? no conditions", Paint::Doubtful};
  const Standing standing = standing_with(headline.priority, owner);
  return {format("{} {}", glyph_of(standing), condition_words(headline)), paint_of(standing)};
}

// On a server nobody speaks of a dump.
std::string missing_on_server(const TreeNode& node) {
  if (node.state == TreeState::Absent) return format("the server has no such {}", node.key.kind);
  if (node.role == TreeRole::Node) return "Nodes of this Cluster are not read by this command";
  return format("no {} was listed in namespace {}", node.key.kind, node.key.namespace_name);
}

std::string missing_message(const TreeNode& node, const ReadOptions& read) {
  if (node.state == TreeState::Unreadable) return std::string(node.why);
  if (read.is_live()) return missing_on_server(node);
  if (node.state == TreeState::Absent) {
    return format("no such {} in the dump, which holds others of its kind", node.key.kind);
  }
  const std::string where = node.role == TreeRole::Node
                                ? "of this Cluster"
                                : format("in namespace {}", node.key.namespace_name);
  return format("the dump holds no {} {}", node.key.kind, where);
}

// What the object says, without the layers around a provider's error. Who stands below shows the
// rest.
std::string own_message(const TreeNode& node, const TreeHeadline& headline, const World& world) {
  const bool is_list = headline.message.contains('\n') || headline.message.starts_with("* ");
  const Judged* judged = node.judged;
  const bool is_cause = judged != nullptr && judged->cause.condition == headline.type &&
                        judged->cause.because == judged->object;
  if (is_cause && !is_list) return attention_of(world, *judged).what;
  const auto text = judged == nullptr ? HeadlineText::Errors : HeadlineText::AsIs;
  return lines_with_innermost_errors(headline.message, text);
}

// A reason stands in for a message that nobody wrote; a deletion is told by its stage.
std::string message_text(const TreeNode& node, const TreeView& view) {
  if (node.is_heading()) return {};
  if (node.state != TreeState::Present) return missing_message(node, view.options.read);
  const TreeHeadline headline = headline_of(node);
  const bool good = headline.priority == Priority::Info;
  if (headline.deleting && !headline.reason.empty() && !headline.message.empty()) {
    return format("{}: {}", headline.reason, headline.message);
  }
  // That all is well is no news about what somebody else watches.
  if (good && node.judged == nullptr) return {};
  if (!headline.message.empty()) return own_message(node, headline, view.judged.world());
  if (!good) return std::string(headline.reason);
  if (node.judged->verdict == Verdict::Healthy) return {};
  const Object* because = node.judged->cause.because;
  return because == nullptr || because == node.object
             ? std::string()
             : format("because of {}", to_text(because->key));
}

std::string version_text(const TreeNode& node) {
  const bool owner = node.key.kind != machine_kind.kind && node.role != TreeRole::Bootstrap &&
                     node.role != TreeRole::Infrastructure;
  return owner ? printable(version_of(node)) : std::string();
}

std::string cause_state_text(const TreeCause& cause) {
  if (cause.condition.empty()) return std::string(to_text(cause.verdict));
  std::string text = printable(cause.condition);
  text += format("={}", to_text(cause.status));
  if (!cause.reason.empty()) text += format(" {}", printable(cause.reason));
  return text;
}

std::string culprits_text(const TreeCause& cause) {
  const Key& first = cause.objects.front()->key;
  if (cause.objects.size() == 1) return printable(to_text(first));
  std::vector<std::string_view> names;
  for (const Object* object : cause.objects) names.push_back(object->key.name);
  const std::string place =
      first.namespace_name.empty() ? "" : format("{}/", printable(first.namespace_name));
  return format("{} {}{}", counted(cause.objects.size(), first.kind), place,
                printable(list_names(std::move(names))));
}

// The innermost cause first, as on every screen.
std::string cause_message(const TreeCause& cause, const JudgedIndex& index) {
  const Judged* judged = index.of(*cause.objects.front());
  const bool own = judged != nullptr && judged->cause.condition == cause.condition;
  return one_line(own ? attention_of(index.world(), *judged).what : cause.message);
}

std::string cause_text(const TreeCause& cause, const TreeView& view) {
  std::string text = format("{}: {}", culprits_text(cause), cause_state_text(cause));
  if (is_set(cause.since)) text += format(" for {}", format_age(view.now - cause.since));
  const std::string message = cause_message(cause, view.judged);
  if (!message.empty()) text += format(": {}{}", cause.same_message ? "" : "one says ", message);
  if (cause.held_up > 0) text += format(" (holds up {})", counted(cause.held_up, "object"));
  return text;
}

bool speaks_for_itself(const TreeNode& node) {
  return node.children.empty() || node.key.kind == machine_kind.kind;
}

class Lister {
 public:
  explicit Lister(const TreeView& view) : view_(view) {
    grouping_.merge = view.options.merge;
    if (!view.options.conditions.items.empty()) {
      grouping_.shows = [this](const TreeNode& node, const Condition& condition) {
        return view_.options.conditions.shows(node, condition);
      };
    }
  }

  std::vector<TreeRow> list(const TreeNode& root) {
    const TreeNode* const roots[] = {&root};
    const std::vector<TreeGroup> groups = group_siblings(roots, grouping_);
    add(groups.front(), {}, Verdict::Unknown);
    return std::move(rows_);
  }

 private:
  // The lines before a name, before everything under it, and how deep it stands.
  struct Place {
    std::string lead = {};
    std::string below = {};
    unsigned depth = 0;
  };

  // `owner` is the verdict on the nearest judged object above.
  void add(const TreeGroup& group, const Place& place, Verdict owner) {
    const unsigned depth = place.depth;
    const std::string& below = place.below;
    const std::vector<TreeGroup> children = children_of(group, depth);
    const std::string under =
        below + std::string(children.empty() ? view_.glyphs.blank : view_.glyphs.pipe);
    TreeRow row = object_row(group, owner);
    if (depth == 0) add_namespace(group.first().key, row);
    row.stem = place.lead;
    row.stem_below = under;
    row.lines_max = speaks_for_itself(group.first()) ? own_lines_max : owner_lines_max;
    if (depth == 0) row.name_paint = Paint::Strong;
    rows_.push_back(std::move(row));
    if (depth == 0) add_causes(group.first(), under);
    add_conditions(group.first(), under, owner);
    const Judged* judged = group.first().judged;
    for (const TreeGroup& child : children) {
      const bool is_last = &child == &children.back();
      add(child,
          {.lead = below + std::string(is_last ? view_.glyphs.last : view_.glyphs.branch),
           .below = below + std::string(is_last ? view_.glyphs.blank : view_.glyphs.pipe),
           .depth = depth + 1},
          judged != nullptr ? judged->verdict : owner);
    }
  }

  // Whoever looks at a fleet has to know where a root is; what is below it is mostly there, too.
  static void add_namespace(const Key& key, TreeRow& row) {
    if (key.namespace_name.empty()) return;
    for (std::string& name : row.names) name = format("{}/{}", printable(key.namespace_name), name);
  }

  std::vector<TreeGroup> children_of(const TreeGroup& group, unsigned depth) const {
    if (view_.options.depth && depth >= *view_.options.depth) return {};
    return group_children(group, grouping_);
  }

  TreeRow object_row(const TreeGroup& group, Verdict owner) const {
    const TreeNode& node = group.first();
    const std::size_t size = group.members.size();
    TreeRow row;
    std::string kind = printable(node.key.kind);
    std::string brief = short_kind(node.key.kind);
    if (size > 1) kind = brief = format("{} {}", with_commas(size), plural(kind));
    row.kind = with_role(node.role, std::move(kind));
    const bool tells_role = node.role == TreeRole::ControlPlane && !brief.empty();
    row.short_kind = tells_role ? brief : with_role(node.role, std::move(brief));
    for (const TreeNode* member : group.members) {
      if (node.is_heading() || row.names.size() == names_kept_max) break;
      row.names.push_back(printable(member->key.name));
    }
    row.names_total = node.is_heading() ? 0 : size;
    row.version = version_text(node);
    if (is_paused(node)) row.suffix = "paused";
    row.counters_may_go = node.key.kind == machine_kind.kind;
    row.ready = replicas_text(group.tally.ready, group.tally);
    row.available = replicas_text(group.tally.available, group.tally);
    row.up_to_date = replicas_text(group.tally.up_to_date, group.tally);
    row.condition = condition_text(node, owner);
    if (is_set(group.since) && node.state == TreeState::Present) {
      row.since = age_text(group.since, view_.now);
    }
    row.message = message_text(node, view_);
    return row;
  }

  void add_conditions(const TreeNode& node, const std::string& under, Verdict owner) {
    if (!grouping_.shows) return;
    std::vector<Condition> folded;
    for (const Condition& condition : node.conditions) {
      if (!grouping_.shows(node, condition)) continue;
      if (is_folded(node.key, condition.type) && !view_.options.conditions.names(node)) {
        folded.push_back(condition);
        continue;
      }
      const Standing standing = standing_on(node, condition, owner);
      TreeRow row{.sort = TreeRow::Sort::Condition, .stem = under, .stem_below = under + "  "};
      row.kind = row.short_kind = printable(condition.type);
      row.name_paint = Paint::Faint;
      row.condition = {format("{} {}", glyph_of(standing), to_text(condition.status)),
                       paint_of(standing)};
      if (is_set(condition.last_transition)) {
        row.since = age_text(condition.last_transition, view_.now);
      }
      row.message = condition.reason;
      if (!condition.message.empty()) {
        const std::string_view between = condition.message.starts_with("* ") ? ":\n" : ": ";
        row.message += format("{}{}", row.message.empty() ? "" : between, condition.message);
      }
      row.lines_max = own_lines_max;
      rows_.push_back(std::move(row));
    }
    if (folded.empty()) return;
    TreeRow row{.sort = TreeRow::Sort::Condition, .stem = under, .stem_below = under + "  "};
    row.kind = row.short_kind = "...";
    row.name_paint = Paint::Faint;
    row.message = format("{} (--show-conditions={}/{} shows them)", folded_text(node.key, folded),
                         node.key.kind, printable(node.key.name));
    rows_.push_back(std::move(row));
  }

  // The first lines name what is behind it all; nobody should have to search a tree for it.
  void add_causes(const TreeNode& root, const std::string& under) {
    std::vector<TreeCause> causes = causes_below(root, view_.judged);
    // What its own row says already needs no second line.
    const std::string_view said = headline_of(root).message;
    std::erase_if(causes, [&](const TreeCause& cause) {
      return cause.objects.front() == root.object && !said.empty() && cause.message == said;
    });
    const bool healthy = root.judged != nullptr && root.judged->verdict == Verdict::Healthy;
    const std::string_view link = healthy ? "but" : "because";
    const std::size_t shown = std::min(causes.size(), causes_shown_max);
    for (std::size_t i = 0; i < shown; ++i) {
      const TreeCause& cause = causes[i];
      TreeRow row{.sort = TreeRow::Sort::Across, .stem = under, .stem_below = under};
      row.condition = {format("{} {}", verdict_glyph(cause.verdict), link),
                       paint_of(cause.verdict)};
      row.message = cause_text(cause, view_);
      row.lines_max = cause_lines_max;
      rows_.push_back(std::move(row));
    }
    if (causes.size() == shown) return;
    TreeRow row{.sort = TreeRow::Sort::Across, .stem = under, .stem_below = under + "  "};
    row.message = format("... and {} more causes, shown below", with_commas(causes.size() - shown));
    row.lines_max = 1;
    rows_.push_back(std::move(row));
  }

  const TreeView& view_;
  Grouping grouping_;
  std::vector<TreeRow> rows_;
};

}  // namespace

TreeGlyphs glyphs_for(const Terminal& terminal) {
  if (terminal.unicode) return {};
  return {.branch = "|- ", .last = "`- ", .pipe = "|  ", .blank = "   "};
}

std::vector<TreeRow> rows_of(const TreeNode& root, const TreeView& view) {
  return Lister(view).list(root);
}

}  // namespace telltale::cli
