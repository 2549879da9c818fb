// SPDX-License-Identifier: Apache-2.0
// Writes the tables of all patterns (matcher_tables.h) as a source file, while the program is
// built: tables_maker FILE. Only the program has ready tables; the maker makes them.

#include <cstdio>
#include <fstream>
#include <span>
#include <string_view>

#include "base/check.h"
#include "classify/matcher_tables.h"

namespace telltale {
namespace {

void write(std::ostream& out, std::uint64_t number) { out << number; }

void write(std::ostream& out, const WordRow& row) {
  out << '{' << row.bytes << ',' << row.first_use << ',' << row.first_clause << '}';
}

void write(std::ostream& out, const WordUse& use) {
  out << '{' << use.order << ",Edge{" << static_cast<int>(use.before) << "},Edge{"
      << static_cast<int>(use.after) << "}}";
}

void write(std::ostream& out, const ExpressionRow& row) {
  out << '{' << row.order << ',' << row.begin << ',' << row.end << ','
      << static_cast<int>(row.clauses) << '}';
}

template <typename Cell>
void write_array(std::ostream& out, std::string_view type, std::string_view name,
                 std::span<const Cell> cells) {
  out << "constexpr " << type << ' ' << name << "[] = {";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    write(out, cells[i]);
    out << (i % 32 == 31 ? ",\n" : ",");
  }
  out << "};\n";
}

void write_tables(std::ostream& out, const MatcherTables& tables) {
  constexpr std::string_view number = "std::uint16_t";
  out << "#include \"classify/matcher_tables.h\"\n\nnamespace telltale {\nnamespace {\n\n";
  write_array(out, "std::uint8_t", "kind_of", tables.nodes.kind_of);
  write_array(out, number, "near", tables.nodes.near);
  write_array(out, number, "first", tables.nodes.first);
  write_array(out, "std::uint8_t", "letter", tables.nodes.letter);
  write_array(out, number, "instead", tables.nodes.instead);
  write_array(out, number, "ends", tables.nodes.ends);
  write_array(out, number, "shorter", tables.nodes.shorter);
  write_array(out, number, "word", tables.nodes.word);
  write_array(out, "WordRow", "words", tables.words);
  write_array(out, "WordUse", "uses", tables.uses);
  write_array(out, number, "clauses", tables.clauses);
  write_array(out, number, "clause_firsts", tables.clause_firsts);
  write_array(out, number, "clause_expressions", tables.clause_expressions);
  write_array(out, "ExpressionRow", "expressions", tables.expressions);
  out << "\nconstexpr MatcherTables tables{\n"
         "    {kind_of, near, first, letter, instead, ends, shorter, word},\n"
         "    words, uses, clauses, clause_firsts, clause_expressions, expressions};\n"
         "\n}  // namespace\n\n"
         "const MatcherTables& ready_tables() { return tables; }\n\n"
         "}  // namespace telltale\n";
}

}  // namespace

// The library that is linked here asks for it; nothing here calls it.
const MatcherTables& ready_tables() {
  check(false, "the maker of the tables has none");
  static constexpr MatcherTables none{};
  return none;
}

}  // namespace telltale

int main(int count, char** words) {
  if (count != 2) {
    std::fputs("usage: tables_maker FILE\n", stderr);
    return 2;
  }
  std::ofstream out(words[1]);
  telltale::write_tables(out, telltale::MadeTables(telltale::pattern_groups()).tables());
  out.close();
  return out ? 0 : 1;
}
