// The files of Sources/Shims/CAssets/files, built into the program.
#ifndef AURALYST_CASSETS_H
#define AURALYST_CASSETS_H

#include <stddef.h>

struct asset {
    /// Its name in the folder.
    const char *name;
    /// Its media type.
    const char *type;
    const unsigned char *bytes;
    size_t count;
};

/// The asset with this number, from 0; NULL after the last.
const struct asset *asset_at(int index);

#endif
