"""The phone's frame in Chromium; its program is boundary.c."""
import json
import pathlib
import shutil
import subprocess
import sys

import pytest
from playwright.sync_api import sync_playwright

from frame import ROOT, Phone, Site
from journal import APP, Authority, World, free_host


@pytest.fixture(scope="session")
def program(tmp_path_factory):
    made = tmp_path_factory.mktemp("program") / "boundary.wasm"
    subprocess.run([pathlib.Path(__file__).with_name("build-boundary"), made], check=True)
    return made


@pytest.fixture
def site(program, tmp_path):
    site = Site(program, tmp_path / "site")
    yield site
    site.close()


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture
def phone(playwright, tmp_path, site):
    phone = Phone(playwright, tmp_path / "profile", site)
    yield phone
    phone.close()
    assert not phone.faults, phone.faults


@pytest.fixture(scope="session")
def authority(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(scope="session")
def app():
    """The app with the real program: `make phone` makes it."""
    if not (APP / "-/release").is_file():
        pytest.skip(f"there is no app in {APP}: run make phone")
    return APP


@pytest.fixture(scope="session")
def linked(playwright, authority, app, tmp_path_factory):
    """A desk, a relay and a phone of one journal, made once."""
    world = World(playwright, authority, tmp_path_factory.mktemp("world"), free_host(), app)
    yield world
    world.end()


@pytest.fixture
def world(linked, tmp_path):
    yield linked.new(tmp_path)
    linked.leave()
    # After a hardship the console names what was not answered. No other host is asked, and no script fails.
    linked.phone.forgive("Failed to load resource")
    assert not linked.phone.faults, linked.phone.faults


@pytest.fixture(scope="session")
def next_release(app, tmp_path_factory):
    """The release after the app's: the same program, another worker around it."""
    folder = tmp_path_factory.mktemp("next")
    built, out = folder / "built", folder / "release"
    built.mkdir()
    for file in [*(ROOT / "Phone").iterdir(), *(ROOT / "Sources/Shims/CAssets/files").glob("icon-*.png")]:
        if file.suffix != ".mjs":
            shutil.copy(file, built)
    for name in "auralyst-phone", "argon2":
        shutil.copy(next(app.glob(f"-/{name}.*.wasm")), built / f"{name}.wasm")
    with open(built / "worker.js", "a") as worker:
        worker.write("globalThis.isNext = true;\n")
    # What has not changed need not be compressed again.
    shutil.copytree(app, out)
    number = json.loads((app / "-/release").read_text().splitlines()[0])["number"] + 1
    subprocess.run([sys.executable, ROOT / "scripts/phone-release", built, "--out", out, "--number", str(number)], check=True, stdout=subprocess.DEVNULL)
    return out
