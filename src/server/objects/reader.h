// SPDX-License-Identifier: Apache-2.0
#pragma once

// Getting one object and listing many: from what is true now, or was true at a named revision.

#include <functional>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "http/message.h"
#include "server/objects/object_filter.h"
#include "server/objects/presenter.h"
#include "server/request/call.h"
#include "server/request/options.h"
#include "server/request/status_error.h"
#include "store/store.h"

namespace telltale::server {

class Reader {
 public:
  // Gives work to a worker, in somebody's turn; false when it cannot be done. Without it, answers
  // are made at once.
  using Post = std::function<bool(const Demand&, std::function<void()>)>;
  Reader(store::Store& store, const Clock& clock, Post post = {})
      : store_(store), clock_(clock), post_(std::move(post)) {}

  Outcome<http::Response> get(const Call& call) const;
  Outcome<http::Response> list(const Call& call) const;
  // Items in the form asked for. A long answer is made while it is sent.
  Outcome<http::Response> answer_list(const Call& call, const Presenter& presenter,
                                      std::vector<store::Item> items,
                                      const ListMetadata& about) const;

  // The presenter that the request's headers and parameters ask for.
  Outcome<Presenter> presenter_for(const Call& call) const;
  // Where the objects of a list or watch lie.
  static std::string prefix_of(const Call& call, const ObjectFilter& filter);
  // Everything that passes, at the newest revision.
  Outcome<std::vector<store::Item>> all(const std::string& prefix,
                                        const ObjectFilter& filter) const;
  // Waits a moment until the revision is there; a 504 when it is not.
  Outcome<void> wait_for(store::Revision revision) const;
  // Makes sure that what others have written is seen.
  Outcome<void> catch_up() const;

 private:
  struct Cut;  // what of the items goes into one page
  Outcome<store::Page> page_of(const store::Range& range) const;
  Outcome<store::Range> range_of(std::string prefix, const ListOptions& options) const;
  Outcome<Cut> cut_of(store::Range range, const ObjectFilter& filter, std::size_t limit) const;

  store::Store& store_;
  const Clock& clock_;
  const Post post_;
};

// An answer in the form the client takes, with a final line break.
http::Response answer_json(std::string json_text, const Form& form, const http::Target& target,
                           int status = 200);

}  // namespace telltale::server
