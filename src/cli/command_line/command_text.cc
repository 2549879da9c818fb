// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line/command_text.h"

#include "base/text.h"

namespace telltale::cli {

std::string_view title_of(FlagGroup group) {
  switch (group) {
    case FlagGroup::Own:
      return "Flags";
    case FlagGroup::Reading:
      return "Reading";
    case FlagGroup::Writing:
      return "Writing";
    case FlagGroup::Judging:
      return "Judging";
    case FlagGroup::Server:
      return "Server";
    case FlagGroup::Store:
      return "Store";
    case FlagGroup::Audit:
      return "Audit log";
    case FlagGroup::Replicas:
      return "Replicas";
    case FlagGroup::Webhook:
      return "Webhook";
    case FlagGroup::Metrics:
      return "Metrics and logs";
    case FlagGroup::General:
      break;
  }
  return "General";
}

std::string_view FlagText::long_name() const {
  const std::size_t dashes = names.find("--");
  const std::string_view from = std::string_view(names).substr(dashes == names.npos ? 0 : dashes);
  return from.substr(0, from.find(','));
}

std::string FlagText::spelling() const {
  const std::string_view long_form = long_name();
  // The short one first, however they were declared.
  std::string text;
  for (const std::string_view name : split(names, ',')) {
    if (name != long_form) text += format("{}, ", name);
  }
  text += long_form;
  if (!type.empty()) text += format(" {}{}", type, repeats ? " ..." : "");
  return text;
}

}  // namespace telltale::cli
