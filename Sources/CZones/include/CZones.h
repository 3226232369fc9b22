// The time zone rules that the program carries (made/zones, by scripts/make-zones), for machines that have none.
#ifndef AURALYST_CZONES_H
#define AURALYST_CZONES_H

#include <stddef.h>

/// The bytes of the file, for ever in place; `count` receives how many.
const unsigned char *carried_zones(size_t *count);

#endif
