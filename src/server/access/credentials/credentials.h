// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the server and its own people show to each other: an authority, the server's certificate,
// three people with a token and a client certificate each, and the key that signs the tokens of
// ServiceAccounts. All of it lives for a while, is replaced when two thirds of that are over, and
// the old ones are believed for a day more. Here is the rule alone; where they lie is
// credentials_folder.h, and whom requests are believed to be is trust.h.
//
//   Credentials held;                                       // nothing yet
//   if (is_due(held, settings, now)) renew(held, settings, now, entropy);

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/entropy.h"
#include "base/result.h"
#include "server/access/credentials/key_file.h"
#include "server/access/identity/user.h"

namespace telltale::server {

inline constexpr std::string_view admin_user = "telltale-admin";
inline constexpr std::string_view viewer_user = "telltale-viewer";
inline constexpr std::string_view status_writer_user = "telltale-status-writer";

inline constexpr std::chrono::days authority_life{365};
inline constexpr std::chrono::days credential_life{30};
// How long the old ones are believed beside the new ones.
inline constexpr std::chrono::hours credential_overlap{24};
// Of one kind, the newest included: whoever replaces them more often in a day must revoke.
inline constexpr std::size_t credentials_kept_max = 8;

// A certificate with its key; `ends` is when it is not believed any more, which may be long before
// the certificate says so.
struct IssuedKeys {
  KeyFile file;
  Instant issued;
  Instant ends;

  bool operator==(const IssuedKeys&) const = default;
};
// A token, or a key in PEM.
struct IssuedText {
  std::string text;
  Instant issued;
  Instant ends;

  bool operator==(const IssuedText&) const = default;
};

struct Person {
  std::string name;  // "admin"
  std::vector<IssuedText> tokens = {};
  std::vector<IssuedKeys> certificates = {};

  bool operator==(const Person&) const = default;
};

// Of everything the newest comes first; that one is given out.
struct Credentials {
  std::vector<IssuedKeys> authorities = {};
  std::vector<IssuedKeys> serving = {};  // one: what an old one would be good for, nobody asks
  std::vector<Person> people = {};       // admin, viewer, status-writer
  std::vector<IssuedText> account_keys = {};

  bool operator==(const Credentials&) const = default;
};

struct CredentialSettings {
  // Under which names and addresses clients reach the server.
  std::vector<std::string> subject_names = {"localhost", "127.0.0.1", "::1"};
};
// Names are kept in a line of a file, parted by commas.
[[nodiscard]] Result<void> check_subject_names(const CredentialSettings& settings);

// What is replaced before its time.
struct Rotation {
  enum class Old : std::uint8_t { StayForADay, EndNow };
  std::string only = {};  // of rotation_names(); empty: everything
  Old old = Old::StayForADay;
};
// "admin", "viewer", "status-writer", "accounts".
std::span<const std::string_view> rotation_names();

// The user, without system:authenticated, which authentication adds.
User user_of_person(std::string_view name);

bool is_due(const Credentials& held, const CredentialSettings& settings, Instant now);
// Lets go of what has ended and makes anew what is due. On an error `held` is in between, and to be
// thrown away.
[[nodiscard]] Result<void> renew(Credentials& held, const CredentialSettings& settings, Instant now,
                                 Entropy& entropy);
[[nodiscard]] Result<void> rotate(Credentials& held, const Rotation& rotation,
                                  const CredentialSettings& settings, Instant now,
                                  Entropy& entropy);

// Every authority that is believed, the newest first: for kubeconfigs and for client certificates.
std::string authorities_pem(const Credentials& held);

}  // namespace telltale::server
