# Turns files into a source that holds them: telltale_embed(<room> <function> <folder> [<pattern>])
# defines `std::span<const EmbeddedFile> <function>()`, as <room>/embedded.h declares it, over the
# files of the folder that match (*.yaml and *.json), sorted by name.
# The same file, run as a script, writes that source.

if(CMAKE_SCRIPT_MODE_FILE)
  set(entries)
  foreach(file IN LISTS FILES)
    file(READ ${file} text)
    get_filename_component(name ${file} NAME)
    # A raw literal may not be endless, so a file is a row of them.
    string(LENGTH "${text}" length)
    set(pieces)
    set(start 0)
    while(start LESS length)
      string(SUBSTRING "${text}" ${start} 8000 piece)
      string(APPEND pieces "\nR\"embedded(${piece})embedded\"")
      math(EXPR start "${start} + 8000")
    endwhile()
    string(APPEND entries "    {\"${name}\", std::string_view(${pieces} \"\")},\n")
  endforeach()
  file(WRITE ${OUTPUT} "#include \"${ROOM}/embedded.h\"

#include <vector>

namespace telltale::${ROOM} {

std::span<const EmbeddedFile> ${FUNCTION}() {
  static const std::vector<EmbeddedFile> files{
${entries}  };
  return files;
}

}  // namespace telltale::${ROOM}
")
  return()
endif()

function(telltale_embed target function folder)
  set(patterns ${folder}/*.yaml ${folder}/*.json)
  if(ARGC GREATER 3)
    set(patterns ${folder}/${ARGV3})
  endif()
  file(GLOB files CONFIGURE_DEPENDS ${patterns})
  list(SORT files)
  set(output ${CMAKE_BINARY_DIR}/embedded/${function}.cc)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} "-DFILES=${files}" -DROOM=${target}
            -DFUNCTION=${function} -DOUTPUT=${output}
            -P ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${files} ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
    VERBATIM)
  # One file is one literal, longer than the standard promises and shorter than compilers mind.
  set_source_files_properties(${output} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
  target_sources(${target} PRIVATE ${output})
endfunction()
