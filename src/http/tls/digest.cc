// SPDX-License-Identifier: Apache-2.0
#include "http/tls/digest.h"

#include <openssl/evp.h>

#include "base/check.h"

namespace telltale::http {

std::string sha256(std::string_view text) {
  std::string digest(EVP_MAX_MD_SIZE, '\0');
  unsigned int size = 0;
  const int done =
      EVP_Digest(text.data(), text.size(), reinterpret_cast<unsigned char*>(digest.data()), &size,
                 EVP_sha256(), nullptr);
  check(done == 1, "a digest can be made");
  digest.resize(size);
  return digest;
}

}  // namespace telltale::http
