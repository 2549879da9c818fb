// SPDX-License-Identifier: Apache-2.0
#include "http/client.h"

#include <array>
#include <memory>
#include <string_view>
#include <utility>

#include <curl/curl.h>

#include "base/letters.h"
#include "base/text.h"

namespace telltale::http {
namespace {

constexpr std::size_t answer_header_bytes_max = std::size_t{64} << 10;

struct FreeRequest {
  void operator()(CURL* request) const { curl_easy_cleanup(request); }
};
struct FreeHeaders {
  void operator()(curl_slist* headers) const { curl_slist_free_all(headers); }
};
using RequestPointer = std::unique_ptr<CURL, FreeRequest>;
using HeadersPointer = std::unique_ptr<curl_slist, FreeHeaders>;

// What comes back, while it comes.
struct Arriving {
  Response response;
  std::size_t bytes_max = 0;
  std::size_t header_bytes = 0;
  bool is_too_large = false;
};

std::size_t take_body(char* bytes, std::size_t, std::size_t size, void* into) {
  auto& arriving = *static_cast<Arriving*>(into);
  if (size > arriving.bytes_max - arriving.response.body.size()) {
    arriving.is_too_large = true;
    return 0;
  }
  arriving.response.body.append(bytes, size);
  return size;
}

std::size_t take_header(char* bytes, std::size_t, std::size_t size, void* into) {
  auto& arriving = *static_cast<Arriving*>(into);
  arriving.header_bytes += size;
  if (arriving.header_bytes > answer_header_bytes_max) {
    arriving.is_too_large = true;
    return 0;
  }
  const std::string_view line(bytes, size);
  const std::size_t colon = line.find(':');
  if (line.starts_with("HTTP/")) arriving.response.headers.clear();
  if (line.starts_with("HTTP/") || colon == std::string_view::npos) return size;
  const std::string_view name = trim(line.substr(0, colon));
  const std::string_view value = trim(line.substr(colon + 1));
  if (same_letters(name, "Content-Type")) {
    arriving.response.content_type = value;
  } else {
    arriving.response.headers.push_back({std::string(name), std::string(value)});
  }
  return size;
}

void aim(CURL* request, const Destination& to) {
  curl_easy_setopt(request, CURLOPT_URL, to.url.c_str());
  curl_easy_setopt(request, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(request, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(request, CURLOPT_PROXY, "");
  curl_easy_setopt(request, CURLOPT_TIMEOUT_MS, static_cast<long>(to.timeout.count()));
  if (to.ca_pem.empty()) return;
  curl_blob authorities{.data = const_cast<char*>(to.ca_pem.data()),
                        .len = to.ca_pem.size(),
                        .flags = CURL_BLOB_NOCOPY};
  curl_easy_setopt(request, CURLOPT_CAINFO_BLOB, &authorities);
  curl_easy_setopt(request, CURLOPT_CAPATH, nullptr);
}

void load(CURL* request, const std::string& body, curl_slist* headers) {
  curl_easy_setopt(request, CURLOPT_POST, 1L);
  curl_easy_setopt(request, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
  curl_easy_setopt(request, CURLOPT_POSTFIELDS, body.data());
  curl_easy_setopt(request, CURLOPT_HTTPHEADER, headers);
}

HeadersPointer headers_for(const std::string& content_type) {
  curl_slist* headers = nullptr;
  // Waiting for permission to send would only cost a round trip.
  for (const std::string& line :
       {format("Content-Type: {}", content_type), std::string("Expect:")}) {
    curl_slist* const longer = curl_slist_append(headers, line.c_str());
    if (longer != nullptr) headers = longer;
  }
  return HeadersPointer(headers);
}

}  // namespace

Result<Response> post(const Destination& to, const std::string& content_type,
                      const std::string& body) {
  const RequestPointer request(curl_easy_init());
  if (!request) return fail(Error::Kind::Internal, "libcurl cannot be used");
  const HeadersPointer headers = headers_for(content_type);
  std::array<char, CURL_ERROR_SIZE> why{};
  Arriving arriving{.response = {.content_type = {}}, .bytes_max = to.answer_bytes_max};
  aim(request.get(), to);
  load(request.get(), body, headers.get());
  curl_easy_setopt(request.get(), CURLOPT_ERRORBUFFER, why.data());
  curl_easy_setopt(request.get(), CURLOPT_WRITEFUNCTION, take_body);
  curl_easy_setopt(request.get(), CURLOPT_WRITEDATA, &arriving);
  curl_easy_setopt(request.get(), CURLOPT_HEADERFUNCTION, take_header);
  curl_easy_setopt(request.get(), CURLOPT_HEADERDATA, &arriving);
  const CURLcode done = curl_easy_perform(request.get());
  if (arriving.is_too_large) {
    return fail(Error::Kind::TooLarge, format("the answer of {} is too large", to.url));
  }
  if (done != CURLE_OK) {
    const std::string_view reason = why.front() != '\0' ? why.data() : curl_easy_strerror(done);
    return fail(Error::Kind::Unreachable, format("{}: {}", to.url, reason));
  }
  long status = 0;
  curl_easy_getinfo(request.get(), CURLINFO_RESPONSE_CODE, &status);
  arriving.response.status = static_cast<int>(status);
  return std::move(arriving.response);
}

}  // namespace telltale::http
