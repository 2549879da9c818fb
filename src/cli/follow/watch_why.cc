// SPDX-License-Identifier: Apache-2.0
#include "cli/follow/watch_why.h"

#include "cli/follow/check_changes.h"
#include "cli/follow/watch_screen.h"

namespace telltale::cli {

ExitCode watch_why(Source& source, const WhyOptions& options, const Streams& streams,
                   const WhyFrame& why) {
  const bool is_text = options.output == WhyOutput::Text || options.output == WhyOutput::Wide;
  const WatchOptions how{
      .read = options.read,
      .extras = why.extras,
      .watching = options.watching,
      .shown = is_text ? WatchOptions::Shown::Screen : WatchOptions::Shown::Data};
  const auto between = options.output == WhyOutput::Yaml ? PipeScreen::Between::YamlDocuments
                                                         : PipeScreen::Between::EmptyLine;
  PipeScreen retelling(streams.out, options.watching, between);
  const auto tell = [&](const Loaded& loaded, const Streams& to) -> Result<ExitCode> {
    TextOutput text;
    Result<ExitCode> code = why.frame(loaded, onto(text, to.err, to));
    const Result<const Judged*> judged = why.find(loaded);
    if (!code || !judged) return code;
    retelling.tell(text.text, item_document(loaded.world, **judged));
    return code;
  };
  return watch(source, how, streams, why.frame, tell);
}

}  // namespace telltale::cli
