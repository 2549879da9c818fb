// SPDX-License-Identifier: Apache-2.0
#include "cli/convert/convert_command.h"

#include <string_view>
#include <utility>

#include "base/text.h"
#include "cli/command_line/commands.h"
#include "cli/screen/wording.h"
#include "cli/source/whole_documents.h"
#include "json/print.h"
#include "json/yaml/yaml_document.h"
#include "server/service.h"

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

ExitCode run_convert(const ConvertOptions& options, const Streams& shown) {
  if (options.serves) return serve_conversion(options.serve, shown);
  const Streams& streams = shown.as_given == nullptr ? shown : *shown.as_given;
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

// What goes with --serve does not go without, and the other way round.
Result<void> check_convert(const Flags& flags, ConvertOptions& options) {
  if (options.serves) {
    if (flags.typed_any({"--to", "--after-removal", "--output"}) || !options.paths.empty()) {
      return usage("--serve converts what API servers send: no PATH, --to, --after-removal or -o");
    }
    options.serve.dialect = options.conversion.dialect;
    if (const auto listen = server::parse_address(options.serve.listen); !listen) {
      return usage(format("--listen: {}", printable(listen.error().detail)));
    }
    if (options.serve.certificate.empty() == options.serve.key.empty()) return {};
    return usage("--cert and --key go together");
  }
  if (flags.typed_any({"--listen", "--cert", "--key", "--tls-san"})) {
    return usage("--listen, --cert, --key and --tls-san go with --serve");
  }
  if (options.paths.empty()) return usage("convert needs something to convert: -f PATH, or -f -");
  if (!flags.typed("--to")) {
    return usage("convert needs a version to go to: --to v1beta1 or v1beta2");
  }
  const bool removed = options.conversion.to == convert::Stage::V1Beta2AfterRemoval;
  if (!flags.typed("--after-removal") || removed) return {};
  return usage("--after-removal goes with --to v1beta2: it removes what v1beta1 needs");
}

void declare_stage(Flags& flags, convert::Stage& stage) {
  using convert::Stage;
  flags.choose({"--to", "VERSION", "v1beta1 or v1beta2"}, stage,
               {{"v1beta1", Stage::V1Beta1}, {"v1beta2", Stage::V1Beta2}});
  flags.on({"--after-removal", "", "without what only v1beta1 needs"}, [&stage] {
    if (stage == Stage::V1Beta2) stage = Stage::V1Beta2AfterRemoval;
  });
}

void declare_conversion_server(Flags& flags, ConvertOptions& options) {
  const Flags::Scope webhook = flags.group(FlagGroup::Webhook);
  flags.on({"--serve", "", "answer the ConversionReviews of API servers, over TLS, until Ctrl-C"},
           options.serves);
  flags.text({"--listen", "HOST:PORT", "where --serve listens (default: 127.0.0.1:9443)"},
             options.serve.listen);
  flags.text({"--cert", "FILE", "the certificate of --serve, PEM (default: one made at start)"},
             options.serve.certificate);
  flags.text({"--key", "FILE", "the key of --cert, PEM"}, options.serve.key);
  flags.texts({"--tls-san", "NAME",
               "a name or address by which API servers reach it, for a certificate made here"},
              options.serve.subject_names);
}

void declare_convert(Flags& flags, ConvertOptions& options) {
  declare_paths(flags, options.paths, {"PATH", "files, folders, archives; - is stdin"},
                "file, folder or archive to read; - is stdin");
  declare_stage(flags, options.conversion.to);
  flags.choose({"--dialect", "NAME",
                "names to write: proposal, upstream or auto (default: those of each object)"},
               options.conversion.dialect,
               {{"auto", std::nullopt},
                {"proposal", DialectName::Proposal},
                {"upstream", DialectName::Upstream}});
  flags.on({"-q,--quiet", "", "no warnings"}, options.loudness, Loudness::Quiet);
  declare_output(flags, options.output, "yaml (default) or json",
                 {{"yaml", ConvertOutput::Yaml}, {"json", ConvertOutput::Json}});
  declare_conversion_server(flags, options);
  flags.check([&] { return check_convert(flags, options); });
  flags.example("telltale convert --to v1beta2 -f cluster.yaml");
  flags.example("telltale convert --serve --listen :9443 --tls-san telltale.telltale-system.svc");
}

}  // namespace

extern const Command convert_command{
    .name = "convert",
    .group = CommandGroup::Tools,
    .summary = "manifests between v1beta1 and v1beta2, lossless both ways",
    .about =
        "Converts manifests between v1beta1 and v1beta2, lossless both ways. With --serve it is a "
        "conversion webhook for API servers.",
    .prepare = prepare<ConvertOptions, declare_convert, run_convert>,
};

}  // namespace telltale::cli
