// SPDX-License-Identifier: MIT
// libyaml's part of a file that is being read; it is freed also when memory runs out.
#ifndef WITS_FILE_YAML_PARSER_H
#define WITS_FILE_YAML_PARSER_H

#include <yaml.h>

#include "wits/file.h"

typedef struct tree_parser {
    yaml_parser_t yaml;
    yaml_event_t event;  ///< the current event
} tree_parser;

/// Frees libyaml's memory, if it has any.
void wits_file_tree_parser_end(wits_file *file);
/// Explains an error of libyaml to the author of the brain file: invalid.c.
void wits_file_report_invalid(wits_file *file, const struct file_source *from, const yaml_parser_t *yaml);

#endif
