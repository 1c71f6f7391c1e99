"""The gate: who is answered, how much may be sent, and what a browser may do with an answer."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed here")

from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from rulehound.checker.serving.gate import LARGEST_BODY, Gate

TOKEN, HOST = "s3cret", "127.0.0.1:8000"
INSIDE = f"http://{HOST}/{TOKEN}/"


async def echo(scope, receive, send) -> None:  # type: ignore[no-untyped-def]
    """An application that says where it is and how much it was sent."""
    request = Request(scope, receive)
    body = await request.body()
    await PlainTextResponse(f"{scope['root_path']} {len(body)}")(scope, receive, send)


@pytest.fixture
def browser() -> TestClient:
    return TestClient(Gate(echo, TOKEN, [HOST, "localhost:8000"]), base_url=f"http://{HOST}")


def test_who_knows_the_token_is_answered(browser: TestClient) -> None:
    assert browser.get(INSIDE).text == "/s3cret 0"
    assert browser.post(INSIDE, content=b"abc", headers={"origin": f"http://{HOST}"}).text == "/s3cret 3"
    assert browser.get(INSIDE, headers={"host": "localhost:8000"}).status_code == 200


@pytest.mark.parametrize(
    "path", ["/", "/wrong/", "/s3cre/", "/s3crett/", "/%733cret%00/", "//s3cret/", "/x/s3cret/", "/sécret/"]
)
def test_who_does_not_know_it_is_told_nothing(browser: TestClient, path: str) -> None:
    answer = browser.get(f"http://{HOST}{path}")
    assert answer.status_code == 403
    assert TOKEN not in answer.text


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:80", "", "evil.example:8000"])
def test_another_host_is_not_answered(browser: TestClient, host: str) -> None:
    assert browser.get(INSIDE, headers={"host": host}).status_code == 421


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1:8000", "http://127.0.0.1"]
)
def test_another_origin_is_not_answered(browser: TestClient, origin: str) -> None:
    assert browser.post(INSIDE, headers={"origin": origin}).status_code == 403
    assert browser.get(INSIDE, headers={"origin": origin}).status_code == 403


def test_another_site_is_not_answered(browser: TestClient) -> None:
    for site, status in {"cross-site": 403, "same-site": 403, "same-origin": 200, "none": 200}.items():
        assert browser.get(INSIDE, headers={"sec-fetch-site": site}).status_code == status


def test_no_more_is_taken_than_may_be_sent(browser: TestClient) -> None:
    assert browser.post(INSIDE, content=b"x" * LARGEST_BODY).status_code == 200
    assert browser.post(INSIDE, content=b"x" * (LARGEST_BODY + 1)).status_code == 413


def test_a_body_without_a_length_or_with_a_false_one_is_counted(browser: TestClient) -> None:
    def parts():  # type: ignore[no-untyped-def]
        for _ in range(3):
            yield b"x" * (LARGEST_BODY // 2)

    assert browser.post(INSIDE, content=parts()).status_code == 413
    assert browser.post(INSIDE, content=parts(), headers={"content-length": "5"}).status_code == 413
    for length in ("-1", "1e3", "", "0x10", "1" * 30):
        assert browser.post(INSIDE, content=b"", headers={"content-length": length}).status_code == 413


def test_every_answer_says_what_a_browser_may_do_with_it(browser: TestClient) -> None:
    for answer in (browser.get(INSIDE), browser.get("/wrong/")):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src" not in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["referrer-policy"] == "same-origin"


def test_it_answers_requests_alone() -> None:
    browser = TestClient(Gate(echo, TOKEN, [HOST]), base_url=f"http://{HOST}")
    with pytest.raises(WebSocketDisconnect), browser.websocket_connect(f"/{TOKEN}/"):
        pass
