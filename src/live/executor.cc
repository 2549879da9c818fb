// SPDX-License-Identifier: Apache-2.0
#include "live/executor.h"

#include <optional>
#include <utility>

#include "base/text.h"
#include "kube/object.h"
#include "report/status/release.h"

namespace telltale::live {
namespace {

using client::Outgoing;
using client::ServedResource;

Outgoing write_request(const Command& command, const ServedResource& resource) {
  return {
      .method = "PATCH",
      .target = format(
          "{}?{}", path_of(resource, command.target.namespace_name, command.target.name, "status"),
          query_of(command.method)),
      .headers = {{"Content-Type", std::string(content_type_of(command.method))}},
      .body = command.body};
}

// The version the object was read in, so that what is written is understood as it was meant.
ServedResource in_version_of(ServedResource resource, const Target& target) {
  resource.version = version_of(target.api_version);
  return resource;
}

}  // namespace

Outcome outcome_of(const Result<http::Response>& answer) {
  if (!answer) return {.how = Outcome::How::Lost, .detail = answer.error().detail};
  const int status = answer->status;
  if (status / 100 == 2) return {.how = Outcome::How::Done, .document = answer->body};
  const std::string detail = client::accepted(*answer, "the server").error().detail;
  switch (status) {
    case 409:
      return {.how = Outcome::How::Conflict, .detail = detail};
    case 404:
      return {.how = Outcome::How::NotFound, .detail = detail};
    case 400:
    case 403:
    case 405:
    case 413:
    case 415:
    case 422:
      return {.how = Outcome::How::Refused, .detail = detail};
    default:
      return {.how = Outcome::How::Lost, .detail = detail};
  }
}

void Executor::execute(Command command) {
  if (command.what == Command::What::WriteMemory) {
    if (refuse_if_not_ours(command)) return;
    parts_.memory.store(command.memory, [this, id = command.id](Outcome outcome) {
      parts_.on_finished(id, std::move(outcome));
    });
    return;
  }
  const ServedResource* served =
      served_->find(group_of(command.target.api_version), command.target.kind);
  if (served == nullptr) {
    parts_.on_finished(command.id, {.how = Outcome::How::Refused,
                                    .detail = format("{} is not served", command.target.kind)});
    return;
  }
  const ServedResource resource = in_version_of(*served, command.target);
  if (command.what == Command::What::Read) return read(command, resource);
  if (refuse_if_not_ours(command)) return;
  auto kept = std::make_shared<Command>(std::move(command));
  if (kept->what == Command::What::LetGo) return let_go(std::move(kept), resource);
  remember(std::move(kept), resource);
}

// Read, since nobody keeps managedFields, and written against what was read.
void Executor::let_go(std::shared_ptr<Command> command, const ServedResource& resource) {
  const std::string path = path_of(resource, command->target.namespace_name, command->target.name);
  parts_.api.send({.target = path}, [this, command, path](Result<http::Response> answer) {
    Outcome outcome = outcome_of(answer);
    if (outcome.how != Outcome::How::Done) return parts_.on_finished(command->id, outcome);
    std::optional<std::string> patch = release_patch(outcome.document, command->types);
    if (!patch) return parts_.on_finished(command->id, std::move(outcome));
    if (refuse_if_not_ours(*command)) return;
    parts_.api.send({.method = "PATCH",
                     .target = format("{}?fieldManager={}", path, field_manager),
                     .headers = {{"Content-Type", "application/merge-patch+json"}},
                     .body = std::move(*patch)},
                    [this, id = command->id](Result<http::Response> written) {
                      parts_.on_finished(id, outcome_of(written));
                    });
  });
}

void Executor::remember(std::shared_ptr<Command> command, const ServedResource& resource) {
  if (command->memory.empty()) return write_event(std::move(command), 0, resource);
  const std::string& memory = command->memory;
  parts_.memory.store(memory, [this, command, resource](Outcome outcome) mutable {
    if (outcome.how == Outcome::How::Done) return write_event(std::move(command), 0, resource);
    // That it could not be remembered says nothing about the object.
    if (outcome.how != Outcome::How::Refused) outcome.how = Outcome::How::Lost;
    parts_.on_finished(command->id, std::move(outcome));
  });
}

bool Executor::refuse_if_not_ours(const Command& command) {
  if (!parts_.may_write || parts_.may_write(command.tree)) return false;
  parts_.on_finished(command.id,
                     {.how = Outcome::How::Lost, .detail = "another replica looks after it now"});
  return true;
}

void Executor::read(const Command& command, const ServedResource& resource) {
  Outgoing request{.target = path_of(resource, command.target.namespace_name, command.target.name)};
  parts_.api.send(std::move(request), [this, id = command.id](Result<http::Response> answer) {
    parts_.on_finished(id, outcome_of(answer));
  });
}

// One after the other, then the status. That an Event is already there is what its name is for, and
// one that cannot be written holds up nothing.
void Executor::write_event(std::shared_ptr<Command> command, std::size_t index,
                           const ServedResource& resource) {
  if (index == command->events.size()) {
    if (command->what == Command::What::WriteStatus) return write_status(command, resource);
    return parts_.on_finished(command->id, {.how = Outcome::How::Done});
  }
  const KubeEvent& event = command->events[index];
  Outgoing request{.method = "POST",
                   .target = format("/apis/events.k8s.io/v1/namespaces/{}/events?fieldManager={}",
                                    event.namespace_name, field_manager),
                   .headers = {{"Content-Type", "application/json"}},
                   .body = event.document};
  parts_.api.send(std::move(request), [this, command = std::move(command), index,
                                       resource](const Result<http::Response>&) mutable {
    write_event(std::move(command), index + 1, resource);
  });
}

void Executor::write_status(const std::shared_ptr<Command>& command,
                            const ServedResource& resource) {
  if (refuse_if_not_ours(*command)) return;
  const std::uint64_t id = command->id;
  parts_.api.send(write_request(*command, resource), [this, id](Result<http::Response> answer) {
    parts_.on_finished(id, outcome_of(answer));
  });
}

}  // namespace telltale::live
