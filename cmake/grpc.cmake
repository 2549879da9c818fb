# Generated gRPC code: a static library from src/<proto>, included by the proto's own path. Warnings
# are off, it is not ours.
#
#   telltale_grpc(store_proto store/etcd.proto)

function(telltale_grpc name proto)
  set(generated ${CMAKE_BINARY_DIR}/generated)
  set(source ${CMAKE_CURRENT_SOURCE_DIR}/${proto})
  string(REGEX REPLACE "\\.proto$" "" stem ${proto})
  set(messages ${generated}/${stem}.pb.cc)
  set(services ${generated}/${stem}.grpc.pb.cc)
  file(MAKE_DIRECTORY ${generated})
  add_custom_command(
    OUTPUT ${messages} ${services} ${generated}/${stem}.pb.h ${generated}/${stem}.grpc.pb.h
    COMMAND ${PROTOC} --proto_path=${CMAKE_CURRENT_SOURCE_DIR} --cpp_out=${generated}
            --grpc_out=${generated} --plugin=protoc-gen-grpc=${GRPC_CPP_PLUGIN} ${source}
    DEPENDS ${source}
    VERBATIM)
  # For tools that only read sources: the headers without what is compiled from them.
  add_custom_target(generated_headers DEPENDS ${messages} ${services})
  add_library(${name} STATIC ${messages} ${services})
  target_compile_options(${name} PRIVATE -w)
  target_include_directories(${name} SYSTEM PUBLIC ${generated})
  target_link_libraries(${name} PUBLIC ${GRPCXX} ${GRPC} ${GPR} protobuf::libprotobuf)
endfunction()
