#include "CAssets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

#define SCRIPT "text/javascript; charset=utf-8"

static const unsigned char app_css[] = {
#embed "files/base.css"
    ,
#embed "files/journal.css"
    ,
#embed "files/entry.css"
    ,
#embed "files/pictures.css"
    ,
#embed "files/keys.css"
    ,
#embed "files/health.css"
    ,
#embed "files/medicine.css"
    ,
#embed "files/support.css"
    ,
#embed "files/insights.css"
    ,
#embed "files/report.css"
    ,
#embed "files/review.css"
    ,
#embed "files/data.css"
    ,
#embed "files/people.css"
};
static const unsigned char spoken_js[] = {
#embed "files/spoken.js"
};
static const unsigned char app_js[] = {
#embed "files/app.js"
};
static const unsigned char door_js[] = {
#embed "files/door.js"
};
static const unsigned char page_js[] = {
#embed "files/page.js"
};
static const unsigned char writing_js[] = {
#embed "files/writing.js"
};
static const unsigned char composer_js[] = {
#embed "files/composer.js"
};
static const unsigned char journal_js[] = {
#embed "files/journal.js"
};
static const unsigned char entry_js[] = {
#embed "files/entry.js"
};
static const unsigned char pictures_js[] = {
#embed "files/pictures.js"
};
static const unsigned char tags_js[] = {
#embed "files/tags.js"
};
static const unsigned char thumbnails_js[] = {
#embed "files/thumbnails.js"
};
static const unsigned char keys_js[] = {
#embed "files/keys.js"
};
static const unsigned char health_js[] = {
#embed "files/health.js"
};
static const unsigned char medicine_js[] = {
#embed "files/medicine.js"
};
static const unsigned char insights_js[] = {
#embed "files/insights.js"
};
static const unsigned char people_js[] = {
#embed "files/people.js"
};
static const unsigned char sealed_css[] = {
#embed "files/sealed.css"
};
static const unsigned char sealed_js[] = {
#embed "files/sealed.js"
};
static const unsigned char reader_css[] = {
#embed "files/reader.css"
};
static const unsigned char reader_js[] = {
#embed "files/reader.js"
};
static const unsigned char progress_js[] = {
#embed "files/progress.js"
};
static const unsigned char scan_js[] = {
#embed "files/scan.js"
};
static const unsigned char chart_js[] = {
#embed "made/chart.js"
};
static const unsigned char icon_svg[] = {
#embed "files/icon.svg"
};
static const unsigned char icon_192[] = {
#embed "files/icon-192.png"
};
static const unsigned char icon_512[] = {
#embed "files/icon-512.png"
};
static const unsigned char icon_maskable[] = {
#embed "files/icon-maskable-512.png"
};
static const unsigned char heading_font[] = {
#embed "made/heading.woff2"
};

#define ASSET(name, type, bytes) {name, type, bytes, sizeof bytes}

static const struct asset assets[] = {
    ASSET("app.css", "text/css; charset=utf-8", app_css),
    ASSET("app.js", SCRIPT, app_js),
    ASSET("spoken.js", SCRIPT, spoken_js),
    ASSET("door.js", SCRIPT, door_js),
    ASSET("page.js", SCRIPT, page_js),
    ASSET("composer.js", SCRIPT, composer_js),
    ASSET("writing.js", SCRIPT, writing_js),
    ASSET("journal.js", SCRIPT, journal_js),
    ASSET("entry.js", SCRIPT, entry_js),
    ASSET("pictures.js", SCRIPT, pictures_js),
    ASSET("tags.js", SCRIPT, tags_js),
    ASSET("thumbnails.js", SCRIPT, thumbnails_js),
    ASSET("keys.js", SCRIPT, keys_js),
    ASSET("health.js", SCRIPT, health_js),
    ASSET("medicine.js", SCRIPT, medicine_js),
    ASSET("insights.js", SCRIPT, insights_js),
    ASSET("people.js", SCRIPT, people_js),
    ASSET("progress.js", SCRIPT, progress_js),
    ASSET("scan.js", SCRIPT, scan_js),
    ASSET("chart.js", SCRIPT, chart_js),
    ASSET("sealed.css", "text/css; charset=utf-8", sealed_css),
    ASSET("sealed.js", SCRIPT, sealed_js),
    ASSET("reader.css", "text/css; charset=utf-8", reader_css),
    ASSET("reader.js", SCRIPT, reader_js),
    ASSET("icon.svg", "image/svg+xml", icon_svg),
    ASSET("icon-192.png", "image/png", icon_192),
    ASSET("icon-512.png", "image/png", icon_512),
    ASSET("icon-maskable-512.png", "image/png", icon_maskable),
    ASSET("heading.woff2", "font/woff2", heading_font),
};

const struct asset *asset_at(int index) {
    return index >= 0 && (size_t)index < sizeof assets / sizeof assets[0] ? &assets[index] : NULL;
}
