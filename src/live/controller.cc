// SPDX-License-Identifier: Apache-2.0
#include "live/controller.h"

#include <utility>

#include "live/machinery.h"

namespace telltale::live {

Controller::Controller(std::unique_ptr<Machinery> machinery) : machinery_(std::move(machinery)) {}
Controller::~Controller() = default;

Result<std::unique_ptr<Controller>> Controller::start(ControllerParts parts,
                                                      ControllerOptions options) {
  Journal journal(options.journal);
  if (!options.journal_file.empty()) {
    std::vector<std::string> warnings;
    auto opened = Journal::open(options.journal_file, options.journal, warnings);
    if (!opened) return fail(opened.error());
    journal = std::move(*opened);
    for (const std::string& warning : warnings) {
      if (parts.on_log) parts.on_log(warning);
    }
  }
  auto machinery =
      std::make_unique<Machinery>(std::move(parts), std::move(options), std::move(journal));
  machinery->start();
  return std::unique_ptr<Controller>(new Controller(std::move(machinery)));
}

void Controller::stop() { machinery_->stop(); }
std::vector<Controller::Check> Controller::readiness() const { return machinery_->readiness(); }
void Controller::write_metrics(Exposition& out) const { machinery_->write_metrics(out); }
Result<Journal::History> Controller::history(const Key& key, std::string_view type) const {
  return machinery_->history(key, type);
}
std::optional<remote::ConnectionState> Controller::connection(
    const remote::ClusterName& cluster) const {
  return machinery_->connection(cluster);
}
std::optional<RunningSettings> Controller::settings() const { return machinery_->settings(); }
ToldPage Controller::told(ToldKind kind, std::string_view after) const {
  return machinery_->told(kind, after);
}
Controller::Figures Controller::figures() const { return machinery_->figures(); }

}  // namespace telltale::live
