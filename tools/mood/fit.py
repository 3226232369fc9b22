"""Multinomial logistic regression on counted features, with soft targets and weighted lines."""
import numpy as np
import scipy.sparse as sp
from scipy.optimize import minimize

import features

BITS = 17
# How much a line counts, by source. Journal entries are what the model is for, and few; Reddit comments are not diaries.
WEIGHTS = {"journal": 20, "goemotions": 0.5, "extra": 1}
OWN = 4
BALANCE = 0.5
RIDGE = 4.0
STEPS = 60


def matrix(texts, bits=BITS):
    """ln(1 + count) of each bucket, each row of length 1."""
    known, places, ends = {}, [], [0]
    for text in texts:
        for feature in features.features(features.tokens(text)):
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


def fit(rows, shares, weight):
    """Weights (bucket × mood) and bias. Rare features are given more room: the inverse document frequency is in the weights."""
    frequency = np.asarray((rows > 0).sum(0)).ravel()
    rarity = np.log((1 + rows.shape[0]) / (1 + frequency)) + 1
    across = (rows @ sp.diags(rarity)).tocsr()
    down = across.T.tocsr()
    weight = weight / weight.sum() * len(weight)
    buckets, moods = rows.shape[1], shares.shape[1]

    def loss(vector):
        weights, bias = vector[:-moods].reshape(buckets, moods), vector[-moods:]
        logits = across @ weights + bias
        logits -= logits.max(1, keepdims=True)
        powers = np.exp(logits)
        sums = powers.sum(1, keepdims=True)
        value = (weight * (np.log(sums).ravel() - (shares * logits).sum(1))).sum() + RIDGE / 2 * (weights * weights).sum()
        slope = (powers / sums - shares) * weight[:, None]
        return value, np.concatenate([(down @ slope + RIDGE * weights).ravel(), slope.sum(0)])

    start = np.zeros(buckets * moods + moods)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": STEPS, "maxcor": 6, "ftol": 1e-7})
    weights = found.x[:-moods].reshape(buckets, moods) * rarity[:, None]
    bias = found.x[-moods:]
    return weights, bias
