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
option(TELLTALE_HARDEN "Checks and layout that make a mistake of ours harder to use" ON)
# A sanitizer wants one copy of every inline function, and tests need not start quickly.
set(quick_start OFF)
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT TELLTALE_SANITIZE)
  set(quick_start ON)
endif()
option(TELLTALE_LINK_GRPC_STATICALLY "Fifty shared libraries fewer at every start" ${quick_start})
option(TELLTALE_PRECOMPILE "Parse what almost every file includes once" ON)
set(TELLTALE_BATCH 14 CACHE STRING "So many files of a folder are compiled as one; 1: each alone")

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Below a gigabyte g++ does not look for memory to take back: a tenth of its time.
  add_compile_options("SHELL:--param ggc-min-heapsize=1048576")
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
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

# Strangers talk to this program. Sanitizers check more than this, in their own way. Whoever asks
# what it costs builds once without it. tests/hostile/hardening_test.py looks at the binary.
if(TELLTALE_HARDEN AND NOT TELLTALE_SANITIZE)
  add_compile_options(-fPIE -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
  add_link_options(-pie -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  # What ccache's manual asks for with precompiled headers: it hashes the header itself.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE})
  if(TELLTALE_PRECOMPILE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fpch-preprocess)
  elseif(TELLTALE_PRECOMPILE)
    add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
  endif()
endif()
find_program(MOLD mold)
if(MOLD)
  add_link_options(-fuse-ld=mold)
endif()
