"""A real browser for tests: Debian's chromium, spoken to over a pipe by the Chrome DevTools Protocol.

Nothing but the standard library is needed. https://chromedevtools.github.io/devtools-protocol/
"""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Any

CHROMIUM = shutil.which("chromium")
SECONDS = 60.0
"""For which an answer of the browser is waited."""


class NoBrowser(Exception):
    """There is no browser here, or it does not run."""


class Browser:
    """One page of a browser without a window."""

    def __init__(self, profile: Path) -> None:
        """`profile` is an empty folder. Raises NoBrowser."""
        if CHROMIUM is None:
            raise NoBrowser("chromium is not installed here")
        theirs_in, self._out = os.pipe()
        self._in, theirs_out = os.pipe()
        command = f'exec "$@" 3<&{theirs_in} 4>&{theirs_out}'
        options = [
            "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
            "--hide-scrollbars", f"--user-data-dir={profile}", "about:blank",
        ]  # fmt: skip
        self._process = subprocess.Popen(
            ["bash", "-c", command, "bash", CHROMIUM, *options],
            pass_fds=(theirs_in, theirs_out),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._sent, self._unread, self._session = 0, b"", ""
        self.events: list[dict[str, Any]] = []
        """What the browser told by itself."""
        try:
            targets = self._call("Target.getTargets")["targetInfos"]
            page = next(one["targetId"] for one in targets if one["type"] == "page")
            self._session = self._call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
            for domain in ("Page", "Runtime", "Network", "Log"):
                self._call(f"{domain}.enable")
        except (OSError, StopIteration) as error:
            self.close()
            raise NoBrowser(f"chromium does not run here: {error}") from None

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the browser."""
        for end in (self._out, self._in):
            os.close(end)
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def go(self, address: str) -> None:
        """Open an address, and wait until it is there."""
        self._until_loaded(lambda: self._call("Page.navigate", url=address))

    def click(self, selector: str, text: str = "") -> None:
        """Click on the first thing that fits a selector and holds a text, and wait for the next page."""
        self._until_loaded(lambda: self._on(selector, text, "one.click()"))

    def open(self, selector: str, text: str = "") -> None:
        """Click on something that leads to no other page."""
        self._on(selector, text, "one.click()")

    def press(self, key: str, code: int, *, leads_on: bool = False) -> None:
        """Press a key, and wait for the next page where it `leads_on` to one."""
        pressed = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        text = {"text": "\r"} if key == "Enter" else {}

        def press() -> None:
            self._call("Input.dispatchKeyEvent", type="keyDown", **pressed, **text)
            self._call("Input.dispatchKeyEvent", type="keyUp", **pressed)

        if leads_on:
            self._until_loaded(press)
        else:
            press()

    def fill(self, selector: str, value: str) -> None:
        """Put a value into a field."""
        self._on(selector, "", f"one.value = {json.dumps(value)}")

    def choose(self, selector: str, file: Path) -> None:
        """Choose a file in a field for one."""
        root = self._call("DOM.getDocument")["root"]["nodeId"]
        node = self._call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self._call("DOM.setFileInputFiles", nodeId=node, files=[str(file)])

    def saved(self, folder: Path, link: str) -> Path:
        """The file that a link with this text saves, in a folder."""
        self._call("Page.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
        before = set(folder.iterdir())
        self._on("a", link, "one.click()")
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            new = [file for file in set(folder.iterdir()) - before if file.suffix != ".crdownload"]
            if new and new[0].stat().st_size:
                return new[0]
            time.sleep(0.05)
        raise TimeoutError(f"{link} saves nothing")

    def text(self, selector: str = "body") -> str:
        """The text that is to be seen within the first thing that fits a selector."""
        return str(self.value(f"document.querySelector({json.dumps(selector)}).innerText"))

    def value(self, expression: str) -> Any:
        """The value of an expression of JavaScript, which the page's own policy does not keep from us."""
        answer = self._call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise AssertionError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def look(self, width: int, *, dark: bool = False, height: int = 900) -> None:
        """Show pages at a width, light or dark."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self._call("Emulation.setDeviceMetricsOverride", **size)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._call("Emulation.setEmulatedMedia", features=[scheme])

    def picture(self, *, whole: bool = True) -> bytes:
        """The page as a PNG image."""
        answer = self._call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        return base64.b64decode(answer["data"])

    def paper(self) -> bytes:
        """The page as it is printed, a PDF of A4 pages."""
        answer = self._call("Page.printToPDF", paperWidth=8.27, paperHeight=11.69, printBackground=True)
        return base64.b64decode(answer["data"])

    def whole_height(self) -> int:
        """How high the whole page is, in pixels."""
        return int(self.value("document.documentElement.scrollHeight"))

    def _on(self, selector: str, text: str, action: str) -> None:
        found = f"[...document.querySelectorAll({json.dumps(selector)})]"
        wanted = f"{found}.find((one) => one.textContent.includes({json.dumps(text)}))"
        self.value(f"{{ const one = {wanted}; if (!one) throw 'nothing like {selector}'; {action}; }}")

    def _until_loaded(self, begin: Any) -> None:
        seen = len(self.events)
        begin()
        until = time.monotonic() + SECONDS
        while not any(one["method"] == "Page.loadEventFired" for one in self.events[seen:]):
            self._take(until)

    def _call(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._sent += 1
        message: dict[str, Any] = {"id": self._sent, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + SECONDS
        while (answer := self._take(until)).get("id") != self._sent:
            pass
        if "error" in answer:
            raise AssertionError(f"{method}: {answer['error']}")
        result: dict[str, Any] = answer["result"]
        return result

    def _take(self, until: float) -> dict[str, Any]:
        """The next message of the browser; events are kept."""
        while b"\0" not in self._unread:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self._in], [], [], left)[0]:
                raise TimeoutError("the browser does not answer")
            part = os.read(self._in, 1 << 20)
            if not part:
                raise ConnectionError("the browser has ended")
            self._unread += part
        line, _, self._unread = self._unread.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        if "method" in message:
            self.events.append(message)
        return message
