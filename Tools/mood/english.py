"""Which words tell English, and which of them other languages write as well."""
import unicodedata
from collections import Counter

import data
import features

# In at least so many lines, so that a quoted foreign word or a slip is not taken for English.
LINES = 6


def has_letter(token):
    return any(unicodedata.category(scalar)[0] == "L" for scalar in token)


def word_sets(texts):
    """(words that tell English, English words that tell nothing)."""
    seen = Counter()
    for text in texts:
        seen.update({token for token in features.tokens(text) if has_letter(token)})
    neighbours = {word for row in data.rows("neighbours.txt") for token in row.split()[1:] for word in features.tokens(token)}
    known = {word for word, count in seen.items() if count >= LINES and word.isascii()}
    return known - neighbours, known & neighbours


def share(text, known, shared):
    """The share of English words among those that tell; None when none tells."""
    telling = [token for token in features.tokens(text) if has_letter(token) and token not in shared]
    return sum(token in known for token in telling) / len(telling) if telling else None


def is_english(text, known, shared, least):
    found = share(text, known, shared)
    return found is not None and found > 0 and found >= least
