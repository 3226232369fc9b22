// The built-in time zone rules (made/zones, by scripts/make-zones), for machines that have none.
#ifndef AURALYST_CZONES_H
#define AURALYST_CZONES_H

#include <stddef.h>

/// The bytes of the file, always valid; `count` receives their number.
const unsigned char *carried_zones(size_t *count);

#endif
