// SPDX-License-Identifier: MIT
// libyaml's errors. A separate header, because only tree.c and invalid.c may include yaml.h.
#ifndef WITS_FILE_YAML_PARSER_H
#define WITS_FILE_YAML_PARSER_H

#include <yaml.h>

#include "wits/file.h"

/// Explains an error of libyaml to the author of the brain file: invalid.c.
void wits_file_report_invalid(wits_file *file, const struct file_source *from, const yaml_parser_t *yaml);

#endif
