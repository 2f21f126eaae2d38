# SPDX-License-Identifier: BSD-3-Clause
# Whether the CUDA backend is built: sets TORCHPP_WITH_CUDA and, where it is, enables the language.
set(TORCHPP_CUDA AUTO CACHE STRING "Build the CUDA backend: ON, OFF, or AUTO: where nvcc is found")
set_property(CACHE TORCHPP_CUDA PROPERTY STRINGS AUTO ON OFF)
if(NOT TORCHPP_CUDA MATCHES "^(AUTO|ON|OFF|TRUE|FALSE|YES|NO|1|0)$")
  message(FATAL_ERROR "TORCHPP_CUDA is '${TORCHPP_CUDA}', expected AUTO, ON or OFF")
endif()

set(TORCHPP_WITH_CUDA OFF)
if(TORCHPP_SANITIZE AND TORCHPP_CUDA STREQUAL "AUTO")
  return()  # its libraries are not instrumented
endif()
if(TORCHPP_CUDA)  # AUTO is true, too
  # Before CMake chooses one of its own.
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 86-real 90 CACHE STRING "GPU architectures; 90 also as PTX")
  endif()
  include(CheckLanguage)
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    enable_language(CUDA)
    find_package(CUDAToolkit REQUIRED)
    # Libraries that the backend opens at run time: only their headers are needed here, which may be in folders of their
    # own.
    foreach(library cublasLt cudnn)
      find_path(TORCHPP_INCLUDE_${library} ${library}.h HINTS ${CUDAToolkit_INCLUDE_DIRS})
      mark_as_advanced(TORCHPP_INCLUDE_${library})
      if(NOT TORCHPP_INCLUDE_${library})
        message(FATAL_ERROR "The CUDA backend needs <${library}.h>, which was not found: install "
          "libcublas-dev and cudnn9 from NVIDIA's package repository, or say where the header is with "
          "-DTORCHPP_INCLUDE_${library}=FOLDER. To build without the backend: -DTORCHPP_CUDA=OFF")
      endif()
    endforeach()
    set(TORCHPP_WITH_CUDA ON)
  elseif(NOT TORCHPP_CUDA STREQUAL "AUTO")
    message(FATAL_ERROR "TORCHPP_CUDA is ${TORCHPP_CUDA}, but no CUDA compiler was found: install the CUDA toolkit (12 or later), or "
      "say where it is with -DCMAKE_CUDA_COMPILER=/path/to/nvcc")
  endif()
endif()
