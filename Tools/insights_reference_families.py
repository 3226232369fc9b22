#!/usr/bin/env python3
"""Makes the golden numbers for the families, counts and curves of the module Insights, with NumPy, SciPy and statsmodels.

    python3 -m venv /tmp/reference && /tmp/reference/bin/pip install numpy scipy statsmodels
    /tmp/reference/bin/python Tools/insights_reference_families.py Tests/InsightsTests/reference-families.json

Everything is written a second time and another way: whole matrices of correlations, all sign flips as a table, ready-made tests
where there are some. The series are drawn from a seed, so that a second run writes the same bytes with the same libraries.
"""
import itertools
import json
import sys

import numpy as np
import statsmodels.api as sm
from scipy import special, stats
from statsmodels.stats.proportion import proportion_confint

SEED = 30_871
START = 10_004  # A Wednesday; weekdays count from Thursday, 1 January 1970.
HOUR = 3_600_000
MASK = 2**64 - 1


def weekday(days):
    return (days + 3) % 7


class Seeded:
    """SplitMix64 and the normal quantile, as Numbers/Seeded.swift has them."""

    def __init__(self, seed, *parts):
        self.state = self.mixed(seed)
        for part in parts:
            self.state = self.mixed((self.state + part) & MASK)

    @staticmethod
    def finished(value):
        value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
        return value ^ (value >> 31)

    @staticmethod
    def mixed(value):
        return Seeded.finished((value + 0x9E3779B97F4A7C15) & MASK)

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        return self.finished(self.state)

    def normal(self):
        return special.ndtri(((self.next() >> 12) + 0.5) * 2.0**-52)


def columns(days, length, trend):
    found = [np.ones(len(days))] + [(weekday(START + days) == day) * 1.0 for day in range(1, 7)]
    return np.column_stack(found + ([days / length - 0.5] if trend else []))


def rho_of(y, days, length, trend):
    rest = sm.OLS(y, columns(days, length, trend)).fit().resid
    place = {day: value for day, value in zip(days.tolist(), rest)}
    products = [place[day] * place[day - 1] for day in place if day - 1 in place]
    m = len(products)
    return min(max((sum(products) / np.mean(rest**2) + 2) / (m - 5), 0), 0.92)


def gls(y, z, days, rho):
    sigma = rho ** np.abs(np.subtract.outer(days, days)) if rho > 0 else np.eye(len(days))
    fit = sm.GLS(y, z, sigma=sigma).fit()
    df = len(y) - z.shape[1] - 1  # One less, for rho.
    error = np.sqrt(fit.ssr / df * fit.normalized_cov_params[-1, -1])
    return fit.params[-1], error, df, sigma


def answer(estimate, error, df, **more):
    half = stats.t.ppf(0.975, df) * error
    return {"difference": estimate, "low": estimate - half, "high": estimate + half,
            "p": 2 * stats.t.sf(abs(estimate / error), df)} | more


def trend(values):
    days = np.flatnonzero(~np.isnan(values))
    y, length = values[days], len(values)
    rho = rho_of(y, days, length, True)
    slope = days / (length - 1)
    estimate, error, _, sigma = gls(y, np.column_stack([columns(days, length, False), slope]), days, rho)
    effective = np.ones(len(days)) @ np.linalg.solve(sigma, np.ones(len(days)))
    df = max(effective - 2, 1)
    half = stats.t.ppf(0.975, df) * error
    return {"difference": estimate, "low": estimate - half, "high": estimate + half, "p": 2 * stats.t.sf(abs(estimate / error), df)}


def best_split(y):
    found = []
    for place in range(14, len(y) - 13):
        found.append((abs(stats.ttest_ind(y[place:], y[:place]).statistic), place))
    return max(found, key=lambda one: (one[0], -one[1]))


def change(values, surrogates, seed):
    days = np.flatnonzero(~np.isnan(values))
    y, length = values[days], len(values)
    z = columns(days, length, True)
    # What weekdays explain beyond a level and a line.
    weekdays = np.linalg.qr(z[:, [0, 7, 1, 2, 3, 4, 5, 6]])[0][:, 2:]
    t, place = best_split(y - weekdays @ (weekdays.T @ y))
    step = (np.arange(len(y)) >= place) * 1.0
    around = y - np.where(step == 1, y[place:].mean(), y[:place].mean())
    rho = max(rho_of(around, days, length, False), rho_of(y, days, length, True))
    estimate, error, df, _ = gls(y, np.column_stack([columns(days, length, False), step]), days, rho)
    random = Seeded(seed, START + length - 1, 2, 0)
    reached, doubt = 0, np.sqrt((1 - rho**2) / len(y))
    for _ in range(surrogates):
        own = min(max(rho + doubt * random.normal(), 0), 0.97)
        series = []
        for index in range(len(y)):
            carried = own ** (days[index] - days[index - 1]) if index else 0
            series.append((carried * series[-1] if index else 0) + random.normal() * np.sqrt(1 - carried**2))
        series = np.array(series)
        reached += fast_split(series - weekdays @ (weekdays.T @ series)) >= t
    half = stats.t.ppf(0.975, df) * error
    return {"difference": estimate, "low": estimate - half, "high": estimate + half, "p": (reached + 1) / (surrogates + 1),
            "day": int(START + days[place])}


def fast_split(y):
    n, cumulative, total = len(y), np.cumsum(y - y.mean()), np.sum((y - y.mean())**2)
    k = np.arange(14, n - 13)
    share = cumulative[k - 1]**2 * n / (k * (n - k) * total)
    return np.sqrt(np.max(share) / (1 - np.max(share)) * (n - 2))


def weekend(values):
    days = START + np.arange(len(values))
    weeks = {}
    for day, value in zip(days, values):
        if not np.isnan(value):
            weeks.setdefault(int((day + 3) // 7), ([], []))[int(weekday(day) < 5)].append(value)
    found = [np.mean(week[0]) - np.mean(week[1]) for _, week in sorted(weeks.items()) if len(week[0]) >= 1 and len(week[1]) >= 2]
    test = stats.ttest_1samp(found, 0)
    return {"difference": float(np.mean(found)), "low": test.confidence_interval().low, "high": test.confidence_interval().high,
            "p": test.pvalue, "weeks": len(found)}


def parts_of_day(readings, length):
    """All sign flips of up to ten weeks; the newest days make up the first week."""
    means = {}
    for day, minute, value in readings:
        slot = 1 if 240 <= minute < 720 else 2 if 720 <= minute < 1020 else 3 if 1020 <= minute < 1320 else 0
        means.setdefault((day - START, slot), []).append(value)
    means = {key: np.mean(value) for key, value in means.items()}
    sums, counts, slots = [], [], []
    for slot in range(4):
        weeks, days = np.zeros(length // 7), np.zeros(length // 7)
        for day in range(length):
            others = [means[day, other] for other in range(4) if other != slot and (day, other) in means]
            if (day, slot) in means and others:
                weeks[(length - 1 - day) // 7] += means[day, slot] - np.mean(others)
                days[(length - 1 - day) // 7] += 1
        if sum(days) >= 0.6 * length:
            sums.append(weeks), counts.append(days), slots.append(slot)
    flips = np.array(list(itertools.product([1, -1], repeat=length // 7)))
    statistics = np.abs(flips @ np.array(sums).T) / np.sqrt(np.sum(np.square(sums), axis=1))
    seen = np.abs(np.sum(sums, axis=1)) / np.sqrt(np.sum(np.square(sums), axis=1)) * (1 - 1e-12)
    found = []
    for place, slot in enumerate(slots):
        total, weeks = counts[place].sum(), np.count_nonzero(counts[place])
        difference = sums[place].sum() / total
        error = np.sqrt(np.sum((sums[place] - difference * counts[place])**2) * weeks / (weeks - 1)) / total
        found.append(answer(difference, error, weeks - 1) | {
            "slot": slot, "p": np.mean(statistics[:, place] >= seen[place]),
            "adjusted": min(2 * np.mean(statistics.max(axis=1) >= seen[place]), 1)})
    return found


def as_needed(readings, doses):
    at = np.array([day * 24 * HOUR + minute * 60_000 for day, minute, _ in readings])
    levels, doses = np.array([value for *_, value in readings]), np.array(doses)
    rows = []
    for place, (day, minute, value) in enumerate(readings):
        now = at[place]
        if value < 5 or np.any((doses >= now - 6 * HOUR) & (doses < now - HOUR // 4)):
            continue
        before = levels[(at >= now - 24 * HOUR) & (at < now)]
        after = levels[(at >= now + HOUR) & (at <= now + 5 * HOUR)]
        if len(before) and len(after):
            treated = np.any((doses >= now - HOUR // 4) & (doses < now + HOUR))
            rows.append([after.mean(), treated, value, before.mean(), 720 <= minute < 1020, 1020 <= minute < 1320, day])
    table = np.array(rows, float)
    x = np.column_stack([np.ones(len(table)), table[:, 1:6]])
    fit = sm.OLS(table[:, 0], x).fit(cov_type="cluster", cov_kwds={"groups": table[:, 6].astype(int)})
    df = len(set(table[:, 6])) - 6
    return answer(fit.params[1], fit.bse[1], df, treated=int(table[:, 1].sum()), untreated=int((1 - table[:, 1]).sum()))


def step(values, at):
    """56 days on each side of a step."""
    days = np.flatnonzero(~np.isnan(values))
    days = days[(days >= at - 56) & (days < at + 56)]
    y = values[days]
    rho = rho_of(y, days, len(values), False)
    estimate, error, df, _ = gls(y, np.column_stack([columns(days, len(values), False), days >= at]), days, rho)
    return answer(estimate, error, df)


def surprise(weeks):
    """weeks: count and observed days, the newest first."""
    (count, observed), baseline = weeks[0], [week for week in weeks[1:] if week[1] > 0][:26]
    k, n = np.array(baseline, float).T
    mean, total = k.sum() / n.sum(), n.sum()
    own = 0.0
    if 0 < mean < 1:
        between = np.sum(n * (k / n - mean)**2) / (mean * (1 - mean))
        own = min(max((between - (len(n) - 1)) / (total - np.sum(n**2) / total - (len(n) - 1)), 0), 1)
    trust = len(n) / (len(n) + 10)
    spread = max(0.25, trust * own + (1 - trust) * 0.40)
    m = (k.sum() + 0.5) / (total + 1)
    return stats.betabinom.sf(count - 1, observed, m * (1 / spread - 1), (1 - m) * (1 / spread - 1))


def drawn(random, length, rho, missing=0.2, weekend=0.0, drift=0.0, jump=0.0):
    noise = [random.normal()]
    for _ in range(length - 1):
        noise.append(rho * noise[-1] + np.sqrt(1 - rho**2) * random.normal())
    days = np.arange(length)
    values = 4 + 2 * np.array(noise) + weekend * (weekday(START + days) >= 5) + drift * days / length + jump * (days >= length // 2)
    values = np.clip(np.round(values * 2) / 2, 0, 10)
    values[random.random(length) < missing] = np.nan
    return values


def day_readings(random, length, lift):
    found = []
    for day in range(length):
        for slot, (minute, share) in enumerate([(480, 0.95), (840, 0.9), (1140, 0.95), (1380, 0.3)]):
            if random.random() < share:
                value = round(4 + 1.5 * random.normal() + (lift if slot == 0 else 0))
                found.append([START + day, minute, float(min(max(value, 0), 10))])
    return found


def event_readings(random, length, relief):
    found, doses = [], []
    for day in range(START, START + length):
        level, last = 5 + 2 * random.normal(), -1
        for minute in sorted(random.choice(np.arange(390, 1400), size=int(random.integers(3, 8)), replace=False).tolist()):
            level = 4.5 + 0.7 * (level - 4.5) + 1.2 * random.normal() - (relief if last >= 0 and 60 <= minute - last <= 300 else 0)
            value = float(min(max(round(level), 0), 10))
            found.append([day, minute, value])
            if value >= 5 and random.random() < 0.1 + 0.1 * (value - 5):
                last = minute + int(random.integers(-20, 70))
                doses.append((day * 1440 + last) * 60_000)
    return found, sorted(doses)


def listed(values):
    return [None if np.isnan(value) else float(value) for value in values]


def rounded(value):
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return float(f"{value:.13g}") if isinstance(value, (float, np.floating)) else value


def main():
    random = np.random.default_rng(SEED)
    shapes = [(n, rho, kind) for n in (70, 91, 182) for rho in (0.0, 0.5, 0.8) for kind in ({}, {"drift": 3.0}, {"jump": 2.5}, {"weekend": 1.5})]
    series = []
    for place, (length, rho, kind) in enumerate(shapes):
        values = drawn(random, length, rho, 0.1 if length == 70 else 0.2, **kind)
        series.append({"values": listed(values), "seed": place, "trend": trend(values), "change": change(values, 99, place),
                       "weekend": weekend(values)})
    parts = []
    for length, lift in itertools.product((56, 63, 70), (0.0, 0.8, 2.0)):
        readings = day_readings(random, length, lift)
        parts.append({"length": length, "readings": readings, "expect": parts_of_day(readings, length)})
    moments = []
    for length, relief in itertools.product((63, 91, 140), (0.0, 1.0, 2.5)):
        readings, doses = event_readings(random, length, relief)
        moments.append({"length": length, "readings": readings, "doses": doses, "expect": as_needed(readings, doses)})
    steps = []
    for rho, jump in itertools.product((0.0, 0.4, 0.8), (0.0, -3.0)):
        values = drawn(random, 126, rho, jump=jump)
        steps.append({"values": listed(values), "at": 63, "expect": step(values, 63)})
    counts = []
    for share, rows in itertools.product((0.0, 0.1, 0.3, 0.7, 1.0), (8, 15, 26, 30)):
        chance = random.beta(max(share, 0.01) * 3, max(1 - share, 0.01) * 3, rows + 1)
        weeks = [[int(random.binomial(n, p)), int(n)] for n, p in zip(random.integers(1, 8, rows + 1), chance)]
        weeks[0] = [3 + rows % 3, 7]
        counts.append({"weeks": weeks, "expect": surprise(weeks)})
    rates = [[k, n, *proportion_confint(k, n, method="wilson")] for n in (1, 7, 28, 90) for k in sorted({0, 1, n // 2, n})]
    golden = {"series": series, "parts": parts, "moments": moments, "steps": steps, "counts": counts, "rates": rates}
    with open(sys.argv[1], "w") as file:
        file.write('{"start":%d' % START)
        for name, cases in golden.items():
            lines = ",\n".join(json.dumps(rounded(case), separators=(",", ":")) for case in cases)
            file.write(f',\n"{name}":[\n{lines}]')
        file.write("}\n")


if __name__ == "__main__":
    main()
