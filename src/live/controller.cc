// SPDX-License-Identifier: Apache-2.0
#include "live/controller.h"

#include <utility>

#include "live/control_loop.h"

namespace telltale::live {

Controller::Controller(std::unique_ptr<ControlLoop> control_loop)
    : control_loop_(std::move(control_loop)) {}
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
  auto control_loop =
      std::make_unique<ControlLoop>(std::move(parts), std::move(options), std::move(journal));
  control_loop->start();
  return std::unique_ptr<Controller>(new Controller(std::move(control_loop)));
}

void Controller::stop() { control_loop_->stop(); }
std::vector<Controller::Check> Controller::readiness() const { return control_loop_->readiness(); }
void Controller::write_metrics(Exposition& out) const { control_loop_->write_metrics(out); }
Result<Journal::History> Controller::history(const Key& key, std::string_view type) const {
  return control_loop_->history(key, type);
}
std::optional<remote::ConnectionState> Controller::connection(
    const remote::ClusterName& cluster) const {
  return control_loop_->connection(cluster);
}
std::optional<RunningSettings> Controller::settings() const { return control_loop_->settings(); }
ToldPage Controller::told(ToldKind kind, std::string_view after) const {
  return control_loop_->told(kind, after);
}
Controller::Figures Controller::figures() const { return control_loop_->figures(); }

}  // namespace telltale::live
