// SPDX-License-Identifier: Apache-2.0
#include "live/writer_lease.h"

namespace telltale::live {
namespace {

// What no waiting mends: nobody lets us, or there is no place for it.
bool is_refusal(const Error& error) {
  return error.kind != Error::Kind::Unreachable && error.kind != Error::Kind::Conflict;
}

}  // namespace

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

void WriterClaim::answered(const LeaseErrand& errand, const LeaseAnswer& answer,
                           LeaseElapsed elapsed) {
  holder_.answered(errand, answer, elapsed);
  Sight sight;
  if (answer) {
    if (answer->empty()) return;  // it is free, and the next errand takes it
    sight.holder = answer->front().record.holder;
    sight.write = answer->front().record.write;
    sight.is_ours = sight.holder == identity_;
    // Free as well: given back.
    if (sight.holder.empty()) return;
  } else {
    if (!is_refusal(answer.error())) return;
    sight.trouble = answer.error().detail;
    sight.no_namespace =
        errand.what == LeaseErrand::What::Create && answer.error().kind == Error::Kind::NotFound;
  }
  tell_(std::move(sight));
}

}  // namespace telltale::live
