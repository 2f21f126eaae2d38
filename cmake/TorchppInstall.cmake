# SPDX-License-Identifier: BSD-3-Clause
# The public headers, the libraries, and a package that may be moved.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/torchpp)

install(DIRECTORY include/torchpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
install(TARGETS torchpp_shared EXPORT torchppShared)
install(TARGETS torchpp_static torchpp_small EXPORT torchppStatic)
install(EXPORT torchppShared NAMESPACE torchpp:: FILE torchppSharedTargets.cmake DESTINATION ${package_dir})
install(EXPORT torchppStatic NAMESPACE torchpp:: FILE torchppStaticTargets.cmake DESTINATION ${package_dir})

get_property(packages GLOBAL PROPERTY TORCHPP_PACKAGES)
list(REMOVE_DUPLICATES packages)
set(TORCHPP_FIND_DEPENDENCIES)
foreach(package IN LISTS packages)
  string(APPEND TORCHPP_FIND_DEPENDENCIES "  find_dependency(${package} MODULE)\n")
  if(EXISTS ${PROJECT_SOURCE_DIR}/cmake/Find${package}.cmake)
    install(FILES cmake/Find${package}.cmake DESTINATION ${package_dir})
  endif()
endforeach()
string(STRIP "${TORCHPP_FIND_DEPENDENCIES}" TORCHPP_FIND_DEPENDENCIES)
string(PREPEND TORCHPP_FIND_DEPENDENCIES "  ")

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
