"""Reads, validates, trains, writes. Started by Tools/train_mood, which sets up what it needs."""
import argparse
import pathlib
import time

import numpy as np

import adapt
import data
import english
import features
import fit
import fixtures
import model_file
import people
import score

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Read off the validation split: by mood, then the sum for two chips, the least of the second, the share of English words.
THRESHOLDS = [0.60, 0.65, 0.68, 0.65, 0.62, 0.85, 0.30, 0.50]
# Read off the validation split as well: all logits times SHARPNESS, and what each gets on top. The weights of training favour
# the rarer moods; diaries are happier than that, and entries with several moods hold the model back.
SHARPNESS = 0.907
OFFSETS = [0.625, 0.128, 0.00, 0.101, 0.101, 0.315]


def say(*words):
    print(*words, flush=True)


def build(rows, shares, split, chosen, words):
    weight = fit.importance(split.source, shares, chosen.astype(float))
    weights, bias = fit.fit(rows[chosen], shares[chosen], weight[chosen])
    return model_file.Model(weights, bias, SHARPNESS, OFFSETS, THRESHOLDS, *words)


def validate(lines, rows, shares, split, words):
    """Logits of all held-back lines, each from a model that has not seen it, weights rounded as in the program."""
    logits = np.zeros(shares.shape)
    for fold in range(data.FOLDS):
        model = build(rows, shares, split, split.training(fold), words)
        mine = split.fold == fold
        if fold == 0:
            mine |= split.held
        logits[mine] = model.logits(rows[mine])
        say(f"fold {fold + 1} of {data.FOLDS} done")
    return logits


def report_unseen(rows, shares, split, words):
    """How sure and how right about a source that a model has not learnt from: journals, situations (and their dialogues), comments."""
    say("\nsources not learnt from: one chip by its probability: n, said, right, said - right; the mean of the three at last")
    means = {}
    for name in ("journal", "ed", "goemotions"):
        away = np.char.startswith(split.source, name)
        mine = (split.source == name) & (shares[:, 5] == 0)
        probability = build(rows, shares, split, ~away & ~split.held, words).probability(rows[mine])
        chips = score.Chips(THRESHOLDS, probability)
        first = chips.order[:, 0]
        row = np.arange(len(first))
        said, right = probability[row, first], (shares[mine] > 0)[row, first]
        for low in (0.6, 0.7, 0.8, 0.9):
            bin = chips.one & (said >= low) & (said < low + 0.1)
            gap = said[bin].mean() - right[bin].mean()
            means.setdefault(low, []).append(gap)
            say(f"  {name:12} {low} {bin.sum():5} {said[bin].mean():.3f} {right[bin].mean():.3f} {gap:+.3f}")
    for low, gaps in means.items():
        say(f"  mean         {low} {np.mean(gaps):+.3f}")


def report(lines, shares, split, logits, words):
    probability = score.softmax(logits)
    # What is silent in the program is silent here.
    texts = [line[3] for line in lines]
    seen = split.held | split.journal
    spoken = np.array([held and sum(token not in features.MARKS and token != people.SOMEONE for token in features.tokens(text)) >= 3
                       and english.is_english(text, *words, THRESHOLDS[7]) for held, text in zip(seen, texts)])
    for name in ("journal", "ed", "goemotions"):
        chosen = seen & (split.source == name) & (shares[:, 5] == 0)
        say(f"\n{name}")
        for column, value in score.table(shares[chosen], probability[chosen], THRESHOLDS).items():
            say(f"  {column:18} {value if not isinstance(value, float) else round(value, 3)}")
        top = probability[chosen][:, :5].argmax(1)
        low, high = score.interval((shares[chosen] > 0)[np.arange(len(top)), top])
        say(f"  hit@1 interval     {low:.3f} to {high:.3f}")
    say("\nneutral lines: n, silent, one chip, two chips")
    for name in sorted(set(split.source)):
        chosen = split.held & (split.source == name) & (shares[:, 5] == 1)
        if chosen.any():
            chips = score.Chips(THRESHOLDS, probability[chosen])
            loud = spoken[chosen]
            say(f"  {name:18} {chosen.sum():5} {1 - loud.mean():.3f} {(chips.one & loud).mean():.3f} {(chips.two & loud).mean():.3f}")
    say("\nown lines with a feeling: n, right, one chip")
    for name in ("own-relaxed", "own-feelings"):
        chosen = split.held & (split.source == name)
        chips = score.Chips(THRESHOLDS, probability[chosen])
        right = chips.order[:, 0] == shares[chosen].argmax(1)
        say(f"  {name:18} {chosen.sum():5} {right.mean():.3f} {chips.one.mean():.3f}")
    say("\nlanguage: lines, taken for English")
    foreign = [row.split("\t") for row in data.rows("other-languages.tsv")]
    wrong = [text for _, text in foreign if english.is_english(text, *words, THRESHOLDS[7])]
    say(f"  other languages    {len(foreign)} {len(wrong)} {wrong}")
    for name in ("journal", "ed", "goemotions"):
        chosen = [text for text, own in zip(texts, split.source == name) if own and len(features.tokens(text)) >= 3]
        taken = sum(english.is_english(text, *words, THRESHOLDS[7]) for text in chosen)
        say(f"  {name:18} {len(chosen)} {taken / len(chosen):.4f}")


def write(model):
    content = model.bytes()
    target = ROOT / "Sources/Shims/CMoodModel/mood.bin"
    target.write_bytes(content)
    digest = model_file.digest(content)
    (ROOT / "Sources/MoodClassifier/MoodModel+Digest.swift").write_text(
        "// Written by Tools/train_mood.\n\nextension MoodModel {\n"
        "    /// The SHA-256 of the model of this release, in lower-case hexadecimal.\n"
        f'    package static let expectedDigest =\n        "{digest}"\n}}\n')
    (ROOT / "Tests/MoodClassifierTests/parity.jsonl").write_text("\n".join(fixtures.lines(model)) + "\n")
    say(f"\n{target.relative_to(ROOT)}: {len(content)} bytes, SHA-256 {digest}")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--data", type=pathlib.Path, default=ROOT.parent / "shared/mood")
    options.add_argument("--write", action="store_true")
    options.add_argument("--skip-validation", action="store_true")
    options.add_argument("--compare", action="store_true")
    options = options.parse_args()
    if not (options.data / "train.tsv").exists():
        raise SystemExit(f"train_mood: error: no train.tsv in {options.data}\ntrain_mood: hint: name its folder with --data")
    start = time.time()
    lines = data.read(options.data)
    shares = data.targets(lines)
    rows = fit.matrix([line[3] for line in lines])
    split = data.Split(lines, rows)
    words = english.word_sets([line[3] for line in lines])
    say(f"{len(lines)} lines read in {time.time() - start:.0f} s; held back {int(split.held.sum())}, "
        f"near them {int(split.near.sum())}, journal folds of {int(split.journal.sum())}")
    if options.compare:
        import compare
        compare.run(lines, rows, shares, split, THRESHOLDS)
        return
    if not options.skip_validation:
        logits = validate(lines, rows, shares, split, words)
        report(lines, shares, split, logits, words)
        report_unseen(rows, shares, split, words)
        adapt.report(lines, shares, split, logits, say)
    if options.write:
        write(build(rows, shares, split, np.ones(len(lines), dtype=bool), words))
    say(f"done in {time.time() - start:.0f} s")


if __name__ == "__main__":
    main()
