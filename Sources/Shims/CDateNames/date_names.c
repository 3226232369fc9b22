#include "CDateNames.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char names[] = {
#embed "date-names.tsv"
};

const unsigned char *date_names(size_t *count) {
    *count = sizeof names;
    return names;
}
