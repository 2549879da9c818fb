// SPDX-License-Identifier: Apache-2.0
#pragma once

// A table as a page: Markdown for docs/tables/, JSON for programs, Graphviz and Mermaid for
// pictures. The same table always gives the same bytes, each ending with a line break.

#include <string>

#include "json/writer.h"
#include "table/page.h"

namespace telltale {

std::string render_markdown(const TablePage& page);
std::string render_json(const TablePage& page);
std::string render_dot(const TablePage& page);
std::string render_mermaid(const TablePage& page);

// One table as a map, for documents that hold several.
void write_json(json::Writer& out, const TablePage& page);

// "deleting && !has_node_ref", or "otherwise".
std::string guard_expression(const RowText& row);
// "NodeHealthy=False; Reason=Deleted; Message=\"...\"", or what the row does instead.
std::string transition_text(const TablePage& page, const RowText& row);

}  // namespace telltale
