# How every file is compiled: one standard, one set of warnings, one choice of sanitizers.

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

set(TELLTALE_SANITIZE "" CACHE STRING "Comma-separated sanitizers: address,undefined or thread")
option(BUILD_TESTING "Build the tests" ON)
option(TELLTALE_FUZZ "Build the libFuzzer targets (clang only)" OFF)
option(TELLTALE_BENCHMARKS "Build the benchmarks" OFF)

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # libstdc++ 12's stable_sort uses a function that C++23 deprecates; clang reports it at our call.
  add_compile_options(-Wno-deprecated-declarations)
endif()

if(TELLTALE_SANITIZE)
  add_compile_options(-fsanitize=${TELLTALE_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${TELLTALE_SANITIZE})
endif()
if(TELLTALE_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()
find_program(MOLD mold)
if(MOLD)
  add_link_options(-fuse-ld=mold)
endif()
