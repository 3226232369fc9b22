"""The clock of the tests, which clock.c shows to every program.   usage: clock.py FILE"""
import os
import pathlib
import struct
import sys
import time

# Wednesday, 8 July 2026, 13:00 in Vienna: far from midnight, the end of a month, and a change of the clocks.
BEGIN = 1_783_508_400
SECOND = 1_000_000_000


def begin(file):
    """Makes a clock that is at the beginning, and goes."""
    pathlib.Path(file).write_bytes(struct.pack("qq", BEGIN * SECOND - time.time_ns(), 0))


def stop_at(file, second):
    """Makes a clock that has stopped at a time, for programs that a test starts."""
    ahead = _read(os.environ["TEST_CLOCK"])[0] if "TEST_CLOCK" in os.environ else 0
    pathlib.Path(file).write_bytes(struct.pack("qq", ahead + second * SECOND - time.time_ns(), second * SECOND))


def stop(file):
    """Stops a clock that shows the time of the tests: from now on only `move` changes it."""
    ahead, _ = _read(file)
    _write(file, ahead, time.time_ns())


def stopped_at(file):
    """The time at which a clock has stopped, in milliseconds since 1970."""
    return _read(file)[1] // 1_000_000


def move(file, seconds):
    """Puts a clock forward, at once for every program that shows it."""
    ahead, stopped = _read(file)
    _write(file, ahead + seconds * SECOND, stopped and stopped + seconds * SECOND)


def set_as(file, other):
    """Shows again what another clock shows."""
    _write(file, *_read(other))


def _read(file):
    return struct.unpack("qq", pathlib.Path(file).read_bytes())


def _write(file, *numbers):
    # In place: the programs have it mapped.
    with open(file, "r+b", buffering=0) as clock:
        clock.write(struct.pack("qq", *numbers))


if __name__ == "__main__":
    begin(sys.argv[1])
