"""Owners who are unlike the average, simulated on held-back lines; the counterpart of OwnerBias.swift.

Each owner has a mix of moods of its own and words of its own for them. Lines come by that mix; a right suggestion is
accepted, a wrong one corrected, until ten have been corrected. Then 1,500 more lines are scored, with and without
what was learnt.
"""
import numpy as np

import score

DOUBT, RIDGE, LIMIT, CORRECTIONS, AFTER = 1.0, 2.0, 1.0, 10, 1500
# What the owner says for happy, relaxed, sad, angry, anxious.
KINDS = {
    "own mix of moods": [0, 1, 2, 3, 4],
    "says relaxed for happy": [1, 1, 2, 3, 4],
    "says anxious for angry": [0, 1, 2, 4, 4],
    "says sad for angry": [0, 1, 2, 2, 4],
    "average": [0, 1, 2, 3, 4],
}


def offsets(surplus, spread):
    size = np.maximum(0, np.abs(surplus) - DOUBT * np.sqrt(spread)) / (spread + RIDGE)
    return np.sign(surplus) * np.minimum(LIMIT, size)


def owner(kind, logits, share, by_mood, generator):
    """(hits before, hits after, lines until the tenth correction)."""
    said = np.array(KINDS[kind])
    mix = np.full(5, 0.2) if kind == "average" else generator.dirichlet(np.full(5, 0.5 if kind == "own mix of moods" else 2.0))
    surplus, spread, ahead, moved = np.zeros(5), np.zeros(5), 0, np.zeros(5)
    corrected = seen = 0
    while corrected < CORRECTIONS and seen < 300:
        mood = generator.choice(5, p=mix)
        line = generator.choice(by_mood[mood])
        chosen, plain, learnt = said[mood], logits[line].argmax(), (logits[line] + moved).argmax()
        corrected += (learnt if ahead > 0 else plain) != chosen
        seen += 1
        ahead += int(learnt == chosen and plain != chosen) - 2 * int(learnt != chosen and plain == chosen)
        surplus += np.eye(5)[chosen] - share[line]
        spread += share[line] * (1 - share[line])
        moved = offsets(surplus, spread)
    moved = moved if ahead > 0 else np.zeros(5)
    moods = generator.choice(5, p=mix, size=AFTER)
    lines = np.array([generator.choice(by_mood[mood]) for mood in moods])
    truth = said[moods]
    return (logits[lines].argmax(1) == truth).mean(), ((logits[lines] + moved).argmax(1) == truth).mean(), seen


def report(lines, shares, split, logits, say, owners=100):
    chosen = (split.journal | (split.held & (split.source == "ed"))) & ((shares > 0).sum(1) == 1) & (shares[:, 5] == 0)
    logits, moods = logits[chosen][:, :5], shares[chosen].argmax(1)
    share = score.softmax(logits)
    by_mood = [np.where(moods == mood)[0] for mood in range(5)]
    say(f"\nadaptation, {owners} owners each, ten corrections: hit@1 before, after, rise, worst owner, lines until then")
    every = []
    for place, kind in enumerate(KINDS):
        found = np.array([owner(kind, logits, share, by_mood, np.random.default_rng([5, place, draw])) for draw in range(owners)])
        rise = found[:, 1] - found[:, 0]
        every.append(rise)
        say(f"  {kind:24} {found[:, 0].mean():.3f} {found[:, 1].mean():.3f} {rise.mean():+.3f} {rise.min():+.3f} {found[:, 2].mean():.0f}")
    every = np.concatenate(every)
    say(f"  {'all':24} {every.mean():+.3f} {every.min():+.3f}, falling by more than 0.01: {(every < -0.01).sum()} of {len(every)}")
