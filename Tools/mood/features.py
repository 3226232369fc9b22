"""From a text to counted features: the exact counterpart of Tokens.swift and Features.swift in Sources/MoodClassifier.

Change both or neither: Tests/MoodClassifierTests holds the two against each other on 200 texts.
"""
import unicodedata
import zlib

import people

SCALARS = 16_384
TOKENS = 400
TOKEN_LENGTH = 48
SCOPE = 4
MARKS = frozenset("!?")
# A sentence ends here as well.
STOPS = frozenset(".;\n")
NEGATORS = frozenset(
    "not no never nothing nobody none neither nor without hardly barely scarcely nowhere cannot cant dont didnt isnt "
    "wasnt arent werent wont wouldnt couldnt shouldnt doesnt hasnt havent hadnt aint".split())
# What such words say of the rest of their sentence is past, wished for or over: it is negated as well.
TURNS = frozenset((
    "used to", "can't remember", "cant remember", "cannot remember", "don't remember", "can't recall", "last time", "no longer",
    "if only", "i wish", "wish i", "supposed to", "should be", "should feel", "should have", "would be", "would have",
    "could be", "could have", "can all", "all be", "he can", "back when", "pretended to", "pretend to", "pretending to", "miss feeling", "miss being"))
# These negate their sentence up to themselves, unless a time of day follows; those of the second row only at its end.
ENDS = frozenset(("until", "till"))
LAST = frozenset(("once", "not"))
TIMES = frozenset("0 00 noon midnight morning evening night late dark dawn lunch dinner breakfast".split())


def is_mark(scalar):
    """An exclamation or question mark, an arrow, a sign or an emoji: a token of its own."""
    code = ord(scalar)
    return scalar in MARKS or 0x2190 <= code <= 0x2BFF or 0x1F300 <= code <= 0x1FAFF


def fold(scalar):
    """The scalars that stand for this one inside a token: lower case, every decimal digit a 0."""
    kind = unicodedata.category(scalar)
    if kind[0] == "L":
        return scalar.lower()
    if kind[0] == "N":
        return "0" if kind == "Nd" else scalar
    return ""


def read(text):
    """The first 400 tokens of the first 16,384 scalars, each with whether a sentence begins before it; of a longer word only its
    first 48 scalars count."""
    found, word, quote, breaks = [], "", False, False
    for scalar in text[:SCALARS]:
        folded = fold(scalar)
        if folded:
            if quote and len(word) < TOKEN_LENGTH:
                word += "'"
            quote = False
            if len(word) < TOKEN_LENGTH:
                word += folded
            continue
        if scalar in "'\u2018\u2019" and word and not quote:
            quote = True
            continue
        quote = False
        if word:
            found.append((word, breaks))
            word, breaks = "", False
            if len(found) == TOKENS:
                return found
        if is_mark(scalar):
            found.append((scalar, breaks))
            breaks = scalar in MARKS
            if len(found) == TOKENS:
                return found
        elif scalar in STOPS:
            breaks = True
    if word:
        found.append((word, breaks))
    return found


def heard(text):
    """(token, whether a sentence begins before it); who is spoken of is someone."""
    return people.hidden(read(text))


def tokens(text):
    """The same without the sentences."""
    return [token for token, _ in heard(text)]


def is_negator(token):
    return token in NEGATORS or token.endswith("n't")


def negated(found):
    """For each token whether it is negated: a negator stands at most four tokens before it, or a turn before or after it, in the
    same sentence."""
    flags, left, start = [], 0, 0
    for place, (token, breaks) in enumerate(found):
        if breaks:
            left, start = 0, place
        if token in MARKS:
            left = 0
            flags.append(False)
            continue
        after = found[place + 1][0] if place + 1 < len(found) and not found[place + 1][1] else ""
        if token in ENDS and after not in TIMES or token in LAST and not after:
            flags[start:] = [flag or not (is_negator(word) or word in MARKS)
                             for flag, (word, _) in zip(flags[start:], found[start:])]
        if is_negator(token):
            left = max(left if left > SCOPE else 0, SCOPE)
            flags.append(False)
        else:
            flags.append(left > 0)
            left = max(0, left - 1)
        if token + " " + after in TURNS:
            left = TOKENS
    return flags


def features(found, kinds="wbsc", grams=(4,)):
    """The features of what `heard` gives, as strings, with repetition."""
    flags = negated(found)
    found = [token for token, _ in found]
    out = []
    for token, no in zip(found, flags):
        if "w" in kinds and token != people.SOMEONE:
            out.append(("nw:" if no else "w:") + token)
        if "c" in kinds and len(token) >= 2:
            padded = "<" + token + ">"
            start = "nc:" if no else "c:"
            for size in grams:
                for at in range(len(padded) - size + 1):
                    out.append(start + padded[at:at + size])
    names = ["^"] + [("~" if no else "") + token for token, no in zip(found, flags)] + ["$"]
    if "b" in kinds:
        for first, second in zip(names, names[1:]):
            out.append("b:" + first + " " + second)
    if "s" in kinds:
        for first, second in zip(names, names[2:]):
            out.append("s:" + first + " " + second)
    return out


def crc(feature):
    return zlib.crc32(feature.encode("utf-8"))
