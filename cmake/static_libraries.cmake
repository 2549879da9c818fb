# gRPC with all that it stands on, as archives: fifty shared libraries cost every start of the
# program 6 ms, and only `--store etcd://` uses them. What strangers talk to (OpenSSL, curl,
# nghttp2, libarchive, SQLite) stays shared, so that the distribution's updates reach it without a
# build.
# Where an archive is missing, the shared library is taken.

foreach(name IN ITEMS grpc++ grpc gpr upb address_sorting cares re2 protobuf)
  string(MAKE_C_IDENTIFIER ${name} variable)
  find_library(STATIC_${variable} NAMES lib${name}.a ${name})
endforeach()

# Abseil's own targets, and whoever links them: the archive beside each shared library.
get_directory_property(imported IMPORTED_TARGETS)
set(absl_archives "")
foreach(target IN LISTS imported)
  if(NOT target MATCHES "^absl::")
    continue()
  endif()
  get_target_property(location ${target} IMPORTED_LOCATION_NONE)
  if(NOT location)
    continue()
  endif()
  string(REGEX REPLACE "\\.so[.0-9]*$" ".a" archive ${location})
  if(EXISTS ${archive})
    set_target_properties(${target} PROPERTIES IMPORTED_LOCATION_NONE ${archive})
    list(APPEND absl_archives ${archive})
  endif()
endforeach()
if(TARGET protobuf::libprotobuf)
  set_target_properties(protobuf::libprotobuf PROPERTIES IMPORTED_LOCATION ${STATIC_protobuf}
                                                        IMPORTED_LOCATION_RELEASE
                                                        ${STATIC_protobuf})
endif()
set_property(TARGET PkgConfig::RE2 PROPERTY INTERFACE_LINK_LIBRARIES ${STATIC_re2} Threads::Threads)

# They refer to each other in circles.
if(STATIC_grpc__ AND STATIC_grpc AND STATIC_gpr)
  set(GRPCXX -Wl,--start-group ${STATIC_grpc__} ${STATIC_grpc} ${STATIC_gpr} ${STATIC_upb}
             ${STATIC_address_sorting} ${STATIC_cares} ${STATIC_re2} ${absl_archives}
             -Wl,--end-group)
  set(GRPC OpenSSL::SSL)
  set(GPR OpenSSL::Crypto z)
endif()
