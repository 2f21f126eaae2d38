# SPDX-License-Identifier: BSD-3-Clause
# The CUDA backend's host code: nvcc puts a call of exit() where it calls what is the device's alone, without a word when
# that is in a template.
# cmake -DNM=nm -DARCHIVE=<libtorchpp_cuda.a> -P host_code.cmake
cmake_minimum_required(VERSION 3.22)

execute_process(COMMAND ${NM} -A -u ${ARCHIVE} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
if(NOT symbols MATCHES "U __cudaRegisterFunction")
  message(FATAL_ERROR "${ARCHIVE}: no kernel found, so nothing was checked")
endif()
string(REGEX MATCHALL "[^:\n]+: +U exit\n" calls "${symbols}")
foreach(call IN LISTS calls)
  string(REGEX REPLACE ":.*" "" object "${call}")
  message("${object}: its host code calls a __device__ function")
endforeach()
list(LENGTH calls count)
if(count GREATER 0)
  message(FATAL_ERROR "${count} objects call exit()")
endif()
