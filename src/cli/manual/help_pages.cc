// SPDX-License-Identifier: Apache-2.0
#include "cli/manual/help_pages.h"

#include "cli/embedded.h"

namespace telltale::cli {
namespace {

constexpr std::string_view page_ending = ".md";

std::string_view name_of_page(const EmbeddedFile& file) {
  return file.name.substr(0, file.name.size() - page_ending.size());
}

}  // namespace

std::vector<std::string_view> help_page_names() {
  std::vector<std::string_view> names;
  for (const EmbeddedFile& file : embedded_help()) names.push_back(name_of_page(file));
  return names;
}

std::string_view help_page(std::string_view name) {
  for (const EmbeddedFile& file : embedded_help()) {
    if (name_of_page(file) == name) return file.text;
  }
  return {};
}

std::string_view help_page_title(std::string_view name) {
  constexpr std::string_view mark = "# ";
  std::string_view title = help_page(name);
  title = title.substr(0, title.find('\n'));
  if (title.starts_with(mark)) title.remove_prefix(mark.size());
  return title;
}

}  // namespace telltale::cli
