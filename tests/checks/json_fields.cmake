# SPDX-License-Identifier: BSD-3-Clause
# modules/json_options.cpp names every option of the modules: for each `struct XOptions` of the headers, the function
# `fields(Fields& v, XOptions& o)` has the names of all its TORCHPP_ARGs. An option that it does not have would be lost
# between to_json and from_json.
# cmake -DROOT=<repository> -P json_fields.cmake
cmake_minimum_required(VERSION 3.22)

# Options that no module of the library has, or has in another form: ConvNdOptions are those of Conv and ConvTranspose.
set(skipped EmbeddingFromPretrainedOptions EmbeddingBagFromPretrainedOptions ConvNdOptions)

file(READ ${ROOT}/modules/json_options.cpp source)
file(GLOB headers ${ROOT}/include/torchpp/nn/modules/*.h)
set(classes 0)
set(missing)
foreach(header IN LISTS headers)
  # One statement a line, without line breaks inside.
  file(READ ${header} text)
  string(REGEX REPLACE "///[^\n]*" "" text "${text}")
  string(REPLACE ";" "" text "${text}")
  string(REGEX REPLACE "\n[ \n]*" " " text "${text}")
  string(REGEX REPLACE "(struct |class |namespace )" ";\\1" text "${text}")
  set(in_functional OFF)
  foreach(part IN LISTS text)
    if(part MATCHES "^namespace ")
      set(in_functional OFF)
      if(part MATCHES "^namespace functional")
        set(in_functional ON)
      endif()
    endif()
    if(NOT part MATCHES "^struct (TORCHPP_API )?([A-Za-z0-9]+Options) ")
      continue()
    endif()
    set(name ${CMAKE_MATCH_2})
    if(in_functional OR name MATCHES "FuncOptions$" OR name IN_LIST skipped)
      continue()
    endif()
    math(EXPR classes "${classes} + 1")
    string(REGEX MATCH "void fields\\(Fields& v, ${name}(<[A-Za-z]+>)?& o\\) {[^}]*}" function "${source}")
    if(NOT function)
      list(APPEND missing ${name})
      continue()
    endif()
    string(REGEX MATCHALL "TORCHPP_ARG\\([^=]*, *[a-z_0-9A-Z]+\\)" arguments "${part}")
    foreach(argument IN LISTS arguments)
      string(REGEX REPLACE ".*, *([a-z_0-9A-Z]+)\\)$" "\\1" option "${argument}")
      if(option STREQUAL "_weight")
        continue()  # an initial value of a parameter
      endif()
      if(NOT function MATCHES "[(. ]${option}[(),\n]")
        list(APPEND missing ${name}::${option})
      endif()
    endforeach()
  endforeach()
endforeach()

if(missing OR classes LESS 70)
  message(FATAL_ERROR "of ${classes} classes of options, modules/json_options.cpp lacks: ${missing}")
endif()
message("${classes} classes of options are complete")
