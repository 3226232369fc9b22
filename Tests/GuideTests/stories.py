"""Runs the stories of Tests/Stories: commands as a script gives them, without a terminal, and what they answer.

The name of a file is a sentence, and its first line says what it shows. Each story has a home and an empty, unlocked vault of its own.
It begins on Wednesday, 18 March 2026, at 13:00 in Vienna; each command takes a second.
- `> list` is a command of Auralyst, read by bash; `$ printf …` any other. It ends with 0.
- `> list => [{"text": "Walked"}]` is run with `--json`, and its document has at least these fields; a list has as many elements.
- `! 64 usage: list -n -1` is one that is refused: with this exit code, nothing on stdout, one error and at most one hint on stderr; and
  with `--json` with this code. Without a code (`! 64: `) it is not run with `--json`.
- `< text`, below a command, is a line of its standard input; without one there is nothing to read.
- What is printed follows. `…` and names are as in the guide (guide.py). `error: `, `hint: ` and `note: ` are lines of stderr among
  others. Where nothing follows, anything may be printed.
- `@ 18:10` and `@ 2026-03-19 08:00` put the clock forward. `ann> list` is a command of another person or device."""
import dataclasses
import datetime
import json
import re
import subprocess
import zoneinfo

import guide

FOLDER = guide.ROOT / "Tests/Stories"
STORIES = sorted(FOLDER.rglob("*.txt"))
# Far from midnight, and from a change of the clocks.
NOON = datetime.datetime(2026, 3, 18, 13, tzinfo=zoneinfo.ZoneInfo("Europe/Vienna"))
# What only a program that has lost its way prints.
TRACES = re.compile("Fatal error|Stack dump|Program crashed|backtrace|NSError|NSCocoa|EngineError|VaultError|SQLITE|unexpected failure|please report")


@dataclasses.dataclass
class Step(guide.Step):
    sign: str
    code: int = 0
    refusal: str = ""  # The code in the JSON of a refused command.
    given: str = ""  # Standard input.
    document: str = ""  # What the JSON that it prints has, as JSON.


def read(text, name="story"):
    """The commands of a story in order, and whose vaults there are."""
    lines, steps = text.split("\n"), []
    if not re.match(r"# \S.*\.$", lines[0]):
        raise guide.Fault(f"{name}:1: the first line says in a sentence what the story shows")
    for index, line in enumerate(lines):
        if line.startswith("# "):
            continue
        if found := re.match(r"([a-z]*)([>$@]) (.+)", line):
            command, _, its = found[3].partition(" => ")
            steps.append(Step(index + 1, found[1] or "you", command, [], index + 1, index + 1, found[2], document=its))
        elif found := re.match(r"([a-z]*)! ([1-9]\d*)(?: (\w+))?: (.+)", line):
            steps.append(Step(index + 1, found[1] or "you", found[4], [], index + 1, index + 1, "!", int(found[2]), found[3] or ""))
        elif line.startswith("< ") and steps and not steps[-1].printed:
            steps[-1].given += line[2:] + "\n"
            steps[-1].begin = steps[-1].end = index + 1
        elif line and not steps:
            raise guide.Fault(f"{name}:{index + 1}: a story begins with a command")
        elif line or steps and steps[-1].printed:
            steps[-1].printed.append(line)
            steps[-1].end = index + 1
    for step in steps:
        # Empty lines between commands are for the reader.
        while step.printed and not step.printed[-1]:
            step.printed.pop()
            step.end -= 1
    return steps, sorted({step.window for step in steps})


def fits(expected, actual, names):
    """Whether a document has what is expected of it; binds names."""
    if isinstance(expected, dict):
        return isinstance(actual, dict) and all(key in actual and fits(expected[key], actual[key], names) for key in expected)
    if isinstance(expected, list):
        return isinstance(actual, list) and len(expected) == len(actual) and all(map(fits, expected, actual, [names] * len(actual)))
    if isinstance(expected, str) and (name := re.fullmatch(f"({guide.VARYING['name'][0]})…", expected)):
        # The whole name: its beginning may have no digit, and be taken for a word.
        return isinstance(actual, str) and len(actual) == 26 and names.bind([("name", name[1], actual)])
    if isinstance(expected, str):
        return isinstance(actual, str) and guide.match_line(expected, actual, names)
    return expected == actual and isinstance(expected, bool) == isinstance(actual, bool)


def document(text):
    """JSON, or `None` where it is none."""
    try:
        return json.loads(text)
    except ValueError:
        return None


def wrong_with_refusal(out, err):
    """What is wrong with the form of a refusal."""
    lines = said(err, "error: ", "hint: ")
    if out:
        return "prints something though it is refused"
    if TRACES.search(err):
        return "has lost its way"
    if [line.split(" ")[0] for line in lines] not in (["error:"], ["error:", "hint:"]) or any(re.search(r"^\w+: .{0,5}$|\.$", line) for line in lines):
        return "says not one error and at most one hint, without a full stop"
    return None


def said(err, *kinds):
    """The lines of stderr of some kinds, without the program's name."""
    lines = (line.removeprefix("auralyst: ") for line in err.split("\n") if line.startswith("auralyst: "))
    return [line for line in lines if line.startswith(kinds)]


class Story(guide.Run):
    """A story in homes of its own. With `write` it gives the story with what is printed instead of failing."""
    BEGIN, read = int(NOON.timestamp()), staticmethod(read)

    def tick(self, step):
        seconds = 1
        if step.sign == "@":
            now = NOON + datetime.timedelta(seconds=self.passed)
            day, _, time = step.command.rpartition(" ")
            at = datetime.datetime.fromisoformat(f"{day or now.date()} {time}").replace(tzinfo=NOON.tzinfo)
            seconds = int((at - now).total_seconds())
        self.move(seconds)

    def step(self, step):
        if step.sign == "@":
            return None
        window, command = self.window(step.window), self.names.command(step.command)
        words = command if step.sign == "$" else f"auralyst --json {command}" if step.document else f"auralyst {command}"
        code, out, err = self.answer_of(window, step, words)
        if step.sign == "$" and re.match("(export|unset) ", command):
            window.exports += command + "\n"
        actual = [*out.split("\n"), *said(err, "error: ", "hint: ", "note: ")]

        def fail(what):
            raise guide.Fault(self.report(step, actual, what))

        if code != step.code:
            fail(f"ended with {code}")
        if step.sign == "!" and (wrong := wrong_with_refusal(out, err)):
            fail(wrong)
        if step.document and not fits(json.loads(step.document), document(out), self.names):
            fail(f"has not in its document: {step.document}")
        if step.refusal:
            self.check_document_of_refusal(step, self.answer_of(window, step, f"auralyst --json {command}"), fail)
        errors = [line for line in step.printed if line.startswith(("error: ", "hint: ", "note: "))]
        printed = [line for line in step.printed if line not in errors]
        rest = said(err, "error: ", "hint: ", "note: ")
        for line in errors:
            while rest and not guide.match_line(line, rest[0], self.names):
                rest.pop(0)
            if not rest:
                fail(f"does not say: {line}")
        lines = out.rstrip("\n").split("\n")
        if not printed or guide.match(printed, lines, self.names) is None:
            return None
        if not self.write:
            fail("prints something else")
        return self.rewritten(printed, lines) + errors

    def answer_of(self, window, step, command):
        done = subprocess.run(
            ["bash", "--norc", "-c", window.exports + command], cwd=window.home, env=window.environment, input=step.given.encode(),
            capture_output=True, timeout=guide.PATIENCE)
        return done.returncode, *(
            text.decode(errors="replace").replace(str(window.home), f"/home/{window.name}") for text in (done.stdout, done.stderr))

    def check_document_of_refusal(self, step, answer, fail):
        code, out, err = answer
        whole = document(re.sub("^auralyst: note: .*\n", "", err, flags=re.MULTILINE)) or {}
        error = whole.get("error") or {}
        if code != step.code or out or error.get("code") != step.refusal or not error.get("message") \
                or error.keys() != {"code", "message", "hint"} or not whole.keys() <= {"error", "notes"}:
            fail(f"says as JSON, and ends with {code}: {err or out}")
