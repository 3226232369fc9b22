"""VADER and fastText beside the model, on the same held-back lines: quality and microseconds an entry (one thread)."""
import tempfile
import time

import numpy as np

import data
import features
import fit
import score


def run(lines, rows, shares, split):
    """A row for each rival and set. Journals are scored fold by fold, each by a model that has not seen them."""
    texts = [line[3] for line in lines]
    sets = {
        "journal": split.journal, "ed": split.held & (split.source == "ed"),
        "goemotions": split.held & (split.source == "goemotions") & (shares[:, 5] == 0),
    }
    print("model      set          n  hit@1  macro-F1   AUC    ECE   us an entry", flush=True)
    for name, rival in (("ours", ours), ("VADER", vader), ("fastText", fast_text)):
        try:
            probability, spent = judged(rival, texts, rows, shares, split, sets)
        except ImportError:
            print(f"{name:10} not to be had on this machine", flush=True)
            continue
        for place, mask in sets.items():
            found = score.table(shares[mask], probability[mask], [0.6] * 5 + [0.7, 0.2])
            print(f"{name:10} {place:10} {mask.sum():4} {found['hit@1']:6.3f} {found['macro-F1']:8.3f} {found['AUC']:6.3f} "
                  f"{found['ECE']:6.3f} {spent[mask].mean():8.0f}", flush=True)
    print("ours is measured in Python here; the program needs some 10 us an entry (make bench)")


def judged(rival, texts, rows, shares, split, sets):
    """Probabilities of every held-back line, and the microseconds each took."""
    probability, spent = np.zeros((len(texts), 6)), np.zeros(len(texts))
    for fold in range(data.FOLDS):
        judge = rival(texts, rows, shares, split, split.training(fold))
        picked = split.fold == fold
        if fold == 0:
            picked = picked | sets["ed"] | sets["goemotions"]
        picked = np.where(picked)[0]
        begin = time.perf_counter()
        probability[picked] = judge(picked)
        spent[picked] = (time.perf_counter() - begin) / len(picked) * 1e6
    return probability, spent


def ours(texts, rows, shares, split, chosen):
    import train
    model = train.build(rows, shares, split, chosen, ((), ()))
    return lambda picked: model.probability(fit.matrix([texts[place] for place in picked]))


def vader(texts, rows, shares, split, chosen):
    """VADER tells good from bad only: good is happy (or, where it is faint, relaxed), bad is sad, angry, anxious by prior."""
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer
    analyser = SentimentIntensityAnalyzer()

    def judge(picked):
        out = np.zeros((len(picked), 6))
        for row, place in enumerate(picked):
            tone = analyser.polarity_scores(texts[place])["compound"]
            good = (tone + 1) / 2
            out[row] = [good * 0.8, good * 0.2, (1 - good) * 0.4, (1 - good) * 0.3, (1 - good) * 0.3, 0.0]
        return out / out.sum(1, keepdims=True)
    return judge


def fast_text(texts, rows, shares, split, chosen):
    """Supervised, dimension 32, pairs of words, runs of 3 to 5 letters, the same lines with journals repeated."""
    import fasttext
    flat = lambda text: " ".join(features.tokens(text))
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        for place in np.where(chosen)[0]:
            for mood in np.where(shares[place] > 0)[0]:
                file.write(f"__label__{data.MOODS[mood]} {flat(texts[place])}\n" * (10 if split.journal[place] else 1))
        file.flush()
        model = fasttext.train_supervised(file.name, dim=32, epoch=8, lr=0.3, wordNgrams=2, minn=3, maxn=5, thread=1,
                                          seed=1, bucket=200_000, verbose=0)

    def judge(picked):
        out = np.zeros((len(picked), 6))
        for row, place in enumerate(picked):
            # The binding's own method, which the newer numpy still lets through.
            for chance, label in model.f.predict(flat(texts[place]) + "\n", 6, 0.0, "strict"):
                out[row, data.MOODS.index(label.removeprefix("__label__"))] = chance
        return out / out.sum(1, keepdims=True)
    return judge
