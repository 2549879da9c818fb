// SPDX-License-Identifier: Apache-2.0

// What an Accessor hears of its cluster once it is connected: the watches, and the Secrets with the
// certificates.

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "remote/accessor.h"

namespace telltale::remote {

void Accessor::watch() {
  nodes_known_ = false;
  nodes_trouble_.clear();
  lost_ = false;
  cut_off_since_ = no_time;
  workload_->watch(watch_sink());
  look_again_ = shared_.rules.certificates_again;
  look_at_certificates(0);
}

WorkloadSink Accessor::watch_sink() {
  const auto pass = [this](Event event) {
    return [weak = weak_from_this(), about = attempt_, event](std::string_view kind,
                                                              std::string_view document) {
      if (const auto self = weak.lock()) self->pass_on(about, event, kind, document);
    };
  };
  return {.on_list = in_turn(&Accessor::on_list, attempt_),
          .on_object = pass(Event::Seen),
          .on_deleted = pass(Event::Deleted),
          .on_synced = in_turn(&Accessor::on_synced, attempt_),
          .on_error = in_turn(&Accessor::on_error, attempt_)};
}

// Mostly the executor is idle, and the text needs no copy. Kinds are constants.
void Accessor::pass_on(std::uint64_t attempt, Event event, std::string_view kind,
                       std::string_view document) {
  if (executor_.begin()) {
    tell_document(attempt, event, kind, document);
    return executor_.finish();
  }
  const bool fits =
      executor_.offer([this, attempt, event, kind,
                       text = std::string(document)] { tell_document(attempt, event, kind, text); },
                      document.size());
  if (!fits) lost_ = true;
}

void Accessor::tell_document(std::uint64_t attempt, Event event, std::string_view kind,
                             std::string_view document) {
  if (attempt != attempt_ || is_set(cut_off_since_)) return;
  if (event == Event::Deleted) quota_.drop(kind, document);
  if (event == Event::Seen && !quota_.take(kind, document)) return cut_off();
  const auto& listener = event == Event::Seen ? shared_.sink.on_object : shared_.sink.on_deleted;
  if (listener) listener(cluster_, document);
}

// It stays connected, as the probes say; but nothing is known of it, and why is said.
void Accessor::cut_off() {
  cut_off_since_ = shared_.clock.now();
  nodes_known_ = false;
  nodes_trouble_ = quota_.trouble();
  log(nodes_trouble_);
  quota_.forget();
  workload_->stop_watching();
  const ConnectionState before = prober_.state();
  prober_.set_lookup_error(nodes_trouble_);
  publish(before);
  if (shared_.sink.on_forgotten) shared_.sink.on_forgotten(cluster_);
}

void Accessor::on_list(std::uint64_t attempt, std::string_view kind) {
  if (attempt != attempt_ || is_set(cut_off_since_)) return;
  quota_.begin_list(kind);
  if (shared_.sink.on_list) shared_.sink.on_list(cluster_, kind);
}

void Accessor::on_synced(std::uint64_t attempt, std::string_view kind) {
  if (attempt != attempt_ || is_set(cut_off_since_)) return;
  quota_.end_list(kind);
  if (kind == "Node") {
    nodes_known_ = true;
    nodes_trouble_.clear();
    const ConnectionState before = prober_.state();
    prober_.set_lookup_error({});
    publish(before);
  }
  if (shared_.sink.on_synced) shared_.sink.on_synced(cluster_, kind);
}

// Nodes that were listed stay known, whatever becomes of the watch: the probes tell how old that
// is.
void Accessor::on_error(std::uint64_t attempt, std::string_view kind, Error trouble) {
  if (attempt != attempt_ || is_set(cut_off_since_)) return;
  if (kind == "Node" && !nodes_known_) nodes_trouble_ = lookup_error_text(trouble);
  log_trouble(format("cannot follow {}", plural(kind)), trouble.detail);
}

void Accessor::look_at_certificates(std::uint64_t) {
  ++look_number_;
  look_ = {};
  look_timer_.reset();
  for (std::size_t purpose = 0; purpose < certificate_purposes.size(); ++purpose) {
    shared_.management.send(
        certificate_request(cluster_, certificate_purposes[purpose], shared_.rules.client_timeout),
        [answered = in_turn(&Accessor::on_certificate, look_number_),
         purpose](Result<http::Response> answer) { answered(purpose, std::move(answer)); });
  }
}

void Accessor::on_certificate(std::uint64_t look, std::size_t purpose,
                              Result<http::Response> answer) {
  if (look != look_number_ || look_.over()) return;
  look_.add(purpose, answer);
  if (look_.over()) finish_look();
}

void Accessor::finish_look() {
  const CertificateSecrets found = look_.found();
  if (shared_.sink.on_certificate_secrets) shared_.sink.on_certificate_secrets(cluster_, found);
  const bool all = found.complete && found.documents.size() == certificate_purposes.size();
  const auto wait = all ? shared_.rules.certificates_every
                        : std::min(look_again_, shared_.rules.certificates_every);
  look_again_ = all ? shared_.rules.certificates_again : std::min(look_again_ * 2, wait * 2);
  look_timer_ = shared_.scheduler.after(wait, in_turn(&Accessor::look_at_certificates, 0));
}

}  // namespace telltale::remote
