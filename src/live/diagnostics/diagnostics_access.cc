// SPDX-License-Identifier: Apache-2.0
#include "live/diagnostics/diagnostics_access.h"

#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/letters.h"
#include "http/tls/certificates.h"
#include "live/diagnostics/diagnostics_reviews.h"

namespace telltale::live {
namespace {

constexpr std::size_t token_bytes_max = std::size_t{16} << 10;
constexpr std::size_t secret_bytes = 32;

// Of "Bearer <token>", the scheme in any case; empty for anything else.
std::string_view bearer_token(std::string_view authorization) {
  constexpr std::string_view scheme = "bearer ";
  if (authorization.size() < scheme.size()) return {};
  for (std::size_t at = 0; at < scheme.size(); ++at) {
    if (lower_letter(authorization[at]) != scheme[at]) return {};
  }
  authorization.remove_prefix(scheme.size());
  while (authorization.starts_with(' ')) authorization.remove_prefix(1);
  while (authorization.ends_with(' ')) authorization.remove_suffix(1);
  return authorization.size() > token_bytes_max ? std::string_view{} : authorization;
}

std::string user_name(const json::ValueMap& user) {
  return std::string(user.at("username").get_string());
}

}  // namespace

// Tokens are not kept: what is remembered goes by a hash whose key nobody else has.
class DiagnosticsAccess::Reviewer : public std::enable_shared_from_this<Reviewer> {
 public:
  Reviewer(AccessOptions options, const Clock& clock, Entropy& entropy)
      : options_(std::move(options)), clock_(clock), secret_(random_hex(entropy, secret_bytes)) {}

  void ask(std::string_view authorization, const std::string& path, Then then);
  void close();

 private:
  struct Remembered {
    AccessVerdict verdict;
    std::chrono::nanoseconds until;
  };
  struct Question {
    std::string key;
    std::string path;
  };

  // Whether this request waits for reviews that must be begun now, or for some already under way;
  // nothing when it need not wait.
  enum class Wait { Begin, Join };
  std::optional<Wait> queue(const std::string& key, Then& then, AccessVerdict& verdict);
  void review_token(const Question& question, std::string_view token);
  void review_access(const Question& question, const json::ValueMap& user);
  using Answered = std::function<void(const Result<http::Response>&)>;
  void post(std::string_view path, std::string body, Answered answered);
  void conclude(const Question& question, const AccessVerdict& verdict);
  void remember(const std::string& key, const AccessVerdict& verdict);

  const AccessOptions options_;
  const Clock& clock_;
  const std::string secret_;
  // Held while callers are told, so that closing waits for that; recursive, because an answer may
  // come before the question has left.
  std::recursive_mutex mutex_;
  std::map<std::string, Remembered> remembered_;
  std::map<std::string, std::vector<Then>> waiting_;
  std::size_t waiting_count_ = 0;
  bool closed_ = false;
};

void DiagnosticsAccess::Reviewer::ask(std::string_view authorization, const std::string& path,
                                      Then then) {
  const std::string_view token = bearer_token(authorization);
  if (token.empty()) return then({.word = AccessVerdict::Word::Unauthorized});
  const bool is_local =
      !options_.local_token.empty() && http::equal_in_constant_time(token, options_.local_token);
  if (is_local) return then({.word = AccessVerdict::Word::Allowed, .user = "local"});
  if (options_.management == nullptr) return then({.word = AccessVerdict::Word::Unauthorized});
  std::string message(token);
  message.push_back('\0');
  message.append(path);
  const Question question{.key = http::keyed_hash(secret_, message), .path = path};
  AccessVerdict verdict;
  const auto wait = queue(question.key, then, verdict);
  if (!wait) return then(verdict);
  if (*wait == Wait::Begin) review_token(question, token);
}

std::optional<DiagnosticsAccess::Reviewer::Wait> DiagnosticsAccess::Reviewer::queue(
    const std::string& key, Then& then, AccessVerdict& verdict) {
  const std::lock_guard lock(mutex_);
  verdict.word = AccessVerdict::Word::Unavailable;
  if (closed_) return std::nullopt;
  const auto known = remembered_.find(key);
  if (known != remembered_.end() && clock_.elapsed() < known->second.until) {
    verdict = known->second.verdict;
    return std::nullopt;
  }
  if (waiting_count_ >= options_.waiting_max) return std::nullopt;
  ++waiting_count_;
  std::vector<Then>& line = waiting_[key];
  line.push_back(std::move(then));
  return line.size() == 1 ? Wait::Begin : Wait::Join;
}

void DiagnosticsAccess::Reviewer::post(std::string_view path, std::string body, Answered answered) {
  client::Outgoing request{
      .method = "POST",
      .target = std::string(path),
      .headers = {{"Accept", "application/json"}, {"Content-Type", "application/json"}},
      .body = std::move(body),
      .timeout = options_.patience};
  options_.management->send(
      std::move(request),
      [path = std::string(path), answered = std::move(answered)](Result<http::Response> response) {
        answered(client::accepted(std::move(response), path));
      });
}

void DiagnosticsAccess::Reviewer::review_token(const Question& question, std::string_view token) {
  post(token_review_path, token_review(token),
       [self = weak_from_this(), question](const Result<http::Response>& answer) {
         const auto reviewer = self.lock();
         if (!reviewer) return;
         if (!answer)
           return reviewer->conclude(question, {.word = AccessVerdict::Word::Unavailable});
         const auto user = read_token_review(answer->body);
         if (!user) return reviewer->conclude(question, {.word = AccessVerdict::Word::Unavailable});
         if (!*user)
           return reviewer->conclude(question, {.word = AccessVerdict::Word::Unauthorized});
         reviewer->review_access(question, **user);
       });
}

void DiagnosticsAccess::Reviewer::review_access(const Question& question,
                                                const json::ValueMap& user) {
  post(access_review_path, access_review(user, question.path),
       [self = weak_from_this(), question,
        name = user_name(user)](const Result<http::Response>& answer) {
         const auto reviewer = self.lock();
         if (!reviewer) return;
         if (!answer)
           return reviewer->conclude(question, {.word = AccessVerdict::Word::Unavailable});
         const auto allowed = read_access_review(answer->body);
         if (!allowed)
           return reviewer->conclude(question, {.word = AccessVerdict::Word::Unavailable});
         reviewer->conclude(question, {.word = *allowed ? AccessVerdict::Word::Allowed
                                                        : AccessVerdict::Word::Forbidden,
                                       .user = name});
       });
}

void DiagnosticsAccess::Reviewer::conclude(const Question& question, const AccessVerdict& verdict) {
  const std::lock_guard lock(mutex_);
  if (closed_) return;
  remember(question.key, verdict);
  const auto found = waiting_.find(question.key);
  if (found == waiting_.end()) return;
  const std::vector<Then> line = std::move(found->second);
  waiting_.erase(found);
  waiting_count_ -= line.size();
  for (const Then& then : line) then(verdict);
}

// What could not be found out is asked again.
void DiagnosticsAccess::Reviewer::remember(const std::string& key, const AccessVerdict& verdict) {
  if (verdict.word == AccessVerdict::Word::Unavailable) return;
  const auto now = clock_.elapsed();
  if (remembered_.size() >= options_.verdicts_max) {
    std::erase_if(remembered_, [&](const auto& entry) { return entry.second.until <= now; });
  }
  if (remembered_.size() >= options_.verdicts_max) remembered_.clear();
  remembered_[key] = {.verdict = verdict, .until = now + options_.believed};
}

void DiagnosticsAccess::Reviewer::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  waiting_.clear();
}

DiagnosticsAccess::DiagnosticsAccess(AccessOptions options, const Clock& clock, Entropy& entropy)
    : reviewer_(std::make_shared<Reviewer>(std::move(options), clock, entropy)) {}

DiagnosticsAccess::~DiagnosticsAccess() { reviewer_->close(); }

void DiagnosticsAccess::ask(std::string_view authorization, const std::string& path, Then then) {
  reviewer_->ask(authorization, path, std::move(then));
}

}  // namespace telltale::live
