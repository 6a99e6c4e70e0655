"""A traceback is joined from its lines, whoever writes between them."""

from __future__ import annotations

from denpex_tui.engine import tracebacks
from denpex_tui.engine.model import Traceback
from tests.engine.written import lines_of

PLAIN = """\
Traceback (most recent call last):
  File "/workspace/train.py", line 295, in <module>
    main()
  File "/workspace/train.py", line 151, in check_batch
    raise ValueError(f"batch {step} has {bad} non-finite input values "
ValueError: batch 7 has 3 non-finite input values (shard train-00002-of-00004)"""


def joined(text: str) -> Traceback:
    """The traceback that begins at the first line of ``text``."""
    head, *rest = lines_of(text)
    found = tracebacks.join(head, rest)
    assert found is not None
    return found


def tagged(text: str, tag: str) -> str:
    return "\n".join(tag + line for line in text.split("\n"))


def test_a_plain_traceback() -> None:
    found = joined(PLAIN)
    assert found.exception == "ValueError"
    assert found.message == "batch 7 has 3 non-finite input values (shard train-00002-of-00004)"
    assert [(frame.line, frame.function, frame.code) for frame in found.frames] == [
        (295, "<module>", "main()"),
        (151, "check_batch", 'raise ValueError(f"batch {step} has {bad} non-finite input values "'),
    ]
    assert found.place is not None and found.place.line == 6
    assert found.lines == frozenset({1, 2, 3, 4, 5, 6})
    assert found.quoted == frozenset({2, 3, 4, 5})
    assert found.raises == frozenset({4, 5})
    assert found.causes == () and found.root is found


def test_it_is_complete_only_when_something_follows() -> None:
    assert not joined(PLAIN).complete
    assert joined(f"{PLAIN}\nsrun: error: node-0: task 2: Exited with exit code 1").complete


def test_the_rest_of_a_rank_s_message_belongs_to_it() -> None:
    found = joined(
        "[rank1]: Traceback (most recent call last):\n"
        '[rank1]:   File "/workspace/train.py", line 209, in train\n'
        '[rank1]:     model.load_state_dict(state["model"])\n'
        "[rank1]: RuntimeError: Error(s) in loading state_dict for MLP:\n"
        '[rank1]: \tMissing key(s) in state_dict: "blocks.1.weight", "blocks.1.bias". \n'
        "[rank1]: Set strict=False to ignore.\n"
    )
    assert found.message.splitlines() == [
        "Error(s) in loading state_dict for MLP:",
        'Missing key(s) in state_dict: "blocks.1.weight", "blocks.1.bias".',
        "Set strict=False to ignore.",
    ]


def test_an_untagged_writer_may_print_anything_next() -> None:
    found = joined(f"{PLAIN}\n  more of it\nChecking the file system")
    assert found.message.splitlines()[1:] == ["more of it"]
    assert found.lines == frozenset(range(1, 8))


def test_two_ranks_interleaved_in_one_file() -> None:
    mine, theirs = tagged(PLAIN, "[default5]:[rank5]: "), tagged(PLAIN, "[default6]:[rank6]: ")
    both = "\n".join(line for pair in zip(mine.split("\n"), theirs.split("\n"), strict=True) for line in pair)
    lines = lines_of(both)
    for start in (0, 1):
        found = tracebacks.join(lines[start], lines[start + 1 :])
        assert found is not None
        assert (found.exception, len(found.frames)) == ("ValueError", 2)
        assert found.lines == frozenset(range(start + 1, 13, 2))


def test_of_a_chain_the_cause_is_the_first() -> None:
    """As torch.save fails on a full disk; torch prints the blank lines of the chain without its tag."""
    found = joined(
        "[rank0]: Traceback (most recent call last):\n"
        '[rank0]:   File "/opt/venv/lib/python3.11/site-packages/torch/serialization.py", line 1312, in _save\n'
        "[rank0]:     zip_file.write_record(name, storage, num_bytes)\n"
        "[rank0]: RuntimeError: basic_ios::clear: iostream error\n"
        "\n"
        "[rank0]: During handling of the above exception, another exception occurred:\n"
        "\n"
        "[rank0]: Traceback (most recent call last):\n"
        '[rank0]:   File "/workspace/train.py", line 250, in train\n'
        '[rank0]:     torch.save({"model": state, "step": step}, path)\n'
        "[rank0]: RuntimeError: [enforce fail at inline_container.cc:672] . unexpected pos 126208 vs 126160\n"
    )
    assert found.message.endswith("unexpected pos 126208 vs 126160")
    assert found.root.message == "basic_ios::clear: iostream error"
    assert [cause.frames[0].function for cause in found.causes] == ["_save"]
    assert found.lines == frozenset(range(1, 12))
    assert found.raises == frozenset({2, 3, 9, 10}), "each link raised once"


def test_two_tracebacks_below_each_other_are_no_chain() -> None:
    found = joined(f"{PLAIN}\n{PLAIN}")
    assert found.causes == ()
    assert found.lines == frozenset(range(1, 7))


def test_it_is_joined_anew_when_the_rest_has_been_written() -> None:
    half = joined("\n".join(PLAIN.split("\n")[:4]))
    assert (half.exception, half.complete, len(half.frames)) == ("", False, 2)
    assert joined(PLAIN).exception == "ValueError"


def test_a_head_without_anything_below_is_nothing() -> None:
    head, *rest = lines_of("Traceback (most recent call last):\nstep 3 loss=2.1")
    assert tracebacks.join(head, rest) is None


def test_a_log_line_ends_a_block_that_names_no_exception() -> None:
    found = joined(
        "Traceback (most recent call last):\n"
        '  File "/workspace/train.py", line 295, in <module>\n'
        "2026-11-30 20:09:47,800 [rank2] INFO train: step 4/30 loss=2.1040"
    )
    assert found.exception == ""
    assert found.lines == frozenset({1, 2})


def test_recursion_is_folded_by_python_and_bounded_here() -> None:
    frame = '  File "/workspace/train.py", line 9, in visit\n    return visit(node.parent)\n'
    folded = joined(
        "Traceback (most recent call last):\n"
        + frame * 3
        + "  [Previous line repeated 984 more times]\n"
        + "RecursionError: maximum recursion depth exceeded"
    )
    assert (folded.exception, len(folded.frames)) == ("RecursionError", 3)
    long = joined("Traceback (most recent call last):\n" + frame * 3_000 + "RecursionError: maximum recursion depth")
    assert len(long.lines) <= tracebacks.MAX_LINES
    assert long.exception == ""


def test_the_innermost_frame_of_the_user_s_own_code() -> None:
    found = joined(
        "Traceback (most recent call last):\n"
        '  File "/workspace/train.py", line 229, in train\n'
        "    reduce_gradients(model)\n"
        '  File "/opt/venv/lib/python3.11/site-packages/torch/distributed/c10d_logger.py", line 83, in wrapper\n'
        "    work.wait()\n"
        "RuntimeError: Connection closed by peer [127.0.0.1]:2449"
    )
    assert found.innermost is not None and found.innermost.function == "wrapper"
    user = found.user_frame()
    assert user is not None and (user.function, user.line) == ("train", 229)


def test_a_bare_exception_is_headed_by_the_line_that_raised_it() -> None:
    found = joined(
        "Traceback (most recent call last):\n"
        '  File "/opt/venv/lib/python3.11/site-packages/deepspeed/runtime/bf16_optimizer.py", line 321, in step\n'
        "    assert all_groups_norm > 0.\n"
        "           ^^^^^^^^^^^^^^^^^^^^\n"
        "AssertionError"
    )
    assert (found.exception, found.message) == ("AssertionError", "")
    assert found.headline == "AssertionError: assert all_groups_norm > 0."
