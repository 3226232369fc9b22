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
static const unsigned char phone_own_name[] = {
#embed "../../../docs/phone/own-name.md"
    , 0
};
static const unsigned char phone_someone[] = {
#embed "../../../docs/phone/someone-you-trust.md"
    , 0
};
static const unsigned char phone_tailnet[] = {
#embed "../../../docs/phone/tailnet.md"
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

const unsigned char *phone_own_name_text(void) {
    return phone_own_name;
}

const unsigned char *phone_someone_text(void) {
    return phone_someone;
}

const unsigned char *phone_tailnet_text(void) {
    return phone_tailnet;
}

const unsigned char *plurals_text(void) {
    return plurals;
}

const unsigned char *quotes_text(void) {
    return quotes;
}
