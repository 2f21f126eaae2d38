# SPDX-License-Identifier: BSD-3-Clause
# Checks that no object of the library has
#   - a section that runs code before main or at exit (a program pays for what it calls only);
#   - in a file for one instruction set, a weak symbol: the linker would keep one copy for all, and a function
#     compiled for AVX-512 would serve the path meant for a machine without;
#   - a call that prints or ends the program.
# cmake -DINPUT=<file> -P objects.cmake, where the file sets ARCHIVES, ISA_OBJECTS, OBJDUMP and NM
cmake_minimum_required(VERSION 3.22)

include(${INPUT})

set(faults 0)
# reject(<text> <lines>): counts the lines and prints them.
function(reject text lines)
  string(STRIP "${lines}" lines)
  if(lines)
    math(EXPR faults "${faults} + 1")
    set(faults ${faults} PARENT_SCOPE)
    message("${text}:\n${lines}\n")
  endif()
endfunction()

# Printing and ending: symbol, then the object that may use it all the same, with the reason beside it.
set(forbidden abort exit _exit _Exit quick_exit printf vprintf puts putchar __printf_chk __vprintf_chk
  stdout stderr _ZSt4cout _ZSt4cerr _ZSt4clog)
set(allowed
  "log\\.cpp\\.o: +U stderr$"  # the default handler of warnings, which the application can replace
  "print\\.cpp\\.o: +U stdout$"  # Tensor::print, which is asked to
)

list(JOIN forbidden "|" forbidden)
foreach(archive IN LISTS ARCHIVES)
  get_filename_component(name ${archive} NAME)

  execute_process(COMMAND ${OBJDUMP} -h ${archive}
    COMMAND grep -E "file format|[.](init_array|fini_array|preinit_array|ctors|dtors)"
    COMMAND grep -B1 -E "[.](init_array|fini_array|preinit_array|ctors|dtors)" OUTPUT_VARIABLE sections)
  reject("${name}: sections that run outside main" "${sections}")

  execute_process(COMMAND ${NM} -A -u ${archive} COMMAND grep -E " U (${forbidden})$" OUTPUT_VARIABLE calls)
  string(REGEX REPLACE "\n$" "" calls "${calls}")
  string(REPLACE "\n" ";" calls "${calls}")
  foreach(pattern IN LISTS allowed)
    list(FILTER calls EXCLUDE REGEX "${pattern}")
  endforeach()
  list(JOIN calls "\n" calls)
  reject("${name}: objects that print or end the program" "${calls}")

  execute_process(COMMAND ${NM} -A ${archive} COMMAND wc -l OUTPUT_VARIABLE symbols)
  string(STRIP "${symbols}" symbols)
  if(symbols LESS 10)
    message(FATAL_ERROR "${name}: nm lists ${symbols} symbols, so nothing was checked")
  endif()
  message("${name}: ${symbols} symbols looked at")
endforeach()

if(ISA_OBJECTS)
  execute_process(COMMAND ${NM} -A ${ISA_OBJECTS} COMMAND grep -E " [VvWwu] " OUTPUT_VARIABLE weak RESULTS_VARIABLE results)
  list(GET results 0 nm_result)
  if(nm_result)
    message(FATAL_ERROR "nm failed on the objects for one instruction set")
  endif()
  reject("weak symbols in objects for one instruction set" "${weak}")
endif()

if(faults GREATER 0)
  message(FATAL_ERROR "${faults} faults")
endif()
