# Files of one folder are compiled in batches, so that what they include is parsed once for all of
# them: a batch is a file that CMake writes, which includes its members. Names in unnamed namespaces
# are therefore unique in a folder, apart for tests (tools/tidy sees to it). Batches follow folders,
# so that a new file moves only its neighbours.
function(telltale_batches target)
  if(TELLTALE_BATCH LESS 2)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # Warnings about one file that mean nothing in several: a batch is no header, its names are many.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage -Wno-shadow -Wshadow=local)
  else()
    target_compile_options(${target} PRIVATE -Wno-shadow)
  endif()
  set(folder "")
  foreach(source IN LISTS ARGN)
    get_filename_component(of_source ${source} DIRECTORY)
    get_source_file_property(group ${source} UNITY_GROUP)
    if(group)
      continue()
    endif()
    if(NOT of_source STREQUAL folder OR count EQUAL TELLTALE_BATCH)
      if(NOT of_source STREQUAL folder)
        set(number 0)
      endif()
      set(folder ${of_source})
      set(count 0)
      math(EXPR number "${number} + 1")
      file(RELATIVE_PATH name ${CMAKE_CURRENT_SOURCE_DIR} ${folder})
      string(REPLACE "/" "_" name ${name})
    endif()
    math(EXPR count "${count} + 1")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${name}_${number})
  endforeach()
endfunction()

# One function makes a room: a static library from its sources, and one test program from the
# *_test.cc files beside them. DEPENDS names the rooms it stands on; tools/tidy checks the includes.
#
#   telltale_room(table DEPENDS kube)
#   telltale_room(json DEPENDS base LIBRARIES simdjson::simdjson)

function(telltale_room name)
  cmake_parse_arguments(ROOM "" "" "DEPENDS;LIBRARIES;TEST_DEPENDS;SLOW" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cc)
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  list(FILTER sources EXCLUDE REGEX "_(test|fuzz|bench|maker)\\.cc$")

  if(sources)
    add_library(${name} STATIC ${sources})
    telltale_batches(${name} ${sources})
    telltale_precompile(${name} vocabulary)
    set(visibility PUBLIC)
  else()
    add_library(${name} INTERFACE)
    set(visibility INTERFACE)
  endif()
  target_include_directories(${name} ${visibility} ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(${name} ${visibility} ${ROOM_DEPENDS} ${ROOM_LIBRARIES})

  if(tests AND BUILD_TESTING)
    telltale_unit_test(${name} ${tests} SLOW ${ROOM_SLOW})
    target_link_libraries(${name}_test PRIVATE ${name} ${ROOM_TEST_DEPENDS})
  endif()
endfunction()

# The unit test <name>: a program <name>_test of these files. What they test is optimized, they
# themselves are not: they run once, and would take three times as long to compile. (_FORTIFY_SOURCE
# works only where code is optimized.)
# Suites that take seconds each (SLOW, as GoogleTest's filter has them) are a test of their own,
# <name>_slow, so that everything labelled unit answers in seconds.
function(telltale_unit_test name)
  cmake_parse_arguments(UNIT "" "" "SLOW" ${ARGN})
  add_executable(${name}_test ${UNIT_UNPARSED_ARGUMENTS})
  telltale_batches(${name}_test ${UNIT_UNPARSED_ARGUMENTS})
  telltale_precompile(${name}_test test_vocabulary)
  target_compile_options(${name}_test PRIVATE -O0 -U_FORTIFY_SOURCE)
  target_link_libraries(${name}_test PRIVATE ${RAPIDCHECK} GTest::gmock GTest::gtest_main)
  target_compile_definitions(${name}_test PRIVATE TELLTALE_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  set(chosen)
  if(UNIT_SLOW)
    list(JOIN UNIT_SLOW ":" slow)
    set(chosen --gtest_filter=-${slow})
    add_test(NAME ${name}_slow COMMAND ${name}_test --gtest_brief=1 --gtest_filter=${slow})
    set_tests_properties(${name}_slow PROPERTIES LABELS slow COST 30 TIMEOUT 1200)
  endif()
  add_test(NAME ${name} COMMAND ${name}_test --gtest_brief=1 ${chosen})
  set_tests_properties(${name} PROPERTIES LABELS unit TIMEOUT 1200)
endfunction()

# A libFuzzer target of a room: <name>_fuzz.cc somewhere in it, run briefly by `make test`.
function(telltale_fuzz room name)
  if(NOT TELLTALE_FUZZ)
    return()
  endif()
  file(GLOB_RECURSE source CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${room}/${name}_fuzz.cc)
  add_executable(${name}_fuzz ${source})
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

# What a room makes out of its own code while it is built: <name>_maker.cc is a program that writes
# a source, and whoever links the room links that source behind it. The maker links the room without
# it, so it says itself what the source would have said.
function(telltale_made room name)
  add_executable(${name}_maker ${room}/${name}_maker.cc)
  set_target_properties(${name}_maker PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/made)
  target_include_directories(${name}_maker PRIVATE ${CMAKE_SOURCE_DIR}/src)
  get_target_property(libraries ${room} LINK_LIBRARIES)
  target_link_libraries(${name}_maker PRIVATE $<TARGET_FILE:${room}> ${libraries})
  add_dependencies(${name}_maker ${room})
  set(output ${CMAKE_BINARY_DIR}/made/${room}_${name}.cc)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${name}_maker ${output}
    DEPENDS ${name}_maker
    VERBATIM)
  add_library(${room}_${name} STATIC ${output})
  target_include_directories(${room}_${name} PRIVATE ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(${room} INTERFACE ${room}_${name})
endfunction()
