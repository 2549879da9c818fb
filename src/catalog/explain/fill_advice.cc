// SPDX-License-Identifier: Apache-2.0
#include "catalog/explain/fill_advice.h"

#include <algorithm>
#include <vector>

namespace telltale {
namespace {

// Behind the bracket that closes what stands at the front of the text.
std::size_t closing_bracket(std::string_view text) {
  int depth = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[') ++depth;
    if (text[i] == ']' && --depth == 0) return i;
  }
  return text.size();
}

std::vector<std::string_view> alternatives_in(std::string_view text) {
  std::vector<std::string_view> all;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[') ++depth;
    if (text[i] == ']') --depth;
    if (text[i] != '|' || depth > 0) continue;
    all.push_back(text.substr(begin, i - begin));
    begin = i + 1;
  }
  all.push_back(text.substr(begin));
  return all;
}

struct FilledText {
  std::string text = {};
  bool complete = true;
};

FilledText filled(std::string_view advice, const FillBlank& fill);

std::string first_complete(std::string_view group, const FillBlank& fill) {
  for (const std::string_view alternative : alternatives_in(group)) {
    FilledText one = filled(alternative, fill);
    if (one.complete) return one.text;
  }
  return {};
}

FilledText filled(std::string_view advice, const FillBlank& fill) {
  FilledText out;
  while (!advice.empty()) {
    const char first = advice.front();
    if (first != '[' && first != '<') {
      out.text += first;
      advice.remove_prefix(1);
      continue;
    }
    advice.remove_prefix(1);
    const std::size_t end = first == '[' ? closing_bracket(advice) : advice.find('>');
    const std::string_view inside = advice.substr(0, end);
    if (first == '[') {
      out.text += first_complete(inside, fill);
    } else {
      const std::string known = fill(inside);
      // A blank outside of brackets breaks the grammar; its words are better than a blank.
      out.text += known.empty() ? std::string(inside) : known;
      out.complete = out.complete && !known.empty();
    }
    advice.remove_prefix(std::min(inside.size() + 1, advice.size()));
  }
  return out;
}

}  // namespace

std::string fill_advice(std::string_view advice, const FillBlank& fill) {
  return filled(advice, fill).text;
}

bool is_well_formed_advice(std::string_view advice) {
  int depth = 0;
  bool in_blank = false;
  for (const char c : advice) {
    if (c == '[') ++depth;
    if (c == ']') --depth;
    if (depth < 0 || (in_blank && (c == '<' || c == '[' || c == ']'))) return false;
    if (c == '<' && depth == 0) return false;
    if (c == '>' && !in_blank && depth > 0) continue;  // a shell's own
    if (c == '<' || c == '>') in_blank = c == '<';
  }
  return depth == 0 && !in_blank;
}

}  // namespace telltale
