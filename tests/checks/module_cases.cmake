# SPDX-License-Identifier: BSD-3-Clause
# Every stock module has a row in tests/module_cases, which the sweep over modules reads.
# cmake -DROOT=<repository> -P module_cases.cmake
cmake_minimum_required(VERSION 3.22)

file(GLOB headers ${ROOT}/include/torchpp/nn/modules/*.h)
file(GLOB tables ${ROOT}/tests/module_cases/*.cpp)
set(rows)
foreach(table IN LISTS tables)
  file(READ ${table} text)
  string(APPEND rows "${text}")
endforeach()

set(modules 0)
set(missing)
foreach(header IN LISTS headers)
  if(header MATCHES "/container\\.h$")
    continue()  # those that hold modules have tests of their own
  endif()
  file(STRINGS ${header} lines REGEX "^TORCHPP_[A-Z]*_?MODULE\\(|^class TORCHPP_API [A-Za-z0-9]+ : public ModuleHolder")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^(class TORCHPP_API |TORCHPP_[A-Z_]*\\()([A-Za-z0-9]+).*" "\\2" name "${line}")
    if(name MATCHES "Impl$")
      continue()  # the implementation's own declaration
    endif()
    math(EXPR modules "${modules} + 1")
    string(FIND "${rows}" "{\"${name}\"," found)
    if(found EQUAL -1)
      list(APPEND missing ${name})
    endif()
  endforeach()
endforeach()

if(missing OR modules EQUAL 0)
  message(FATAL_ERROR "of ${modules} modules these have no row in tests/module_cases: ${missing}")
endif()
message("${modules} modules have rows")
