"""Nobody comes in without the token, under another name or from another page; nothing of the page leads elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

pytest.importorskip("textual_serve", reason="serve needs the extra: pip install 'denpex-tui[serve]'")

from aiohttp import ClientSession, WSServerHandshakeError

from denpex_tui.serve.access import NO_TOKEN, OTHER_HOST, OTHER_PAGE, Access
from tests.serve.serving import Serving, processes_of, serving

OUTSIDE = re.compile(r"(?:https?:)?//[\w.]+")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(tmp_path_factory.mktemp("served")) as running:
        yield running


async def get(url: str, headers: Mapping[str, str] | None = None) -> tuple[int, str, Mapping[str, str]]:
    async with ClientSession() as session, session.get(url, headers=headers) as answer:
        return answer.status, await answer.text(errors="replace"), answer.headers


async def test_with_the_token_the_page_comes(served: Serving) -> None:
    status, text, headers = await get(served.url)
    assert status == 200 and headers["Content-Type"].startswith("text/html")
    assert f"ws://127.0.0.1:{served.port}/" in text


async def test_nothing_of_the_page_is_elsewhere(served: Serving) -> None:
    """No address but that of its own websocket, and a policy under which a browser would refuse others."""
    _, text, headers = await get(served.url)
    assert set(OUTSIDE.findall(text.replace(f"ws://127.0.0.1:{served.port}/", ""))) == set()
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and f"connect-src ws://127.0.0.1:{served.port};" in policy
    assert headers["Referrer-Policy"] == "no-referrer" and headers["Cache-Control"] == "no-store"
    for part in re.findall(r'(?:src|href)="([^":]+)"|url\("([^"]+)"\)', text):
        if (name := "".join(part)) != "./":
            assert (await get(served.url + name))[0] == 200, name


@pytest.mark.parametrize(
    "path", ["/", "/ws", "/static/js/textual.js", "/download/x", "/{wrong}/", "/{short}/", "/{wrong}/ws", "/é/", "//"]
)
async def test_without_the_token_nothing_comes(served: Serving, path: str) -> None:
    token = served.url.split("/")[-2]
    wrong = token[:-1] + ("A" if token[-1] != "A" else "B")
    status, text, _ = await get(served.origin + path.format(wrong=wrong, short=token[:-1]))
    assert (status, text) == (403, NO_TOKEN + "\n")


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example", "192.0.2.1", "", "a b"]
)
async def test_under_a_foreign_name_nothing_comes(served: Serving, host: str) -> None:
    """DNS rebinding: a foreign name that was led to this machine."""
    status, text, _ = await get(served.url, {"Host": host.format(port=served.port)})
    assert (status, text) == (403, OTHER_HOST + "\n")


@pytest.mark.parametrize("host", ["localhost", "localhost:9000", "127.0.0.1:9000", "[::1]:9000"])
async def test_through_a_tunnel_it_has_another_port(served: Serving, host: str) -> None:
    status, text, _ = await get(served.url, {"Host": host})
    assert status == 200 and f"ws://{host}/" in text


ORIGINS = {
    "a foreign page": "http://evil.example",
    "another port": "http://127.0.0.1:1",
    "a file": "null",
    "another scheme": "file://127.0.0.1:{port}",
}


@pytest.mark.parametrize("name", ORIGINS)
async def test_from_a_foreign_page_nothing_comes(served: Serving, name: str) -> None:
    origin = ORIGINS[name].format(port=served.port)
    assert (await get(served.url, {"Origin": origin}))[:2] == (403, OTHER_PAGE + "\n")
    assert await refused(served.url + "ws", {"Origin": origin}) == 403


async def test_a_websocket_needs_token_origin_and_name(served: Serving) -> None:
    """And no screen was started for any that lacks one."""
    own = {"Origin": served.origin}
    assert await refused(f"{served.origin}/ws", own) == 403
    assert await refused(f"{served.origin}/wrong/ws", own) == 403
    assert await refused(f"{served.url}ws", {}) == 403
    assert await refused(f"{served.url}ws", {"Host": "evil.example", "Origin": "http://evil.example"}) == 403
    assert processes_of(served.process.pid) == set()


async def refused(url: str, headers: Mapping[str, str]) -> int:
    async with ClientSession() as session:
        with pytest.raises(WSServerHandshakeError) as refusal:
            await session.ws_connect(url, headers=headers)
    return refusal.value.status


async def test_only_files_of_the_page_are_there(served: Serving) -> None:
    for path in ("static/", "static/../ws", "static/%2e%2e/server.py", "server.py", "static/%2Fetc%2Fpasswd"):
        status, text, _ = await get(served.url + path)
        assert status in (400, 403, 404) and text.count("\n") == 1, path


def test_every_server_has_a_token_of_its_own(served: Serving, tmp_path: Path) -> None:
    with serving(tmp_path) as other:
        tokens = {each.url.split("/")[-2] for each in (served, other)}
    assert len(tokens) == 2 and all(len(token) >= 43 for token in tokens)


def test_on_all_addresses_it_goes_by_any_of_them_and_by_its_names_only() -> None:
    access = Access("token", frozenset({"localhost", "node-1"}), public=True)
    assert all(map(access.goes_by, ("192.0.2.1:8000", "[2001:db8::1]:80", "node-1:8000", "NODE-1", "localhost")))
    assert not any(map(access.goes_by, ("node-1.evil.example", "evil.example:8000", "node-1:8000/x", "[::1", "")))
