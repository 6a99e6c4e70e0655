"""A rule that matches the same failure is named beside the one that leads, with why it does not lead."""

from __future__ import annotations

from pathlib import Path

from denpex_tui.engine.infer.also import also_fits
from tests.engine.cases import corpus
from tests.engine.pipeline import case_of, write_logs
from tests.infer.joblogs import rank_files, steps, traceback

SHAPE_ZERO = (
    "RuntimeError: Error(s) in loading state_dict for Model:\n"
    "[rank2]: \tsize mismatch for embed.weight: copying a param with shape torch.Size([32000, 4096]) from checkpoint, "
    "the shape in current model is torch.Size([0])."
)


def test_a_hang_after_one_rank_ran_out_of_data_fits_uneven_data_too(tmp_path: Path) -> None:
    """A real hang, in which the missing rank says that its data was used up instead of that it waits for a shard."""
    logs = corpus("pt-hang-skipped-collective")
    files = {str(path.relative_to(logs)): path.read_text() for path in logs.rglob("*") if path.is_file()}
    (missing,) = [name for name in files if name.endswith("/1/stderr.log")]
    kept = [line for line in files[missing].splitlines(keepends=True) if "waiting for shard" not in line]
    files[missing] = "".join(kept) + "2026-11-30 19:55:45,352 [rank1] INFO train: dataset exhausted\n"
    (claim,) = also_fits(case_of(write_logs(tmp_path, files)))
    assert claim.text == (
        "ranks 0, 2 and 3 fit streaming-uneven too (Ranks run out of data at different times); "
        "gloo-timeout leads: the message alone does not tell the other"
    )
    assert [event.rank for event in claim.events] == [1, 0, 2, 3], "the evidence, then the failures"


def test_without_that_evidence_nothing_else_is_named() -> None:
    assert also_fits(case_of(corpus("pt-hang-skipped-collective"))) == ()


def test_what_a_rule_overrides_is_a_symptom_of_it(tmp_path: Path) -> None:
    texts = {rank: steps(rank) for rank in range(4)}
    texts[2] += traceback(2, SHAPE_ZERO)
    (claim,) = also_fits(case_of(write_logs(tmp_path, rank_files(texts))))
    assert claim.text.startswith("rank 2 fits resume-shape too")
    assert claim.text.endswith("zero3-shape0 leads: the other is a symptom of it")
