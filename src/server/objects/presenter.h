// SPDX-License-Identifier: Apache-2.0
#pragma once

// Stored objects in the form that a client asked for: in its version, whole, as metadata only, or
// as rows of a table. What is stored in that version already is passed on byte by byte.

#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "server/request/negotiate.h"
#include "server/request/options.h"
#include "server/request/status_error.h"
#include "server/resource.h"
#include "store/current_state.h"

namespace telltale::server {

struct ListMetadata {
  store::Revision revision = 0;
  std::string continue_token = {};
  std::optional<std::size_t> remaining = {};
};

enum class Headers : std::uint8_t { Wanted, NotWanted };  // of tables

// For one request or watch. Immutable; safe to share between threads.
class Presenter {
 public:
  Presenter(std::shared_ptr<const Resource> resource, const Version& version, Form form,
            IncludeObject include, const Clock& clock);

  // The whole object as JSON in the version asked for. `revision` is that of its last change.
  Outcome<store::Bytes> object(const store::Bytes& stored, store::Revision revision) const;
  // The same of each, in order; of a webhook's kinds by as few reviews as their size allows.
  std::vector<Outcome<store::Bytes>> objects(std::span<const store::Item> items) const;
  // A whole object in the shape asked for, as JSON.
  store::Bytes shaped(const store::Bytes& whole, store::Revision revision,
                      Headers headers = Headers::Wanted) const;
  // Both at once.
  Outcome<store::Bytes> one(const store::Bytes& stored, store::Revision revision,
                            Headers headers = Headers::Wanted) const;
  // A list is what stands around its elements, and those with commas between them: JSON.
  struct Frame {
    std::string head;
    std::string tail;
  };
  Frame frame(const ListMetadata& about) const;
  store::Bytes element(const store::Bytes& whole, store::Revision revision) const;

  const Resource& resource() const { return *resource_; }
  const Version& version() const { return version_; }
  const Form& form() const { return form_; }
  const std::string& api_version() const { return api_version_; }
  // Whether a webhook is asked, so that it takes time.
  bool blocks() const;
  std::chrono::nanoseconds elapsed() const { return clock_.elapsed(); }
  // Whether it is shown as it lies there, so that nobody needs to be asked.
  bool stored_as_asked(std::string_view stored, store::Revision revision) const;
  // Two presenters with the same key make the same bytes of the same object.
  std::string sharing_key() const;

 private:
  Outcome<store::Bytes> finished(Outcome<json::Value> converted_object) const;
  std::string row(std::string_view whole) const;
  std::string table_head(const ListMetadata& about, Headers headers) const;

  std::shared_ptr<const Resource> resource_;
  const Version& version_;
  Form form_;
  IncludeObject include_;
  const Clock& clock_;
  std::string api_version_;
};

// The `metadata` of an object as it lies in the store or goes over the wire, without parsing.
std::string_view raw_metadata(std::string_view bytes);

// JSON to what the form's encoding is.
std::string encoded(std::string json_text, const Form& form);

}  // namespace telltale::server
