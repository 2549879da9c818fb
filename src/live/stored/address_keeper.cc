// SPDX-License-Identifier: Apache-2.0
#include "live/stored/address_keeper.h"

#include <chrono>
#include <mutex>
#include <utility>

#include "base/text.h"
#include "http/url.h"
#include "json/parse.h"
#include "json/value.h"
#include "live/stored/config_map.h"
#include "live/stored/own_namespace.h"

namespace telltale::live {
namespace {

constexpr std::chrono::milliseconds look_period{10'000};
constexpr std::size_t map_bytes_max = std::size_t{64} << 10;
constexpr std::size_t name_bytes_max = 253;

std::string word_of(const json::ValueMap& data, std::string_view name, std::size_t bytes_max) {
  const json::Value* value = data.if_contains(name);
  const json::ValueString* text = value == nullptr ? nullptr : value->if_string();
  return text == nullptr || text->size() > bytes_max ? std::string() : std::string(*text);
}

}  // namespace

std::optional<PublishedAddress> parse_published(std::string_view config_map) {
  const Result<json::Value> value = json::parse(config_map);
  const json::ValueMap* map = value ? value->if_object() : nullptr;
  const json::Value* data = map == nullptr ? nullptr : map->if_contains("data");
  const json::ValueMap* words = data == nullptr ? nullptr : data->if_object();
  if (words == nullptr) return std::nullopt;
  PublishedAddress published{.url = word_of(*words, "url", http::url_bytes_max),
                             .host = word_of(*words, "host", name_bytes_max),
                             .identity = word_of(*words, "identity", name_bytes_max)};
  while (published.url.ends_with('/')) published.url.pop_back();
  if (!http::parse_url(published.url)) return std::nullopt;
  return published;
}

// Looks every few seconds whether it is its turn, and then asks and writes once. Lives as long as
// an answer is on its way.
class AddressKeeper::Work : public std::enable_shared_from_this<Work> {
 public:
  Work(AddressKeeperParts parts, PublishedAddress address)
      : parts_(std::move(parts)),
        address_(std::move(address)),
        home_(parts_.api, parts_.namespace_name, parts_.on_log) {}

  void arm(std::chrono::milliseconds delay) {
    const std::lock_guard lock(mutex_);
    if (closed_) return;
    call_ = parts_.scheduler.after(delay, [self = weak_from_this()] {
      if (const auto work = self.lock()) work->tick();
    });
  }

  // The appointment is dropped outside of the lock, which its keeper may wait for.
  void close() {
    std::unique_ptr<client::ScheduledCall> last;
    const std::lock_guard lock(mutex_);
    closed_ = true;
    last = std::move(call_);
  }

 private:
  void tick() {
    const bool turn = parts_.is_our_turn();
    {
      const std::lock_guard lock(mutex_);
      if (closed_) return;
      if (!turn) settled_ = false;
      if (turn && !settled_ && !busy_) {
        busy_ = true;
        look();
      }
    }
    arm(look_period);
  }

  void look() {
    parts_.api.send({.target = config_map_path(parts_.namespace_name, address_map),
                     .answer_bytes_max = map_bytes_max},
                    [self = shared_from_this()](Result<http::Response> answer) {
                      self->compare(std::move(answer));
                    });
  }

  void compare(Result<http::Response> answer) {
    answer = client::accepted(std::move(answer), "the ConfigMap of the address");
    const bool missing = !answer && answer.error().kind == Error::Kind::NotFound;
    if (!answer && !missing) return finish(answer);
    if (answer && says_it(answer->body)) return finish(answer);
    put_entry(parts_.api, home_,
              {.namespace_name = parts_.namespace_name,
               .map = std::string(address_map),
               .name = "url",
               .text = address_.url,
               .more = {{"host", address_.host}, {"identity", address_.identity}}},
              [self = shared_from_this()](Result<http::Response> written) {
                self->finish(client::accepted(std::move(written), "the ConfigMap of the address"));
              });
  }

  // Who wrote it does not matter: a restart at the same place writes nothing.
  bool says_it(std::string_view config_map) const {
    const std::optional<PublishedAddress> said = parse_published(config_map);
    return said && said->url == address_.url && said->host == address_.host;
  }

  // A refusal stands until it is somebody else's turn; whoever does not answer is asked again.
  void finish(const Result<http::Response>& answer) {
    const std::lock_guard lock(mutex_);
    busy_ = false;
    settled_ = answer || answer.error().kind != Error::Kind::Unreachable;
    if (answer || std::exchange(said_trouble_, true)) return;
    parts_.on_log(
        format("commands will not find this telltale by themselves: {} cannot be written: {}",
               address_map, answer.error().detail));
  }

  const AddressKeeperParts parts_;
  const PublishedAddress address_;
  OwnNamespace home_;
  std::mutex mutex_;
  std::unique_ptr<client::ScheduledCall> call_ = {};
  bool closed_ = false;
  bool settled_ = false;
  bool busy_ = false;
  bool said_trouble_ = false;
};

AddressKeeper::AddressKeeper(AddressKeeperParts parts, PublishedAddress address)
    : work_(std::make_shared<Work>(std::move(parts), std::move(address))) {
  work_->arm(std::chrono::milliseconds(0));
}

AddressKeeper::~AddressKeeper() { work_->close(); }

}  // namespace telltale::live
