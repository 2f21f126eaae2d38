# SPDX-License-Identifier: BSD-3-Clause
# Finds oneDNN, version 2.6 or later, without its own CMake package: Debian's stops configuring, QUIET or not, where no
# OpenCL development files are installed.
#
# Gives DNNL::dnnl, DNNL_FOUND, DNNL_VERSION. A hint: DNNL_ROOT.

include(FindPackageHandleStandardArgs)

find_path(DNNL_INCLUDE_DIR NAMES dnnl.hpp oneapi/dnnl/dnnl.hpp)
find_library(DNNL_LIBRARY NAMES dnnl mkldnn)
mark_as_advanced(DNNL_INCLUDE_DIR DNNL_LIBRARY)

set(dnnl_headers ${DNNL_INCLUDE_DIR})
if(EXISTS ${DNNL_INCLUDE_DIR}/oneapi/dnnl/dnnl_version.h)
  set(dnnl_headers ${DNNL_INCLUDE_DIR}/oneapi/dnnl)
endif()
set(DNNL_VERSION)
set(dnnl_runtime)
if(EXISTS ${dnnl_headers}/dnnl_version.h)
  file(STRINGS ${dnnl_headers}/dnnl_version.h dnnl_lines REGEX "define DNNL_VERSION_(MAJOR|MINOR|PATCH) ")
  string(REGEX MATCHALL "[0-9]+" dnnl_numbers "${dnnl_lines}")
  list(JOIN dnnl_numbers "." DNNL_VERSION)
  file(STRINGS ${dnnl_headers}/dnnl_config.h dnnl_runtime REGEX "define DNNL_CPU_THREADING_RUNTIME ")
endif()

# On OpenMP we set oneDNN's number of threads, and so call the runtime ourselves; the library only, no compiler flags.
set(dnnl_required DNNL_LIBRARY DNNL_INCLUDE_DIR)
if(dnnl_runtime MATCHES "RUNTIME_OMP")
  find_package(OpenMP QUIET COMPONENTS CXX)
  set(DNNL_OPENMP_LIBRARIES ${OpenMP_CXX_LIBRARIES})
  list(APPEND dnnl_required DNNL_OPENMP_LIBRARIES)
endif()

if(DNNL_VERSION AND DNNL_VERSION VERSION_LESS 2.6)
  set(DNNL_LIBRARY DNNL_LIBRARY-NOTFOUND)
endif()
find_package_handle_standard_args(DNNL REQUIRED_VARS ${dnnl_required} VERSION_VAR DNNL_VERSION)

if(DNNL_FOUND AND NOT TARGET DNNL::dnnl)
  add_library(DNNL::dnnl UNKNOWN IMPORTED)
  set_target_properties(DNNL::dnnl PROPERTIES IMPORTED_LOCATION "${DNNL_LIBRARY}"
    INTERFACE_LINK_LIBRARIES "${DNNL_OPENMP_LIBRARIES}")
  if(NOT dnnl_headers STREQUAL "/usr/include")
    set_target_properties(DNNL::dnnl PROPERTIES INTERFACE_INCLUDE_DIRECTORIES
      "${DNNL_INCLUDE_DIR};${dnnl_headers}")
  endif()
endif()
