"""Multinomial logistic regression on counted features, with soft targets and weighted lines."""
import numpy as np
import scipy.sparse as sp
from scipy.optimize import minimize

import features

BITS = 18
# How much a line counts, by source. Journal entries are what the model is for, and few; Reddit comments are not diaries.
WEIGHTS = {"journal": 20, "goemotions": 0.5, "extra": 1}
OWN = 4
BALANCE = 0.5
RIDGE = 4.0
# How far a feature that tells one mood from the others is given more room than one that does not.
TELLING = 0.35
STEPS = 60


def matrix(texts, bits=BITS):
    """ln(1 + count) of each bucket, each row of length 1."""
    known, places, ends = {}, [], [0]
    for text in texts:
        for feature in features.features(features.heard(text)):
            place = known.get(feature)
            if place is None:
                place = known[feature] = features.crc(feature) & ((1 << bits) - 1)
            places.append(place)
        ends.append(len(places))
    counts = sp.csr_matrix((np.ones(len(places)), np.array(places, dtype=np.int32), ends), shape=(len(texts), 1 << bits))
    counts.sum_duplicates()
    counts.data = np.log1p(counts.data)
    length = np.sqrt(np.asarray(counts.multiply(counts).sum(1)).ravel())
    return (sp.diags(1 / np.maximum(length, 1e-12)) @ counts).tocsr()


def importance(source, shares, chosen):
    """What each line counts: its source, then the rarity of its moods."""
    weight = np.array([WEIGHTS.get(name, OWN if name.startswith("own-") else 1.0) for name in source]) * chosen
    mass = (shares * weight[:, None]).sum(0)
    return weight * (shares @ (mass.sum() / len(mass) / mass) ** BALANCE)


def room(rows, shares, weight):
    """How large a weight of a bucket for a mood may grow: by its rarity (the inverse document frequency), and by how much oftener
    or seldomer than others lines of the mood have it (the logarithm of the ratio, as in Wang and Manning 2012)."""
    has = (rows > 0).astype(np.float64)
    frequency = np.asarray(has.sum(0)).ravel()
    rarity = np.log((1 + rows.shape[0]) / (1 + frequency)) + 1
    within = np.asarray(has.T @ (shares * weight[:, None]))
    mass = (shares * weight[:, None]).sum(0)
    share = (within + 1) / (mass + 2)
    others = (within.sum(1, keepdims=True) - within + 1) / (mass.sum() - mass + 2)
    telling = np.abs(np.log(share / others)) ** TELLING
    return rarity[:, None] * telling / telling[frequency > 0].mean()


def fit(rows, shares, weight):
    """Weights (bucket × mood) and bias. Telling features are given more room, which is in the weights."""
    weight = weight / weight.sum() * len(weight)
    space = room(rows, shares, weight)
    across, down = rows.tocsr(), rows.T.tocsr()
    buckets, moods = rows.shape[1], shares.shape[1]

    def loss(vector):
        weights, bias = vector[:-moods].reshape(buckets, moods), vector[-moods:]
        logits = across @ (weights * space) + bias
        logits -= logits.max(1, keepdims=True)
        powers = np.exp(logits)
        sums = powers.sum(1, keepdims=True)
        value = (weight * (np.log(sums).ravel() - (shares * logits).sum(1))).sum() + RIDGE / 2 * (weights * weights).sum()
        slope = (powers / sums - shares) * weight[:, None]
        return value, np.concatenate([((down @ slope) * space + RIDGE * weights).ravel(), slope.sum(0)])

    start = np.zeros(buckets * moods + moods)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": STEPS, "maxcor": 6, "ftol": 1e-7})
    weights = found.x[:-moods].reshape(buckets, moods) * space
    bias = found.x[-moods:]
    return weights, bias
