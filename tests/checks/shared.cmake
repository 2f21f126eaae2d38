# SPDX-License-Identifier: BSD-3-Clause
# The shared library: what it needs of the system, and what it takes from the process that loads it.
# cmake -DREADELF=... -DLIBRARY=<libtorchpp.so> -P shared.cmake
cmake_minimum_required(VERSION 3.22)

# A library opened at run time shares about 1 KB of initial-exec thread-local memory with all others.
set(most_tls 256)
set(may_need "^(libdnnl|libstdc\\+\\+|libm|libgcc_s|libpthread|libc|ld-linux-[a-z0-9_-]+)\\.so")

set(faults 0)
macro(fault text)
  math(EXPR faults "${faults} + 1")
  message("${LIBRARY}: ${text}")
endmacro()

execute_process(COMMAND ${READELF} -dW ${LIBRARY} OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "Shared library: \\[[^]]*" needed "${dynamic}")
foreach(entry IN LISTS needed)
  string(REGEX REPLACE ".*\\[" "" entry "${entry}")
  if(NOT entry MATCHES "${may_need}")
    fault("needs ${entry}")
  endif()
endforeach()
if(NOT dynamic MATCHES "NODELETE")
  fault("is not marked nodelete: unloading it would pull the code from under its threads")
endif()
if(dynamic MATCHES "TEXTREL")
  fault("has text relocations")
endif()
if(dynamic MATCHES "\\((INIT_ARRAY|FINI_ARRAY)\\)")
  # crtbegin has one entry of each, frame_dummy and its counterpart; more would be the library's.
  foreach(array INIT FINI)
    if(dynamic MATCHES "\\(${array}_ARRAYSZ\\) +([0-9]+)" AND CMAKE_MATCH_1 GREATER 8)
      fault("${array}_ARRAY holds ${CMAKE_MATCH_1} bytes, expected the 8 of the C run-time")
    endif()
  endforeach()
endif()

execute_process(COMMAND ${READELF} -lW ${LIBRARY} OUTPUT_VARIABLE segments COMMAND_ERROR_IS_FATAL ANY)
if(segments MATCHES "\n +TLS +0x[0-9a-f]+ 0x[0-9a-f]+ 0x[0-9a-f]+ 0x[0-9a-f]+ (0x[0-9a-f]+)")
  math(EXPR tls "${CMAKE_MATCH_1}")
  message("thread-local memory: ${tls} bytes")
  if(tls GREATER most_tls)
    fault("has ${tls} bytes of thread-local memory, expected at most ${most_tls}")
  endif()
endif()

if(faults GREATER 0)
  message(FATAL_ERROR "${faults} faults")
endif()
