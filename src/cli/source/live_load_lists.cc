// SPDX-License-Identifier: Apache-2.0
#include "cli/source/live_load_lists.h"

#include <deque>
#include <mutex>
#include <utility>

#include "base/text.h"
#include "client/api.h"
#include "client/watch/reflector.h"
#include "json/tree/padded_text.h"
#include "kube/read_object.h"

namespace telltale::cli {
namespace {

using client::Outgoing;

constexpr std::chrono::milliseconds for_ever{-1};

std::unexpected<Error> interrupted() { return fail(Error::Kind::Internal, "interrupted"); }

bool is_forbidden(const Error& error) { return error.detail.contains(" answered 403"); }

// A resource that fails, by a broken conversion perhaps, does not make the server fail.
bool is_answer(const Error& error) { return error.detail.contains(" answered "); }

// Answers on their way from the threads of the transport. Outlives whoever waits for them.
template <class Answer>
class Inbox {
 public:
  explicit Inbox(Bell& bell) : bell_(&bell) {}

  void put(Answer answer) {
    const std::scoped_lock lock(mutex_);
    answers_.push_back(std::move(answer));
    if (bell_ != nullptr) bell_->ring();
  }
  // From now on nobody waits.
  void close() {
    const std::scoped_lock lock(mutex_);
    bell_ = nullptr;
  }
  std::deque<Answer> take() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(answers_, {});
  }

 private:
  std::mutex mutex_;
  Bell* bell_;
  std::deque<Answer> answers_;
};

class Listing {
 public:
  Listing(Connection& connection, const client::Served& served, const ListingOptions& options,
          LiveReader& reader, Bell& bell)
      : connection_(connection),
        served_(served),
        options_(options),
        reader_(reader),
        bell_(bell),
        inbox_(std::make_shared<Inbox<Page>>(bell)) {}
  ~Listing() { inbox_->close(); }
  Listing(const Listing&) = delete;
  Listing& operator=(const Listing&) = delete;

  Result<std::vector<ListOutcome>> run(std::span<const PlannedList> lists) {
    for (const PlannedList& list : lists) outcomes_.push_back({.list = list});
    for (std::size_t i = 0; i < outcomes_.size(); ++i) ask(i, {});
    while (under_way_ > 0) {
      if (bell_.wait(for_ever) == Bell::Rang::Interrupt) return interrupted();
      for (Page& page : inbox_->take()) {
        --under_way_;
        if (!page.answer && !is_answer(page.answer.error())) return fail(page.answer.error());
        read(page);
        if (options_.progress) options_.progress(objects_);
      }
    }
    return std::move(outcomes_);
  }

 private:
  struct Page {
    std::size_t index = 0;
    bool continued = false;
    Result<http::Response> answer;
  };

  void ask(std::size_t index, std::string_view continue_token) {
    const PlannedList& list = outcomes_[index].list;
    Outgoing request{.target = target_of(list, continue_token), .timeout = connection_.timeout};
    const bool continued = !continue_token.empty();
    ++under_way_;
    connection_.api->send(
        std::move(request), [inbox = inbox_, index, continued,
                             server = connection_.server](Result<http::Response> answer) {
          inbox->put({index, continued, client::accepted(std::move(answer), server)});
        });
  }

  void read(const Page& page) {
    ListOutcome& outcome = outcomes_[page.index];
    if (!page.answer) return refuse(page, page.answer.error());
    if (!outcome.list.name.empty()) return keep(outcome, page.answer->body);
    const Result<client::ListPage> next =
        client::read_list(page.answer->body, outcome.list.resource,
                          [&](std::string_view item) { keep(outcome, item); });
    if (!next) return refuse(page, next.error());
    if (!next->continue_token.empty()) ask(page.index, next->continue_token);
  }

  void keep(ListOutcome& outcome, std::string_view document) {
    std::optional<Object> object = reader_.read(document);
    if (!object) return;
    outcome.objects.push_back(*object);
    ++objects_;
  }

  // A list that took too long to go on begins anew; one that may not be seen is tried narrower.
  void refuse(const Page& page, const Error& error) {
    ListOutcome& outcome = outcomes_[page.index];
    objects_ -= outcome.objects.size();
    outcome.objects.clear();
    if (page.continued && error.kind == Error::Kind::Gone && restarts_++ < restarts_max) {
      return ask(page.index, {});
    }
    if (is_forbidden(error) && !options_.fallback_namespace.empty()) {
      const PlannedList narrow = narrowed(outcome.list, served_, options_.fallback_namespace);
      if (narrow != outcome.list) {
        outcome.list = narrow;
        return ask(page.index, {});
      }
    }
    outcome.error = error;
  }

  static constexpr std::size_t restarts_max = 10;

  Connection& connection_;
  const client::Served& served_;
  const ListingOptions& options_;
  LiveReader& reader_;
  Bell& bell_;
  std::shared_ptr<Inbox<Page>> inbox_;
  std::vector<ListOutcome> outcomes_ = {};
  std::size_t under_way_ = 0;
  std::size_t restarts_ = 0;
  std::size_t objects_ = 0;
};

}  // namespace

struct LiveReader::Desk {
  explicit Desk(json::SelectFields choose) : reader(std::move(choose), arena) {}

  Arena arena;
  ObjectReader reader;
  std::vector<ObjectError> object_errors;
};

LiveReader::LiveReader(json::SelectFields choose)
    : desk_(std::make_unique<Desk>(std::move(choose))) {}

LiveReader::~LiveReader() = default;
LiveReader::LiveReader(LiveReader&&) noexcept = default;

std::optional<Object> LiveReader::read(std::string_view document) {
  const json::PaddedCopy copy(document);
  desk_->object_errors.clear();
  auto object = desk_->reader.read(copy.padded(), {}, desk_->object_errors);
  if (!object) desk_->object_errors.push_back(object.error());
  for (ObjectError& error : desk_->object_errors) {
    if (notes.size() < notes_max) {
      notes.push_back({{}, 0, std::move(error.message)});
    } else {
      ++notes_left_out;
    }
  }
  if (!object) return std::nullopt;
  return *object;
}

std::vector<Arena> LiveReader::take_arenas() {
  std::vector<Arena> arenas;
  arenas.push_back(std::move(desk_->arena));
  desk_.reset();
  return arenas;
}

Result<std::vector<ListOutcome>> list_all(Connection& connection, const client::Served& served,
                                          std::span<const PlannedList> lists,
                                          const ListingOptions& options, LiveReader& reader,
                                          Bell& bell) {
  return Listing(connection, served, options, reader, bell).run(lists);
}

Result<client::Served> discover_served(Connection& connection, Bell& bell,
                                       std::vector<std::string>& errors) {
  using Found = std::pair<Result<client::Served>, std::vector<std::string>>;
  const auto inbox = std::make_shared<Inbox<Found>>(bell);
  client::discover(*connection.api,
                   [inbox](Result<client::Served> served, std::vector<std::string> more) {
                     inbox->put({std::move(served), std::move(more)});
                   });
  while (true) {
    if (bell.wait(for_ever) == Bell::Rang::Interrupt) {
      inbox->close();
      return interrupted();
    }
    for (Found& found : inbox->take()) {
      inbox->close();
      errors = std::move(found.second);
      return std::move(found.first);
    }
  }
}

}  // namespace telltale::cli
