"""Runs the command blocks of README.md and docs/guide as a reader would, and compares what is printed.

A block is a fence marked `console`. Its lines are what a terminal shows: `$ command`, `> ` before each further line of a command,
and what is printed. `ann$ ` is a terminal of another person or device, with a home of its own. In the printed lines
- `…` stands for any characters, and alone on a line for any lines;
- names of records, codes, links, sizes and durations may be others: they have to be of the same form, and a name that a later command uses
  stands for the one that was printed;
- what follows a question is typed, and where nothing of it is shown, the passphrase is.
A command whose last printed line is `…` may go on; the next one in the same terminal waits for its end. `^C` alone on a line is pressed
when the lines before it are there.

`<!-- vault: ann, ben -->` in a page gives these an empty, unlocked vault beforehand (`you`: the terminal without a name). Each page takes
place on the evening of 14 March 2026, one minute a command. Fences marked `sh` set up the machine and are not run; others are refused."""
import dataclasses
import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import socket
import struct
import subprocess
import sys
import termios
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/BrowserTests"))
import clock  # noqa: E402

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs/guide").glob("*.md"))]
PASSPHRASE = "violet harbour eleven pencil"
# 14 March 2026, 20:59 in Vienna: a Saturday far from midnight and from a change of the clocks.
EVENING = 1_773_518_340
SIZE = struct.pack("HHHH", 40, 80, 0, 0)
# A limit for what never comes; what is slow is not wrong.
PATIENCE = 60
SET_UP = re.compile(r"(make|git clone|cd|tar -xf|sudo (apt|make|cp|systemctl)|caddy) ?")

# What differs from run to run. Only these may be others than on the page, each in its own form.
VARYING = {
    # Seven or eight characters of an alphabet without i, l, o, u; on the page with a digit and a letter, so that no word is taken for one.
    "name": (r"(?<![\w-])(?=\w*\d)(?=\w*[a-z])[0-9a-hjkmnp-tv-z]{7,8}(?![\w-])", r"[0-9a-hjkmnp-tv-z]{7,8}"),
    "recovery": (r"AGE-SECRET-KEY-1(?:…|[0-9A-Z]{58})", r"AGE-SECRET-KEY-1[0-9A-Z]{58}"),
    "link": (r"(?<=#)[\w~=.-]{16,}(?:…)?", r"[\w~=.-]{16,}"),
    "code": (r"\b(?=[0-9A-Z-]*\d)[0-9A-Z]{4,5}(?:-[0-9A-Z]{4,5}){2,}\b", r"[0-9A-Z]{4,5}(?:-[0-9A-Z]{4,5}){2,}"),
    "vault": (r"(?<=auralyst-)[0-9a-f]{8}(?=-)", r"[0-9a-f]{8}"),
    "size": (r"\b\d+(?:[.,]\d+)? (?:KB|MB|GB|kB|KiB|MiB|bytes)\b", r"\d[\d.,]* (?:KB|MB|GB|kB|KiB|MiB|bytes?)"),
    "duration": (r"\b\d+(?:\.\d+)? (?:ms|s)\b", r"\d+(?:\.\d+)? (?:ms|s)"),
    "port": (r"(?<=localhost:)\d+", r"\d+"),
    "token": (r"(?<=token=)[\w-]+…?", r"[\w-]+"),
}
BOUND = ("name", "recovery", "link", "code", "vault")
PLACES = re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, (pattern, _) in VARYING.items()) + "|(?P<any>…)|(?P<room> {2,})")


class Fault(AssertionError):
    """What a page says is not so; `text` is the page as it was written up to there."""
    text = None


@dataclasses.dataclass
class Step:
    line: int  # Of the command, from 1.
    window: str
    command: str
    printed: list
    begin: int  # The printed lines, as indices of the page's lines.
    end: int

    @property
    def goes_on(self):
        return self.printed[-1:] == ["…"]


def read(text, name="page"):
    """The commands of a page in order, and the terminals that begin with a vault."""
    lines, steps, fence = text.split("\n"), [], None
    for index, line in enumerate(lines):
        where = f"{name}:{index + 1}"
        if fence is None:
            if found := re.match(r"\s*(```+|~~~+)(.*)", line):
                fence = found[2].strip()
                if fence not in ("console", "sh"):
                    raise Fault(f"{where}: a block is marked `console` and run, or `sh` and sets up the machine, not '{fence}'")
                is_first = True
            elif re.match(r"( {4}|\t)\S", line) and (index == 0 or not lines[index - 1].strip()):
                raise Fault(f"{where}: an indented block is not run; mark it with ```console")
            continue
        if re.match(r"\s*(```+|~~~+)\s*$", line):
            fence = None
        elif fence == "sh":
            if line.strip() and not SET_UP.match(line):
                raise Fault(f"{where}: this sets up no machine, and is not run: {line}")
        elif found := re.match(r"([a-z]*)\$ (.+)", line):
            steps.append(Step(index + 1, found[1] or "you", found[2], [], index + 1, index + 1))
            is_first = False
        elif is_first:
            raise Fault(f"{where}: a block begins with a command")
        elif line.startswith("> ") and not steps[-1].printed:
            steps[-1].command += "\n" + line[2:]
            steps[-1].begin = steps[-1].end = index + 1
        else:
            steps[-1].printed.append(line)
            steps[-1].end = index + 1
    if fence is not None:
        raise Fault(f"{name}: the last block has no end")
    vaults = [window for found in re.findall(r"<!-- vault: ([a-z, ]+) -->", text) for window in re.split(r", *", found)]
    return steps, vaults


class Names:
    """Which printed name stands for which name on the page."""

    def __init__(self):
        self.actual = {}  # by (kind, shown)

    def shown(self, kind, actual):
        return next((shown for (of, shown), its in self.actual.items() if of == kind and its == actual), None)

    def bind(self, found):
        """Takes the pairs of a line that matched, if none of them contradicts what was bound before."""
        bound = dict(self.actual)
        for kind, shown, actual in found:
            if bound.setdefault((kind, shown), actual) != actual:
                return False
        self.actual = bound
        return True

    def command(self, text):
        """A command of the page with the names that there are now; of a name the first four characters are enough."""
        for (kind, shown), actual in sorted(self.actual.items(), key=lambda one: -len(one[0][1])):
            text = text.replace(shown, actual)
            if kind == "name":
                for length in (6, 5, 4):
                    text = re.sub(rf"(?<![\w-]){shown[:length]}(?![\w-])", actual[:length], text)
        return text

    def page(self, line):
        """A printed line as the page would have it: known names as they are there, new ones as they are."""
        def put(found):
            kind, actual = found.lastgroup, found[0]
            if kind not in BOUND or (kind, actual) in self.actual:
                return actual
            shown = self.shown(kind, actual)
            if shown is None:
                # What is long is shown by its beginning.
                shown = "AGE-SECRET-KEY-1…" if kind == "recovery" else actual[:20] + "…" if kind == "link" else actual
                self.actual[kind, shown] = actual
            return shown
        # Names without a digit would be taken for words: those that are known are replaced all the same.
        for (kind, shown), actual in self.actual.items():
            line = line.replace(actual, shown)
        return PLACES.sub(put, line)


def match_line(expected, actual, names):
    """Whether a printed line is the one of the page; binds its names."""
    pattern, kinds, at = "", [], 0
    for found in PLACES.finditer(expected):
        kind = found.lastgroup
        pattern += re.escape(expected[at:found.start()])
        at = found.end()
        if kind == "any":
            pattern += ".*?"
        elif kind == "room":
            pattern += " {2,}"
        elif found[0].endswith("…") and kind not in BOUND:
            pattern += f"{VARYING[kind][1]}"
        else:
            pattern += f"({VARYING[kind][1]})"
            kinds.append((kind, found[0]))
    result = re.fullmatch(pattern + re.escape(expected[at:]), actual)
    return result is not None and names.bind(
        [(kind, shown, its) for (kind, shown), its in zip(kinds, result.groups()) if kind in BOUND])


def match(expected, actual, names):
    """The index of the first line of the page that was not printed; `None` where all of it was, and nothing else."""
    at, free = 0, False
    for index, line in enumerate(expected):
        if line == "…":
            free = True
            continue
        rest = expected[index + 1:]
        if free and "…" not in rest:
            # The end of the page's lines is the end of what was printed.
            at = max(at, len(actual) - len(rest) - 1)
        while at < len(actual) and not match_line(line, actual[at], names):
            if not free:
                return index
            at += 1
        if at >= len(actual):
            return index
        at, free = at + 1, False
    return None if free or at == len(actual) else len(expected)


class Terminal:
    """One person's or device's: a home of its own, and at most one command that runs."""

    def __init__(self, folder, name, programs):
        self.name, self.folder, self.exports = name, folder / name, ""
        self.output, self.process, self.master = b"", None, None
        self.home = self.folder / "home"
        self.home.mkdir(parents=True)
        (self.folder / "run").mkdir(mode=0o700)
        self.environment = {
            "HOME": str(self.home), "PATH": f"{programs}:/usr/local/bin:/usr/bin:/bin", "XDG_RUNTIME_DIR": str(self.folder / "run"),
            "TMPDIR": str(self.folder), "TZ": "Europe/Vienna", "LANG": "C.UTF-8", "TERM": "xterm", "NO_COLOR": "1",
            "AURALYST_KEY_HOLDER": "agent", "AURALYST_QUOTES_URL": "http://127.0.0.1:9/", "TEST_CLOCK": str(folder / "clock"),
            **{name: os.environ[name] for name in ("LD_PRELOAD",) if name in os.environ},
        }

    def start(self, command):
        if code := self.finish():
            raise Fault(f"{self.name}$: the command before ended with {code}: {self.output.decode(errors='replace')[-2000:]}")
        if command.startswith("export "):
            self.exports += command + "\n"
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, SIZE)
        self.output = b""
        self.process = subprocess.Popen(
            ["bash", "--norc", "-c", self.exports + command], cwd=self.home, env=self.environment, stdin=slave, stdout=slave, stderr=slave,
            start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(slave)

    def read(self):
        """Waits for more output; false when there is none any more."""
        ready, _, _ = select.select([self.master], [], [], 0.05)
        if ready:
            try:
                more = os.read(self.master, 65536)
            except OSError:
                more = b""
            self.output += more
            return bool(more)
        return self.process.poll() is None

    def lines(self):
        """What the screen shows: whole lines, and the beginning of the next."""
        text = self.output.decode(errors="replace").replace("\r\n", "\n")
        lines = []
        for line in text.split("\n"):
            line = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", line.split("\r")[-1])
            lines.append(line.replace(str(self.home), f"/home/{self.name}").rstrip())
        return lines[:-1], lines[-1]

    def question(self):
        """What is asked just now, and whether the answer is shown; `None` where nothing is."""
        last = self.output.decode(errors="replace").rsplit("\n", 1)[-1]
        if not re.search(r"[:?\]] $", last):
            return None
        return last.split("\r")[-1], bool(termios.tcgetattr(self.master)[3] & termios.ECHO)

    def type(self, answer):
        os.write(self.master, answer.encode() + b"\n")

    def finish(self):
        """Waits for the end of what runs, and gives its exit code."""
        if self.process is None:
            return 0
        end = time.monotonic() + PATIENCE
        while self.read():
            if time.monotonic() > end:
                raise Fault(f"{self.name}$: the command before did not end: {self.output.decode(errors='replace')[-2000:]}")
        code = self.process.wait(PATIENCE)
        os.close(self.master)
        self.process = None
        return code

    def end(self):
        """Leaves nothing that runs."""
        if self.process is not None:
            if self.process.poll() is None:
                os.killpg(self.process.pid, signal.SIGTERM)
                self.process.wait(PATIENCE)
            os.close(self.master)
            self.process = None
        subprocess.run(["auralyst", "lock"], env=self.environment, capture_output=True, timeout=PATIENCE)
        for agent in self.home.rglob("vault.agent"):
            subprocess.run(["auralyst", "--vault", agent.parent, "lock"], env=self.environment, capture_output=True, timeout=PATIENCE)


class Run:
    """A page in homes of its own. With `write` it gives the page as it should be instead of failing."""
    BEGIN, read = EVENING, staticmethod(read)

    def __init__(self, text, folder, program, name="page", write=False):
        self.text, self.name, self.write, self.folder = text, name, write, pathlib.Path(folder)
        self.steps, self.vaults = self.read(text, name)
        programs = self.folder / "bin"
        programs.mkdir()
        relay = pathlib.Path(os.environ.get("AURALYST_RELAY", program.with_name("auralyst-relay")))
        for link, its in (("auralyst", program), ("au", program), ("auralyst-relay", relay)):
            (programs / link).symlink_to(its)
        self.program, self.programs, self.names, self.windows = program, programs, Names(), {}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            # So that pages run beside each other, and beside a relay of yours.
            self.port = free.getsockname()[1]
        self.clock, self.passed = self.folder / "clock", 0
        clock.stop_at(self.clock, self.BEGIN)

    def move(self, seconds):
        """Puts the clock forward."""
        clock.move(self.clock, seconds)
        self.passed += seconds

    def tick(self, step):
        self.move(60)

    def window(self, name):
        if name not in self.windows:
            self.windows[name] = Terminal(self.folder, name, self.programs)
        return self.windows[name]

    def make_vault(self, name):
        """An empty vault, whose key waits in an agent."""
        window = self.window(name)
        passphrase, recovery = window.folder / "passphrase", window.folder / "recovery"
        passphrase.touch(0o600)
        passphrase.write_text(PASSPHRASE)
        environment = {**window.environment, "AURALYST_PASSPHRASE_FILE": str(passphrase)}
        made = [self.program, "init", "--recovery-out", recovery]
        # Makes vaults whose passphrase costs nothing to try.
        if (cheap := self.program.with_name("cheap-vault")).exists():
            made = [cheap, window.home / ".local/share/auralyst", "--passphrase-file", passphrase, "--recovery-out", recovery]
        for words in (made, [self.program, "unlock", "--for", "12h"]):
            done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=PATIENCE)
            assert done.returncode == 0, done.stderr
        self.names.actual["recovery", "AGE-SECRET-KEY-1…"] = recovery.read_text().strip().split("\n")[-1]

    def run(self):
        lines = self.text.split("\n")
        shift = 0
        try:
            for name in self.vaults:
                self.make_vault(name)
            for step in self.steps:
                self.tick(step)
                try:
                    new = self.step(step)
                except Fault as fault:
                    fault.text = "\n".join(lines)
                    raise
                if new is not None:
                    lines[step.begin + shift:step.end + shift] = new
                    shift += len(new) - (step.end - step.begin)
        finally:
            for window in self.windows.values():
                window.end()
        return "\n".join(lines)

    def step(self, step):
        """Runs a command; the lines to print instead, where they differ and are to be written."""
        window = self.window(step.window)
        window.start(self.names.command(step.command).replace("127.0.0.1:4848", f"127.0.0.1:{self.port}"))
        end, stopped, answered, unanswered = time.monotonic() + PATIENCE, False, None, 0
        while True:
            more = window.read()
            if step.goes_on and self.shows(window, step.printed):
                return None
            if "^C" in step.printed and not stopped and self.shows(window, [*step.printed[:step.printed.index("^C")], "…"]):
                os.write(window.master, b"\x03")
                stopped = True
            if more and len(window.output) != answered and (question := window.question()):
                # What looks like a question may be half a line.
                unanswered += 1
                if self.answer(window, step, *question, is_sure=unanswered > 40):
                    answered, unanswered = len(window.output), 0
            if not more:
                break
            if time.monotonic() > end:
                window.end()
                raise Fault(self.report(step, self.printed(window), f"did not end within {PATIENCE} s"))
        code = window.finish()
        actual = self.printed(window)
        known = dict(self.names.actual)
        place = match(step.printed, actual, self.names)
        if place is None and (code == 0 or stopped or any("error: " in line for line in step.printed)):
            return None
        self.names.actual = known
        # A page that shows no error does not begin to by itself.
        if not self.write or code != 0 and not stopped and not any("error: " in line for line in step.printed):
            raise Fault(self.report(step, actual, f"ended with {code}" if place is None else "prints something else"))
        return self.rewritten(step.printed, actual)

    def printed(self, window):
        whole, last = window.lines()
        return [self.with_port(line) for line in whole + ([last] if last else [])]

    def with_port(self, line):
        """What is printed, with the port that the page says."""
        return line.replace(f"127.0.0.1:{self.port}", "127.0.0.1:4848")

    def shows(self, window, lines):
        """Whether these lines of a command that goes on are there."""
        known = dict(self.names.actual)
        if match(lines, self.printed(window), self.names) is None:
            return True
        self.names.actual = known
        return False

    def answer(self, window, step, question, is_shown, is_sure):
        """Types what the page says to a question; false where it says nothing, and it is not sure that this is one."""
        if not is_shown:
            window.type(PASSPHRASE)
            return True
        if found := re.search(VARYING["recovery"][1], "\n".join(self.printed(window))):
            self.names.actual["recovery", "AGE-SECRET-KEY-1…"] = found[0]
        done = window.output.decode(errors="replace").count(question) - 1
        question = self.with_port(question)
        asked = [line[len(question):] for line in step.printed if (line + " ").startswith(question)]
        if done >= len(asked) and not is_sure:
            return False
        if self.write and done >= len(asked):
            asked = [*asked, *[""] * (done + 1 - len(asked))]
        if done >= len(asked):
            window.end()
            raise Fault(self.report(step, self.printed(window), f"asks what the page does not answer: {question}"))
        window.type(self.names.command(asked[done]))
        return True

    def rewritten(self, expected, actual):
        """What a page should say: lines that still match stay, and so does what it leaves out."""
        new, at, is_left_out, changed = [], 0, False, 0

        def put_until(place):
            nonlocal is_left_out, changed
            first = max(at, place - changed) if is_left_out else at
            new.extend(["…"] * is_left_out + [self.names.page(line) for line in actual[first:place]])
            is_left_out, changed = False, 0

        for line in expected:
            if line == "…":
                # Lines before it that have changed are as many as before.
                if changed and not is_left_out:
                    place = min(at + changed, len(actual))
                    put_until(place)
                    at = place
                is_left_out = True
                continue
            place = next((place for place in range(at, len(actual)) if match_line(line, actual[place], self.names)), None)
            if place is None:
                changed += 1
                continue
            put_until(place)
            new.append(line)
            at = place + 1
        put_until(len(actual))
        return new

    def report(self, step, actual, what):
        shown = "\n".join(step.printed)
        return (f"{self.name}:{step.line}: {step.window}$ {step.command}\n{what}\n--- the page\n{shown}\n--- printed\n" + "\n".join(actual)
                + "\n('make guide' runs the pages and writes what is printed into them)")
