// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <vector>

#include "base/text.h"
#include "cli/get/get_screen.h"
#include "report/object.h"

namespace telltale::cli {
namespace {

// One name typed is one object asked for; anything else is a list, even of one.
bool is_single(const GetScreen& screen) {
  const std::vector<GetSubject>& subjects = screen.options.subjects;
  return subjects.size() == 1 && !subjects.front().name.empty() && screen.objects.size() == 1;
}

void show_object_names(const GetScreen& screen, const Streams& streams) {
  std::string text;
  for (const Listed& listed : screen.objects) {
    text += format("{}\n", printable(resource_name(*listed.object)));
  }
  streams.out.write(text);
}

Staging staging_of(const GetScreen& screen) {
  return {.context = screen.context, .stage = screen.options.stage};
}

void write_list(json::Writer& out, const GetScreen& screen, const Streams& streams,
                std::string& text) {
  out.map([&] {
    out.field("apiVersion", "v1");
    out.field("kind", "List");
    out.list("items", [&] {
      for (const Listed& listed : screen.objects) {
        write_object(out, *listed.object, listed.judged, staging_of(screen));
        if (text.size() < chunk_bytes) continue;
        streams.out.write(text);
        text.clear();
      }
    });
  });
}

void show_objects(const GetScreen& screen, const Streams& streams) {
  std::string text;
  const bool yaml = screen.options.output == GetOutput::Yaml;
  const std::unique_ptr<json::Writer> out =
      yaml ? std::unique_ptr<json::Writer>(std::make_unique<json::YamlWriter>(text))
           : std::make_unique<json::JsonWriter>(text, json::JsonWriter::Layout::Pretty);
  if (is_single(screen)) {
    const Listed& one = screen.objects.front();
    write_object(*out, *one.object, one.judged, staging_of(screen));
  } else {
    write_list(*out, screen, streams, text);
  }
  if (!yaml) text += '\n';
  streams.out.write(text);
}

json::Tree list_tree(const std::vector<json::Tree>& items, Arena& arena) {
  const std::vector<json::Member> members = {{"apiVersion", json::Tree::string("v1", 0)},
                                             {"kind", json::Tree::string("List", 0)},
                                             {"items", json::Tree::list(arena.keep(items), 0)}};
  return json::Tree::map(arena.keep(members), 0);
}

void show_template(const GetScreen& screen, const Streams& streams) {
  Arena arena;
  std::vector<json::Tree> items;
  items.reserve(screen.objects.size());
  for (const Listed& listed : screen.objects) {
    items.push_back(staged_tree(*listed.object, listed.judged, staging_of(screen), arena));
  }
  const json::Tree document = is_single(screen) ? items.front() : list_tree(items, arena);
  streams.out.write(screen.options.text->print(document));
}

}  // namespace

void show_as_data(const GetScreen& screen, const Streams& streams) {
  switch (screen.options.output) {
    case GetOutput::Name:
      return show_object_names(screen, streams);
    case GetOutput::JsonPath:
      return show_template(screen, streams);
    default:
      return show_objects(screen, streams);
  }
}

}  // namespace telltale::cli
