// SPDX-License-Identifier: Apache-2.0
#include "live/diagnostics/told_documents.h"

#include <utility>

namespace telltale::live {

void ToldDocuments::put(ToldKind kind, std::string name, std::string tree, std::string document) {
  of(kind).insert_or_assign(std::move(name), Entry{std::move(tree), std::move(document)});
}

void ToldDocuments::remove(ToldKind kind, const std::string& name) { of(kind).erase(name); }

ToldPage ToldDocuments::page(ToldKind kind, std::string_view after,
                             const std::function<bool(std::string_view tree)>& is_ours) const {
  ToldPage page;
  std::size_t bytes = 0;
  std::string_view last;
  const Entries& entries = of(kind);
  for (auto entry = entries.upper_bound(after); entry != entries.end(); ++entry) {
    if (!is_ours(entry->second.tree)) continue;
    const std::string& document = entry->second.document;
    const bool full = page.documents.size() == page_documents_max ||
                      (!page.documents.empty() && bytes + document.size() > page_bytes_max);
    if (full) {
      page.next = last;
      return page;
    }
    bytes += document.size();
    last = entry->first;
    page.documents.push_back(document);
  }
  return page;
}

}  // namespace telltale::live
