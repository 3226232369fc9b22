#!/usr/bin/env python3
"""Makes the golden numbers that InsightsTests hold the module Insights against, with SciPy and statsmodels.

    python3 -m venv /tmp/reference && /tmp/reference/bin/pip install numpy scipy statsmodels
    /tmp/reference/bin/python Tools/insights_reference.py Tests/InsightsTests/reference-numbers.json

The series are drawn from a seed, so that a second run writes the same bytes with the same versions of the libraries.
"""
import json
import sys

import numpy as np
import statsmodels.api as sm
from scipy import special, stats

SEED = 20_461
START = 10_003  # A Tuesday; weekdays count from Thursday, 1 January 1970.


def short(value):
    """A number as JSON carries it; None where there is none."""
    if value is None or not np.isfinite(value):
        return None
    return float(f"{value:.12g}")


def orthogonal(columns):
    """The columns that are not combinations of those before them."""
    kept = []
    for column in columns:
        trial = np.column_stack(kept + [column])
        if np.linalg.matrix_rank(trial, tol=1e-6 * np.linalg.norm(trial)) == len(kept) + 1:
            kept.append(column)
    return kept


def null_columns(days, length, trend):
    weekday = (START + days + 3) % 7
    columns = [np.ones(len(days))] + [(weekday == day) * 1.0 for day in range(1, 7)]
    if trend:
        columns.append(days / length - 0.5)
    return orthogonal(columns)


def estimated_rho(residuals, days):
    """The rule of the module, written a second time: pairs at the nearest distance that has nine."""
    at = dict(zip(days.tolist(), residuals))
    for distance in range(1, 8):
        products = [at[day] * at[day - distance] for day in at if day - distance in at]
        if len(products) >= 9:
            corrected = (sum(products) / np.mean(residuals**2) + 2) / (len(products) - 5)
            return min(max(corrected, 0) ** (1 / distance), 0.92)
    return None


def model(values, column, trend, known=None):
    """GLS of the observed days with the full matrix of correlations; None where there is nothing to say."""
    values, column = np.array(values, float), np.array(column, float)
    days = np.flatnonzero(~np.isnan(values))
    if len(days) < 8 or np.ptp(values[days]) == 0:
        return None
    y, length = values[days], len(values)
    z = np.column_stack(null_columns(days, length, trend))
    residuals = sm.OLS(y, z).fit().resid
    if np.sum(residuals**2) < 1e-16 * np.sum((y - y.mean())**2):
        return None
    rho = known if known is not None else estimated_rho(residuals, days)
    if rho is None:
        return None
    result = {"rho": short(rho), "spread": short(np.std(y, ddof=1))}
    known_days = ~np.isnan(column[days])
    days = days[known_days]
    if len(days) < 2:
        return result | {"fit": None}
    y, x, columns = y[known_days], column[days], orthogonal(list(z[known_days].T))
    sigma = float(rho) ** np.abs(np.subtract.outer(days, days)) if rho > 0 else np.eye(len(days))
    full = orthogonal(columns + [x])
    if len(full) == len(columns):
        return result | {"fit": None}
    fit = sm.GLS(y, np.column_stack(full), sigma=sigma).fit()
    rest, df = fit.ssr, len(days) - len(full) - 1  # One degree of freedom less, for rho.
    if df <= 0:
        return result | {"fit": None}
    error = np.sqrt(rest / df * fit.normalized_cov_params[-1, -1])
    estimate = fit.params[-1]
    half = stats.t.ppf(0.975, df) * error
    return result | {"fit": {
        "estimate": short(estimate), "error": short(error), "df": df, "p": short(2 * stats.t.sf(abs(estimate / error), df)),
        "low": short(estimate - half), "high": short(estimate + half)}}


def series(random):
    """Two hundred series: random ones with gaps and ties, and those in which there is nothing to find."""
    for number in range(200):
        length = int(random.choice([42, 49, 63, 91, 126, 182]))
        rho = float(random.choice([0, 0.3, 0.5, 0.7, 0.9]))
        noise = [random.normal()]
        for _ in range(length - 1):
            noise.append(rho * noise[-1] + np.sqrt(1 - rho**2) * random.normal())
        values = np.clip(np.round(4 + 2 * np.array(noise)), 0, 10)
        column = (random.random(length) < random.uniform(0.1, 0.6)) * 1.0
        values[random.random(length) < random.choice([0, 0.2, 0.4])] = np.nan
        if number % 3 == 1:
            column[random.random(length) < 0.2] = np.nan
        if number % 5 == 4:
            values = values + 0.8 * np.nan_to_num(column)
        days, kind = np.arange(length), number % 25
        if kind == 3:
            values = np.where(np.isnan(values), np.nan, 5.0)
        elif kind == 6:
            values = np.full(length, np.nan)
        elif kind == 9:
            values = np.where(days == 10, 7.0, np.nan)
        elif kind == 12:
            values = np.where(np.isnan(values), np.nan, (values > 4) * 1.0)
        elif kind == 15:
            column = ((START + days + 3) % 7 == 5) * 1.0
        elif kind == 18:
            column = np.zeros(length)
        elif kind == 21:
            values = np.where(days % 2 == 0, values, np.nan)
        elif kind == 22:
            values = 3 + 0.5 * days
        elif kind == 24:
            column = days / length
        yield values, column, number % 4 != 2, (0.5 if number % 7 == 0 else None)


def listed(values):
    return [None if np.isnan(value) else short(value) for value in values]


def distributions():
    """Each line: the arguments, then the value."""
    grid = {
        "logGamma": ([[x] for x in (1e-6, 0.1, 0.5, 1.5, 2.5, 7, 14.9, 15.1, 90.5, 1e4, 1e8)], lambda x: special.gammaln(x)),
        "incompleteBeta": ([[x, a, b] for x in (0, 1e-12, 1e-3, 0.2, 0.5, 0.9, 0.999, 1) for a in (0.5, 1, 3.7, 90)
                            for b in (0.5, 2, 45)], lambda x, a, b: special.betainc(a, b, x)),
        "normal": ([[z] for z in (-37, -8, -3, -1.96, -0.1, 0, 0.5, 2.3, 5, 9)], stats.norm.cdf),
        "normalQuantile": ([[p] for p in (1e-300, 1e-12, 1e-4, 0.025, 0.3, 0.5, 0.6, 0.975, 0.999999)], stats.norm.ppf),
        "student": ([[t, df] for t in (-40, -6, -2, -0.3, 0, 1e-5, 0.7, 1.98, 5, 30) for df in (1, 2, 5, 36, 90, 176, 1000)],
                    stats.t.cdf),
        "twoSided": ([[t, df] for t in (-60, 0, 0.001, 1, 3, 8, 25) for df in (1, 3, 20, 84, 400)],
                     lambda t, df: 2 * stats.t.sf(abs(t), df)),
        "studentQuantile": ([[p, df] for p in (1e-9, 0.001, 0.025, 0.2, 0.5, 0.51, 0.95, 0.975, 0.9999) for df in (1, 2, 4, 36, 84, 176)],
                            lambda p, df: 0.0 if p == 0.5 else stats.t.ppf(p, df)),
        "betaBinomialTail": ([[k, n, m, r] for n in (3, 7, 60) for k in (0, 1, 3, 6, 40) if k <= n for m in (0.02, 0.3, 0.8)
                              for r in (0.15, 0.25, 0.4, 0.9)],
                             lambda k, n, m, r: stats.betabinom.sf(k - 1, n, m * (1 / r - 1), (1 - m) * (1 / r - 1))),
        "binomialTail": ([[k, n, m] for n in (7, 60, 900) for k in (0, 1, 5, n // 2, n) for m in (0.03, 0.5, 0.9)],
                         lambda k, n, m: stats.binom.sf(k - 1, n, m)),
        "wilsonLow": ([[k, n, level] for n in (1, 7, 28, 400) for k in (0, 1, n // 2, n) for level in (0.9, 0.95, 0.99)],
                      lambda k, n, level: stats.binomtest(k, n).proportion_ci(level, "wilson").low),
        "wilsonHigh": ([[k, n, level] for n in (1, 7, 28, 400) for k in (0, 1, n // 2, n) for level in (0.9, 0.95, 0.99)],
                       lambda k, n, level: stats.binomtest(k, n).proportion_ci(level, "wilson").high),
    }
    return {name: [[*arguments, float(f"{function(*arguments):.15g}")] for arguments in lists] for name, (lists, function) in grid.items()}


def main():
    random = np.random.default_rng(SEED)
    cases = []
    for values, column, trend, known in series(random):
        cases.append({"values": listed(values), "column": listed(column), "trend": trend, "known": known,
                      "expect": model(values, column, trend, known)})
    golden = {"start": START, "distributions": distributions(), "cases": cases}
    with open(sys.argv[1], "w") as file:
        file.write('{"start":%d,\n"distributions":{\n' % START)
        file.write(",\n".join(f'"{name}":' + json.dumps(lines, separators=(",", ":")) for name, lines in golden["distributions"].items()))
        file.write('},\n"cases":[\n')
        file.write(",\n".join(json.dumps(case, separators=(",", ":")) for case in cases))
        file.write("]}\n")


if __name__ == "__main__":
    main()
