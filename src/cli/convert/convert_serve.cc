// SPDX-License-Identifier: Apache-2.0
#include "cli/convert/convert_serve.h"

#include <algorithm>
#include <thread>

#include "base/check.h"
#include "base/encoding.h"
#include "base/entropy.h"
#include "base/text.h"
#include "cli/follow/stop_signal.h"
#include "cli/screen/log_lines.h"
#include "json/yaml/yaml_document.h"
#include "live/diagnostics/webhook.h"
#include "server/service.h"

namespace telltale::cli {
namespace {

// What reviews under way get at the end.
constexpr std::chrono::milliseconds drain_patience{5'000};

// As many bodies as there can be connections wait for a thread.
constexpr std::size_t reviews_waiting_max = 32;
constexpr unsigned review_threads_max = 8;

ExitCode trouble(const Streams& streams, std::string_view detail) {
  streams.err.write(format("error: {}\n", printable(detail)));
  return ExitCode::Error;
}

live::WebhookOptions webhook_options(const ConvertServeOptions& options,
                                     const server::Address& listen) {
  return {.address = listen.host,
          .port = listen.port,
          .certificate = {.certificate_file = options.certificate,
                          .key_file = options.key,
                          .subject_names = options.subject_names},
          .dialect = options.dialect};
}

void show_webhook(const std::string& url, const live::Webhook& webhook, const Streams& streams) {
  const std::string convert = format("{}/convert", url);
  streams.out.write(format("telltale {}   ConversionReviews {}   health {}/readyz\n",
                           TELLTALE_VERSION, convert, url));
  streams.out.write("kubectl:  kubectl patch crd NAME --type=merge --patch-file FILE with\n");
  streams.out.write(conversion_patch(convert, webhook.ca_pem()));
  streams.out.write("ready:    Ctrl-C ends it\n");
}

}  // namespace

ReviewWorkers::ReviewWorkers()
    : workers_(std::clamp(std::thread::hardware_concurrency(), 2U, review_threads_max),
               reviews_waiting_max) {}

std::function<bool(std::function<void()>)> ReviewWorkers::post() {
  return [this](std::function<void()> job) { return workers_.post(std::move(job)); };
}

std::string conversion_url(const ConvertServeOptions& options, std::uint16_t port) {
  const auto listen = server::parse_address(options.listen);
  check(listen.has_value(), "an address was parsed before anything listens there");
  const bool everywhere = listen->host == "0.0.0.0" || listen->host == "::";
  std::string host = everywhere ? "localhost" : listen->host;
  if (!options.subject_names.empty()) host = options.subject_names.front();
  return format("https://{}", server::to_text({.host = host, .port = port}));
}

std::string conversion_patch(std::string_view url, std::string_view ca_pem) {
  json::ValueMap client;
  client["url"] = json::ValueString(url);
  client["caBundle"] = json::ValueString(to_base64(ca_pem));
  json::ValueMap webhook;
  webhook["clientConfig"] = std::move(client);
  webhook["conversionReviewVersions"] = json::ValueList{"v1"};
  const json::ValueMap conversion{{"strategy", "Webhook"}, {"webhook", std::move(webhook)}};
  return json::yaml_document(json::ValueMap{{"spec", json::ValueMap{{"conversion", conversion}}}});
}

ExitCode serve_conversion(const ConvertServeOptions& options, const Streams& streams) {
  const auto listen = server::parse_address(options.listen);
  if (!listen) return trouble(streams, format("--listen: {}", listen.error().detail));
  const StopSignal stop;
  SystemEntropy entropy;
  LogLines log(streams.err, streams.clock, LogFormat::Text);
  ReviewWorkers workers;
  live::WebhookOptions made = webhook_options(options, *listen);
  made.post = workers.post();
  made.on_log = [&log](std::string_view line) { log.write(line); };
  const auto webhook = live::Webhook::start(made, streams.clock, entropy);
  if (!webhook) return trouble(streams, webhook.error().detail);
  show_webhook(conversion_url(options, (*webhook)->port()), **webhook, streams);
  stop.wait([&] { (*webhook)->look_again(); });
  streams.out.write("telltale: stopping\n");
  (*webhook)->drain(drain_patience);
  workers.finish();
  return ExitCode::Fine;
}

}  // namespace telltale::cli
