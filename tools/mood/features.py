"""From a text to counted features: the exact counterpart of Tokens.swift and Features.swift in Sources/MoodClassifier.

Change both or neither: Tests/MoodClassifierTests holds the two against each other on 200 texts.
"""
import unicodedata
import zlib

SCALARS = 16_384
TOKENS = 400
TOKEN_LENGTH = 48
SCOPE = 4
MARKS = frozenset("!?")
NEGATORS = frozenset(
    "not no never nothing nobody none neither nor without hardly barely scarcely nowhere cannot cant dont didnt isnt "
    "wasnt arent werent wont wouldnt couldnt shouldnt doesnt hasnt havent hadnt aint".split())


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


def tokens(text):
    """The first 400 tokens of the first 16,384 scalars; of a longer word only its first 48 scalars count."""
    found, word, quote = [], "", False
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
            found.append(word)
            word = ""
            if len(found) == TOKENS:
                return found
        if is_mark(scalar):
            found.append(scalar)
            if len(found) == TOKENS:
                return found
    if word:
        found.append(word)
    return found


def is_negator(token):
    return token in NEGATORS or token.endswith("n't")


def negated(found):
    """For each token whether a negator stands at most four tokens before it in the same sentence."""
    flags, left = [], 0
    for token in found:
        if token in MARKS:
            left = 0
            flags.append(False)
        elif is_negator(token):
            left = SCOPE
            flags.append(False)
        else:
            flags.append(left > 0)
            left = max(0, left - 1)
    return flags


def features(found, kinds="wbsc", grams=(4,)):
    """The features as strings, with repetition."""
    flags = negated(found)
    out = []
    for token, no in zip(found, flags):
        if "w" in kinds:
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
