"""From a clean clone to the running product, as somebody does it who has nothing but Python.

    python3 .ci/clean_clone.py [PORT]

Clones this repository, starts it with ``start.py``, reads its pages, stops it with Ctrl-C, starts it again
(which takes seconds), then does the same from a bundle without a network. Exits 1 at the first surprise.
"""

from __future__ import annotations

import contextlib
import http.cookiejar
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Nobody answers there: whoever reaches for the network fails, instead of hiding that it did.
NO_NETWORK = {
    "PIP_INDEX_URL": "http://127.0.0.1:9/",
    "PIP_EXTRA_INDEX_URL": "",
    "PIP_RETRIES": "0",
    "PIP_CONFIG_FILE": os.devnull,
}
DEMO = re.compile(r'href="/(e/[^"]+)">[^<]*（演示）')


class Surprise(Exception):
    """Something was not as it should be."""


def clean(environment: dict[str, str] | None = None) -> dict[str, str]:
    """Our environment without what belongs to a test run, and with ``environment``."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("JICHA_", "DATABASE_"))}
    kept.pop("CELERY_BROKER_URL", None)
    kept.pop("VIRTUAL_ENV", None)
    return {**kept, **(environment or {})}


class Product:
    """The product, started by ``start.py`` in a folder; a context that ends with Ctrl-C."""

    def __init__(self, folder: Path, port: int, *options: str, environment: dict[str, str]) -> None:
        self.address = f"http://127.0.0.1:{port}/"
        self.log = Path(tempfile.mkstemp(suffix=".log")[1])
        self._command = [sys.executable, str(folder / "start.py"), "--port", str(port), *options]
        self._environment = clean(environment)
        self.seconds = 0.0

    def __enter__(self) -> Product:
        if port_answers(self.address):
            raise Surprise(f"somebody answers at {self.address} already")
        try:
            return self._start()
        except BaseException:
            os.killpg(self._process.pid, signal.SIGKILL)
            raise

    def _start(self) -> Product:
        began = time.monotonic()
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                env=self._environment, start_new_session=True,
            )  # fmt: skip
        while time.monotonic() - began < 600:
            if self._process.poll() is not None:
                raise Surprise(f"start.py ended with {self._process.returncode}:\n{self.said()}")
            with contextlib.suppress(urllib.error.URLError, ConnectionError):
                self.page("")
                self.seconds = time.monotonic() - began
                return self
            time.sleep(0.2)
        raise Surprise(f"no page after ten minutes:\n{self.said()}")

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        began = time.monotonic()
        # As a terminal does: to everything that was started in it.
        os.killpg(self._process.pid, signal.SIGINT)
        try:
            code = self._process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            raise Surprise(f"Ctrl-C did not stop it:\n{self.said()}") from None
        took = time.monotonic() - began
        print(f"  stopped in {took:.1f} s", flush=True)
        if kind is None and (code != 0 or took > 5):
            raise Surprise(f"stopped with {code} after {took:.1f} s:\n{self.said()}")

    def page(self, path: str) -> str:
        """The page at ``path``; anything but 200 is an ``HTTPError``, which is a URLError with an answer."""
        try:
            with urllib.request.urlopen(self.address + path, timeout=30) as answer:  # noqa: S310 - our own
                return answer.read().decode("utf-8")
        except urllib.error.HTTPError as error:
            raise Surprise(f"/{path} answered {error.code}:\n{self.said()}") from error

    def opens(self) -> bool:
        """Whether the user name and password that were printed sign in."""
        name = re.search(r"用户名：(\S+)", self.said())
        password = re.search(r"密码：(\S+)", self.said())
        jar = http.cookiejar.CookieJar()
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        page = browser.open(f"{self.address}sign-in/", timeout=30).read().decode("utf-8")
        form = {
            "csrfmiddlewaretoken": re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page).group(1),
            "username": name.group(1),
            "password": password.group(1),
        }
        browser.open(f"{self.address}sign-in/", urllib.parse.urlencode(form).encode(), timeout=30).close()
        return any(cookie.name == "sessionid" for cookie in jar)

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")


def port_answers(address: str) -> bool:
    try:
        urllib.request.urlopen(address, timeout=5).close()  # noqa: S310 - our own
    except urllib.error.HTTPError:
        return True
    except (urllib.error.URLError, ConnectionError):
        return False
    return True


def expect(true: bool, what: str) -> None:
    if not true:
        raise Surprise(what)
    print(f"  ✓ {what}", flush=True)


def start_twice(folder: Path, data: Path, port: int, environment: dict[str, str]) -> None:
    print(f"first start in {folder}", flush=True)
    with Product(folder, port, "--data", str(data), environment=environment) as product:
        expect(True, f"pages answer after {product.seconds:.1f} s")
        expect("密码：" in product.said(), "a first password is printed")
        expect("▄" in product.said(), "a QR code is printed")
        demo = DEMO.search(product.page(""))
        expect(demo is not None, "the demo event is on the front page")
        expect("（演示）" in product.page(demo.group(1)), f"/{demo.group(1)} is its page")
        expect(product.opens(), "the password opens the door")
        stylesheet = product.page("").split('rel="stylesheet"')[1].split('href="')[1].split('"')[0]
        expect(len(product.page(stylesheet.lstrip("/"))) > 100, f"{stylesheet} is served")
        busy = subprocess.run(
            [sys.executable, str(folder / "start.py"), "--port", str(port), "--data", str(data)],
            capture_output=True, encoding="utf-8", env=clean(environment), check=False,
        )  # fmt: skip
        expect(busy.returncode == 1 and f"端口 {port} 已被占用" in busy.stderr, "a busy port is said")
    print("second start", flush=True)
    with Product(folder, port, "--data", str(data), environment=environment) as product:
        expect(product.seconds < 20, f"pages answer after {product.seconds:.1f} s")
        expect("密码：" not in product.said(), "no second password")
        expect(DEMO.search(product.page("")) is not None, "the data are still there")


def main() -> int:
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8765
    place = Path(tempfile.mkdtemp(prefix="jicha-clean-"))
    try:
        clone = place / "clone"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        start_twice(clone, place / "data", port, {})
        print("bundle", flush=True)
        stick = place / "stick"
        subprocess.run(
            [sys.executable, str(clone / "start.py"), "bundle", str(stick)],
            stdin=subprocess.DEVNULL, env=clean(), check=True,
        )  # fmt: skip
        start_twice(stick / "jicha", place / "hall", port, NO_NETWORK)
    except Surprise as surprise:
        print(f"  ✗ {surprise}", flush=True)
        return 1
    finally:
        shutil.rmtree(place, ignore_errors=True)
    print("The clean clone runs.", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
