// The names of dates in the languages of CLDR (date-names.tsv), built into the program.
#ifndef AURALYST_CDATENAMES_H
#define AURALYST_CDATENAMES_H

#include <stddef.h>

/// The bytes of date-names.tsv, always valid; `count` receives their number.
const unsigned char *date_names(size_t *count);

#endif
