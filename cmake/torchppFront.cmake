# SPDX-License-Identifier: BSD-3-Clause
# The two targets that programs name, the same in the build tree and in an installed package:
#   torchpp::torchpp  the library in the form that was asked for
#   torchpp::compat   the same, plus <torch/torch.h> and its relatives; `torch` is another name of `torchpp`
#
# The form: the first of the components small, static, shared that find_package was given; else TORCHPP_STATIC, else
# BUILD_SHARED_LIBS where the program sets it; else shared.
# In: torchpp_FIND_COMPONENTS, torchpp_include (the headers' folder), torchpp_scope (GLOBAL or empty).

set(torchpp_form)
foreach(form small static shared)
  if(NOT torchpp_form AND form IN_LIST torchpp_FIND_COMPONENTS)
    set(torchpp_form ${form})
  endif()
endforeach()
if(NOT torchpp_form)
  set(torchpp_form shared)
  if(TORCHPP_STATIC OR (DEFINED BUILD_SHARED_LIBS AND NOT BUILD_SHARED_LIBS))
    set(torchpp_form static)
  endif()
endif()

if(NOT TARGET torchpp::torchpp)
  add_library(torchpp::torchpp INTERFACE IMPORTED ${torchpp_scope})
  set_target_properties(torchpp::torchpp PROPERTIES INTERFACE_LINK_LIBRARIES torchpp::${torchpp_form})

  add_library(torchpp::compat INTERFACE IMPORTED ${torchpp_scope})
  set_target_properties(torchpp::compat PROPERTIES
    INTERFACE_LINK_LIBRARIES torchpp::torchpp
    INTERFACE_COMPILE_DEFINITIONS torch=torchpp
    INTERFACE_INCLUDE_DIRECTORIES ${torchpp_include}/torchpp/compat)
endif()
