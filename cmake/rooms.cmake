# One function makes a room: a static library from its sources, and one test program from the
# *_test.cc files beside them. DEPENDS names the rooms it stands on; tools/tidy checks the includes.
#
#   telltale_room(table DEPENDS kube)
#   telltale_room(json DEPENDS base LIBRARIES simdjson::simdjson)

function(telltale_room name)
  cmake_parse_arguments(ROOM "" "" "DEPENDS;LIBRARIES;TEST_DEPENDS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cc)
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  list(FILTER sources EXCLUDE REGEX "_(test|fuzz|bench)\\.cc$")

  if(sources)
    add_library(${name} STATIC ${sources})
    set(visibility PUBLIC)
  else()
    add_library(${name} INTERFACE)
    set(visibility INTERFACE)
  endif()
  target_include_directories(${name} ${visibility} ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(${name} ${visibility} ${ROOM_DEPENDS} ${ROOM_LIBRARIES})

  if(tests AND BUILD_TESTING)
    add_executable(${name}_test ${tests})
    target_link_libraries(${name}_test PRIVATE ${name} ${ROOM_TEST_DEPENDS} ${RAPIDCHECK}
                                               GTest::gmock GTest::gtest_main)
    target_compile_definitions(${name}_test PRIVATE TELLTALE_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
    add_test(NAME ${name} COMMAND ${name}_test --gtest_brief=1)
    set_tests_properties(${name} PROPERTIES LABELS unit TIMEOUT 1200)
  endif()
endfunction()

# A libFuzzer target of a room: src/<room>/<name>_fuzz.cc, run briefly by `make test`.
function(telltale_fuzz room name)
  if(NOT TELLTALE_FUZZ)
    return()
  endif()
  add_executable(${name}_fuzz ${CMAKE_CURRENT_SOURCE_DIR}/${room}/${name}_fuzz.cc)
  if(NOT TARGET fuzzers)
    add_custom_target(fuzzers)
  endif()
  add_dependencies(fuzzers ${name}_fuzz)
  target_link_libraries(${name}_fuzz PRIVATE ${room})
  target_link_options(${name}_fuzz PRIVATE -fsanitize=fuzzer)
  # libFuzzer writes what it learns into the first folder, so the seeds come second.
  set(learned ${CMAKE_BINARY_DIR}/corpus/${name})
  file(MAKE_DIRECTORY ${learned})
  add_test(NAME fuzz_${name}
           COMMAND ${name}_fuzz -max_total_time=8 -rss_limit_mb=2048 -timeout=10 -verbosity=0
                   ${learned} ${CMAKE_SOURCE_DIR}/tests/corpus/${name})
  set_tests_properties(fuzz_${name} PROPERTIES LABELS fuzz TIMEOUT 300)
endfunction()
