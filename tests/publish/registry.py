"""A registry on this machine that behaves like crates.io and npm when a release is published.

It accepts uploads with the token TOKEN, limits new names as crates.io does, and can fail in the ways of `faults`.
"""

import base64
import email.utils
import hashlib
import http.server
import json
import os
import pathlib
import struct
import threading
import time

TOKEN = "rehearsal"


class Registry(http.server.ThreadingHTTPServer):
    """A running registry. Use it in a `with` statement."""

    def __init__(self, burst=1000, seconds_per_name=0, faults=None):
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        # How many new names it accepts at once, and how long each of the following names has to wait.
        self.burst, self.seconds_per_name = burst, seconds_per_name
        # By name, when it will be accepted.
        self.waiting = {}
        # By package, what goes wrong with its next upload: "refuse" (500), "lose" (stored, but no answer), "limit"
        # (429 without a date).
        self.faults = dict(faults or {})
        self.index, self.files, self.npm = {}, {}, {}
        # Each upload: the name and the status of the answer.
        self.uploads = []

    def __enter__(self):
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()

    def home(self, folder):
        """Writes a home for cargo that sends all requests here; returns the environment that uses it."""
        folder.mkdir(parents=True, exist_ok=True)
        index = f'[registries.rehearsal]\nindex = "sparse+{self.url}/index/"\n'
        (folder / "config.toml").write_text(index + '[source.crates-io]\nreplace-with = "rehearsal"\n')
        port = self.server_address[1]
        return os.environ | {
            "CARGO_HOME": str(folder),
            "CARGO_REGISTRIES_REHEARSAL_TOKEN": TOKEN,
            f"npm_config_//127.0.0.1:{port}/:_authToken": TOKEN,
        }


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def answer(self, status, body):
        self.send_response(status)
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        server, parts = self.server, self.path.strip("/").split("/")
        if self.path == "/index/config.json":
            self.answer(200, {"dl": f"{server.url}/files", "api": server.url})
        elif parts[0] == "index":
            body = server.index.get(parts[-1]) or known(parts[1:])
            self.answer(200 if body else 404, body or b"")
        elif parts[0] == "files" and tuple(parts[1:3]) in server.files:
            self.answer(200, server.files[tuple(parts[1:3])])
        elif "/".join(parts) in server.npm:
            self.answer(200, server.npm["/".join(parts)])
        else:
            self.answer(404, {})

    def do_PUT(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers.get("Authorization", "").removeprefix("Bearer ") != TOKEN:
            self.answer(403, {"errors": [{"detail": "the token is wrong"}]})
        elif self.path == "/api/v1/crates/new":
            self.upload(body)
        else:
            self.upload_to_npm(json.loads(body))

    def upload(self, body):
        server = self.server
        (size,) = struct.unpack_from("<I", body)
        about, file = json.loads(body[4 : 4 + size]), body[8 + size :]
        name, version = about["name"], about["vers"]
        fault = server.faults.pop(name, None)
        must_wait = name not in server.index and len(server.index) >= server.burst
        if fault == "limit":
            status, answer = 429, detail("slow down")
        elif fault == "refuse":
            status, answer = 500, detail("internal error")
        elif (name, version) in server.files:
            status, answer = 400, detail(f"crate version `{version}` is already uploaded")
        elif must_wait and time.time() < server.waiting.setdefault(name, time.time() + server.seconds_per_name):
            again = email.utils.formatdate(server.waiting[name], usegmt=True)
            status, answer = 429, detail(
                "You have published too many new crates in a short period of time. "
                f"Please try again after {again} or email help@crates.io to have your limit increased."
            )
        else:
            status, answer = 200, {"warnings": {}}
            server.files[name, version] = file
            server.index[name] = server.index.get(name, b"") + line(about, file)
        server.uploads.append((name, "lost" if fault == "lose" else status))
        if fault == "lose":
            self.close_connection = True
        else:
            self.answer(status, answer)

    def upload_to_npm(self, about):
        name, ((version, manifest),) = about["name"], about["versions"].items()
        ((_, attached),) = about["_attachments"].items()
        digest = hashlib.sha512(base64.b64decode(attached["data"])).digest()
        manifest["dist"]["integrity"] = "sha512-" + base64.b64encode(digest).decode()
        self.server.npm[f"{name}/{version}"] = manifest
        self.server.uploads.append((name, 200))
        self.answer(200, {"ok": True})


def detail(text):
    return {"errors": [{"detail": text}]}


def line(about, file):
    """Returns the line of an index for an upload."""
    deps = [
        {
            "name": dep.get("explicit_name_in_toml") or dep["name"],
            "package": dep["name"] if dep.get("explicit_name_in_toml") else None,
            "req": dep["version_req"],
            **{key: dep[key] for key in ("features", "optional", "default_features", "target", "kind")},
        }
        for dep in about["deps"]
    ]
    entry = {"name": about["name"], "vers": about["vers"], "deps": deps, "features2": about["features"], "v": 2}
    entry |= {"features": {}, "cksum": hashlib.sha256(file).hexdigest(), "yanked": False, "links": about["links"]}
    return json.dumps(entry).encode() + b"\n"


def known(path):
    """Returns the entry of another project's package that cargo has stored on this machine."""
    home = pathlib.Path(os.environ.get("CARGO_HOME") or pathlib.Path.home() / ".cargo")
    for file in home.glob("registry/index/*/.cache/" + "/".join(path)):
        # Between zeros: a version, then its line.
        parts = file.read_bytes().split(b"\0")
        return b"\n".join(part for part in parts if part.startswith(b"{")) + b"\n"
    return None
