"""The phone's program in node, on a folder as a desktop leaves it (in_node.mjs)."""
import base64
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
Answer = collections.namedtuple("Answer", "status headers body took memory notes target", defaults=(0, 0, (), ""))


def program(app):
    """The phone's program and the one that derives its keys, of an app; None where there is no app."""
    found = [next(pathlib.Path(app).glob(f"-/{name}.*.wasm"), None) for name in ("auralyst-phone", "argon2")]
    return found if all(found) else None


def form_token(content):
    """What a page gives to its forms; None for what is no page."""
    found = re.search(rb'data-form-token="([^"]+)"', content)
    return found and found[1].decode()


class Phone:
    """A client of the program, as the app's service worker is one."""

    def __init__(self, folder, zone, program, stopped_at=None):
        words = [shutil.which("node"), ROOT / "Tests/PhoneTests/in_node.mjs", *program, folder, zone, *([] if stopped_at is None else [stopped_at])]
        self.process = subprocess.Popen([*map(str, words)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.token = None
        self.began = self.next()

    def next(self):
        """What the program says next."""
        line = self.process.stdout.readline()
        assert line, "the phone's program has ended"
        return json.loads(line)

    def ask(self, method, target, fields=None, body=b"", **headers):
        self.send(method, target, fields, body, **headers)
        return self.answer()

    def send(self, method, target, fields=None, body=b"", tells=False, **headers):
        """Sends a request; `answer` gives the answer that ends next. `tells`: `next` gives the beginning of its answer before."""
        named = {"host": "phone.test", "sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", "x-source": "phone"}
        if method != "GET":
            named["origin"] = "https://phone.test"
        if fields is not None:
            named["content-type"] = "application/x-www-form-urlencoded"
            body = urllib.parse.urlencode({"form-token": self.token or "", **fields}).encode()
        request = {"method": method, "target": target, "headers": list((named | headers).items()), "body": base64.b64encode(body).decode(), "tells": tells}
        self.process.stdin.write(json.dumps(request) + "\n")

    def answer(self):
        said = self.next()
        assert not said["failed"], f"{said['target']} broke off"
        content = base64.b64decode(said["body"])
        self.token = form_token(content) or self.token
        return Answer(said["status"], said["headers"], content, said["took"], said["memory"], said["notes"], said["target"])

    def unlock(self, passphrase):
        self.ask("GET", "/")
        self.ask("GET", "/unlock")
        answer = self.ask("POST", "/unlock", {"passphrase": passphrase})
        assert answer.status == 303, answer.body.decode()
        return answer

    def end(self):
        self.process.stdin.close()
        self.process.wait(timeout=60)
        self.process.stdout.close()
