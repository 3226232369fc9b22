"""The figures of the bench scripts: their goals, the ones kept in Benchmarks/figures.json, and what became worse since.

A script makes a `Run`, adds figures, and ends with `sys.exit(run.finish())`. Benchmarks/README.md says what is compared and how.
"""
import dataclasses
import datetime
import fnmatch
import json
import math
import os
import pathlib
import platform
import re
import statistics
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
KEPT = ROOT / "Benchmarks/figures.json"

# Script → goals: the name of a figure (with * and ?), its bound, and the bound's unit. A figure with a "≥" is better when higher.
GOALS = {
    "bench": [
        ("bare start less a bare Swift program", "≤ 2 ms"),
        ("list 50 over plain SQLite at 100,000", "≤ 3 ×"),
        ("search, rare word over plain SQLite at 100,000", "≤ 3 ×"),
        ("add, durable over plain SQLite at 100,000", "≤ 3 ×"),
        ("encrypted jrnl over add, durable at 10,000", "≥ 100 ×"),
        ("encrypted jrnl over search, rare word at 10,000", "≥ 60 ×"),
        ("encrypted jrnl over search, common word at 10,000", "≥ 60 ×"),
        ("encrypted jrnl over search, two words at 10,000", "≥ 60 ×"),
        ("list 50 at 100,000 over at 1,000", "≤ 1.2 ×"),
        ("add, durable at 100,000", "≤ 20 ms"),
        ("search, rare word at 100,000", "≤ 20 ms"),
        ("search, common word at 100,000", "≤ 20 ms"),
        ("search, two words at 100,000", "≤ 20 ms"),
        ("rotation at 100,000", "≥ 15000 /s"),
        # Argon2's 256 MiB are in it: a rotation asks for the passphrase.
        ("peak memory, rotation at 100,000", "≤ 320 MiB"),
        ("whole backup at 100,000", "≥ 25000 /s"),
        ("peak memory, whole backup at 100,000", "≤ 150 MiB"),
        ("check of a backup at 100,000", "≥ 15000 /s"),
        ("peak memory, check of a backup at 100,000", "≤ 150 MiB"),
        ("bytes an entry at 100,000", "≤ 3300 bytes"),
        ("program as installed, stripped", "≤ 60 MB"),
    ],
    "bench-web": [
        ("page * at 100,000", "≤ 5 ms"),
        ("first paint of * at 100,000", "≤ 200 ms"),
        ("all of * at 100,000", "≤ 150000 bytes"),
        ("failures of 50 parallel clients at 100,000", "≤ 0"),
        ("a key in a text of 1 MB", "≤ 50 ms"),
    ],
    "bench-health": [
        ("page * after 13 years", "≤ 5 ms"),
        # Insights counts a year again after a write; its goal is for what was counted before.
        ("after a write, page [!I]* after 13 years", "≤ 15 ms"),
    ],
    "bench-export": [
        ("import of text at 100,000", "≥ 6000 /s"),
        ("import of json at 100,000", "≥ 6000 /s"),
        ("export json at 100,000", "≥ 25000 /s"),
        ("peak memory, * at 100,000", "≤ 150 MiB"),
    ],
    "bench-relay": [
        ("sends at 100,000", "≥ 5000 /s"),
        ("pulls, opens, verifies and applies at 100,000", "≥ 7000 /s"),
        ("a round with one edit, less one without", "≤ 5 ms"),
        ("first link with a snapshot of 100,000", "≤ 15 s"),
        ("peak memory, first link with a snapshot of 100,000", "≤ 150 MiB"),
        ("log of 50 members, read again", "≤ 2 s"),
        ("wraps for a member who comes", "≤ 1"),
    ],
    "bench-insights": [("a full look", "≤ 1 s")],
    "bench-mood": [
        ("an ordinary entry", "≤ 25 µs"), ("an entry of 600 words", "≤ 1000 µs"),
        ("loading", "≤ 5 ms"), ("loading and its SHA-256", "≤ 5 ms"),
    ],
    "bench-apple-health": [("*, a gigabyte", "≤ 60 s"), ("peak memory, *", "≤ 100 MiB")],
    "bench-phone": [
        ("shell to Unlock", "≤ 2000 ms"), ("passphrase to Today", "≤ 3000 ms"), ("page *", "≤ 400 ms"), ("save", "≤ 120 ms"),
        ("search", "≤ 250 ms"), ("first link by snapshot", "≤ 60 s"), ("memory", "≤ 300 MB"), ("all files, brotli", "≤ 6 MB"),
    ],
    "bench-year": [],
}

# What the unit says of a figure: its kind, and whether higher is better.
UNITS = {
    "×": ("ratio", False), "/s": ("rate", True), "µs": ("time", False), "ms": ("time", False), "s": ("time", False),
    "bytes": ("bytes", False), "MB": ("bytes", False), "MiB": ("memory", False), "": ("count", False),
}
# How much worse is said to be worse, by kind; times and rates after they were scaled by the speed of both machines.
TOLERANCE = {"ratio": 0.25, "rate": 0.25, "time": 0.25, "memory": 0.15, "bytes": 0.05, "count": 0.05}
# By how much a median may miss a goal that was met before it counts as lost.
NOISE = {"ratio": 0.1, "rate": 0.1, "time": 0.1, "memory": 0.1, "bytes": 0, "count": 0}


@dataclasses.dataclass(frozen=True)
class Figure:
    value: float
    unit: str
    kind: str
    better: str  # "lower" or "higher"

    def __str__(self):
        return shown(self.value, self.unit)

    def on(self, speed):
        """The same figure on a machine that is `speed` times as fast. What is no time and no rate stays."""
        return dataclasses.replace(self, value=self.value * {"time": 1 / speed, "rate": speed}.get(self.kind, 1))

    def worse_than(self, other):
        """How many times as bad as another one: 1 is the same, 2 twice as bad."""
        ours, theirs = (self.value, other.value) if self.better == "lower" else (other.value, self.value)
        return 1.0 if ours == theirs else math.inf if theirs <= 0 else max(ours, 0) / theirs

    def meets(self, bound, slack=0.0):
        return self.value <= bound * (1 + slack) if self.better == "lower" else self.value >= bound * (1 - slack)


def shown(value, unit):
    number = f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"
    return number + ("" if unit in ("", "×", "/s") else " ") + unit


def goals(script, names):
    """(figure's name or None, bound, the goal in words): for a pattern one of each figure that it fits."""
    for pattern, words in GOALS[script]:
        sign, bound, unit = (*words.split(" "), "")[:3]
        for name in [name for name in names if fnmatch.fnmatchcase(name, pattern)] or [None]:
            yield name, float(bound), f"{name or pattern} {sign} {shown(float(bound), unit)}"


def judged(script, now, kept, speed):
    """The lines of the goals table, and the names of goals that were met in `kept` and are missed now.

    `speed`: how many times as fast as the machine of `kept` this one is.
    """
    lines, lost = [["goal", "found", ""]], []
    for name, bound, words in goals(script, now):
        if name is None:
            lines.append([words, "not measured in this run", "–"])
            continue
        figure, before = now[name], kept.get(name)
        verdict = "met" if figure.meets(bound) else "MISSED"
        if verdict == "MISSED" and before and before.meets(bound):
            if figure.meets(bound, NOISE[figure.kind]):
                verdict = "missed by little: noise"
            elif figure.on(1 / speed).meets(bound, NOISE[figure.kind]):
                verdict = "missed: this machine is slower"
            else:
                verdict = "LOST: it was met"
                lost.append(name)
        lines.append([words, str(figure), verdict])
    return lines, lost


def compared(now, kept, speed):
    """Sentences about what is worse, and about what is better, than in `kept` by more than the tolerance."""
    worse, better = [], []
    for name, figure in now.items():
        before = kept.get(name)
        if before is None or (before.unit, before.better) != (figure.unit, figure.better):
            continue
        expected = before.on(speed)
        factor, limit = figure.worse_than(expected), 1 + TOLERANCE[figure.kind]
        note = f" ({expected} expected on this machine)" if figure.kind in ("time", "rate") and abs(speed - 1) > 0.05 else ""
        if factor > limit:
            worse.append(f"{name}: {before} → {figure}{note}, {factor:.2f} times as bad")
        # A calibration is noisy as well: nothing is called better that took longer here.
        elif factor < 1 / limit and figure.worse_than(before) < 1:
            better.append(f"{name} {before} → {figure}")
    return worse, better


# ---- the file -------------------------------------------------------------------------------------------------


def read(path):
    """Script → record; a record's figures as `Figure`s. Without the file nothing."""
    records = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    for record in records.values():
        record["figures"] = {name: Figure(**figure) for name, figure in record["figures"].items()}
    return records


def written(records):
    """The text of the file: one line for each figure, so that a difference of two commits can be read."""
    def text(value, depth):
        value = dataclasses.asdict(value) if isinstance(value, Figure) else value
        if depth == 4 or not isinstance(value, dict) or not value:
            return json.dumps(value, ensure_ascii=False)
        inner = ",\n".join(f"{' ' * depth}{json.dumps(key, ensure_ascii=False)}: {text(each, depth + 1)}" for key, each in value.items())
        return "{\n" + inner + "\n" + " " * (depth - 1) + "}"
    return text(dict(sorted(records.items())), 1) + "\n"


def not_kept(script, now, kept, lost):
    """Why a run does not take the place of the kept one; None where it does."""
    gone = [name for name, _, _ in goals(script, kept) if name and name not in now]
    if gone or lost:
        what = "these goals are in the kept figures and not in this run: " + "; ".join(gone) if gone else "goals were lost"
        return what + ". Where that is wanted, remove the script's part of the file and say why in the commit"
    return None


# ---- the machine ----------------------------------------------------------------------------------------------


def commit():
    """The commit of the working tree, with a + where something in it is changed besides the kept figures."""
    def git(*words):
        return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True).stdout
    changes = [line for line in git("status", "--porcelain").splitlines() if not line.endswith(str(KEPT.relative_to(ROOT)))]
    return (git("rev-parse", "--short=12", "HEAD").strip() or "unknown") + ("+" if changes else "")


def processor():
    found = re.search(r"^model name[^:]*: (.*)", pathlib.Path("/proc/cpuinfo").read_text(), re.M) if os.path.exists("/proc/cpuinfo") else None
    return f"{found[1] if found else platform.processor() or platform.machine()}, {os.cpu_count()} cores"


def speed(calibration):
    """One number for how fast a machine is: the geometric mean of its calibration."""
    return math.exp(statistics.fmean(math.log(rate) for rate in calibration.values()))


# ---- a run ----------------------------------------------------------------------------------------------------


def add_options(parser):
    parser.add_argument("--keep", action="store_true", help="keep the figures of this run in Benchmarks/figures.json (make … KEEP=1)")
    parser.add_argument("--figures", type=pathlib.Path, default=KEPT, metavar="FILE", help="another file of kept figures, for trying")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write the figures of this run into a file as well")


class Run:
    """One run of a script, from its first calibration to its comparison with the kept figures."""

    def __init__(self, script, options, sizes):
        """`sizes`: in words, what was measured: "100,000 entries, 15 runs"."""
        from bench_tools import compile_c, sqlite_flags
        self.script, self.options, self.sizes = script, options, sizes
        self.folder = tempfile.TemporaryDirectory(prefix="auralyst-bench-")
        self.plain_sqlite = compile_c("plain-sqlite", pathlib.Path(self.folder.name), *sqlite_flags())
        self.figures = {}
        self.calibrations = [self.calibrate()]

    def calibrate(self):
        """Inserts and signatures a second of plain SQLite and of OpenSSL, on one core."""
        return json.loads(subprocess.run([self.plain_sqlite, "calibrate"], check=True, capture_output=True, text=True).stdout)

    def add(self, name, value, unit="", better=None, kind=None):
        """Adds a figure. `better` and `kind` follow from the unit where they are not given; None as value: not measured."""
        if value is not None:
            of_unit, is_rate = UNITS[unit]
            exact = value if isinstance(value, int) else float(f"{value:.4g}")
            self.figures[name] = Figure(exact, unit, kind or of_unit, better or ("higher" if is_rate else "lower"))

    def finish(self):
        """Prints the goals and what changed, keeps the figures where that was asked for, and gives the exit code."""
        from bench_tools import table
        self.calibrations.append(self.calibrate())
        calibration = {name: round(statistics.fmean(each[name] for each in self.calibrations)) for name in self.calibrations[0]}
        record = {
            "commit": commit(), "date": datetime.date.today().isoformat(), "machine": processor(), "calibration": calibration,
            "sizes": self.sizes, "figures": self.figures,
        }
        records = read(self.options.figures)
        before = records.get(self.script)
        kept = before["figures"] if before else {}
        factor = speed(calibration) / speed(before["calibration"]) if before else 1.0
        lines, lost = judged(self.script, self.figures, kept, factor)
        if len(lines) > 1:
            print("\n## Goals\n")
            table(lines)
        print("\n## Beside the kept figures\n")
        if before:
            worse, better = compared(self.figures, kept, factor)
            print(f"Kept: {before['commit']} of {before['date']}, {before['machine']}. This machine is {factor:.2f} times as fast.")
            print("\n".join(f"worse than at {before['commit']}: {line}" for line in worse) or "Nothing became worse.")
            if better:
                print(f"better than at {before['commit']}: " + "; ".join(better))
        else:
            print("Nothing is kept of this script yet.")
        if self.options.json:
            self.options.json.write_text(written({self.script: record}), encoding="utf-8")
        if self.options.keep:
            reason = not_kept(self.script, self.figures, kept, lost)
            if reason:
                print(f"Not kept: {reason}.")
            else:
                partial = self.options.figures.with_suffix(".partial")
                partial.write_text(written({**records, self.script: record}), encoding="utf-8")
                os.replace(partial, self.options.figures)
                print(f"Kept in {self.options.figures.name} as the figures of {record['commit']}.")
        for name in lost:
            print(f"error: a goal that was met is missed now: {name}")
        return 1 if lost else 0
