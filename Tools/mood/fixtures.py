"""200 texts of our own with their features and probabilities, for Tests/MoodClassifierTests."""
import json
import struct
import zlib

import data
import features
import fit

# What ordinary lines do not have: the edges of the rules for tokens, negation and size.
EDGES = [
    "", " ", "?", "!!!", "a", "ok", "So happy!", "I'm sad.", "I am sad", "no", "not", "'", "''quoted''", "rock 'n' roll",
    "don't, won't, can't", "I don\u2019t know what I feel \u2014 nothing?", "\u2018Never\u2019 is a long time",
    "n't n't n't", "Not sad! Happy? Yes.", "I did not feel sad at all", "never never never never never happy",
    "without you I was hardly angry, and nobody cared", "CAPITALS EVERYWHERE AND I AM FURIOUS", "mIxEd CaSe WoRdS hErE",
    "Headache 6/10, 400 mg at 13:05", "\u0661\u0662\u0663 and \u0967\u0968\u0969 are digits", "\u00bd cup, x\u00b2, \u216b o'clock",
    "caf\u00e9 na\u00efve r\u00e9sum\u00e9 \u00e0 la carte", "CAF\u00c9 \u00c9T\u00c9 \u0130stanbul \u03a3\u03b1\u03c2 \u01c5", "cafe\u0301 with a combining accent",
    "I cried all night \U0001F62D\U0001F62D", "\U0001F389\U0001F389 party time!", "\u2764\ufe0f love this", "a \u2192 b \u2192 c", "\U0001F468\u200d\U0001F469\u200d\U0001F467 family day",
    "\u4eca\u5929\u5929\u6c14\u5f88\u597d", "\u0423 \u043c\u0435\u043d\u044f \u0432\u0441\u0451 \u0445\u043e\u0440\u043e\u0448\u043e", "\u05d4\u05d9\u05d5\u05dd \u05d4\u05d9\u05d4 \u05d8\u05d5\u05d1", "\u202eright to left\u202c and back",
    "NUL \x00 inside \x00 the text", "tabs\tand\nnew\r\nlines", "under_score and-hyphen and/slash", "e-mail: someone, 3.5 stars; 100%",
    "a'b'c 'd e' f'' g", "word" * 20, "ab" * 24, "x" * 49 + " after a long word", "\u00e9" * 60,
    "The same words, the same words, the same words, the same words.", "I was happy " * 150,
]


def texts():
    """The edges, then lines of our own, evenly taken, up to 200."""
    lines = [line[3] for line in data.own()]
    wanted = 200 - len(EDGES)
    return EDGES + [lines[place * len(lines) // wanted] for place in range(wanted)]


def counted(text, bits):
    """The buckets with their counts, in order."""
    counts = {}
    for feature in features.features(features.heard(text)):
        bucket = features.crc(feature) & ((1 << bits) - 1)
        counts[bucket] = counts.get(bucket, 0) + 1
    return sorted(counts.items())


def lines(model):
    """One JSON object a line: all buckets for the first 80 texts, their number and checksum for all."""
    wanted = texts()
    probabilities = model.probability(fit.matrix(wanted, model.bits))
    for place, (text, probability) in enumerate(zip(wanted, probabilities)):
        counts = counted(text, model.bits)
        flat = [number for pair in counts for number in pair]
        value = {"text": text, "buckets": len(counts), "checksum": zlib.crc32(struct.pack(f"<{len(flat)}I", *flat))}
        if place < 80:
            value["counts"] = flat
        value["p"] = [round(float(number), 6) for number in probability]
        yield json.dumps(value, ensure_ascii=True)
