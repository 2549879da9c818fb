# What almost every file includes, parsed once: two precompiled headers, one for the rooms and one
# for their tests. They only save time. A file still includes what it uses, and the preset `alone`
# compiles every file without them. Compilers share one only between targets with the same flags
# and macros, so whatever such a header reads is set for every target here.
#
#   telltale_precompile(json vocabulary)
#   telltale_precompile(json_test test_vocabulary)

set(vocabulary_headers
    <algorithm> <array> <atomic> <charconv> <chrono> <condition_variable> <cstddef> <cstdint>
    <cstring> <deque> <expected> <filesystem> <functional> <limits> <map> <memory> <mutex>
    <optional> <set> <span> <string> <string_view> <thread> <tuple> <utility> <variant> <vector>
    <fmt/core.h>
    <absl/container/flat_hash_map.h> <absl/container/flat_hash_set.h>
    <boost/json/array.hpp> <boost/json/object.hpp> <boost/json/string.hpp> <boost/json/value.hpp>)
set(test_headers <gmock/gmock.h> <gtest/gtest.h> <rapidcheck/gtest.h>)

add_compile_options(-pthread)

function(telltale_vocabulary name)
  set(empty ${CMAKE_BINARY_DIR}/${name}.cc)
  file(CONFIGURE OUTPUT ${empty} CONTENT "// Owns a precompiled header: cmake/vocabulary.cmake.\n")
  add_library(${name} OBJECT ${empty})
  target_precompile_headers(${name} PRIVATE ${ARGN})
  target_link_libraries(${name} PRIVATE fmt::fmt absl::flat_hash_map absl::flat_hash_set
                                        Boost::json)
endfunction()

function(telltale_precompile target vocabulary)
  if(TELLTALE_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM ${vocabulary})
  endif()
endfunction()

if(TELLTALE_PRECOMPILE)
  get_target_property(json_macros Boost::json INTERFACE_COMPILE_DEFINITIONS)
  get_target_property(container_macros Boost::container INTERFACE_COMPILE_DEFINITIONS)
  add_compile_definitions(${json_macros} ${container_macros})
  telltale_vocabulary(vocabulary ${vocabulary_headers})
  if(BUILD_TESTING)
    telltale_vocabulary(test_vocabulary ${vocabulary_headers} ${test_headers})
    target_link_libraries(test_vocabulary PRIVATE GTest::gmock)
    target_compile_options(test_vocabulary PRIVATE -O0 -U_FORTIFY_SOURCE)
  endif()
endif()
