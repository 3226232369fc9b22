"""What the bench scripts share: the made-up diary, vaults of their own, a client of the app, tables."""
import collections
import contextlib
import datetime
import http.client
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import threading
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
RARE, COMMON, TWO = "quokka", "the", ("garden", "river")
PASSPHRASE = "marmalade skylight 40 trombones"


def say(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


def stop(sentence, hint):
    sys.exit(f"bench: error: {sentence}\nbench: hint: {hint}")


# ---- showing --------------------------------------------------------------------------------------------------


def in_milliseconds(value):
    if value >= 1000:
        return f"{value / 1000:.2f} s"
    return f"{value:.1f} ms" if value < 100 else f"{value:.0f} ms"


def in_bytes(value):
    return f"{value / 1e6:.1f} MB" if value >= 1e6 else f"{value / 1e3:.0f} kB"


def table(lines):
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    for index, line in enumerate(lines):
        cells = [cell.rjust(width) for cell, width in zip(line, widths)]
        cells[0] = line[0].ljust(widths[0])
        print("| " + " | ".join(cells) + " |")
        if index == 0:
            rules = ["-" * (width + 1) + ":" for width in widths]
            rules[0] = "-" * (widths[0] + 2)
            print("|" + "|".join(rules) + "|")


# ---- measuring ------------------------------------------------------------------------------------------------


def medians(times):
    return {"median": statistics.median(times), "least": min(times), "most": max(times), "runs": len(times)}


def compile_c(name, folder, *flags):
    program = folder / name
    command = [shutil.which("cc") or "clang", "-O2", "-o", str(program), str(ROOT / f"Benchmarks/{name}.c"), *flags]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        stop(f"{name}.c does not compile: {done.stderr.strip()}", "scripts/bootstrap bench prepares the machine")
    return program


def sqlite_flags():
    """SQLite as Auralyst has it, and OpenSSL."""
    found = subprocess.run(["pkg-config", "--cflags", "--libs", "sqlcipher"], capture_output=True, text=True)
    if found.returncode != 0:
        stop("pkg-config does not know sqlcipher", "scripts/bootstrap bench prepares the machine")
    return found.stdout.split() + ["-lcrypto"]


# ---- the diary ------------------------------------------------------------------------------------------------


def diary(path, entries):
    """Writes a made-up diary of jrnl's format, always the same one: about 1 KB an entry, thirty years long."""
    chance = random.Random(1)
    syllables = [c + v for c in "bdklmnprstvz" for v in "aeiou"]
    rest = ["".join(pair) for pair in itertools.product(syllables, repeat=2)]
    rest += ["".join(chance.choices(syllables, k=3)) for _ in range(20_000 - len(rest))]
    chance.shuffle(rest)
    words = [COMMON] + rest
    # Each of the two stands in about one entry of ten, both in one of a hundred.
    words[150], words[151] = TWO
    weights = list(itertools.accumulate(1 / rank for rank in range(1, len(words) + 1)))
    rare = {entries // 7, entries // 2, entries * 6 // 7}
    tags = ["walk", "work", "sleep", "family", "travel"]
    first = datetime.datetime(1996, 1, 1, 7, 0)
    step = 30 * 365.25 * 24 * 60 / entries
    with open(path, "w", encoding="utf-8") as file:
        for number in range(entries):
            picked = chance.choices(words, cum_weights=weights, k=190)
            if number in rare:
                picked[40] = RARE
            text, count = [], 0
            while count < 1000:
                sentence = " ".join(picked[:11]).capitalize() + "."
                del picked[:11]
                text.append(sentence)
                count += len(sentence) + 1
            text += ["@" + tag for tag in chance.sample(tags, chance.choice((0, 0, 1, 2)))]
            when = first + datetime.timedelta(minutes=int(number * step + chance.random() * step * 0.9))
            file.write(f"[{when:%Y-%m-%d %H:%M}] {text[0]}\n{' '.join(text[1:])}\n\n")
    return path.stat().st_size


# ---- vaults ---------------------------------------------------------------------------------------------------


class Vault:
    """A vault in a folder of its own, with the environment in which commands find it and its passphrase."""

    def __init__(self, program, folder, passphrase=PASSPHRASE):
        self.program, self.folder, self.path = str(program), pathlib.Path(folder), pathlib.Path(folder) / "vault"
        for part in ("home", "run"):
            (self.folder / part).mkdir(parents=True, mode=0o700)
        (self.folder / "passphrase").touch(0o600)
        (self.folder / "passphrase").write_text(passphrase + "\n")
        self.environment = dict(
            os.environ, HOME=str(self.folder / "home"), XDG_RUNTIME_DIR=str(self.folder / "run"), TZ="UTC", AURALYST_KEY_HOLDER="agent",
            AURALYST_VAULT=str(self.path), AURALYST_PASSPHRASE_FILE=str(self.folder / "passphrase"))

    def run(self, *words, without_start=False):
        """Runs a command to its end: its JSON, its seconds, its seconds of processor, its peak memory in MiB.

        `without_start`: the most memory that was seen in the second half of its time, when that of Argon2 has gone.
        """
        start = time.perf_counter()
        process = subprocess.Popen(
            [self.program, *map(str, words), "--json"], env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        seen = []
        if without_start:
            # What ends with the process: it is not reaped before the samples have ended.
            sampling = threading.Thread(target=lambda: seen.extend(samples(process.pid)))
            sampling.start()
        text = process.stdout.read()
        if without_start:
            sampling.join()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        process.stdout.close()
        if status:
            stop(f"auralyst {words[0]} ended with {process.returncode}", "run it by hand in a vault of your own")
        peak = max(seen[len(seen) // 2:], default=0) if without_start else usage.ru_maxrss / 1024
        return Ended(json.loads(text) if text.strip() else None, seconds, usage.ru_utime + usage.ru_stime, peak)

    @contextlib.contextmanager
    def unlocked(self):
        """The key is kept meanwhile, so that no command costs Argon2's time and memory."""
        self.run("unlock", "--for", "24h")
        try:
            yield
        finally:
            self.run("lock")

    @contextlib.contextmanager
    def app(self):
        """The app of this vault: its process, and a client that is signed in."""
        process = subprocess.Popen(
            [self.program, "open", "--no-browser", "--port", "0"], env=self.environment, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        try:
            address = process.stdout.readline().strip()
            if not address:
                stop("the app did not start", "try 'auralyst open' by hand")
            yield process, Client(address)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=30)
            process.stdout.close()

    def size(self):
        return sum(file.stat().st_size for file in self.path.rglob("*") if file.is_file())


Ended = collections.namedtuple("Ended", "answer seconds processor peak")


def samples(process):
    """MiB that a process has in memory, fifty times a second until it ends."""
    while True:
        found = re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{process}/status").read_text())
        if not found:  # It has ended.
            return
        yield int(found[1]) / 1024
        time.sleep(0.02)


def peak_memory(process):
    """The most memory that a process which still runs has had, in MiB."""
    return int(re.search(r"VmHWM:\s+(\d+)", pathlib.Path(f"/proc/{process.pid}/status").read_text())[1]) / 1024


class Client:
    """One browser's connection, kept open, with its cookie."""

    def __init__(self, address, cookie=None):
        """`address`: the one that the app has printed, whose token is used when somebody enters."""
        self.address, self.origin = address, re.match(r"https?://[^/]+", address)[0]
        place = urllib.parse.urlsplit(self.origin)
        self.cookie, self.token = cookie, None
        self.connection = http.client.HTTPConnection(place.hostname, place.port, timeout=60)

    def ask(self, method, path, fields=None, files=False):
        """Status, location, content and milliseconds. `files`: as a form that may have files, from a script."""
        headers = {"Origin": self.origin} if method == "POST" else {}
        if self.cookie:
            headers["Cookie"] = self.cookie
        body = None
        if files:
            headers |= {"Content-Type": "multipart/form-data; boundary=part", "X-Form-Token": self.token, "X-Requested-With": "auralyst"}
            parts = [f'--part\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in fields.items()]
            body = ("".join(parts) + "--part--\r\n").encode()
        elif fields is not None:
            body = urllib.parse.urlencode({"form-token": self.token, **fields})
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        start = time.perf_counter()
        self.connection.request(method, path, body, headers)
        response = self.connection.getresponse()
        content = response.read()
        took = (time.perf_counter() - start) * 1000
        cookie = response.getheader("set-cookie")
        if cookie:
            self.cookie = cookie.split(";")[0]
        found = re.search(rb'data-form-token="([^"]+)"', content)
        if found:
            self.token = found[1].decode()
        return response.status, response.getheader("location"), content, took

    def enter(self):
        """In by the launch token; the vault was opened by the passphrase file."""
        self.ask("GET", self.address[len(self.origin):])
        status, _, content, _ = self.ask("GET", "/today")
        if status != 200:
            stop(f"Today answered {status}", "try 'auralyst open' by hand")
        return content

    def do(self, method, path, fields=None, files=False):
        """The content of an answer that must be a good one."""
        status, _, content, _ = self.ask(method, path, fields, files)
        if status not in (200, 303):
            stop(f"{path} answered {status}: {content[:200]}", "try it in the browser")
        return content

    def first(self, page, pattern):
        """The address of the first link of a page that fits; else None."""
        found = re.search(pattern, self.ask("GET", page)[2])
        return found[1].decode().replace("&amp;", "&") if found else None

    def medians(self, paths, runs, before=None):
        """Name → figures of its path, in milliseconds, and its bytes; the runs are interleaved, and a first one warms up."""
        times, weights = {name: [] for name in paths}, {}
        for number in range(runs + 1):
            for name, path in paths.items():
                if before:
                    before()
                status, _, content, took = self.ask("GET", path)
                if status != 200:
                    stop(f"{name} answered {status}", "try it in the browser")
                weights[name] = len(content)
                if number:
                    times[name].append(took)
        return {name: dict(medians(list_), bytes=weights[name]) for name, list_ in times.items()}
