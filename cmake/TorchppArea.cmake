# SPDX-License-Identifier: BSD-3-Clause
# How one area (a folder of the tree) becomes object files: compiled once, for all the libraries.

set(TORCHPP_CXX_FLAGS
  -Wall -Wextra
  # Loops combine conditions by & and |: the branches of && and || would keep them from being vectorised. Where Clang
  # does not vectorise one all the same, nothing is wrong with the source.
  $<$<CXX_COMPILER_ID:Clang,AppleClang>:-Wno-bitwise-instead-of-logical>
  $<$<CXX_COMPILER_ID:Clang,AppleClang>:-Wno-pass-failed>
  -ffunction-sections -fdata-sections  # what a program does not call can leave it
  -fno-semantic-interposition          # functions are not interposed: calls within a file stay direct
  $<$<CONFIG:Release>:-O2>             # the loops that gain from -O3 ask for it
  # Error messages hold source names, which must not depend on the machine that built the library.
  $<$<NOT:$<CONFIG:Debug>>:-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=>)
if(TORCHPP_WERROR)
  list(APPEND TORCHPP_CXX_FLAGS -Werror)
endif()

if(NOT TORCHPP_SANITIZE MATCHES "^(address|undefined|address,undefined|thread)?$")
  message(FATAL_ERROR "TORCHPP_SANITIZE is '${TORCHPP_SANITIZE}', expected address, undefined, address,undefined or thread")
endif()
set(TORCHPP_SANITIZE_FLAGS)
if(TORCHPP_SANITIZE)
  set(TORCHPP_SANITIZE_FLAGS -fsanitize=${TORCHPP_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
  list(APPEND TORCHPP_CXX_FLAGS ${TORCHPP_SANITIZE_FLAGS} -O1)
endif()

# torchpp_for_size(<source>...)
#
# Compiles sources for size: code that runs once for each module, tensor or file is three fifths as large, which counts in
# a program that is there to load weights and apply them, and its time does not.
function(torchpp_for_size)
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:-Os>)
endfunction()

# torchpp_area(<name> [IN onednn|none|shared|static] [SOURCES <pattern>...] [EXCLUDE <regex>]
#              [PACKAGE <package> <Debian package>] [LINK <target>...] [HEADERS <header> <Debian package> ...])
#
# Adds the object library torchpp_<name> with the sources that match (default: every .cpp below the folder).
# IN        only for the libraries with oneDNN (onednn), or only for those without (none), only for the shared library or
#           only for the static ones; else for all.
# PACKAGE   what LINK's targets come from; HEADERS names libraries that are headers only, which leave no trace in
#           the package. Both are looked for only when the area has sources; missing is an error.
#
# Sources are found by pattern: the folder is the list, and a second one, kept by hand, would be the line in which
# every two changes that add a file meet. CONFIGURE_DEPENDS makes each build look again.
function(torchpp_area name)
  cmake_parse_arguments(PARSE_ARGV 1 area "" "IN;EXCLUDE" "SOURCES;PACKAGE;LINK;HEADERS")
  if(area_SOURCES)
    list(TRANSFORM area_SOURCES PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
    file(GLOB sources CONFIGURE_DEPENDS ${area_SOURCES})
  else()
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  endif()
  if(area_EXCLUDE)
    list(FILTER sources EXCLUDE REGEX "${area_EXCLUDE}")
  endif()
  if(NOT sources)
    return()
  endif()

  if(area_PACKAGE)
    torchpp_require(${area_PACKAGE} ${area_LINK})
  endif()
  set(target torchpp_${name})
  add_library(${target} OBJECT ${exclude_from_all} ${sources})
  target_compile_features(${target} PUBLIC cxx_std_17)
  target_compile_options(${target} PRIVATE ${TORCHPP_CXX_FLAGS})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR})
  target_link_libraries(${target} PRIVATE ${area_LINK})
  while(area_HEADERS)
    list(POP_FRONT area_HEADERS header debian)
    string(MAKE_C_IDENTIFIER "TORCHPP_FOLDER_OF_${header}" folder)
    find_path(${folder} ${header})
    mark_as_advanced(${folder})
    if(NOT ${folder})
      message(FATAL_ERROR "torchpp needs <${header}>, which was not found: apt-get install ${debian}")
    endif()
    target_include_directories(${target} SYSTEM PRIVATE ${${folder}})
    # Debian keeps headers that depend on the processor in a folder of their own, which compilers know below /usr only.
    if(CMAKE_LIBRARY_ARCHITECTURE AND EXISTS ${${folder}}/${CMAKE_LIBRARY_ARCHITECTURE})
      target_include_directories(${target} SYSTEM PRIVATE ${${folder}}/${CMAKE_LIBRARY_ARCHITECTURE})
    endif()
  endwhile()
  set_target_properties(${target} PROPERTIES
    POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON CXX_EXTENSIONS OFF)
  set_property(GLOBAL APPEND PROPERTY TORCHPP_PARTS_${area_IN} ${target})
  set_property(GLOBAL APPEND PROPERTY TORCHPP_LINK_${area_IN} ${area_LINK})
endfunction()

# torchpp_require(<package> <Debian package> <target>...): finds it or stops, naming what to install.
# The static libraries' consumers look for the same packages (see torchppConfig.cmake.in); those of an area that is IN one
# form of the library only when they use that form. (area_IN is the calling area's, or empty.)
function(torchpp_require package debian)
  list(GET ARGN 0 first)
  if(NOT TARGET ${first})
    find_package(${package} QUIET MODULE)
    if(NOT TARGET ${first})
      set(hint)
      if(package STREQUAL "DNNL")
        set(hint ", or configure with -DTORCHPP_ONEDNN=OFF")
      endif()
      message(FATAL_ERROR "torchpp needs ${package}, which was not found: apt-get install ${debian}${hint}")
    endif()
    set_target_properties(${ARGN} PROPERTIES IMPORTED_GLOBAL TRUE)
  endif()
  set_property(GLOBAL APPEND PROPERTY TORCHPP_PACKAGES_${area_IN} ${package})
endfunction()
