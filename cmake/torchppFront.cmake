# SPDX-License-Identifier: BSD-3-Clause
# The targets that programs name, the same in the build tree and in an installed package:
#   torchpp::torchpp  the library in the form that was asked for
#   torchpp::compat   the same, plus <torch/torch.h> and its relatives; `torch` is another name of `torchpp`
#   torchpp::cuda     where the CUDA backend was built: torchpp::torchpp and, in the static forms, the backend, which the
#                     program makes known by torchpp::register_cuda(); the shared library opens the backend itself
#
# The form: the first of the components small, static, shared that find_package was given; else TORCHPP_STATIC, else
# BUILD_SHARED_LIBS where the program sets it; else shared.
# In: torchpp_FIND_COMPONENTS, torchpp_include (the headers' folder), torchpp_scope (GLOBAL or empty),
# torchpp_with_cuda.

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

if(torchpp_with_cuda AND NOT TARGET torchpp::cuda)
  add_library(torchpp::cuda INTERFACE IMPORTED ${torchpp_scope})
  get_target_property(torchpp_chosen torchpp::torchpp INTERFACE_LINK_LIBRARIES)  # perhaps by an earlier call
  set(torchpp_backend)
  if(NOT torchpp_chosen STREQUAL "torchpp::shared")
    set(torchpp_backend torchpp::cuda_static)
  endif()
  set_target_properties(torchpp::cuda PROPERTIES INTERFACE_LINK_LIBRARIES "torchpp::torchpp;${torchpp_backend}")
  unset(torchpp_backend)
  unset(torchpp_chosen)
endif()
