# SPDX-License-Identifier: BSD-3-Clause
# Functions of the library that the CUDA backend calls are exported: its library is linked with libtorchpp.so. This
# finds a missing TORCHPP_API where the backend is built for the tests alone, with the static library.
# cmake -DNM=... -DBACKEND=<archive> -DSTATIC=<libtorchpp.a> -DSHARED=<libtorchpp.so> -P exported.cmake
cmake_minimum_required(VERSION 3.22)

# symbols(<variable> <option>...): what nm lists with these options, each name once.
function(symbols variable)
  execute_process(COMMAND ${NM} -P ${ARGN} OUTPUT_VARIABLE text ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "_Z[A-Za-z0-9_.]+ [A-Za-z]" names "${text}")
  list(TRANSFORM names REPLACE " .*" "")
  list(REMOVE_DUPLICATES names)
  set(${variable} "${names}" PARENT_SCOPE)
endfunction()

symbols(missing -u ${BACKEND})
list(LENGTH missing called)
symbols(own --defined-only ${BACKEND})
symbols(exported -D --defined-only ${SHARED})
symbols(library --extern-only --defined-only ${STATIC})
list(REMOVE_ITEM missing ${own} ${exported})

set(faults 0)
foreach(name IN LISTS missing)
  if(name IN_LIST library)
    math(EXPR faults "${faults} + 1")
    message("${name} is called by the CUDA backend, but not exported")
  endif()
endforeach()
if(called EQUAL 0 OR faults GREATER 0)
  message(FATAL_ERROR "${faults} faults in ${called} names that the backend does not define itself")
endif()
message("${called} names that the backend does not define itself")
