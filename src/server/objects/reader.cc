// SPDX-License-Identifier: Apache-2.0
#include "server/objects/reader.h"

#include <algorithm>

#include "base/text.h"
#include "json/parse.h"
#include "json/print.h"
#include "server/objects/keys.h"
#include "server/objects/list_text.h"
#include "server/request/continue_token.h"
#include "server/request/nesting.h"

namespace telltale::server {
namespace {

constexpr std::chrono::milliseconds patience_for_revision{3000};
constexpr std::size_t scan_step = 1000;  // keys looked at at once, for a filter and a limit

StatusError list_expired(std::string token) {
  StatusError error = expired(
      "The continue token is older than the history that is kept. List again from the start, or "
      "go on with the token in this answer, which shows newer objects than the first pages did.");
  error.continue_token = std::move(token);
  return error;
}

Layout layout_of(const Form& form, const http::Target& target) {
  if (form.encoding == Form::Encoding::Yaml) return Layout::Yaml;
  return is_yes(target, "pretty") ? Layout::Pretty : Layout::Compact;
}

// A list of one name in one place has no further page.
bool means_one(const Call& call, const ObjectFilter& filter) {
  const bool one_place = !call.resource->namespaced || !call.route.namespace_name.empty();
  return one_place && !filter.only_name().empty();
}

}  // namespace

struct Reader::Cut {
  std::vector<store::Item> items = {};
  ListMetadata about = {};
};

http::Response answer_json(std::string json_text, const Form& form, const http::Target& target,
                           int status) {
  if (is_yes(target, "pretty") && form.encoding == Form::Encoding::Json) {
    if (const auto value = json::parse(json_text, served_limits))
      json_text = json::print_pretty(*value);
  }
  http::Response response{.status = status,
                          .content_type = std::string(content_type_of(form)),
                          .body = encoded(std::move(json_text), form)};
  if (!response.body.ends_with('\n')) response.body += '\n';
  return response;
}

Outcome<void> Reader::wait_for(store::Revision revision) const {
  if (store_.present().wait_for(revision, patience_for_revision)) return {};
  return refuse(resource_version_too_large(revision, store_.present().revision()));
}

Outcome<void> Reader::catch_up() const {
  const auto revision = store_.catch_up();
  if (!revision) return refuse(unavailable(revision.error().detail));
  return {};
}

Outcome<Presenter> Reader::presenter_for(const Call& call) const {
  const auto form = negotiate(call.accept(), Shapes::Offered);
  if (!form) return refuse(form.error());
  const auto include = read_include_object(call.target);
  if (!include) return refuse(include.error());
  return Presenter(call.resource, *call.version, *form, *include, clock_);
}

std::string Reader::prefix_of(const Call& call, const ObjectFilter& filter) {
  std::string_view space =
      call.resource->namespaced ? std::string_view(call.route.namespace_name) : std::string_view{};
  if (space.empty() && call.resource->namespaced) space = filter.only_namespace();
  return range_prefix(call.route.home, *call.resource, space);
}

Outcome<http::Response> Reader::get(const Call& call) const {
  const auto presenter = presenter_for(call);
  if (!presenter) return refuse(presenter.error());
  const auto version = read_version(call.target);
  if (!version) return refuse(version.error());
  if (*version > 0) {
    if (const auto there = wait_for(*version); !there) return refuse(there.error());
  } else if (call.target.parameter("resourceVersion").empty()) {
    if (const auto current = catch_up(); !current) return refuse(current.error());
  }
  const std::string_view space =
      call.resource->namespaced ? std::string_view(call.route.namespace_name) : std::string_view{};
  const auto item =
      store_.present().get(object_key(call.route.home, *call.resource, space, call.route.name));
  if (!item) return refuse(not_found(call.named()));
  const auto bytes = presenter->one(item->value, item->revision);
  if (!bytes) return refuse(bytes.error());
  return answer_json(**bytes, presenter->form(), call.target);
}

Outcome<store::Page> Reader::page_of(const store::Range& range) const {
  auto page = store_.present().list(range);
  if (page) return std::move(*page);
  if (page.error().kind == Error::Kind::Gone) {
    return refuse(too_old(range.at, store_.present().compacted()));
  }
  return refuse(resource_version_too_large(range.at, store_.present().revision()));
}

Outcome<std::vector<store::Item>> Reader::all(const std::string& prefix,
                                              const ObjectFilter& filter) const {
  auto page = page_of({.prefix = prefix});
  if (!page) return refuse(page.error());
  if (!filter.all()) {
    std::erase_if(page->items,
                  [&](const store::Item& item) { return !filter.matches(*item.value); });
  }
  return std::move(page->items);
}

Outcome<store::Range> Reader::range_of(std::string prefix, const ListOptions& options) const {
  store::Range range{.prefix = std::move(prefix)};
  if (options.match == ListOptions::Match::Exact) range.at = options.version.value_or(0);
  if (options.continue_token.empty()) return range;
  const auto token = read_continue_token(options.continue_token);
  if (!token) return refuse(bad_request("invalid continue token: continue key is not valid"));
  if (options.version.value_or(0) != 0) {
    return refuse(bad_request("specifying resource version is not allowed when using continue"));
  }
  range.at = token->revision;
  range.after = range.prefix + token->after;
  if (range.at != 0 && range.at < store_.present().compacted()) {
    return refuse(list_expired(to_text(ContinueToken{.revision = 0, .after = token->after})));
  }
  return range;
}

// With a filter, pages of keys are read until enough of them pass.
Outcome<Reader::Cut> Reader::cut_of(store::Range range, const ObjectFilter& filter,
                                    std::size_t limit) const {
  Cut cut;
  std::size_t remaining = 0;
  do {
    range.limit = limit == 0 || filter.all() ? limit : std::max(limit, scan_step);
    auto page = page_of(range);
    if (!page) return refuse(page.error());
    range.at = cut.about.revision = page->revision;
    remaining = page->remaining;
    for (std::size_t i = 0; i < page->items.size(); ++i) {
      store::Item& item = page->items[i];
      range.after = item.key;
      if (!filter.matches(*item.value)) continue;
      cut.items.push_back(std::move(item));
      if (cut.items.size() != limit) continue;
      remaining += page->items.size() - i - 1;
      break;
    }
  } while (limit != 0 && remaining > 0 && cut.items.size() < limit);
  if (remaining == 0) return cut;
  cut.about.continue_token = to_text(ContinueToken{
      .revision = cut.about.revision, .after = range.after.substr(range.prefix.size())});
  if (filter.all()) cut.about.remaining = remaining;
  return cut;
}

Outcome<http::Response> Reader::list(const Call& call) const {
  const auto options = read_list_options(call.target, Purpose::List);
  if (!options) return refuse(options.error());
  const auto presenter = presenter_for(call);
  if (!presenter) return refuse(presenter.error());
  if (options->version.value_or(0) > 0) {
    if (const auto there = wait_for(*options->version); !there) return refuse(there.error());
  } else if (!options->version) {
    if (const auto current = catch_up(); !current) return refuse(current.error());
  }
  const auto filter = ObjectFilter::make(options->label_selector, options->field_selector,
                                         *call.resource, call.version);
  if (!filter) return refuse(filter.error());
  auto range = range_of(prefix_of(call, *filter), *options);
  if (!range) return refuse(range.error());
  // As on the real server, "whatever you have" is answered without pages.
  const bool whole = options->version == 0 && options->continue_token.empty();
  auto cut = cut_of(std::move(*range), *filter, whole ? 0 : options->limit);
  if (!cut) return refuse(cut.error());
  if (means_one(call, *filter) && options->continue_token.empty())
    cut->about.continue_token.clear();
  return answer_list(call, *presenter, std::move(cut->items), cut->about);
}

// The beginning is made before anything is said, so that what is short is sent whole, and most of
// what cannot be shown is refused. What a webhook must convert is all made first: that fails too
// often to break off an answer for it.
Outcome<http::Response> Reader::answer_list(const Call& call, const Presenter& presenter,
                                            std::vector<store::Item> items,
                                            const ListMetadata& about) const {
  const auto text = std::make_shared<ListText>(presenter, std::move(items), about,
                                               layout_of(presenter.form(), call.target));
  const bool at_once = !post_ || presenter.blocks();
  http::Response response{.content_type = std::string(content_type_of(presenter.form()))};
  do {
    auto piece = text->next();
    if (!piece) return refuse(piece.error());
    response.pieces.push_back(std::move(*piece));
  } while (at_once && !text->done());
  if (text->done()) return response;
  response.rest =
      http::Source{.next = [text]() -> Result<store::Bytes> {
                     auto piece = text->next();
                     if (piece) return std::move(*piece);
                     return fail(Error::Kind::Internal, piece.error().message);
                   },
                   .run = [post = post_, turn = piece_of(call.demand)](
                              std::function<void()> job) { return post(turn, std::move(job)); },
                   .bytes = text->bytes()};
  return response;
}

}  // namespace telltale::server
