// SPDX-License-Identifier: Apache-2.0
#pragma once

// What `get` prints about the objects it selected: tables, one per kind and version, or data.

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/engine/judge_context.h"
#include "cli/get/get.h"
#include "cli/get/get_select.h"
#include "cli/screen/streams.h"

namespace telltale::cli {

// Which columns of a kind tables show; decided by the first table that has objects of it.
class ShownColumns {
 public:
  // One for every column of the kind; `decide` is asked where nobody has decided yet.
  const std::vector<bool>& of(std::string_view kind_and_version,
                              const std::function<std::vector<bool>()>& decide);

 private:
  std::map<std::string, std::vector<bool>, std::less<>> chosen_ = {};
};

struct GetScreen {
  const GetOptions& options;
  std::span<const Listed> objects;
  const JudgeContext& context;  // the world after judging
  DialectName dialect = DialectName::Proposal;
  Instant now = no_time;
  std::span<const Listed> all = {};  // that `objects` are a part of; nothing: they are all
  ShownColumns* columns = nullptr;   // of rows that go on below others; nothing: each for itself
};

// As the options say.
void show_listed(const GetScreen& screen, const Streams& streams);

void show_tables(const GetScreen& screen, const Streams& streams);
// One table for all of them, with the headers as typed.
void show_custom_columns(const GetScreen& screen, const Streams& streams);
// -o name, json, yaml and jsonpath.
void show_as_data(const GetScreen& screen, const Streams& streams);

// "machine.cluster.x-k8s.io/m1", to be typed again.
std::string resource_name(const Object& object);

}  // namespace telltale::cli
