#include "CTexts.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char demo[] = {
#embed "demo.txt"
    , 0
};
static const unsigned char help[] = {
#embed "help.txt"
    , 0
};
static const unsigned char plurals[] = {
#embed "plurals.txt"
    , 0
};
static const unsigned char quotes[] = {
#embed "quotes.txt"
    , 0
};

const unsigned char *demo_text(void) {
    return demo;
}

const unsigned char *help_text(void) {
    return help;
}

const unsigned char *plurals_text(void) {
    return plurals;
}

const unsigned char *quotes_text(void) {
    return quotes;
}
