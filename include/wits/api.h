// SPDX-License-Identifier: MIT
// Exports, and the version. Part of every header of wits.
#ifndef WITS_API_H
#define WITS_API_H

#include <stdint.h>

/// Precedes every function of the library. Define WITS_SHARED if wits is a shared library for Windows (CMake's packages
/// do so). The library's own build defines WITS_BUILDING.
#if defined(_WIN32)
#if defined(WITS_SHARED) && defined(WITS_BUILDING)
#define WITS_API __declspec(dllexport)
#elif defined(WITS_SHARED)
#define WITS_API __declspec(dllimport)
#else
#define WITS_API
#endif
#elif defined(__GNUC__)
#define WITS_API __attribute__((visibility("default")))
#else
#define WITS_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define WITS_VERSION "0.2.0"
/// major x 10,000 + minor x 100 + patch, for #if.
#define WITS_VERSION_NUMBER 200

/// WITS_VERSION_NUMBER of the library at run time. With a shared library it may differ from that of the headers.
WITS_API uint32_t wits_version(void);

#ifdef __cplusplus
}
#endif

#endif
