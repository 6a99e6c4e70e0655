"""Shadows follow the store: objects that grow, are written anew, vanish; and names that mean harm."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fsspec", reason="URLs need the extra: pip install 'denpex-tui[fsspec]'")

from denpex_tui.engine.lent import lend, take_back
from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.session import Session
from denpex_tui.objects.fetching import Fetching
from denpex_tui.objects.ring import Ring
from denpex_tui.objects.shadow_tree import Place, ShadowTree
from tests.engine.cases import corpus
from tests.engine.test_session import until
from tests.objects.stores import bucket, web

LOGS = corpus("rank-local-error")


class Far:
    """A bucket, its shadows below ``root``, and their bytes."""

    def __init__(self, root: Path, url: str, store: Any) -> None:
        self.root, self.store = root, store
        self.fetching = Fetching()
        self.tree = ShadowTree(root, [Place.of(url)], self.fetching)

    def put(self, name: str, data: bytes) -> None:
        self.store.pipe(f"/bucket/run/logs/{name}", data)
        self.tree.update()


def lines(session: Session, name: str) -> list[str]:
    """All lines of a log, as the log view shows them."""
    source = next(source for source in session.snapshot.sources if source.path == name)
    log = session.log(source.id)
    return [line.text for line in log.lines(1, log.count)]


@pytest.fixture
def far(tmp_path: Path) -> Iterator[Far]:
    root = (tmp_path / "shadows").resolve()
    root.mkdir()
    with bucket() as (url, store):
        far = Far(root, url, store)
        lend(root, far.fetching)
        yield far
        take_back(root)
        far.fetching.close()


def opened(far: Far) -> Session:
    session = Session(far.tree.paths(), book=RuleBook.bundled(), live=True)
    session.poll()
    return session


def test_logs_that_are_uploaded_again_and_again_end_in_the_report_of_the_whole(far: Far) -> None:
    whole = {str(path.relative_to(LOGS)): path.read_bytes() for path in sorted(LOGS.rglob("*")) if path.is_file()}
    cuts = random.Random(7)
    for name, data in whole.items():
        far.put(name, data[: cuts.randrange(1, len(data) // 2)])
    with closing(opened(far)) as session:
        for share in (0.5, 0.8, 1.0):
            for name, data in whole.items():
                far.put(name, data[: int(len(data) * share)])
            session.poll()
        with closing(Session([str(LOGS)], book=RuleBook.bundled())) as here:
            here.poll()
            names = [source.path for source in here.snapshot.sources]
            assert [lines(session, name) for name in names] == [lines(here, name) for name in names]
            assert session.snapshot.incidents == here.snapshot.incidents


def test_an_object_of_the_same_length_with_other_content_is_read_anew(far: Far) -> None:
    far.put("rank_0.log", b"step 1 loss 2.5 as it was ..\n" * 9)
    with closing(opened(far)) as session:
        far.put("rank_0.log", b"step 7 loss 9.5 as it is now\n" * 9)
        session.poll()
        assert [rank.last_step for rank in session.snapshot.ranks] == [7]


def test_an_object_that_vanishes_is_told_and_what_was_read_of_it_stays(far: Far) -> None:
    far.put("rank_0.log", b"step 1 loss 2.5\n")
    far.put("rank_1.log", b"step 1 loss 2.5\n")
    with closing(opened(far)) as session:
        far.store.rm("/bucket/run/logs/rank_1.log")
        far.tree.update()
        session.poll()
        assert [source.path for source in session.snapshot.sources] == ["rank_0.log", "rank_1.log"]
        assert any("rank_1.log" in row.path and "gone" in row.reason for row in session.snapshot.not_read)


def test_an_object_that_comes_later_is_read(far: Far) -> None:
    far.put("rank_0.log", b"step 1 loss 2.5\n")
    with closing(opened(far)) as session:
        far.put("rank_1.log", b"step 1 loss 2.5\n")
        seen = until(session, lambda snapshot: len(snapshot.sources) == 2)
        assert [source.path for source in seen.sources] == ["rank_0.log", "rank_1.log"]


def test_an_object_below_another_one_hides_nothing_else(far: Far) -> None:
    far.put("rank_0.log", b"step 1 loss 2.5\n")
    far.store.store["/bucket/run/logs/rank_0.log/part"] = far.store.store["/bucket/run/logs/rank_0.log"]
    far.put("rank_1.log", b"step 1 loss 2.5\n")
    with closing(opened(far)) as session:
        assert "rank_1.log" in [source.path for source in session.snapshot.sources]


def test_no_name_leads_out_of_the_shadows(tmp_path: Path) -> None:
    pages, root = tmp_path / "pages", tmp_path / "a" / "b" / "shadows"
    pages.mkdir()
    root.mkdir(parents=True)
    (pages / "rank_0.log").write_text("step 1 loss 2.5\n")
    evil = ["%2e%2e%2f%2e%2e%2fevil.log", "..%2fevil.log", "%00.log", "a" * 300 + ".log", "//evil/x.log", "?C=N;O=D"]
    links = "".join(f'<a href="{name}">x</a>' for name in [*evil, "rank_0.log"])
    (pages / "index.html").write_text(links)
    before = {path for path in tmp_path.rglob("*") if not path.is_relative_to(root)}
    with web(pages) as (url, server):
        server.has_all = True
        fetching = Fetching()
        ShadowTree(root, [Place.of(url)], fetching).update()
        fetching.close()
    assert [path.name for path in root.rglob("*") if path.is_file()] == ["rank_0.log", "x.log"]
    assert {path for path in tmp_path.rglob("*") if not path.is_relative_to(root)} == before


def test_the_ring_gives_what_was_put_or_nothing() -> None:
    rng = random.Random(3)
    files = {Path(str(number)): rng.randbytes(4_000) for number in range(5)}
    ring = Ring(8_192)
    found = 0
    for _ in range(3_000):
        path, start = rng.choice(list(files)), rng.randrange(4_000)
        if rng.random() < 0.5:
            ring.put(path, start, files[path][start : start + rng.randrange(1, 1_500)])
        elif rng.random() < 0.02:
            ring.forget(path)
            assert ring.get(path, start, 10) == b""
        size = rng.randrange(1, 500)
        data = ring.get(path, start, size)
        assert files[path][start : start + size].startswith(data)
        found += bool(data)
    ring.close()
    assert found > 500
