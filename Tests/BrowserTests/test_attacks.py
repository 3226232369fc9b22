"""What someone may try against the running program: refused, and the journal lives on."""
import concurrent.futures
import http.client
import os
import pathlib
import re
import select
import socket
import subprocess
import sys
import urllib.parse

import pytest

from conftest import PASSPHRASE, enter


class Client:
    """A program that speaks to the app as a browser would, cookie and all."""

    def __init__(self, app):
        self.app = app
        self.port = int(re.search(r":(\d+)", app.origin)[1])
        self.cookie = ""
        self.token = ""

    def ask(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        base = {"Host": f"localhost:{self.port}", "Origin": self.app.origin, "Cookie": self.cookie}
        connection.request(method, path, body, {**base, **headers})
        response = connection.getresponse()
        text = response.read().decode("utf-8", "replace")
        for cookie in response.headers.get_all("set-cookie") or []:
            if cookie.startswith("auralyst-"):
                self.cookie = cookie.split(";")[0]
        found = re.search(r'data-form-token="([^"]+)"', text)
        if found:
            self.token = found[1]
        return response, text

    def post(self, path, fields, **headers):
        body = urllib.parse.urlencode({"form-token": self.token, **fields})
        return self.ask("POST", path, body, Content_Type="application/x-www-form-urlencoded", **headers)

    def enter(self, path="/today"):
        self.ask("GET", self.app.address[len(self.app.origin):])
        self.ask("GET", path)
        return self

    def unlock(self, passphrase=PASSPHRASE):
        return self.post("/unlock", {"passphrase": passphrase})


@pytest.fixture
def guest(app):
    """A client that knows no passphrase."""
    return Client(app.start()).enter("/unlock")


@pytest.fixture
def client(app):
    """The owner's client."""
    return Client(app.start(is_unlocked=True)).enter()


def lives_on(app, client):
    """The app answers, and what was saved before is there."""
    response, text = client.ask("GET", "/today")
    assert response.status == 200 and "<h1>Today <" in text


def memory(app):
    """Bytes that the program has in memory at most, so far."""
    status = pathlib.Path(f"/proc/{app.process.pid}/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) * 1024


def test_a_thousand_guesses_are_slowed_and_counted(app, guest):
    app.stop_clock()
    statuses = [guest.unlock(f"guess {number}")[0].status for number in range(1000)]
    assert statuses.count(403) <= 12, "few reach the derivation of the key"
    assert statuses.count(429) >= 988
    response, _ = guest.unlock("guess")
    assert response.status == 429 and 0 < int(response.headers["retry-after"]) <= 60
    # Whoever waits gets in, and hears of it.
    app.move_clock(int(response.headers["retry-after"]))
    response, _ = guest.unlock()
    assert response.status == 303
    _, text = guest.ask("GET", "/today")
    assert re.search(r"\d+ failed attempts since the last unlock", text)


def test_a_slow_drip_of_headers_is_cut_off(app, client):
    sockets = [socket.create_connection(("127.0.0.1", client.port)) for _ in range(50)]
    for each in sockets:
        each.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
    lives_on(app, client)
    open_ones = set(sockets)
    # The program gives a head ten seconds: a hundred drops are more than it waits for.
    for _ in range(100):
        if not open_ones:
            break
        for each in list(open_ones):
            try:
                each.sendall(b"X-Drip: 1\r\n")
            except OSError:
                open_ones.remove(each)
        for each in select.select(open_ones, [], [], 0.5)[0]:
            try:
                if each.recv(4096):
                    continue
            except OSError:
                pass
            open_ones.remove(each)
    assert not open_ones
    lives_on(app, client)


def test_an_upload_of_two_gigabytes_is_refused_in_little_memory(app, client):
    client.ask("GET", "/today")
    before = memory(app)
    boundary = "b0undary"
    head = (f"--{boundary}\r\nContent-Disposition: form-data; name=\"form-token\"\r\n\r\n{client.token}\r\n"
            f"--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"huge.bin\"\r\n\r\n").encode()
    raw = socket.create_connection(("127.0.0.1", client.port))
    size = 2 << 30
    raw.sendall(
        f"POST /attachments HTTP/1.1\r\nHost: localhost:{client.port}\r\nOrigin: {app.origin}\r\nCookie: {client.cookie}\r\n"
        f"X-Requested-With: auralyst\r\nContent-Type: multipart/form-data; boundary={boundary}\r\nContent-Length: {size}\r\n\r\n".encode())
    sent, refused = 0, b""
    raw.settimeout(20)
    try:
        raw.sendall(head)
        piece = b"\0" * (1 << 20)
        while sent < size - (1 << 21):
            raw.sendall(piece)
            sent += len(piece)
    except OSError:
        pass
    try:
        while True:
            part = raw.recv(65536)
            if not part:
                break
            refused += part
    except OSError:
        pass
    assert refused.startswith(b"HTTP/1.1 413"), (refused[:200], sent)
    assert memory(app) - before < 64 << 20
    assert not list((app.vault / "attachments").glob("*")) if (app.vault / "attachments").exists() else True
    lives_on(app, client)


@pytest.mark.parametrize("path", [
    "/static/../../etc/passwd", "/static/%2e%2e/%2e%2e/etc/passwd", "/static/0000000000000000/..%2f..%2fvault.auralyst",
    "//etc/passwd", "/entry/../../vault", "/entry/%00", "/attachment/..%2f/x", "/\\..\\..\\etc", "/static/0000000000000000/app.css",
])
def test_no_path_leads_out(app, client, path):
    response, text = client.ask("GET", path)
    assert response.status in (400, 404) and "root:" not in text and "auralyst-vault/1" not in text
    lives_on(app, client)


def test_garbage_and_huge_heads_are_refused(app, client):
    for attack in (b"\x16\x03\x01\x02\x00" + bytes(range(256)), b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n",
                   b"GET / HTTP/1.1\r\n" + b"X: " + b"y" * 200_000 + b"\r\n\r\n", b"\0" * 10_000,
                   b"POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", client.port)) as raw:
            raw.settimeout(15)
            try:
                raw.sendall(attack)
                answer = raw.recv(65536)
            except OSError:
                answer = b""
            assert answer == b"" or answer.split(b" ")[1][:1] in (b"4", b"5"), answer[:100]
    lives_on(app, client)


NASTY = '<script>window.hurt=1</script><img src=x onerror="window.hurt=2">\'"><svg onload=window.hurt=3>'


@pytest.mark.phone
@pytest.mark.story
def test_nothing_that_is_written_becomes_script(app, page, tmp_path):
    text = (f"# {NASTY}\n\n[a](javascript:window.hurt=4) [b](JaVa\tScRiPt:window.hurt=5) ![c](https://evil.example/x.png)\n\n"
            f"<iframe src=https://evil.example></iframe> <javascript:window.hurt=6>\n\n{NASTY}\n\n```\n{NASTY}\n```\n")
    svg = tmp_path / "\"><script>window.hurt=7<.svg".replace("/", "_")
    svg.write_text('<svg xmlns="http://www.w3.org/2000/svg"><script>window.hurt=8</script></svg>')
    app.command("add", text, "--tag", "<script>window.hurt=9</script>".replace(" ", ""), "--mood", '"><b>x', "--attach", str(svg))
    enter(page, app)
    entry = app.json("show", "last")
    page.context.watch.expected.append("404")
    for path in ("/today", "/journal", f"/entry/{entry['id']}", f"/entry/{entry['id']}/edit", f"/entry/{entry['id']}/history"):
        page.goto(app.origin + path)
        # What the page made happen at its loading has happened before the fault of a picture that is asked for now.
        page.evaluate("new Promise((seen) => { const last = new Image(); last.onerror = seen; last.src = '/no-picture'; }).then(() => null)")
        assert page.evaluate("window.hurt") is None, path
        assert page.locator("main script, main iframe, main svg[onload], main img[onerror]").count() == 0
        assert page.locator('a[href^="javascript" i]').count() == 0
    # An SVG is never shown in place: it comes as a file, from a sandboxed address.
    response = page.request.get(f"{app.origin}/attachment/{entry['id']}/{entry['attachments'][0]['id']}")
    assert response.headers["content-disposition"].startswith("attachment")
    assert "sandbox" in response.headers["content-security-policy"]
    assert "svg" not in response.headers["content-type"]


def test_fifty_clients_at_once_are_all_answered(app, client):
    client.ask("GET", "/today")

    def visit(number):
        other = Client(app)
        other.cookie = client.cookie
        return [other.ask("GET", ("/today", "/journal", "/settings")[(number + step) % 3])[0].status for step in range(6)]

    with concurrent.futures.ThreadPoolExecutor(50) as pool:
        statuses = [status for result in pool.map(visit, range(50)) for status in result]
    assert statuses == [200] * 300


# A user without rights, as any other account of the machine: it asks for an address and prints what it got.
STRANGER = 65534
ASK = """
import http.client, sys
host, port, path = sys.argv[1:]
connection = http.client.HTTPConnection(host, int(port))
connection.request("GET", path)
answer = connection.getresponse()
print(answer.status, answer.headers.get("set-cookie"), answer.read().decode())
"""


def ask_as(user, host, app, path):
    port = app.origin.rsplit(":", 1)[1]
    done = subprocess.run(["/usr/bin/python3", "-I", "-c", ASK, host, port, path], user=user, group=user, extra_groups=[], cwd="/", env={},
                          capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.story
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user")
@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_another_user_with_the_address_gets_nothing_and_uses_nothing_up(app, page, host):
    app.start(is_unlocked=True)
    token = app.address[len(app.origin):]
    for path in (token, "/", "/today", "/unlock", "/nothing-here"):
        said = ask_as(STRANGER, host, app, path)
        assert said.startswith("403 None") and "Auralyst" not in said, said
    # The address is unused.
    page.goto(app.address)
    page.wait_for_url("**/today")
    assert ask_as(STRANGER, host, app, "/today").startswith("403")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user")
def test_behind_a_proxy_any_user_reaches_the_unlock_page_and_no_more(app):
    # The proxy may run as any user.
    app.start("--address", "https://journal.test", is_unlocked=True)
    port = app.address.rstrip("/").rsplit(":", 1)[1]
    ask = ASK.replace('"GET", path)', '"GET", path, headers={"host": "journal.test"})')
    done = subprocess.run(["/usr/bin/python3", "-I", "-c", ask, "127.0.0.1", port, "/"], user=STRANGER, group=STRANGER, extra_groups=[], cwd="/",
                          env={}, capture_output=True, text=True, timeout=60)
    assert done.stdout.startswith("200 __Host-auralyst="), done
    assert "An entry" not in done.stdout
