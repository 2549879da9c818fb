// SPDX-License-Identifier: Apache-2.0
#include "cli/follow/watch_screen_rows.h"

#include <utility>

#include "base/text.h"
#include "catalog/legacy/legacy_status.h"
#include "cli/follow/watch_screen.h"
#include "cli/get/get_select.h"

namespace telltale::cli {
namespace {

std::string key_of(const Object& object) {
  const Key& key = object.key;
  return format("{}/{}/{}/{}/{}/{}", key.group, key.kind, key.namespace_name, key.name,
                key.home.cluster_namespace, key.home.cluster_name);
}

// Columns grow with their widest cell; that is no change of the rows beside it.
std::string without_padding(std::string_view line) {
  std::string text;
  for (const char byte : line) {
    if (byte != ' ' || !text.ends_with(' ')) text += byte;
  }
  return text;
}

}  // namespace

ChangedRows::ChangedRows(const GetOptions& options, const Streams& streams)
    : options_(options), streams_(streams), started_(streams.clock.now()) {}

// One text for each object: of a table its line, else the document.
std::vector<std::string> ChangedRows::texts_of(const GetScreen& screen, Instant ages) const {
  GetOptions rows_only = options_;
  rows_only.headers = Headers::Hidden;
  std::vector<std::string> texts;
  if (is_data(options_.output) || options_.output == GetOutput::Name) {
    for (std::size_t i = 0; i < screen.objects.size(); ++i) {
      TextOutput text;
      const GetScreen one{.options = rows_only,
                          .objects = screen.objects.subspan(i, 1),
                          .context = screen.context,
                          .dialect = screen.dialect,
                          .now = ages,
                          .all = screen.objects,
                          .columns = screen.columns};
      show_listed(one, onto(text, streams_.err, streams_));
      texts.push_back(std::move(text.text));
    }
    return texts;
  }
  if (screen.objects.empty()) return texts;
  TextOutput table;
  const GetScreen all{.options = options_,
                      .objects = screen.objects,
                      .context = screen.context,
                      .dialect = screen.dialect,
                      .now = ages,
                      .columns = screen.columns};
  show_listed(all, onto(table, streams_.err, streams_));
  // Headers stand at the top and behind every empty line; they are as wide as what they head.
  bool is_header = options_.headers == Headers::Shown;
  for (const std::string_view line : split(table.text, '\n')) {
    if (!line.empty() && !is_header) texts.push_back(format("{}\n", line));
    is_header = line.empty() && options_.headers == Headers::Shown;
  }
  return texts;
}

void ChangedRows::tell_all(const GetScreen& screen) {
  headed_ = true;
  show_listed(screen, streams_);
}

void ChangedRows::tell(const Loaded& loaded) {
  const Selected selected = select_objects(options_, loaded);
  const LookBack look(loaded.world, loaded.settings, loaded.now, loaded.judgement);
  const GetScreen screen{.options = options_,
                         .objects = selected.objects,
                         .context = look.context(),
                         .dialect = loaded.settings.dialect.name,
                         .now = loaded.now,
                         .columns = &columns_};
  const std::vector<std::string> marks = texts_of(screen, started_);
  const std::vector<std::string> texts = texts_of(screen, loaded.now);
  const bool first = !std::exchange(begun_, true);
  const bool shows_first = first && options_.watching == Watching::On;
  if (shows_first && !selected.objects.empty()) tell_all(screen);

  Rows rows;
  for (std::size_t i = 0; i < selected.objects.size() && i < texts.size(); ++i) {
    const std::string key = key_of(*selected.objects[i].object);
    Row row{without_padding(marks[i]), texts[i]};
    const auto before = rows_.find(key);
    const bool changed = before == rows_.end() || before->second.mark != row.mark;
    if (!first && changed && !headed_) {
      // The headers stand above the first row that is ever told.
      const GetScreen one{.options = options_,
                          .objects = screen.objects.subspan(i, 1),
                          .context = screen.context,
                          .dialect = screen.dialect,
                          .now = loaded.now,
                          .all = screen.objects,
                          .columns = screen.columns};
      tell_all(one);
    } else if (!first && changed) {
      streams_.out.write(row.text);
    }
    rows.emplace(key, std::move(row));
  }
  // What is gone is told once more, as it was.
  for (const auto& [key, row] : rows_) {
    if (!first && !rows.contains(key)) streams_.out.write(row.text);
  }
  rows_ = std::move(rows);
}

}  // namespace telltale::cli
