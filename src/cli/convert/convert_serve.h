// SPDX-License-Identifier: Apache-2.0
#pragma once

// telltale convert --serve: conversion as a webhook (live/diagnostics/webhook.h) until it is told
// to stop, and what to write into a CustomResourceDefinition so that an API server asks it.

#include <functional>
#include <string>
#include <string_view>

#include <cstdint>
#include <optional>
#include <vector>

#include "cli/command_line/exit_code.h"
#include "cli/screen/streams.h"
#include "convert/dialect.h"
#include "server/flow/workers.h"

namespace telltale::cli {

struct ConvertServeOptions {
  std::string listen = "127.0.0.1:9443";
  std::string certificate = {};  // both files or none
  std::string key = {};
  std::vector<std::string> subject_names = {};
  std::optional<DialectName> dialect = {};  // nothing: each object keeps its own
};

// The threads that reviews are answered on, so that those of the sockets stay free. To be finished
// while the webhook that posts to them is still there.
class ReviewWorkers {
 public:
  ReviewWorkers();

  std::function<bool(std::function<void()> job)> post();
  void finish() { workers_.finish(); }

 private:
  server::Workers workers_;
};

ExitCode serve_conversion(const ConvertServeOptions& options, const Streams& streams);

// "https://127.0.0.1:9443": by what name it is reached, where it listens everywhere.
std::string conversion_url(const ConvertServeOptions& options, std::uint16_t port);

// The merge patch that makes an API server ask at this address, as YAML.
std::string conversion_patch(std::string_view url, std::string_view ca_pem);

}  // namespace telltale::cli
