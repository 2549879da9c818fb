// SPDX-License-Identifier: Apache-2.0
#include "cli/convert/convert_command.h"

#include <utility>

#include "base/text.h"
#include "cli/screen/words.h"
#include "cli/source/whole_documents.h"
#include "json/print.h"
#include "json/yaml/yaml_document.h"

namespace telltale::cli {
namespace {

// Writes documents as they come; a JSON List only once it is known whether there is more than one.
class DocumentWriter {
 public:
  DocumentWriter(ConvertOutput output, Output& out) : output_(output), out_(out) {}

  void write(json::Value document) {
    ++count_;
    if (output_ == ConvertOutput::Json) {
      list_.push_back(std::move(document));
      return;
    }
    if (count_ > 1) out_.write("---\n");
    out_.write(json::yaml_document(document));
  }

  void finish() {
    if (output_ != ConvertOutput::Json) return;
    if (list_.size() == 1) {
      out_.write(json::print_pretty(list_.front()) + "\n");
      return;
    }
    json::ValueMap list;
    list["apiVersion"] = "v1";
    list["kind"] = "List";
    list["items"] = std::move(list_);
    out_.write(json::print_pretty(list) + "\n");
  }

 private:
  ConvertOutput output_;
  Output& out_;
  std::size_t count_ = 0;
  json::ValueList list_;
};

struct Place {
  const std::string& file;
  int line;
};

class Notes {
 public:
  Notes(const Streams& streams, Loudness loudness) : streams_(streams), loudness_(loudness) {}

  void error(const Place& place, std::string_view message) {
    ++errors_;
    say("error:", Paint::Bad, place, message);
  }

  void warning(const Place& place, std::string_view message) {
    if (loudness_ == Loudness::Normal) say("warning:", Paint::Moving, place, message);
  }

  bool any_errors() const { return errors_ > 0; }

 private:
  void say(std::string_view prefix, Paint paint, const Place& place, std::string_view message) {
    const std::string where = place.line > 0 ? format("{}:{}", place.file, place.line) : place.file;
    streams_.err.write(format("{} {}: {}\n", painted(prefix, paint, streams_.err_terminal),
                              printable(where), printable(message)));
  }

  const Streams& streams_;
  Loudness loudness_;
  std::size_t errors_ = 0;
};

}  // namespace

ExitCode convert_command(const ConvertOptions& options, const Streams& streams) {
  DocumentWriter writer(options.output, streams.out);
  Notes notes(streams, options.loudness);
  const auto take = [&](WholeDocument document) {
    const Place place{document.file, document.line};
    Result<convert::Converted> converted =
        convert::convert_object(document.value, options.conversion);
    if (!converted) return notes.error(place, converted.error().detail);
    for (const std::string& warning : converted->warnings) notes.warning(place, warning);
    writer.write(std::move(converted->object));
  };
  const auto trouble = [&](const dump::InputError& one) {
    const Place place{one.file, one.line};
    if (one.severity == dump::InputError::Severity::Error) return notes.error(place, one.message);
    notes.warning(place, one.message);
  };
  dump::Options how;
  how.stdin_fd = streams.stdin_fd;
  const Result<void> read = read_whole_documents(options.paths, how, take, trouble);
  if (!read) notes.error({"input", 0}, read.error().detail);
  writer.finish();
  return notes.any_errors() ? ExitCode::Error : ExitCode::Fine;
}

}  // namespace telltale::cli
