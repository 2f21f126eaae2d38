# SPDX-License-Identifier: BSD-3-Clause
# cmake -DNM=nm -DSTRIP=strip -DPROGRAM=FILE -DSOME=REGEX -DNONE=REGEX [-DMOST_BYTES=N] -P small_program.cmake
# A static program has functions whose names match SOME and none that match NONE; stripped it has at most MOST_BYTES.
execute_process(COMMAND ${NM} -C --defined-only ${PROGRAM} OUTPUT_VARIABLE symbols)
if(NOT symbols MATCHES "${SOME}")
  message(FATAL_ERROR "no symbol of ${PROGRAM} matches ${SOME}, so nothing was checked")
endif()
if(symbols MATCHES "[^\n]*(${NONE})[^\n]*")
  message(FATAL_ERROR "should have been left out: ${CMAKE_MATCH_0}")
endif()
execute_process(COMMAND ${STRIP} -o ${PROGRAM}.stripped ${PROGRAM} COMMAND_ERROR_IS_FATAL ANY)
file(SIZE ${PROGRAM}.stripped bytes)
message("${bytes} bytes")
if(DEFINED MOST_BYTES AND bytes GREATER MOST_BYTES)
  message(FATAL_ERROR "expected at most ${MOST_BYTES}")
endif()
