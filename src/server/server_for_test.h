// SPDX-License-Identifier: Apache-2.0
#pragma once

// An API server over a store in memory, without sockets: requests are values, answers are kept, the
// clock is stepped by hand, and the server's own work is done when `settle` is called. Requests are
// made one after the other, so that what the workers do is the same every time.
//
//   ServerForTest server;
//   server.define_gadgets();
//   EXPECT_EQ(server.post("/api/v1/namespaces/default/configmaps", R"({...})").code, 201);

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "http/server.h"
#include "json/parse.h"
#include "json/print.h"
#include "server/api_server.h"
#include "server/objects/object_access.h"
#include "store/stores.h"

namespace telltale::server {

// For what must happen on other threads, however slow the machine; a test that waits so long fails.
inline constexpr std::chrono::seconds patience_of_tests{60};

// A clock stepped by hand that workers may read.
class SteppedClock final : public Clock {
 public:
  Instant now() const override { return Instant(Seconds(seconds_.load())); }
  std::chrono::nanoseconds elapsed() const override { return Seconds(seconds_.load()); }
  void advance(Seconds by) { seconds_ += by.count(); }

 private:
  std::atomic<Seconds::rep> seconds_ = 1'767'225'600;  // 2026-01-01T00:00:00Z
};

// The same bytes for the same seed, for several threads.
class GuardedEntropy final : public Entropy {
 public:
  void fill(std::span<std::uint8_t> bytes) override {
    if (fails_after_-- == 0) throw std::runtime_error("no entropy");
    const std::lock_guard lock(mutex_);
    seeded_.fill(bytes);
  }
  // Whoever asks next, or so many later, is thrown at: for tests of what an exception does.
  void fail_next(int later = 0) { fails_after_ = later; }

 private:
  std::mutex mutex_;
  SeededEntropy seeded_{7};
  std::atomic<int> fails_after_ = -1;
};

// Somebody's webhook, as the test wants it; asked on the server's workers. Unless told otherwise it
// rewrites apiVersion.
class WebhookForTest {
 public:
  using Answer = std::function<Result<http::Response>(const std::string& review)>;

  static Result<http::Response> convert(const std::string& review) {
    auto asked = json::parse(review);
    check(asked.has_value(), "a review is JSON");
    json::ValueList objects = list_at(*asked, "request.objects");
    for (json::Value& object : objects) {
      object.get_object()["apiVersion"] = text_at(*asked, "request.desiredAPIVersion");
    }
    const json::ValueMap answer{
        {"response", json::ValueMap{{"result", json::ValueMap{{"status", "Success"}}},
                                    {"convertedObjects", std::move(objects)}}}};
    return http::Response{.body = json::print(answer)};
  }
  // What the network says when the deadline has passed.
  static Result<http::Response> miss_the_deadline(const std::string&) {
    return fail(Error::Kind::Unreachable, "no answer in time");
  }

  WebhookCalls::Send send() {
    return [this](const http::Destination&, const std::string& review) {
      Answer answer;
      {
        std::unique_lock lock(mutex_);
        ++asked_;
        changed_.notify_all();
        changed_.wait(lock, [&] { return !is_silent_; });
        answer = answer_;
      }
      return answer(review);
    };
  }
  void answers(Answer answer) {
    const std::lock_guard lock(mutex_);
    answer_ = std::move(answer);
  }
  // Whoever asks waits until it falls `silent` no more.
  void falls_silent() {
    const std::lock_guard lock(mutex_);
    is_silent_ = true;
  }
  void speaks() {
    const std::lock_guard lock(mutex_);
    is_silent_ = false;
    changed_.notify_all();
  }
  void wait_until_asked(int times) {
    std::unique_lock lock(mutex_);
    check(changed_.wait_for(lock, patience_of_tests, [&] { return asked_ >= times; }),
          "a test's webhook is asked");
  }
  int asked() const {
    const std::lock_guard lock(mutex_);
    return asked_;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  Answer answer_ = convert;
  bool is_silent_ = false;
  int asked_ = 0;
};

// What a watch was sent. A client that `stalls` takes nothing more.
class StreamForTest final : public http::Stream {
 public:
  bool write(std::shared_ptr<const std::string> piece) override {
    const std::lock_guard lock(mutex_);
    if (finished_ || stalled_) return false;
    text_ += *piece;
    changed_.notify_all();
    return true;
  }
  void finish() override {
    const std::lock_guard lock(mutex_);
    finished_ = true;
    changed_.notify_all();
  }
  // Until so many lines wait to be taken, or it has ended.
  void wait_for_lines(std::ptrdiff_t lines) {
    std::unique_lock lock(mutex_);
    check(changed_.wait_for(lock, patience_of_tests,
                            [&] { return finished_ || std::ranges::count(text_, '\n') >= lines; }),
          "a test's watch is told what it waits for");
  }
  void wait_for_text(std::string_view text) {
    std::unique_lock lock(mutex_);
    check(changed_.wait_for(lock, patience_of_tests,
                            [&] { return finished_ || text_.find(text) != std::string::npos; }),
          "a test's watch is told what it waits for");
  }
  void wait_for_end() {
    std::unique_lock lock(mutex_);
    check(changed_.wait_for(lock, patience_of_tests, [&] { return finished_; }),
          "a test's watch ends");
  }
  bool open() const override {
    const std::lock_guard lock(mutex_);
    return !finished_;
  }
  void on_end(std::function<void()> then) override {
    const std::lock_guard lock(mutex_);
    then_ = std::move(then);
  }
  void stall() {
    const std::lock_guard lock(mutex_);
    stalled_ = true;
  }
  // The connection is gone, as the http server would say it from a thread of its own.
  void leave() {
    finish();
    std::function<void()> then;
    {
      const std::lock_guard lock(mutex_);
      then = std::exchange(then_, {});
    }
    if (then) then();
  }
  // The lines sent since the last call.
  std::vector<std::string> take_lines() {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> lines;
    std::string_view rest = text_;
    while (!rest.empty()) {
      const std::size_t end = rest.find('\n');
      lines.emplace_back(rest.substr(0, end));
      rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
    }
    text_.clear();
    return lines;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::string text_;
  std::function<void()> then_;
  bool finished_ = false;
  bool stalled_ = false;
};

struct AnswerForTest {
  int code = 0;  // 0: the connection was cut
  std::string type = {};
  std::vector<http::Header> headers = {};
  std::string body = {};
  json::Value object = {};  // of the body, if it is JSON
  std::shared_ptr<StreamForTest> stream = {};

  std::string text(std::string_view dotted) const { return std::string(text_at(object, dotted)); }
  std::int64_t number(std::string_view dotted) const { return number_at(object, dotted); }
  bool has(std::string_view dotted) const { return at(object, dotted) != nullptr; }
  std::string print(std::string_view dotted) const {
    const json::Value* value = at(object, dotted);
    return value == nullptr ? "-" : json::print(*value);
  }
  std::string version() const { return text("metadata.resourceVersion"); }
  std::string header(std::string_view name) const {
    return std::string(http::find_header(headers, name).value_or(""));
  }
  // "404 NotFound": what clients branch on.
  std::string refusal() const { return format("{} {}", code, text("reason")); }
};

class ChannelForTest final : public http::Responder::Channel {
 public:
  void send(http::Response made) override {
    auto complete = http::whole(std::move(made));
    if (!complete) return hang_up();
    http::Response& response = *complete;
    AnswerForTest answer{.code = response.status,
                         .type = response.content_type,
                         .headers = std::move(response.headers),
                         .body = std::move(response.body)};
    if (auto parsed = json::parse(answer.body)) answer.object = std::move(*parsed);
    give(std::move(answer));
  }
  std::shared_ptr<http::Stream> stream(http::Response head) override {
    auto stream = std::make_shared<StreamForTest>();
    give({.code = head.status,
          .type = std::move(head.content_type),
          .headers = std::move(head.headers),
          .stream = stream});
    return stream;
  }
  void hang_up() override { give({}); }

  AnswerForTest wait() {
    std::unique_lock lock(mutex_);
    check(given_.wait_for(lock, patience_of_tests, [&] { return done_; }),
          "a test's request is answered");
    return std::move(answer_);
  }

 private:
  void give(AnswerForTest answer) {
    {
      const std::lock_guard lock(mutex_);
      answer_ = std::move(answer);
      done_ = true;
    }
    given_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable given_;
  bool done_ = false;
  AnswerForTest answer_;
};

// More metadata, of an object that stays until somebody lets go of it.
inline constexpr std::string_view held_by_finalizer = R"(,"finalizers":["example.com/hold"])";

inline constexpr std::string_view gadgets_definition = R"json({
  "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
  "metadata": {"name": "gadgets.ref.example.com"},
  "spec": {"group": "ref.example.com", "scope": "Namespaced",
    "names": {"plural": "gadgets", "kind": "Gadget", "shortNames": ["gd"]},
    "versions": [
      {"name": "v1", "served": true, "storage": true,
       "subresources": {"status": {}, "scale": {"specReplicasPath": ".spec.replicas",
         "statusReplicasPath": ".status.replicas", "labelSelectorPath": ".status.selector"}},
       "additionalPrinterColumns": [
         {"name": "Size", "type": "integer", "jsonPath": ".spec.size"},
         {"name": "Age", "type": "date", "jsonPath": ".metadata.creationTimestamp"}],
       "schema": {"openAPIV3Schema": {"type": "object", "properties": {
         "spec": {"type": "object", "properties": {
           "size": {"type": "integer", "maximum": 100},
           "replicas": {"type": "integer"},
           "finalizers": {"type": "array", "items": {"type": "string"}},
           "color": {"type": "string", "default": "blue"}}},
         "status": {"type": "object", "properties": {"phase": {"type": "string"},
           "replicas": {"type": "integer"}, "selector": {"type": "string"}}}}}}},
      {"name": "v1beta1", "served": true, "storage": false, "deprecated": true,
       "schema": {"openAPIV3Schema": {"type": "object",
         "x-kubernetes-preserve-unknown-fields": true}}}]}})json";

class ServerForTest {
 public:
  enum class Brings { Nothing, TelltaleDefinitions };
  static constexpr std::string_view definitions =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  static constexpr std::string_view gadgets = "/apis/ref.example.com/v1/namespaces/default/gadgets";
  static constexpr std::string_view older_gadgets =
      "/apis/ref.example.com/v1beta1/namespaces/default/gadgets";
  static constexpr std::string_view configmaps = "/api/v1/namespaces/default/configmaps";

  explicit ServerForTest(Brings brings = Brings::Nothing, AuditLog* audit = nullptr,
                         const store::HistoryLimits& history = {},
                         WebhookForTest* webhook = nullptr)
      : store_(store::open_memory_store({.history = history})), believed_(make_believed()) {
    api_ = std::make_unique<ApiServer>(
        ApiServerParts{.store = *store_,
                       .clock = clock_,
                       .entropy = entropy_,
                       .believed = believed_,
                       .url = "https://127.0.0.1:7443",
                       .audit = audit,
                       .install_definitions = brings == Brings::TelltaleDefinitions,
                       .workers = webhook == nullptr ? 1U : 4U,
                       .ask_webhook = webhook == nullptr ? nullptr : webhook->send(),
                       .upkeep = LifecycleMode::OnDemand});
    check(api_->prepare().has_value(), "a test's server starts");
    api_->settle();
  }
  ~ServerForTest() {
    for (const auto& stream : streams_) stream->leave();
  }
  ServerForTest(const ServerForTest&) = delete;
  ServerForTest& operator=(const ServerForTest&) = delete;

  // Everybody is the admin, unless the headers hold an Authorization.
  AnswerForTest ask(std::string method, std::string target, std::string body = {},
                    std::vector<http::Header> headers = {}) {
    if (!http::find_header(headers, "Authorization")) {
      headers.push_back({"Authorization", "Bearer admin-token"});
    }
    auto channel = std::make_shared<ChannelForTest>();
    api_->handle({.method = std::move(method),
                  .target = std::move(target),
                  .headers = std::move(headers),
                  .body = std::move(body),
                  .peer = "127.0.0.1:4000"},
                 http::Responder(channel));
    AnswerForTest answer = channel->wait();
    if (answer.stream) {
      streams_.push_back(answer.stream);
      // Where there is one worker: when it has done this, the watch has begun.
      ask("GET", "/api/v1/namespaces?limit=1");
    }
    return answer;
  }
  AnswerForTest get(std::string_view target, std::vector<http::Header> headers = {}) {
    return ask("GET", std::string(target), {}, std::move(headers));
  }
  AnswerForTest post(std::string_view target, std::string_view body) {
    return ask("POST", std::string(target), std::string(body));
  }
  AnswerForTest put(std::string_view target, std::string_view body) {
    return ask("PUT", std::string(target), std::string(body));
  }
  AnswerForTest put(std::string_view target, const json::Value& body) {
    return put(target, json::print(body));
  }
  AnswerForTest merge(std::string_view target, std::string_view patch) {
    return ask("PATCH", std::string(target), std::string(patch),
               {{"Content-Type", "application/merge-patch+json"}});
  }
  AnswerForTest apply(std::string_view target, std::string_view config) {
    return ask("PATCH", std::string(target), std::string(config),
               {{"Content-Type", "application/apply-patch+yaml"}});
  }
  AnswerForTest remove(std::string_view target, std::string_view options = {}) {
    return ask("DELETE", std::string(target), std::string(options));
  }
  std::shared_ptr<StreamForTest> watch(std::string_view target) {
    AnswerForTest answer = get(target);
    check(answer.stream != nullptr, "a test's watch begins");
    return answer.stream;
  }

  // Gadgets of ref.example.com, with status and scale.
  void define_gadgets() {
    check(post(definitions, gadgets_definition).code == 201, "a test's definition is taken");
  }
  // The same, of which other versions than v1 are made by a webhook.
  void define_gadgets_of_a_webhook() {
    json::Value definition = *json::parse(gadgets_definition);
    definition.at("spec").get_object()["conversion"] = json::ValueMap{
        {"strategy", "Webhook"},
        {"webhook", json::ValueMap{{"clientConfig", json::ValueMap{{"url", "https://127.0.0.1:1"}}},
                                   {"conversionReviewVersions", json::ValueList{"v1"}}}}};
    check(post(definitions, json::print(definition)).code == 201, "a test's definition is taken");
  }
  AnswerForTest make_gadget(std::string_view name, std::string_view more_metadata = {},
                            std::string_view spec = R"({"size":1})") {
    return post(gadgets, format(R"({{"apiVersion":"ref.example.com/v1","kind":"Gadget",)"
                                R"("metadata":{{"name":"{}"{}}},"spec":{}}})",
                                name, more_metadata, spec));
  }
  AnswerForTest make_configmap(std::string_view name, std::string_view more_metadata = {}) {
    return post(configmaps, format(R"({{"metadata":{{"name":"{}"{}}},"data":{{"a":"1"}}}})", name,
                                   more_metadata));
  }

  void advance(Seconds by) {
    clock_.advance(by);
    api_->tick();
  }
  // The server does what is to be done by now.
  void settle() { api_->settle(); }
  void advance_and_settle(Seconds by) {
    advance(by);
    settle();
  }

  store::Revision revision() const { return store_->present().revision(); }
  store::Store& store() { return *store_; }
  ApiServer& api() { return *api_; }
  GuardedEntropy& entropy() { return entropy_; }
  const Clock& clock() const { return clock_; }

 private:
  static BelievedPtr make_believed() {
    const auto person = [](const std::string& name) {
      return KnownToken{.token = name + "-token", .user = user_of_person(name)};
    };
    TrustedCredentials believed{
        .tokens = Tokens({person("admin"), person("viewer"), person("status-writer")}, "a secret"),
        .ca_pem = "an authority"};
    const std::string pem = http::make_signature_key();
    believed.account_keys.push_back(
        {.id = account_key_id(pem), .key = *http::SignatureKey::read(pem)});
    return std::make_shared<const TrustedCredentials>(std::move(believed));
  }

  SteppedClock clock_;
  GuardedEntropy entropy_;
  std::unique_ptr<store::Store> store_;
  BelievedPtr believed_;
  std::unique_ptr<ApiServer> api_;
  std::vector<std::shared_ptr<StreamForTest>> streams_;
};

inline std::vector<http::Header> as_person(std::string_view name) {
  return {{"Authorization", format("Bearer {}-token", name)}};
}

// The names of a list's items, joined.
inline std::string names_of(const json::Value& list) {
  std::string names;
  for (const json::Value& item : list_at(list, "items")) {
    names += (names.empty() ? "" : " ") + std::string(text_at(item, "metadata.name"));
  }
  return names;
}

// "ADDED a", "BOOKMARK -": what a watch was told.
inline std::vector<std::string> told(StreamForTest& stream) {
  std::vector<std::string> events;
  for (const std::string& line : stream.take_lines()) {
    const auto event = json::parse(line);
    check(event.has_value(), "every line of a watch is JSON");
    const std::string_view name = text_at(*event, "object.metadata.name");
    events.push_back(
        format("{} {}", text_at(*event, "type"), name.empty() ? std::string_view("-") : name));
  }
  return events;
}

}  // namespace telltale::server
