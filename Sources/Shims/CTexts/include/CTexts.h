// The long texts built into the program. The head of each file describes its layout.
#ifndef AURALYST_CTEXTS_H
#define AURALYST_CTEXTS_H

/// demo.txt, the texts of the demo: UTF-8 with a zero byte at its end, always valid.
const unsigned char *demo_text(void);

/// help.txt, the help of every command: UTF-8 with a zero byte at its end, always valid.
const unsigned char *help_text(void);

/// docs/phone/own-name.md, someone-you-trust.md and tailnet.md: UTF-8 with a zero byte at its end, always valid.
const unsigned char *phone_own_name_text(void);
const unsigned char *phone_someone_text(void);
const unsigned char *phone_tailnet_text(void);

/// plurals.txt, the forms of words that go with numbers: UTF-8 with a zero byte at its end, always valid.
const unsigned char *plurals_text(void);

/// quotes.txt, the built-in quotes: UTF-8 with a zero byte at its end, always valid.
const unsigned char *quotes_text(void);

#endif
