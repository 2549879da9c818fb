// SPDX-License-Identifier: Apache-2.0
#include "live/leases/writer_lease.h"

#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "base/stable_hash.h"
#include "base/text.h"

namespace telltale::live {
namespace {

// Waiting does not help: telltale may not do it, or the namespace is not there.
bool is_refusal(const Error& error) {
  return error.kind != Error::Kind::Unreachable && error.kind != Error::Kind::Conflict;
}

// A hash of what tells this boot of this machine, and this namespace of processes, from others.
std::uint64_t mark_of_here() {
  std::string boot;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), boot);
  std::error_code trouble;
  boot += std::filesystem::read_symlink("/proc/self/ns/pid", trouble).string();
  return stable_hash(boot);
}

std::string suffix_of_here() { return format("_{:016x}-", mark_of_here()); }

}  // namespace

std::string name_of_process(std::string_view identity) {
  return format("{}{}{}", identity, suffix_of_here(), ::getpid());
}

bool is_gone_from_here(std::string_view holder) {
  const std::string suffix = suffix_of_here();
  const std::size_t at = holder.rfind(suffix);
  if (at == std::string_view::npos) return false;
  const std::string_view digits = holder.substr(at + suffix.size());
  pid_t process = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), process);
  if (read.ec != std::errc() || read.ptr != digits.data() + digits.size() || process <= 0) {
    return false;
  }
  // Another holder with our process number: it ended before this process began.
  return process == ::getpid() || (::kill(process, 0) != 0 && errno == ESRCH);
}

std::string_view to_text(WritePolicy policy) {
  switch (policy) {
    case WritePolicy::Missing:
      return "missing";
    case WritePolicy::All:
      return "all";
    case WritePolicy::None:
      break;
  }
  return "none";
}

void WriterClaim::answered(const LeaseRequest& request, const LeaseAnswer& answer,
                           LeaseElapsed elapsed) {
  const bool is_deads = answer && !answer->empty() && answer->front().record.holder != identity_ &&
                        is_gone_holder_(answer->front().record.holder);
  if (is_deads) {
    std::vector<NamedLease> free = *answer;
    free.front().record.holder.clear();
    return holder_.answered(request, free, elapsed);
  }
  holder_.answered(request, answer, elapsed);
  Observation seen;
  if (answer) {
    if (answer->empty()) return;  // it is free, and the next request takes it
    seen.holder = answer->front().record.holder;
    seen.write = answer->front().record.write;
    seen.is_ours = seen.holder == identity_;
    // Free as well: given back.
    if (seen.holder.empty()) return;
  } else {
    if (!is_refusal(answer.error())) return;
    seen.trouble = answer.error().detail;
    seen.no_namespace =
        request.what == LeaseRequest::What::Create && answer.error().kind == Error::Kind::NotFound;
  }
  tell_(std::move(seen));
}

}  // namespace telltale::live
