// SPDX-License-Identifier: Apache-2.0
#pragma once

// The two questions to an API server about a caller, and what the answers mean. Pure.

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "json/value.h"

namespace telltale::live {

inline constexpr std::string_view token_review_path = "/apis/authentication.k8s.io/v1/tokenreviews";
inline constexpr std::string_view access_review_path =
    "/apis/authorization.k8s.io/v1/subjectaccessreviews";

// Who is the holder of this token?
std::string token_review(std::string_view token);
// Its `status.user`; nothing when the token is not accepted. Invalid when it is no TokenReview.
[[nodiscard]] Result<std::optional<json::ValueMap>> read_token_review(std::string_view answer);

// May this user get that path?
std::string access_review(const json::ValueMap& user, std::string_view path);
[[nodiscard]] Result<bool> read_access_review(std::string_view answer);

}  // namespace telltale::live
