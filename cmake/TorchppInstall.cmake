# SPDX-License-Identifier: BSD-3-Clause
# The public headers, the libraries, and a package that may be moved.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/torchpp)

install(DIRECTORY include/torchpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.inc")
install(TARGETS torchpp_shared EXPORT torchppShared)
install(TARGETS torchpp_static torchpp_small EXPORT torchppStatic)
if(TORCHPP_WITH_CUDA)
  install(TARGETS torchpp_cuda_shared torchpp_cuda_static EXPORT torchppCuda)
  install(EXPORT torchppCuda NAMESPACE torchpp:: FILE torchppCudaTargets.cmake DESTINATION ${package_dir})
endif()
install(EXPORT torchppShared NAMESPACE torchpp:: FILE torchppSharedTargets.cmake DESTINATION ${package_dir})
install(EXPORT torchppStatic NAMESPACE torchpp:: FILE torchppStaticTargets.cmake DESTINATION ${package_dir})

# The find_dependency lines of the packages that areas IN a form of the library need; empty: in every form.
function(torchpp_find_dependencies in out)
  get_property(packages GLOBAL PROPERTY TORCHPP_PACKAGES_${in})
  list(REMOVE_DUPLICATES packages)
  set(lines)
  foreach(package IN LISTS packages)
    list(APPEND lines "  find_dependency(${package} MODULE)")
    if(EXISTS ${PROJECT_SOURCE_DIR}/cmake/Find${package}.cmake)
      install(FILES cmake/Find${package}.cmake DESTINATION ${package_dir})
    endif()
  endforeach()
  list(JOIN lines "\n" lines)
  set(${out} "${lines}" PARENT_SCOPE)
endfunction()
torchpp_find_dependencies("" TORCHPP_FIND_DEPENDENCIES)
torchpp_find_dependencies(onednn TORCHPP_FIND_DEPENDENCIES_ONEDNN)

configure_package_config_file(cmake/torchppConfig.cmake.in ${PROJECT_BINARY_DIR}/package/torchppConfig.cmake
  INSTALL_DESTINATION ${package_dir} PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/torchppConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/package/torchppConfig.cmake
  ${PROJECT_BINARY_DIR}/package/torchppConfigVersion.cmake
  cmake/torchppFront.cmake
  DESTINATION ${package_dir})
install(FILES LICENSE NOTICE DESTINATION ${CMAKE_INSTALL_DOCDIR})
