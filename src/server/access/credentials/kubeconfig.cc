// SPDX-License-Identifier: Apache-2.0
#include "server/access/credentials/kubeconfig.h"

#include <cstdint>
#include <string_view>

#include "base/private_file.h"
#include "base/text.h"
#include "json/writer.h"

namespace telltale::server {
namespace {

std::string base64(std::string_view bytes) {
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t start = 0; start < bytes.size(); start += 3) {
    const std::string_view three = bytes.substr(start, 3);
    std::uint32_t bits = 0;
    for (std::size_t index = 0; index < 3; ++index) {
      const char byte = index < three.size() ? three[index] : '\0';
      bits = bits << 8 | static_cast<unsigned char>(byte);
    }
    for (std::size_t index = 0; index < 4; ++index) {
      const bool filled = index <= three.size();
      text += filled ? letters[bits >> (18 - 6 * index) & 63U] : '=';
    }
  }
  return text;
}

void write_user(json::Writer& writer, const Kubeconfig& config) {
  writer.begin_map();
  if (!config.token.empty()) writer.field("token", config.token);
  if (config.certificate) {
    writer.field("client-certificate-data", base64(config.certificate->certificate_pem));
    writer.field("client-key-data", base64(config.certificate->key_pem));
  }
  writer.end_map();
}

// kubectl keeps what it does not know; client/kubeconfig reads it.
void write_extension(json::Writer& writer, const std::string& telltale) {
  writer.list("extensions", [&] {
    writer.map([&] {
      writer.field("name", "telltale.dev");
      writer.map("extension", [&] { writer.field("url", telltale); });
    });
  });
}

void write_cluster(json::Writer& writer, const Kubeconfig& config) {
  writer.map([&] {
    writer.field("certificate-authority-data", base64(config.ca_pem));
    if (!config.telltale.empty()) write_extension(writer, config.telltale);
    writer.field("server", config.server);
  });
}

void write_context(json::Writer& writer, const Kubeconfig& config) {
  writer.map([&] {
    writer.field("cluster", config.cluster);
    if (!config.namespace_name.empty()) writer.field("namespace", config.namespace_name);
    writer.field("user", config.user);
  });
}

// Each of the three lists has one entry: its name, and under `what` the rest.
struct Entry {
  std::string_view list;
  std::string_view what;
  std::string_view name;
  void (*write)(json::Writer&, const Kubeconfig&);
};

void write_entry(json::Writer& writer, const Entry& entry, const Kubeconfig& config) {
  writer.list(entry.list, [&] {
    writer.map([&] {
      writer.field("name", entry.name);
      writer.key(entry.what);
      entry.write(writer, config);
    });
  });
}

}  // namespace

std::string kubeconfig_text(const Kubeconfig& config) {
  std::string text;
  json::YamlWriter writer(text);
  writer.map([&] {
    writer.field("apiVersion", "v1");
    writer.field("kind", "Config");
    writer.field("current-context", config.context);
    write_entry(writer, {"clusters", "cluster", config.cluster, write_cluster}, config);
    write_entry(writer, {"contexts", "context", config.context, write_context}, config);
    write_entry(writer, {"users", "user", config.user, write_user}, config);
  });
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

Result<void> write_kubeconfigs(const std::string& data_folder, const Places& places,
                               const Credentials& held) {
  for (const Person& person : held.people) {
    const bool admin = person.name == "admin";
    const std::string suffix = admin ? std::string() : "-" + person.name;
    const std::string text = kubeconfig_text({.server = places.server,
                                              .telltale = places.telltale,
                                              .ca_pem = authorities_pem(held),
                                              .user = user_of_person(person.name).name,
                                              .context = "telltale" + suffix,
                                              .token = person.tokens.front().text});
    const std::string path = format("{}/kubeconfig{}", data_folder, suffix);
    const auto there = read_private_file(path);
    if (there && *there == text) continue;
    if (auto written = write_private_file(path, text); !written) return written;
  }
  return {};
}

}  // namespace telltale::server
