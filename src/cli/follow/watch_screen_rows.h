// SPDX-License-Identifier: Apache-2.0
#pragma once

// `get -w` in a pipe: the table once, then one line for every row that changed, as kubectl does it.

#include <map>
#include <string>
#include <vector>

#include "cli/get/get.h"
#include "cli/get/get_screen.h"
#include "cli/screen/streams.h"
#include "cli/source/load.h"

namespace telltale::cli {

class ChangedRows {
 public:
  ChangedRows(const GetOptions& options, const Streams& streams);

  // What is different from the last time. Ages that merely grow are no difference.
  void tell(const Loaded& loaded);

 private:
  struct Row {
    std::string mark;  // the row without what time alone changes
    std::string text;  // as it was told last
  };
  using Rows = std::map<std::string, Row>;

  std::vector<std::string> texts_of(const GetScreen& screen, Instant ages) const;
  void tell_all(const GetScreen& screen);

  const GetOptions& options_;
  const Streams& streams_;
  Instant started_;
  Rows rows_ = {};
  ShownColumns columns_ = {};  // rows told later stand below the headers told first
  bool begun_ = false;
  bool headed_ = false;  // the headers have been told
};

}  // namespace telltale::cli
