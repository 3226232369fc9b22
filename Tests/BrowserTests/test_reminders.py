"""`auralyst remind run` against a notification server of our own on a session bus of our own."""
import os
import pathlib
import queue
import shutil
import signal
import socket
import subprocess
import threading
from datetime import date, datetime

import pytest
from jeepney import DBusAddress, HeaderFields, MessageType, new_error, new_method_return, new_signal
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

from conftest import PROGRAM, ZONE, until

pytestmark = pytest.mark.skipif(not shutil.which("dbus-daemon"), reason="there is no dbus-daemon")
NAME = "org.freedesktop.Notifications"
ITSELF = DBusAddress("/org/freedesktop/Notifications", bus_name=NAME, interface=NAME)


class Desk(threading.Thread):
    """Shows notifications to a test."""

    def __init__(self, bus):
        super().__init__(daemon=True)
        self.connection = open_dbus_connection(bus)
        self.connection.send_and_get_reply(message_bus.RequestName(NAME))
        self.shown, self.closed, self.next = queue.Queue(), queue.Queue(), 1

    def run(self):
        while True:
            try:
                message = self.connection.receive()
            except (ConnectionError, OSError):
                return
            if message.header.message_type == MessageType.method_call:
                self.connection.send(self.answer(message, message.header.fields[HeaderFields.member], message.body))

    def answer(self, message, member, body):
        if member == "GetCapabilities":
            return new_method_return(message, "as", (["body", "actions", "body-markup"],))
        if member == "Notify":
            bubble = body[1] or self.next
            self.next = max(self.next, bubble + 1)
            self.shown.put({"bubble": bubble, "replaces": body[1], "title": body[3], "body": body[4], "actions": body[5], "hints": body[6]})
            return new_method_return(message, "u", (bubble,))
        if member == "CloseNotification":
            self.closed.put(body[0])
            return new_method_return(message)
        return new_error(message, "org.freedesktop.DBus.Error.UnknownMethod")

    def press(self, bubble, action):
        self.connection.send(new_signal(ITSELF, "ActionInvoked", "us", (bubble, action)))
        self.connection.send(new_signal(ITSELF, "NotificationClosed", "uu", (bubble, 2)))


@pytest.fixture
def bus():
    daemon = subprocess.Popen(["dbus-daemon", "--session", "--nofork", "--print-address"], stdout=subprocess.PIPE, text=True)
    yield daemon.stdout.readline().strip()
    daemon.kill()
    daemon.wait()
    daemon.stdout.close()


@pytest.fixture
def desk(bus):
    desk = Desk(bus)
    desk.start()
    return desk


def environment(app, bus):
    kept = {"XDG_RUNTIME_DIR": app.kept_key, "XDG_CONFIG_HOME": str(app.folder / "config")}
    return {**app.environment, **kept, "DBUS_SESSION_BUS_ADDRESS": bus}


class Reminding:
    """The program while it runs."""

    def __init__(self, app, bus, *words):
        self.process = subprocess.Popen(
            [PROGRAM, "remind", "run", *words], env=environment(app, bus), stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.told = ""

    def __enter__(self):
        return self

    def wait_for(self, words):
        """Until it has said something."""
        while words not in self.told:
            line = self.process.stderr.readline()
            assert line, self.told
            self.told += line

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.told += self.process.stderr.read()
        self.process.wait(timeout=60)
        self.process.stderr.close()


def put_off(app):
    """Whether a reminder waits for later today."""
    return str(date.today()) in (app.json("remind", "status")["next"] or "")


@pytest.mark.story
def test_a_reminder_is_shown_once_put_off_and_taken_back(app, bus, desk):
    app.command("symptom", "headache", "7", "--at", "3 hours ago")
    with Reminding(app, bus, "--yes") as first:
        shown = desk.shown.get(timeout=60)
        assert (shown["title"], shown["body"], shown["replaces"]) == ("How is it now?", "", 0)
        assert shown["actions"] == ["default", "Open", "snooze", "Snooze 15 minutes", "open", "Open"]
        assert shown["hints"]["urgency"] == ("y", 1)
        # Another one of the same vault has nothing to do.
        other = subprocess.run([PROGRAM, "remind", "run", "--yes"], env=environment(app, bus), capture_output=True, text=True, timeout=60)
        assert other.returncode == 1 and "already" in other.stderr
        assert not put_off(app)
        desk.press(shown["bubble"], "snooze")
        until(lambda: put_off(app), lambda: app.command("remind", "status"))
    assert "headache" not in first.told.lower() and "snoozed" in first.told
    # A restart shows it no second time, but what is new.
    app.command("symptom", "nausea", "8", "--at", "3 hours ago")
    app.command("remind", "settings", "--names", "on")
    with Reminding(app, bus) as second:
        body = desk.shown.get(timeout=60)["body"]
        second.wait_for("shown: 1 reminder")
    assert "nausea" not in second.told.lower()
    assert "nausea" in body and "headache" not in body and desk.shown.empty()


def test_names_are_shown_only_where_they_are_wanted_and_never_as_markup(app, bus, desk):
    app.command("symptom", "<b>ache</b>", "9", "--at", "3 hours ago")
    app.command("remind", "settings", "--names", "on", "--here", "on")
    with Reminding(app, bus, "--service"):
        assert "&lt;b&gt;ache&lt;/b&gt;, 9 of 10" in desk.shown.get(timeout=60)["body"]


def apps_of(vault):
    """The processes that serve this vault."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if b"open" in words and str(vault).encode() in words:
            found.append(int(folder.name))
    return found


def test_open_leads_to_the_app_of_this_vault_and_to_no_other(app, bus, desk):
    """A stranger listens where the app usually is: nothing goes there; the app is started, once."""
    app.command("symptom", "headache", "7", "--at", "3 hours ago")
    stranger = socket.socket()
    stranger.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        stranger.bind(("127.0.0.1", 4747))
    except OSError:
        pytest.skip("port 4747 is taken")
    stranger.listen()
    stranger.setblocking(False)
    note = app.vault / "open.lock"
    try:
        with Reminding(app, bus, "--yes"):
            shown = desk.shown.get(timeout=60)
            # A port that a program left behind that ended.
            note.write_text("4747\n")
            note.chmod(0o600)
            desk.connection.send(new_signal(ITSELF, "ActionInvoked", "us", (shown["bubble"], "open")))
            until(lambda: note.read_text() not in ("4747\n", ""), note.read_text)
            with pytest.raises(BlockingIOError):
                stranger.accept()
            first = apps_of(app.vault)
            assert len(first) == 1
            desk.connection.send(new_signal(ITSELF, "ActionInvoked", "us", (shown["bubble"], "open")))
            # Answers are taken one after the other: with this one the one before has been.
            desk.press(shown["bubble"], "snooze")
            until(lambda: put_off(app), lambda: app.command("remind", "status"))
            with pytest.raises(BlockingIOError):
                stranger.accept()
            assert apps_of(app.vault) == first
    finally:
        stranger.close()
        for process in apps_of(app.vault):
            os.kill(process, signal.SIGTERM)
        until(lambda: not apps_of(app.vault), lambda: apps_of(app.vault))


def test_a_journey_is_noticed_while_the_program_runs(app, bus, desk):
    """A copy of /etc stands in the place of the real one, for this program alone; its link is changed as by `timedatectl`."""
    if subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode:
        pytest.skip("no mount namespace of our own")
    folder = app.folder / "etc"
    subprocess.run(["cp", "-a", "/etc", folder], check=True)

    def move(zone):
        (folder / "new").symlink_to(f"/usr/share/zoneinfo/{zone}")
        (folder / "new").rename(folder / "localtime")

    # The owner comes from seven hours to the west; here a check-in is due just now.
    move("Etc/GMT+6")
    app.command("remind", "settings", "--check-in", datetime.now().strftime("%H:%M"), "--here", "on")
    app.command("symptom", "headache", "7", "--at", "3 hours ago")
    unshared = {name: value for name, value in environment(app, bus).items() if name != "TZ"}
    program = subprocess.Popen(
        ["unshare", "-m", "sh", "-c", 'mount --bind "$1" /etc && exec "$2" remind run --yes', "sh", str(folder), PROGRAM],
        env=unshared, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        shown = desk.shown.get(timeout=60)
        assert shown["title"] == "How is it now?"
        desk.press(shown["bubble"], "snooze")
        # It has looked a second time, and there was no check-in.
        until(lambda: put_off(app), lambda: app.command("remind", "status"))
        assert desk.shown.empty()
        move(ZONE)
        # It looks again when a bubble is pressed, and else twice a minute.
        desk.press(shown["bubble"], "open")
        assert desk.shown.get(timeout=60)["title"] == "Time to check in"
    finally:
        program.terminate()
        program.wait(timeout=60)


def test_without_a_server_or_a_session_it_says_so(app, bus):
    for address, words in [(bus, "this desktop has no program"), ("unix:path=/nowhere", "not a desktop session"), ("", "not a desktop session")]:
        done = subprocess.run([PROGRAM, "remind", "test"], env=environment(app, address), capture_output=True, text=True, timeout=60)
        assert done.returncode == 1 and words in done.stderr, (address, done.stderr)


def test_nothing_is_shown_before_a_yes(app, bus, desk):
    app.command("symptom", "headache", "7", "--at", "3 hours ago")
    done = subprocess.run([PROGRAM, "remind", "run"], env=environment(app, bus), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    assert done.returncode == 64 and "--yes" in done.stderr
    with Reminding(app, bus, "--service") as service:
        # It has looked when it says so.
        service.wait_for("reminders are off on this device")
    assert desk.shown.empty()


def test_the_unit_is_installed_and_removed(app, bus):
    """systemd does not answer on this bus: then it says what to type."""
    done = subprocess.run([PROGRAM, "remind", "install", "--yes"], env=environment(app, bus), capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    unit = app.folder / "config/systemd/user/auralyst-remind.service"
    text = unit.read_text()
    assert f'ExecStart="{os.path.realpath(PROGRAM)}" remind run --service --vault "{app.vault}"' in text
    assert 'Environment="AURALYST_KEY_HOLDER=agent"' in text and "WantedBy=default.target" in text
    # But for the vault it is the unit of the package.
    packaged = (pathlib.Path(__file__).parents[2] / "packaging/auralyst-remind.service").read_text()
    own = ("#", "ExecStart=", "Environment=")
    assert [line for line in text.splitlines() if not line.startswith(own)] == [line for line in packaged.splitlines() if not line.startswith(own)]
    assert "systemctl --user enable --now auralyst-remind.service" in done.stderr
    app.environment["XDG_CONFIG_HOME"] = str(app.folder / "config")
    assert app.json("remind", "status")["installed"]
    done = subprocess.run([PROGRAM, "remind", "remove"], env=environment(app, bus), capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "reminders that run now go on until you log out" in done.stderr, done.stderr
    assert not unit.exists()
