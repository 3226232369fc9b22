// The weights of the mood model (mood.bin), built into the program.
#ifndef AURALYST_CMOODMODEL_H
#define AURALYST_CMOODMODEL_H

#include <stddef.h>

/// The bytes of mood.bin, always valid; `count` receives their number.
const unsigned char *mood_model(size_t *count);

#endif
