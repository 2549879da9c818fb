// SPDX-License-Identifier: Apache-2.0
#include "dump/ledger.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "base/text.h"

namespace telltale::dump {
namespace {

int line_number(std::size_t newlines) {
  constexpr std::size_t most = std::numeric_limits<int>::max();
  return static_cast<int>(std::min(newlines + 1, most));
}

InputError to_input_error(Finding finding, const FileContext& file, std::size_t newlines) {
  TextError& text_error = finding.text_error;
  InputError error{file.name, 0, std::move(text_error.message), finding.severity};
  if (!finding.about_whole_file) error.line = line_number(newlines + text_error.line);
  if (text_error.inside) {
    error.message += format(" (while reading {} that starts on line {})", text_error.inside->what,
                            line_number(newlines + text_error.inside->line));
  }
  return error;
}

}  // namespace

void Ledger::add(InputError error) {
  std::size_t& count = error.severity == InputError::Severity::Error ? errors_ : warnings_;
  if (++count <= limits_.input_errors) {
    dump_.input_errors.push_back(std::move(error));
  } else {
    ++dump_.input_errors_left_out;
  }
}

void Ledger::expect(std::uint64_t bytes) {
  // Few objects of a real dump are smaller than this.
  constexpr std::uint64_t object_bytes = 600;
  constexpr std::uint64_t objects_max = 8'000'000;
  dump_.objects.reserve(static_cast<std::size_t>(std::min(bytes / object_bytes, objects_max)));
}

void Ledger::take(Reading reading) {
  const FileContext& file = *reading.file;
  dump_.objects.insert(dump_.objects.end(), reading.objects.begin(), reading.objects.end());
  dump_.documents += reading.documents;
  dump_.bytes += reading.bytes;
  dump_.input_errors_left_out += reading.findings_left_out;
  for (Finding& finding : reading.findings) {
    const bool is_doubtful =
        file.origin == FileContext::Origin::Found && finding.shape != Shape::Kubernetes;
    if (finding.shape == Shape::Nameless && is_doubtful) {
      finding.severity = InputError::Severity::Warning;
    }
    const bool is_foreign = is_doubtful && finding.shape == Shape::Foreign;
    InputError error = to_input_error(std::move(finding), file, newlines_);
    if (!is_foreign) {
      add(std::move(error));
    } else if (doubtful_.size() < limits_.input_errors) {
      doubtful_.push_back(std::move(error));
    }
  }
  newlines_ += reading.newlines;
  documents_ += reading.documents;
  if (reading.role == Batch::Role::Last) end_file(file);
  if (reading.role == Batch::Role::Aside) errors_before_ = errors_;
}

void Ledger::end_file(const FileContext& file) {
  const bool is_ours = dump_.objects.size() > objects_before_ || errors_ > errors_before_;
  if (is_ours) {
    for (InputError& error : doubtful_) add(std::move(error));
  } else if (file.origin == FileContext::Origin::Found) {
    ++dump_.files_passed_over;
  } else if (documents_ == 0) {
    add({file.name, 0, "holds no documents", InputError::Severity::Warning});
  }
  ++dump_.files;
  newlines_ = documents_ = 0;
  doubtful_.clear();
  objects_before_ = dump_.objects.size();
  errors_before_ = errors_;
}

Dump Ledger::finish() {
  std::ranges::stable_sort(dump_.input_errors, [](const InputError& left, const InputError& right) {
    return std::tie(left.file, left.line) < std::tie(right.file, right.line);
  });
  return std::move(dump_);
}

}  // namespace telltale::dump
