// The long texts of the program, built into it. The head of each file says how it is laid out.
#ifndef AURALYST_CTEXTS_H
#define AURALYST_CTEXTS_H

/// demo.txt, the words of the demo: UTF-8 with a zero byte at its end, for ever in place.
const unsigned char *demo_text(void);

/// help.txt, the help of every command: UTF-8 with a zero byte at its end, for ever in place.
const unsigned char *help_text(void);

/// quotes.txt, the quotes that are part of the program: UTF-8 with a zero byte at its end, for ever in place.
const unsigned char *quotes_text(void);

#endif
