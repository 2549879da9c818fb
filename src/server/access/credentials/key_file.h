// SPDX-License-Identifier: Apache-2.0
#pragma once

// A certificate and its key in one file, so that one rename replaces both. Above them stand, as PEM
// allows, lines of our own: which authority issued it and for which names, to know when it must be
// issued anew, and a sum over everything, to know a damaged file from a good one.

#include <string>
#include <vector>

#include "base/result.h"
#include "http/tls/certificates.h"

namespace telltale::server {

struct KeyFile {
  http::KeyPair pair;
  std::string issuer = {};              // fingerprint of the authority; empty for itself
  std::vector<std::string> names = {};  // subject names that were asked for, sorted

  bool operator==(const KeyFile& other) const;
};

std::string fingerprint(const std::string& certificate_pem);

std::string to_text(const KeyFile& file);
// The error says what is wrong, but not with which file.
[[nodiscard]] Result<KeyFile> parse_key_file(const std::string& text);

}  // namespace telltale::server
