// SPDX-License-Identifier: Apache-2.0
#include "report/tree/write_tree.h"

#include <memory>
#include <unordered_map>

#include "report/tree/tree_causes.h"
#include "report/tree/tree_groups.h"
#include "report/tree/tree_headline.h"

namespace telltale {
namespace {

constexpr std::size_t chunk_bytes = 1 << 16;

class TreeDocumentWriter {
 public:
  TreeDocumentWriter(const TreeDocument& document, ReportLayout layout, const ReportSink& sink)
      : document_(document), sink_(sink), out_(make_writer(layout, text_)) {}

  void write() {
    json::Writer& out = *out_;
    out.map([&] {
      out.field("apiVersion", "telltale.dev/v1alpha1");
      out.field("kind", "Tree");
      write_time("now", document_.now);
      out.list("items", [&] {
        for (const TreeNode& root : document_.roots) write_root(root);
      });
      write_notes("errors", document_.errors);
      if (!document_.warnings.empty()) write_notes("warnings", document_.warnings);
    });
    if (!text_.ends_with('\n')) text_ += '\n';
    sink_(text_);
  }

 private:
  void write_root(const TreeNode& root) {
    out_->map([&] {
      write_facts(root);
      write_causes(causes_below(root, document_.judged));
      write_children(root);
    });
  }

  void write_node(const TreeNode& node, const TreeGroup* group) {
    out_->map([&] {
      write_facts(node);
      if (group != nullptr && group->members.size() > 1) write_group(*group);
      write_children(node);
    });
    if (text_.size() < chunk_bytes) return;
    sink_(text_);
    text_.clear();
  }

  void write_facts(const TreeNode& node) {
    json::Writer& out = *out_;
    out.field("role", to_text(node.role));
    if (node.object != nullptr) out.field("apiVersion", node.object->api_version);
    if (!node.is_heading()) {
      out.field("kind", node.key.kind);
      if (!node.key.namespace_name.empty()) out.field("namespace", node.key.namespace_name);
      out.field("name", node.key.name);
    }
    if (node.state != TreeState::Present) out.field("state", to_text(node.state));
    if (!node.why.empty()) out.field("why", node.why);
    if (node.judged != nullptr) out.field("verdict", to_text(node.judged->verdict));
    out.field("worst", to_text(node.worst));
    if (const std::string_view version = version_of(node); !version.empty()) {
      out.field("version", version);
    }
    if (is_paused(node)) out.field("paused", true);
    if (node.object != nullptr) write_time("deletingSince", node.object->deleted);
    write_tally(node.tally);
    write_conditions(node.conditions);
    if (node.judged != nullptr && node.judged->verdict != Verdict::Healthy) {
      write_cause(*node.judged);
    }
  }

  void write_tally(const TreeTally& tally) {
    if (tally == TreeTally()) return;
    out_->map("counters", [&] {
      if (tally.desired) out_->field("desiredReplicas", *tally.desired);
      if (tally.ready) out_->field("readyReplicas", *tally.ready);
      if (tally.available) out_->field("availableReplicas", *tally.available);
      if (tally.up_to_date) out_->field("upToDateReplicas", *tally.up_to_date);
    });
  }

  void write_conditions(Conditions conditions) {
    if (conditions.empty()) return;
    out_->list("conditions", [&] {
      for (const Condition& condition : conditions) write_condition(*out_, condition, scratch_);
    });
  }

  void write_cause(const Judged& judged) {
    const Cause& cause = judged.cause;
    const Object& because = cause.because == nullptr ? *judged.object : *cause.because;
    out_->map("cause", [&] {
      out_->field("condition", cause.condition);
      out_->field("reason", cause.reason);
      out_->field("message", cause.message);
      write_time("since", cause.since);
      out_->field("because", to_text(because.key));
    });
  }

  void write_causes(const std::vector<TreeCause>& causes) {
    if (causes.empty()) return;
    out_->list("causes", [&] {
      for (const TreeCause& cause : causes) {
        out_->map([&] {
          out_->field("verdict", to_text(cause.verdict));
          out_->list("objects", [&] {
            for (const Object* object : cause.objects) out_->string(to_text(object->key));
          });
          out_->field("condition", cause.condition);
          out_->field("status", to_text(cause.status));
          out_->field("reason", cause.reason);
          out_->field("message", cause.message);
          write_time("since", cause.since);
          out_->field("heldUp", cause.held_up);
        });
      }
    });
  }

  void write_group(const TreeGroup& group) {
    out_->map("group", [&] {
      out_->field("first", group.first().key.name);
      out_->field("size", group.members.size());
    });
  }

  void write_children(const TreeNode& node) {
    if (node.children.empty()) return;
    const std::vector<TreeGroup> groups = group_siblings(node.children, Grouping());
    std::unordered_map<const TreeNode*, const TreeGroup*> group_of;
    for (const TreeGroup& group : groups) {
      for (const TreeNode* member : group.members) group_of.emplace(member, &group);
    }
    out_->list("children", [&] {
      for (const TreeNode& child : node.children) write_node(child, group_of.at(&child));
    });
  }

  void write_notes(std::string_view name, std::span<const ReportNote> notes) {
    out_->list(name, [&] {
      for (const ReportNote& note : notes) {
        out_->map([&] {
          if (!note.file.empty()) out_->field("file", note.file);
          if (note.line > 0) out_->field("line", note.line);
          out_->field("message", note.message);
        });
      }
    });
  }

  void write_time(std::string_view name, Instant instant) {
    if (is_set(instant)) out_->field(name, format_rfc3339(instant));
  }

  const TreeDocument& document_;
  const ReportSink& sink_;
  std::string text_;
  std::string scratch_;
  std::unique_ptr<json::Writer> out_;
};

}  // namespace

void write_tree(const TreeDocument& document, ReportLayout layout, const ReportSink& sink) {
  TreeDocumentWriter(document, layout, sink).write();
}

}  // namespace telltale
