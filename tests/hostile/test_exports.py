"""What is taken away is well-formed and inert: pictures, copies, commands."""

from __future__ import annotations

import shlex
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from denpex_tui.cli import main
from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.rules.texts import fill
from denpex_tui.engine.session import Session
from denpex_tui.ui.app import DenpexApp
from tests.hostile.payloads import write_hostile_logs
from tests.hostile.rules import write_hostile_rule
from tests.hostile.terminal import dangers
from tests.report.test_html import Page

PLAIN_ATTRIBUTES = {"lang", "charset", "http-equiv", "content", "name", "class", "id", "href", "rel"}
INJECTIONS = ["x; rm -rf /", "$(id)", "`id`", "a'b\"c", "x\ny", "-rf", "|| true", "[/foo]", "\\"]


async def test_a_picture_is_xml_without_anything_active(tmp_path: Path) -> None:
    session = Session([str(write_hostile_logs(tmp_path / "logs"))], book=RuleBook.bundled())
    app = DenpexApp(session, follow=False)
    async with app.run_test(size=(120, 40)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        svg = app.export_screenshot()
    session.close()
    root = ElementTree.fromstring(svg)
    kinds = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert kinds <= {"svg", "style", "defs", "clipPath", "rect", "g", "text", "circle"}
    assert "bad value" in "".join(root.itertext()).replace("\xa0", " ")
    assert dangers("".join(root.itertext()).replace("\n", "").encode()) == set()


@pytest.mark.parametrize("options", [[], ["--redact"], ["--show-secrets"]])
def test_a_page_of_hostile_logs_has_nothing_active(tmp_path: Path, options: list[str]) -> None:
    """File names, hosts and lines of the logs are text in it, in the excerpts too; no control character is left."""
    out = tmp_path / "report.html"
    main(["report", str(write_hostile_logs(tmp_path / "logs")), "--format", "html", "-o", str(out), *options])
    raw = out.read_bytes()
    page = Page(raw.decode())
    assert not {"script", "link", "img", "iframe", "object", "embed", "base", "form", "svg"} & set(page.tags)
    assert not {name for _, name in page.attributes} - PLAIN_ATTRIBUTES
    assert all(link.startswith(("#", "https://")) for link in page.links)
    assert page.tags["details"] and "bad value" in "".join(page.text)
    assert dangers(raw.replace(b"\n", b"")) == set()


@pytest.mark.parametrize("value", INJECTIONS)
def test_a_command_quotes_what_came_from_the_log(value: str) -> None:
    command = fill("grep -n {what} logs/", {"what": value}, quote=True)
    assert shlex.split(command) == ["grep", "-n", value, "logs/"]


def test_the_verification_command_of_a_report_is_quoted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    logs = write_hostile_logs(tmp_path / "logs")
    write_hostile_rule(tmp_path / "rules", clean=True)
    main(["report", str(logs), "--rules", str(tmp_path / "rules"), "--format", "markdown"])
    line = next(
        line for line in capsys.readouterr().out.splitlines() if line.startswith("[/foo][@click=app.quit]x: grep")
    )
    words = shlex.split(line)
    assert words[1] == "grep" and len(words) == 3 and ";" in words[2]
