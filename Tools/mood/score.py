"""The figures: how often right, how well told apart, how well calibrated, and what the chips would show."""
import numpy as np
from scipy.stats import rankdata


def softmax(logits):
    powers = np.exp(logits - logits.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


def area(score, true):
    """Area under the ROC curve."""
    rank, positive = rankdata(score), true.sum()
    return (rank[true].sum() - positive * (positive + 1) / 2) / (positive * (~true).sum())


def calibration_error(confidence, hit, bins=10):
    place = np.minimum((confidence * bins).astype(int), bins - 1)
    return sum((place == bin).mean() * abs(confidence[place == bin].mean() - hit[place == bin].mean())
               for bin in range(bins) if (place == bin).any())


def f1(true, found, moods=5):
    return np.array([2 * ((true == mood) & (found == mood)).sum() / max(1, (true == mood).sum() + (found == mood).sum())
                     for mood in range(moods)])


class Chips:
    """The suggestion rule; the counterpart of Thresholds.swift."""

    def __init__(self, thresholds, probability):
        one, two, second = np.array(thresholds[:5]), thresholds[5], thresholds[6]
        moods = probability[:, :5]
        row = np.arange(len(moods))
        self.order = np.argsort(-moods, axis=1, kind="stable")
        first, next_ = moods[row, self.order[:, 0]], moods[row, self.order[:, 1]]
        self.one = first >= one[self.order[:, 0]]
        self.two = ~self.one & (next_ >= second) & (first + next_ >= two)
        self.shown = self.one | self.two


def table(shares, probability, thresholds):
    """All columns for a set of lines that carry one of the five moods (or several)."""
    ticked, moods, row = shares[:, :5] > 0, probability[:, :5], np.arange(len(shares))
    chips = Chips(thresholds, probability)
    first = ticked[row, chips.order[:, 0]]
    either = first | ticked[row, chips.order[:, 1]]
    right = np.where(chips.one, first, either)
    single = ticked.sum(1) == 1
    among = moods / moods.sum(1, keepdims=True)
    by_mood = f1(ticked[single].argmax(1), moods[single].argmax(1))
    areas = [area(among[:, mood], ticked[:, mood]) for mood in range(5) if 0 < ticked[:, mood].sum() < len(ticked)]
    mean = lambda values: float(values.mean()) if len(values) else float("nan")
    return {
        "n": len(shares), "hit@1": mean(first), "macro-F1": mean(by_mood), "AUC": float(np.mean(areas)),
        "hit@2": mean(either), "ECE": calibration_error(among.max(1), first),
        "ECE of p": calibration_error(moods.max(1), first),
        "one chip": mean(chips.one), "right": mean(first[chips.one]), "two chips": mean(chips.two),
        "one of them right": mean(either[chips.two]), "shown": mean(chips.shown), "chip right": mean(right[chips.shown]),
        "first chip right": mean(first[chips.shown]), "F1 by mood": by_mood.round(2).tolist(),
    }


def interval(hits, draws=1000):
    """95 % bootstrap interval of a mean."""
    generator = np.random.default_rng(1)
    means = [hits[generator.integers(0, len(hits), len(hits))].mean() for _ in range(draws)]
    return np.quantile(means, [0.025, 0.975])
