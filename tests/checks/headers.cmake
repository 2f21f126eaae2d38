# SPDX-License-Identifier: BSD-3-Clause
# Every public header compiles by itself, without a warning; the umbrella stays within its bound of lines.
# cmake -DROOT=<repository> -DCXX=<compiler> -DSCRATCH=<folder> -P headers.cmake
cmake_minimum_required(VERSION 3.22)

set(flags -std=c++17 -I${ROOT}/include -Wall -Wextra -Werror)
file(WRITE ${SCRATCH}/empty.cpp "")

file(GLOB_RECURSE headers RELATIVE ${ROOT}/include ${ROOT}/include/*.h)
set(faults 0)
foreach(header IN LISTS headers)
  set(compat)
  if(header MATCHES "^torchpp/compat/(.*)")
    set(header ${CMAKE_MATCH_1})
    set(compat -I${ROOT}/include/torchpp/compat -Dtorch=torchpp)
    # A header that is another one by another name compiles as that one does.
    file(STRINGS ${ROOT}/include/torchpp/compat/${header} code REGEX "^[^/]")
    if(code MATCHES "^#pragma once;#include <([^>;]+)>$")
      if(EXISTS ${ROOT}/include/torchpp/compat/${CMAKE_MATCH_1})
        continue()
      endif()
    endif()
  endif()
  execute_process(COMMAND ${CXX} ${flags} ${compat} -fsyntax-only -include ${header} ${SCRATCH}/empty.cpp
    RESULT_VARIABLE failed ERROR_VARIABLE errors)
  if(failed)
    math(EXPR faults "${faults} + 1")
    message("${header} does not compile alone:\n${errors}")
  endif()
endforeach()

set(most_lines 40000)
if(EXISTS ${ROOT}/include/torchpp/torchpp.h)
  execute_process(COMMAND ${CXX} ${flags} -E -P -include torchpp/torchpp.h ${SCRATCH}/empty.cpp
    OUTPUT_FILE ${SCRATCH}/umbrella.txt)
  # Not file(STRINGS): brackets in a line make one element of several.
  file(READ ${SCRATCH}/umbrella.txt text)
  string(REGEX REPLACE "[^\n]+" "" text "${text}")
  string(LENGTH "${text}" count)
  message("<torchpp/torchpp.h>: ${count} lines")
  if(count GREATER most_lines)
    math(EXPR faults "${faults} + 1")
    message("<torchpp/torchpp.h> expands to ${count} lines, expected at most ${most_lines}")
  endif()
endif()

list(LENGTH headers count)
if(faults GREATER 0)
  message(FATAL_ERROR "${faults} faults in ${count} headers")
endif()
message("${count} headers compile alone")
