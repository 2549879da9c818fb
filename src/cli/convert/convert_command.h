// SPDX-License-Identifier: Apache-2.0
#pragma once

// telltale convert: manifests between v1beta1 and v1beta2. Everything that was read is written, in
// the order of the input; what has no other version comes out as it went in.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/convert/convert_serve.h"
#include "cli/flag_groups/reading_flags.h"
#include "convert/conversion.h"

namespace telltale::cli {

enum class ConvertOutput : std::uint8_t { Yaml, Json };

struct ConvertOptions {
  std::vector<std::string> paths = {};
  convert::Conversion conversion = {};
  ConvertOutput output = ConvertOutput::Yaml;
  Loudness loudness = Loudness::Normal;
  // The same as a webhook, for API servers; nothing else counts then.
  bool serves = false;
  ConvertServeOptions serve = {};
};

}  // namespace telltale::cli
