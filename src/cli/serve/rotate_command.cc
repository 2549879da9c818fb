// SPDX-License-Identifier: Apache-2.0
// `telltale rotate`: new credentials at once, by the server that runs on a data folder, or in a
// folder that nobody serves.

#include <algorithm>
#include <string>
#include <string_view>

#include "base/entropy.h"
#include "base/text.h"
#include "cli/command_line/commands.h"
#include "cli/flag_groups/api_server_flags.h"
#include "cli/follow/stop_signal.h"
#include "cli/source/connect.h"
#include "client/api.h"
#include "http/target.h"
#include "json/parse.h"
#include "server/access/credentials/credentials.h"
#include "server/access/credentials/credentials_folder.h"
#include "server/access/credentials/rotate_path.h"

namespace telltale::cli {
namespace {

struct RotateOptions {
  std::string data_folder = {};
  std::string only = {};  // empty: everything
  bool revoke = false;    // the old ones end now
};

server::Rotation rotation_of(const RotateOptions& options) {
  using Old = server::Rotation::Old;
  return {.only = options.only, .old = options.revoke ? Old::EndNow : Old::StayForADay};
}

// Kubeconfigs follow at the next start: only then it is known where the server is reached.
Result<std::string> rotate_folder(const std::string& folder, const RotateOptions& options,
                                  const Streams& streams) {
  const server::CredentialsFolder place(folder);
  auto held = place.load();
  if (!held) return fail(held.error());
  if (held->authorities.empty()) {
    return fail(Error::Kind::NotFound, format("{}: there are no credentials here", folder));
  }
  server::CredentialSettings settings;
  if (!held->serving.empty()) settings.subject_names = held->serving.front().file.names;
  SystemEntropy entropy;
  const Instant now = streams.clock.now();
  const server::Rotation rotation = rotation_of(options);
  if (auto made = server::rotate(*held, rotation, settings, now, entropy); !made) {
    return fail(made.error());
  }
  if (auto saved = place.save(*held); !saved) return fail(saved.error());
  if (auto published = place.publish(*held); !published) return fail(published.error());
  return format("{}; kubeconfigs follow when the server starts\n",
                server::rotation_text(rotation, now));
}

Result<std::string> rotate_server(const std::string& folder, const RotateOptions& options,
                                  const Streams& streams) {
  auto connection = connect({.access = {.kubeconfig = folder + "/kubeconfig"}}, streams);
  if (!connection) return fail(connection.error());
  std::string target = format("/telltale/credentials/rotate?revoke={}", options.revoke);
  if (!options.only.empty()) target += format("&only={}", http::escape(options.only));
  auto answer = client::accepted(
      client::ask(*(*connection)->transport,
                  {.method = "POST", .target = target, .timeout = (*connection)->timeout}),
      target);
  if (!answer) return fail(named_after(**connection, answer.error()));
  const auto read = json::parse(answer->body);
  const json::Value* message =
      read && read->is_object() ? read->get_object().if_contains("message") : nullptr;
  if (message == nullptr || !message->is_string()) {
    return fail(Error::Kind::Invalid, "the server answered with something else");
  }
  const std::string_view said = message->get_string();
  return format("{}; {}/kubeconfig* are new\n", printable(said), folder);
}

Result<std::string> rotate_credentials(const RotateOptions& options, const Streams& streams) {
  using Lock = server::CredentialsLock;
  const std::string folder = data_folder(options.data_folder);
  const auto lock = Lock::take(folder, Lock::Kind::Alone);
  if (lock) return rotate_folder(folder, options, streams);
  if (lock.error().kind == Error::Kind::NotFound) {
    return fail(Error::Kind::NotFound, format("{}: there are no credentials here", folder));
  }
  if (lock.error().kind != Error::Kind::Conflict) return fail(lock.error());
  return rotate_server(folder, options, streams);
}

ExitCode run_rotate(const RotateOptions& options, const Streams& streams) {
  const auto text = rotate_credentials(options, streams);
  if (!text) return refuse_to_run(streams, printable(text.error().detail));
  streams.out.write(*text);
  return ExitCode::Fine;
}

Result<void> check_rotation_name(std::string_view only) {
  const auto names = server::rotation_names();
  if (std::ranges::find(names, only) != names.end()) return {};
  return usage(format("--only {}: expected {}", printable(only), join(names, ", ")));
}

void declare_rotate(Flags& flags, RotateOptions& options) {
  declare_data_folder(flags, options.data_folder);
  const auto names = server::rotation_names();
  flags.read({"--only", "NAME",
              "admin, viewer, status-writer, or accounts: what signs the tokens of ServiceAccounts "
              "(default: everything, the authority too)"},
             [&options](std::string_view typed) {
               options.only = typed;
               return check_rotation_name(typed);
             },
             {names.begin(), names.end()});
  flags.on({"--revoke", "", "refuse the old ones from now on, not in 24 hours"}, options.revoke);
  flags.notes(
      "It goes through the server where one runs on the data folder, else into the folder itself. "
      "A server that runs replaces by itself what has lived for two thirds of its time (30 days; "
      "the authority a year), and accepts the old ones for 24 hours more.");
  flags.example("telltale rotate");
  flags.example("telltale rotate --only viewer --revoke");
}

}  // namespace

extern const Command rotate_command{
    .name = "rotate",
    .group = CommandGroup::Run,
    .summary = "new certificates, tokens and keys for serve and up",
    .about =
        "Makes new certificates, tokens and keys for serve and up at once; --revoke ends the old "
        "ones.",
    .prepare = prepare<RotateOptions, declare_rotate, run_rotate>,
};

}  // namespace telltale::cli
