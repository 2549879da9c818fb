// SPDX-License-Identifier: Apache-2.0
#include "http/client/client_easy.h"

#include <algorithm>
#include <array>
#include <utility>

#include <curl/curl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include "base/letters.h"
#include "base/text.h"

namespace telltale::http {
namespace {

constexpr std::size_t answer_header_bytes_max = std::size_t{64} << 10;
constexpr long keepalive_seconds = 30;
constexpr long keepalive_probe_seconds = 10;
// A peer that acknowledges nothing for so long is gone, even where no deadline of ours runs.
constexpr unsigned peer_timeout_milliseconds = 45'000;

struct FreeHandle {
  void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
};
struct FreeList {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
struct FreeUrl {
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
};
struct FreeText {
  void operator()(char* text) const { curl_free(text); }
};
using HandlePointer = std::unique_ptr<CURL, FreeHandle>;
using ListPointer = std::unique_ptr<curl_slist, FreeList>;
using UrlPointer = std::unique_ptr<CURLU, FreeUrl>;
using TextPointer = std::unique_ptr<char, FreeText>;

void append(ListPointer& list, const std::string& line) {
  curl_slist* const longer = curl_slist_append(list.get(), line.c_str());
  if (longer == nullptr) return;
  [[maybe_unused]] const curl_slist* const now_part_of_longer = list.release();
  list.reset(longer);
}

bool is_visible(char letter) { return letter > ' ' && letter < '\x7f'; }
bool is_value(char letter) {
  const auto byte = static_cast<unsigned char>(letter);
  return letter == '\t' || (byte >= 0x20 && byte != 0x7f);
}
bool is_token(char letter) {
  constexpr std::string_view signs = "!#$%&'*+-.^_`|~";
  const char small = lower_letter(letter);
  return (small >= 'a' && small <= 'z') || (letter >= '0' && letter <= '9') ||
         signs.find(letter) != std::string_view::npos;
}
bool is_token(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char letter) { return is_token(letter); });
}

bool can_be_sent(const Header& header) {
  return is_token(header.name) && std::ranges::all_of(header.value, is_value);
}

// libcurl would put all of this on the wire, line breaks included.
Result<void> check_sendable(const Call& call) {
  if (call.origin == nullptr) return fail(Error::Kind::Invalid, "the call has no origin");
  const std::string& url = call.origin->url;
  if (!url.starts_with("https://") && !url.starts_with("http://")) {
    return fail(Error::Kind::Invalid,
                format("{}: expected a URL that begins with https://", printable(url)));
  }
  const bool rooted = call.target.empty() || call.target.starts_with('/');
  if (!rooted || !std::ranges::all_of(url + call.target, is_visible) ||
      call.target.find('#') != std::string::npos) {
    return fail(Error::Kind::Invalid, format("{}{}: cannot be asked for like this", printable(url),
                                             printable(call.target)));
  }
  if (!is_token(call.method)) {
    return fail(Error::Kind::Invalid, format("{}: no such method", printable(call.method)));
  }
  const auto bad = std::ranges::find_if_not(call.headers, can_be_sent);
  if (bad == call.headers.end()) return {};
  // The value may be a secret.
  return fail(Error::Kind::Invalid,
              format("the header {} holds what no header can", printable(bad->name)));
}

int prepare_socket(void*, curl_socket_t socket, curlsocktype) {
  ::setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &peer_timeout_milliseconds,
               sizeof peer_timeout_milliseconds);
  return CURL_SOCKOPT_OK;
}

template <class Value>
void set(CURL* handle, CURLoption option, Value value) {
  curl_easy_setopt(handle, option, value);
}

void set_blob(CURL* handle, CURLoption option, const std::string& bytes) {
  if (bytes.empty()) return;
  // Not copied: the call keeps its origin for as long as the handle lives.
  curl_blob blob{
      .data = const_cast<char*>(bytes.data()), .len = bytes.size(), .flags = CURL_BLOB_NOCOPY};
  curl_easy_setopt(handle, option, &blob);
}

void set_trust(CURL* handle, const Origin& origin) {
  set(handle, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
  if (origin.trust == Origin::Trust::Anybody) {
    set(handle, CURLOPT_SSL_VERIFYPEER, 0L);
    set(handle, CURLOPT_SSL_VERIFYHOST, 0L);
  }
  set_blob(handle, CURLOPT_CAINFO_BLOB, origin.ca_pem);
  if (!origin.ca_pem.empty()) set(handle, CURLOPT_CAPATH, static_cast<char*>(nullptr));
  set_blob(handle, CURLOPT_SSLCERT_BLOB, origin.certificate_pem);
  set_blob(handle, CURLOPT_SSLKEY_BLOB, origin.key_pem);
  // Without a password OpenSSL would ask for one at the terminal.
  set(handle, CURLOPT_KEYPASSWD, "");
}

void set_route(CURL* handle, const Origin& origin) {
  set(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  set(handle, CURLOPT_PATH_AS_IS, 1L);
  set(handle, CURLOPT_NOSIGNAL, 1L);
  set(handle, CURLOPT_PROXY, origin.proxy_url.c_str());
  set(handle, CURLOPT_NOPROXY, "");
  set(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  const bool both = origin.versions == Origin::Versions::Http1And2;
  set(handle, CURLOPT_HTTP_VERSION,
      static_cast<long>(both ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1));
  // A second call rather shares the connection that is being made than opens another.
  set(handle, CURLOPT_PIPEWAIT, both ? 1L : 0L);
  set(handle, CURLOPT_TCP_KEEPALIVE, 1L);
  set(handle, CURLOPT_TCP_KEEPIDLE, keepalive_seconds);
  set(handle, CURLOPT_TCP_KEEPINTVL, keepalive_probe_seconds);
  set(handle, CURLOPT_SOCKOPTFUNCTION, prepare_socket);
}

void set_method(CURL* handle, const Call& call) {
  if (call.method == "HEAD") {
    set(handle, CURLOPT_NOBODY, 1L);
    return;
  }
  if (!call.body.empty() || call.method == "POST" || call.method == "PUT") {
    set(handle, CURLOPT_POST, 1L);
    set(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(call.body.size()));
    set(handle, CURLOPT_POSTFIELDS, call.body.data());
  }
  set(handle, CURLOPT_CUSTOMREQUEST, call.method.c_str());
}

ListPointer headers_of(const Call& call) {
  ListPointer lines;
  for (const Header& header : call.headers) {
    // With nothing behind the colon libcurl would leave the header out.
    append(lines, header.value.empty() ? format("{};", header.name)
                                       : format("{}: {}", header.name, header.value));
  }
  // Waiting for permission to send would only cost a round trip.
  append(lines, "Expect:");
  // libcurl's guess is a form.
  if (!find_header(call.headers, "Content-Type")) append(lines, "Content-Type:");
  return lines;
}

std::string part_of(CURLU* url, CURLUPart part, unsigned flags) {
  char* text = nullptr;
  if (curl_url_get(url, part, &text, flags) != CURLUE_OK) return {};
  const TextPointer owned(text);
  return text;
}

// The same URL under the name the certificate has, and how to get there nevertheless.
struct Renamed {
  std::string url;
  std::string connect_to;   // "::10.0.0.1:6443"
  std::string host_header;  // "Host: 10.0.0.1:6443"
};

Result<Renamed> rename_host(const std::string& url, const std::string& server_name) {
  const UrlPointer parsed(curl_url());
  if (!parsed || curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK) {
    return fail(Error::Kind::Invalid, format("{}: expected a URL", printable(url)));
  }
  const std::string host = part_of(parsed.get(), CURLUPART_HOST, 0);
  const std::string port = part_of(parsed.get(), CURLUPART_PORT, CURLU_DEFAULT_PORT);
  const std::string said_port = part_of(parsed.get(), CURLUPART_PORT, 0);
  if (curl_url_set(parsed.get(), CURLUPART_HOST, server_name.c_str(), 0) != CURLUE_OK) {
    return fail(Error::Kind::Invalid,
                format("{}: expected a server's name or address", printable(server_name)));
  }
  return Renamed{.url = part_of(parsed.get(), CURLUPART_URL, CURLU_PATH_AS_IS),
                 .connect_to = format("::{}:{}", host, port),
                 .host_header = said_port.empty() ? format("Host: {}", host)
                                                  : format("Host: {}:{}", host, said_port)};
}

}  // namespace

struct EasyRequest::Parts {
  Parts(Call whole_call, Listener& who) : call(std::move(whole_call)), listener(who) {}

  Result<void> aim();
  void listen();
  bool take_line(std::string_view line);
  bool take_head_end();
  static std::size_t on_line(char* bytes, std::size_t, std::size_t size, void* parts) {
    auto& self = *static_cast<Parts*>(parts);
    return self.take_line({bytes, size}) ? size : self.give_up();
  }
  static std::size_t on_piece(char* bytes, std::size_t, std::size_t size, void* parts) {
    auto& self = *static_cast<Parts*>(parts);
    return self.take_piece({bytes, size}) ? size : self.give_up();
  }
  bool take_piece(std::string_view piece);
  std::size_t give_up() {
    set(handle.get(), CURLOPT_FORBID_REUSE, 1L);
    return CURL_WRITEFUNC_ERROR;
  }

  Call call;
  Listener& listener;
  HandlePointer handle{curl_easy_init()};
  ListPointer headers = {};
  ListPointer connect_to = {};
  std::array<char, CURL_ERROR_SIZE> why = {};
  Response head{.content_type = {}};
  std::size_t header_bytes = 0;
  std::size_t body_bytes = 0;
  bool has_head = false;
  bool is_too_large = false;
};

Result<void> EasyRequest::Parts::aim() {
  const Origin& origin = *call.origin;
  std::string url = origin.url + call.target;
  headers = headers_of(call);
  if (!origin.server_name.empty()) {
    auto renamed = rename_host(url, origin.server_name);
    if (!renamed) return fail(renamed.error());
    url = std::move(renamed->url);
    append(connect_to, renamed->connect_to);
    append(headers, renamed->host_header);
    set(handle.get(), CURLOPT_CONNECT_TO, connect_to.get());
  }
  set(handle.get(), CURLOPT_URL, url.c_str());
  set(handle.get(), CURLOPT_HTTPHEADER, headers.get());
  set(handle.get(), CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(call.connect.count()));
  set_route(handle.get(), origin);
  set_trust(handle.get(), origin);
  set_method(handle.get(), call);
  return {};
}

void EasyRequest::Parts::listen() {
  set(handle.get(), CURLOPT_ERRORBUFFER, why.data());
  set(handle.get(), CURLOPT_WRITEFUNCTION, on_piece);
  set(handle.get(), CURLOPT_WRITEDATA, static_cast<void*>(this));
  set(handle.get(), CURLOPT_HEADERFUNCTION, on_line);
  set(handle.get(), CURLOPT_HEADERDATA, static_cast<void*>(this));
}

bool EasyRequest::Parts::take_line(std::string_view line) {
  header_bytes += line.size();
  if (header_bytes > answer_header_bytes_max) {
    is_too_large = true;
    return false;
  }
  if (has_head) return true;  // A trailer.
  if (line.starts_with("HTTP/")) {
    head = {.content_type = {}};
    return true;
  }
  if (trim(line).empty()) return take_head_end();
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return true;
  const std::string_view name = trim(line.substr(0, colon));
  const std::string_view value = trim(line.substr(colon + 1));
  if (same_letters(name, "Content-Type")) {
    head.content_type = value;
  } else {
    head.headers.push_back({std::string(name), std::string(value)});
  }
  return true;
}

bool EasyRequest::Parts::take_head_end() {
  long status = 0;
  curl_easy_getinfo(handle.get(), CURLINFO_RESPONSE_CODE, &status);
  if (status < 200) return true;  // The answer proper is still to come.
  head.status = static_cast<int>(status);
  has_head = true;
  return listener.hear_head(std::move(head));
}

bool EasyRequest::Parts::take_piece(std::string_view piece) {
  body_bytes += piece.size();
  if (call.answer_bytes_max != 0 && body_bytes > call.answer_bytes_max) {
    is_too_large = true;
    return false;
  }
  return listener.hear_piece(piece);
}

EasyRequest::EasyRequest(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
EasyRequest::~EasyRequest() = default;

Result<std::unique_ptr<EasyRequest>> EasyRequest::make(Call call, Listener& listener) {
  if (const auto sendable = check_sendable(call); !sendable) return fail(sendable.error());
  auto parts = std::make_unique<Parts>(std::move(call), listener);
  if (!parts->handle) return fail(Error::Kind::Internal, "libcurl cannot be used");
  if (const auto aimed = parts->aim(); !aimed) return fail(aimed.error());
  parts->listen();
  return std::unique_ptr<EasyRequest>(new EasyRequest(std::move(parts)));
}

void* EasyRequest::handle() const { return parts_->handle.get(); }
const Call& EasyRequest::call() const { return parts_->call; }
void EasyRequest::abandon() { parts_->give_up(); }

Result<void> EasyRequest::outcome(int code) const {
  const std::string_view url = parts_->call.origin->url;
  if (parts_->is_too_large) {
    return fail(Error::Kind::TooLarge,
                format("the answer of {}{} is too large", url, parts_->call.target));
  }
  if (code == CURLE_OK && parts_->has_head) return {};
  if (code == CURLE_OK) return fail(unreachable("the server hung up without an answer"));
  const bool explained = parts_->why.front() != '\0';
  return fail(unreachable(explained ? parts_->why.data()
                                    : curl_easy_strerror(static_cast<CURLcode>(code))));
}

Error EasyRequest::unreachable(std::string_view reason) const {
  return {.kind = Error::Kind::Unreachable,
          .detail = format("{}{}: {}", parts_->call.origin->url, parts_->call.target, reason)};
}

}  // namespace telltale::http
