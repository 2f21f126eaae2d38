# SPDX-License-Identifier: BSD-3-Clause
# The libraries, all made from the same object files:
#   torchpp::shared   libtorchpp.so
#   torchpp::static   libtorchpp.a
#   torchpp::small    libtorchpp_small.a: as static, with the plain kernels in oneDNN's place, and so without
#                     oneDNN in the program. (With TORCHPP_ONEDNN=OFF all three are like that.)
# and in front of them torchpp::torchpp and torchpp::compat (see torchppFront.cmake).

torchpp_require(Threads libc6-dev Threads::Threads)

get_property(parts GLOBAL PROPERTY TORCHPP_PARTS_)
get_property(parts_onednn GLOBAL PROPERTY TORCHPP_PARTS_onednn)
get_property(parts_none GLOBAL PROPERTY TORCHPP_PARTS_none)
get_property(parts_shared GLOBAL PROPERTY TORCHPP_PARTS_shared)
get_property(parts_static GLOBAL PROPERTY TORCHPP_PARTS_static)
get_property(link GLOBAL PROPERTY TORCHPP_LINK_)
get_property(link_onednn GLOBAL PROPERTY TORCHPP_LINK_onednn)
list(APPEND link Threads::Threads)

function(torchpp_library form kind)
  cmake_parse_arguments(PARSE_ARGV 2 library "" "OUTPUT_NAME" "PARTS;LINK")
  set(target torchpp_${form})
  add_library(${target} ${kind} ${exclude_from_all})
  foreach(part IN LISTS library_PARTS)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${part}>)
  endforeach()
  target_compile_features(${target} PUBLIC cxx_std_17)
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${target} PRIVATE ${library_LINK})
  target_link_options(${target} PUBLIC ${TORCHPP_SANITIZE_FLAGS})
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME ${library_OUTPUT_NAME} EXPORT_NAME ${form} LINKER_LANGUAGE CXX)
  add_library(torchpp::${form} ALIAS ${target})
endfunction()

if(TORCHPP_ONEDNN)
  set(full ${parts} ${parts_onednn})
  set(full_link ${link} ${link_onednn})
else()
  set(full ${parts} ${parts_none})
  set(full_link ${link})
endif()
torchpp_library(shared SHARED OUTPUT_NAME torchpp PARTS ${full} ${parts_shared} LINK ${full_link} ${CMAKE_DL_LIBS})
torchpp_library(static STATIC OUTPUT_NAME torchpp PARTS ${full} ${parts_static} LINK ${full_link})
torchpp_library(small STATIC OUTPUT_NAME torchpp_small PARTS ${parts} ${parts_none} ${parts_static} LINK ${link})

# Until 1.0 a minor version may change the ABI, so it is part of the soname.
set_target_properties(torchpp_shared PROPERTIES
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
target_link_options(torchpp_shared PRIVATE
  -Wl,--gc-sections
  -Wl,-Bsymbolic-functions  # our calls of our exported functions do not go through the PLT
  -Wl,-z,nodelete)          # exit and dlclose never wait for the thread pool
if(NOT TORCHPP_SANITIZE)
  target_link_options(torchpp_shared PRIVATE -Wl,-z,defs)
endif()
foreach(form static small)
  target_link_options(torchpp_${form} INTERFACE -Wl,--gc-sections)
endforeach()

# The CUDA backend: libtorchpp_cuda.so, which the shared library opens, and libtorchpp_cuda.a, which programs on a static
# one link and register.
if(TORCHPP_WITH_CUDA)
  add_library(torchpp_cuda_shared SHARED ${exclude_from_all} $<TARGET_OBJECTS:torchpp_backends_cuda>)
  target_link_libraries(torchpp_cuda_shared PRIVATE torchpp_shared CUDA::cudart_static ${CMAKE_DL_LIBS})
  set_target_properties(torchpp_cuda_shared PROPERTIES
    OUTPUT_NAME torchpp_cuda EXPORT_NAME cuda_shared LINKER_LANGUAGE CXX INSTALL_RPATH "$ORIGIN"
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_link_options(torchpp_cuda_shared PRIVATE
    -Wl,--gc-sections -Wl,-Bsymbolic-functions -Wl,-z,nodelete -Wl,-z,defs -Wl,--exclude-libs,ALL)
  add_library(torchpp::cuda_shared ALIAS torchpp_cuda_shared)

  add_library(torchpp_cuda_static STATIC ${exclude_from_all} $<TARGET_OBJECTS:torchpp_backends_cuda>)
  target_link_libraries(torchpp_cuda_static PRIVATE CUDA::cudart_static ${CMAKE_DL_LIBS})
  target_compile_features(torchpp_cuda_static PUBLIC cxx_std_17)
  target_include_directories(torchpp_cuda_static PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  set_target_properties(torchpp_cuda_static PROPERTIES
    OUTPUT_NAME torchpp_cuda EXPORT_NAME cuda_static LINKER_LANGUAGE CXX)
  add_library(torchpp::cuda_static ALIAS torchpp_cuda_static)
endif()

set(torchpp_include ${PROJECT_SOURCE_DIR}/include)
set(torchpp_scope GLOBAL)
set(torchpp_with_cuda ${TORCHPP_WITH_CUDA})
include(torchppFront)

if(TORCHPP_WITH_CUDA)
  add_dependencies(torchpp::cuda torchpp_cuda_shared)  # which is opened, not linked
  # The static backend calls functions of the static libtorchpp that the program links; torchppConfig.cmake makes the
  # same choice.
  set(below static)
  if(torchpp_form STREQUAL "small")
    set(below small)
  endif()
  target_link_libraries(torchpp_cuda_static INTERFACE $<BUILD_INTERFACE:torchpp_${below}>)
endif()
