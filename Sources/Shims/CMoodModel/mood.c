#include "CMoodModel.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char model[] = {
#embed "mood.bin"
};

const unsigned char *mood_model(size_t *count) {
    *count = sizeof model;
    return model;
}
