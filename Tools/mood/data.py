"""The lines to learn from, and which of them are held back.

A line is (source, original label, moods, text). The validation split is drawn by the CRC-32 of the text without case and
punctuation, so that it does not depend on the order of the files:
- journal entries are few, so each is scored by a model that has not seen it: five folds;
- of the situations, the comments and our own lines one tenth or one fifth is held back in all folds; the dialogues that
  are likeliest to tell a held-back situation (three a situation, by common words) are not trained on either.
"""
import pathlib
import re
import zlib

import numpy as np
import scipy.sparse as sp

MOODS = ["happy", "relaxed", "sad", "angry", "anxious", "neutral"]
LINES = pathlib.Path(__file__).resolve().parent / "lines"
FOLDS = 5


def read(folder):
    """All lines: the shared data, then our own. `folder` holds train.tsv, train.sources.tsv, train_extra.tsv."""
    lines = []
    texts = (folder / "train.tsv").read_text(encoding="utf-8").splitlines()
    sources = (folder / "train.sources.tsv").read_text(encoding="utf-8").splitlines()
    for text, source in zip(texts, sources, strict=True):
        lines.append((*source.split("\t", 1), *text.split("\t", 1)))
    for text in (folder / "train_extra.tsv").read_text(encoding="utf-8").splitlines():
        lines.append(("extra", "neutral", *text.split("\t", 1)))
    return lines + own()


def own():
    """Our own lines in Tools/mood/lines."""
    lines = []
    for name, label in (("health", "neutral"), ("negations", "neutral"), ("diary", "neutral"), ("relaxed", "relaxed")):
        lines += [("own-" + name, label, label, text) for text in rows(f"{name}.txt")]
    for row in rows("feelings.tsv"):
        label, text = row.split("\t")
        lines.append(("own-feelings", label, label, text))
    # Who someone is and what they do says nothing of a mood: every frame with some of the facts.
    for frame in rows("fact-frames.txt"):
        for row in rows("facts.txt"):
            text = frame.format(*row.split("\t"))
            if zlib.crc32(text.encode()) % 4 == 0:
                lines.append(("own-facts", "neutral", "neutral", text))
    # Every third of the frames filled with every word is enough, and leaves others to be tried.
    for frame in rows("negation-frames.txt"):
        for word in rows("feeling-words.txt"):
            text = frame.format(word)
            if zlib.crc32(text.encode()) % 3 == 0:
                lines.append(("own-frames", "neutral", "neutral", text))
    return lines


def rows(name):
    return [row for row in (LINES / name).read_text(encoding="utf-8").splitlines() if row]


def targets(lines):
    """A row of six shares a line: several ticked moods share it."""
    shares = np.zeros((len(lines), len(MOODS)))
    for row, line in enumerate(lines):
        moods = line[2].split("|")
        for mood in moods:
            shares[row, MOODS.index(mood)] = 1 / len(moods)
    return shares


class Split:
    """Which lines are held back, and by which fold."""

    def __init__(self, lines, matrix):
        self.source = np.array([line[0] for line in lines])
        self.own = np.char.startswith(self.source, "own-") | (self.source == "extra")
        draw = np.array([zlib.crc32(re.sub("[^a-z0-9]", "", line[3].lower()).encode()) for line in lines])
        self.journal = self.source == "journal"
        self.fold = np.where(self.journal, draw % FOLDS, -1)
        tenth = (self.source == "ed") | (self.source == "goemotions")
        self.held = (tenth & (draw % 10 == 0)) | (self.own & (draw % 5 == 0))
        self.near = nearest(lines, matrix, self.source, self.held & (self.source == "ed"))

    def training(self, fold):
        """The lines that a fold's model learns from."""
        return ~(self.held | self.near | (self.fold == fold))


def nearest(lines, matrix, source, situations):
    """The dialogues that look most like a held-back situation of the same emotion, three for each."""
    frequency = np.asarray((matrix > 0).sum(0)).ravel()
    weighted = matrix @ sp.diags(np.log((1 + len(lines)) / (1 + frequency)) + 1)
    emotion = np.array([line[1] for line in lines])
    near = np.zeros(len(lines), dtype=bool)
    for name in sorted(set(emotion[situations])):
        ours = np.where(situations & (emotion == name))[0]
        talks = np.where((source == "ed_talk") & (emotion == name))[0]
        if len(ours) and len(talks):
            likeness = (weighted[ours] @ weighted[talks].T).toarray()
            near[talks[np.argsort(-likeness, axis=1, kind="stable")[:, :3].ravel()]] = True
    return near
