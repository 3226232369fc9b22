"""Who a text speaks of carries no weight: words of identity, kinship and profession are all the same someone.

The counterpart of People.swift. The words are those of lines/people.txt, each with a plural and with 's; the model's file holds
their checksums.
"""
import pathlib
import re
import zlib

LIST = pathlib.Path(__file__).resolve().parent / "lines" / "people.txt"
# What stands for them; no feature is made of it alone.
SOMEONE = "@"
# The most words of a phrase.
LONGEST = 4
ARTICLES = frozenset(("a", "an", "the"))
# Pronouns of all genders are one.
PRONOUNS = {
    "she": "he", "they": "he", "him": "his", "her": "his", "hers": "his", "them": "his", "their": "his", "theirs": "his",
    "herself": "himself", "themself": "himself", "themselves": "himself", "she's": "he's", "she'd": "he'd", "she'll": "he'll",
}


def groups():
    """The list as it is written: a name for each part, and its words."""
    parts = {}
    for row in LIST.read_text(encoding="utf-8").splitlines():
        if row.startswith("= "):
            name = row[2:]
            parts[name] = []
        elif row and not row.startswith("#"):
            parts[name] += [word.strip() for word in row.split(",")]
    return parts


def forms(word):
    """A word or phrase, its plural, and both with 's."""
    for number in (word, word + "s"):
        yield number
        yield number + "'s"


KNOWN = frozenset(
    " ".join(re.findall(r"[\w']+", form)) for words in groups().values() for word in words for form in forms(word))


def hidden(found):
    """The tokens as (token, whether a sentence begins before it), with one SOMEONE for each row of words and phrases of the list."""
    kept, place = [], 0
    while place < len(found):
        size = phrase(found, place)
        token, breaks = found[place]
        if not size:
            kept.append((PRONOUNS.get(token, token), breaks))
        else:
            if kept and not breaks and kept[-1][0] in ARTICLES:
                breaks = kept.pop()[1]
            if not kept or breaks or kept[-1][0] != SOMEONE:
                kept.append((SOMEONE, breaks))
        place += max(size, 1)
    return kept


def phrase(found, place):
    """How many tokens from a place on are the longest word or phrase of the list; 0 if none. No phrase crosses a sentence."""
    longest, words = 0, ""
    for size in range(1, min(LONGEST, len(found) - place) + 1):
        token, breaks = found[place + size - 1]
        if size > 1 and breaks:
            break
        words += " " * (size > 1) + token
        if words in KNOWN:
            longest = size
    return longest


def checksums():
    """What the model's file holds."""
    return sorted({zlib.crc32(word.encode("utf-8")) for word in KNOWN})
