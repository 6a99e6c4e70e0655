"""The terminal failure of each rank: which of its tracebacks, error lines and exits ended it, and of what nature."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from denpex_tui.engine.infer.caught import survived, survived_by_others
from denpex_tui.engine.infer.explain import (
    CANCELLATION,
    WRAPPER,
    Explanation,
    block_signals,
    explanations,
    role_of,
    signals_by_line,
    signature,
)
from denpex_tui.engine.infer.failure import Nature, RankFailure
from denpex_tui.engine.infer.launcher_kills import KILL, killed_by_launcher
from denpex_tui.engine.launchers import signal_name
from denpex_tui.engine.model import Event, Exit
from denpex_tui.engine.rank_lines import RankLines
from denpex_tui.engine.rules.book import RuleBook
from denpex_tui.engine.rules.model import Role

UNKNOWN_RANK = -1
WHOLE_SECOND = 1.0
"""Some stamps have no fraction: a step within the same second may have come before."""
UNCAUGHT = 1
"""The exit code of an uncaught exception, so of most ranks that noticed another's end; its traceback may be cut."""
_TERM = -15
_INTERRUPT = -2


@dataclass(slots=True)
class Endings:
    """How the ranks of one attempt ended."""

    failures: dict[int, RankFailure] = field(default_factory=dict)
    unattributed: list[RankFailure] = field(default_factory=list)
    harmless: list[Event] = field(default_factory=list)
    finished: set[int] = field(default_factory=set)
    passed: dict[int, list[RankFailure]] = field(default_factory=lambda: defaultdict(list))
    """Failures after which the rank wrote of progress."""
    killed_by_launcher: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Activity:
    """Where and when each rank last made progress, to tell a caught error from a fatal one."""

    offsets: Mapping[tuple[int | None, int], int]
    """(rank, source) -> offset of the last step or end of training."""
    times: Mapping[int | None, float]
    """rank -> time of the last step."""


def endings(events: Sequence[Event], metrics: Iterable[RankLines], book: RuleBook) -> Endings:
    """The ending of every rank that the events of one attempt name."""
    result = Endings()
    result.finished = {e.rank for e in events if e.kind == "finish" and e.rank is not None}
    activity = _activity(events, metrics)
    by_line = signals_by_line(events)
    candidates: dict[int, list[RankFailure]] = defaultdict(list)
    for event in events:
        failure = _candidate(event, by_line, book)
        if failure is None:
            continue
        if _went_on(event, activity, result.finished):
            result.passed[failure.rank].append(failure)
        else:
            candidates[failure.rank].append(failure)
    exits = _exits(events)
    survived_by_others(candidates, result.passed, exits.keys())
    result.killed_by_launcher = killed_by_launcher(events)
    for rank in sorted(candidates.keys() | exits.keys()):
        _end(rank, candidates.get(rank, []), exits.get(rank, []), result)
    result.harmless.extend(failure.event for rank in sorted(result.passed) for failure in result.passed[rank])
    return result


def _activity(events: Sequence[Event], metrics: Iterable[RankLines]) -> Activity:
    offsets: dict[tuple[int | None, int], int] = {}
    times: dict[int | None, float] = {}
    for item in metrics:
        if item.secondary:
            continue
        key, time = (item.rank, item.source), item.lines.last_time
        offsets[key] = max(offsets.get(key, 0), item.lines.points[-1].place.offset)
        if time is not None:
            times[item.rank] = max(times.get(item.rank, time), time)
    for event in events:
        if event.kind == "finish":
            key = (event.rank, event.place.source)
            offsets[key] = max(offsets.get(key, 0), event.place.offset)
    return Activity(offsets, times)


def _went_on(event: Event, activity: Activity, finished: set[int]) -> bool:
    """Whether the rank made progress after the event, so that the error was caught or harmless."""
    if event.rank in finished:
        return True
    final = event.traceback is not None and event.traceback.final
    # The lines of a traceback are no steps, so that what lies behind its head lies behind its end.
    # Steps behind the last words of a process are what it had buffered, unless their times say otherwise.
    if not final and activity.offsets.get((event.rank, event.place.source), 0) > event.place.offset:
        return True
    stepped = activity.times.get(event.rank)
    time = event.after if final and event.time is None else event.time
    return time is not None and stepped is not None and stepped >= time + WHOLE_SECOND


def _candidate(event: Event, by_line: Mapping[tuple[int, int], list[Event]], book: RuleBook) -> RankFailure | None:
    if event.kind == "traceback":
        return _of_traceback(event, block_signals(event, by_line), book)
    if event.kind == "signal" and not event.in_traceback and role_of(event, book) in (Role.INITIATOR, Role.COLLATERAL):
        return _of_signal(event, by_line, book)
    return None


def _of_traceback(event: Event, signals: list[Event], book: RuleBook) -> RankFailure | None:
    traceback = event.traceback
    assert traceback is not None
    explained = explanations(signals, book)
    lead = explained[0] if explained else None
    if lead is not None and WRAPPER in lead.rule.tags:
        return None
    root = traceback.root
    unfinished = lead is None and not root.exception
    return RankFailure(
        event.rank if event.rank is not None else UNKNOWN_RANK,
        Nature.UNFINISHED if unfinished else _nature(lead),
        lead.rule.id if lead is not None else "unexplained" if unfinished else "python-exception",
        lead.rule if lead is not None else None,
        traceback.headline,
        event,
        lead.signals if lead is not None else (),
        signature=signature(root.exception, root.message),
    )


def _of_signal(event: Event, by_line: Mapping[tuple[int, int], list[Event]], book: RuleBook) -> RankFailure | None:
    explained = explanations(block_signals(event, by_line), book)
    if not explained or WRAPPER in explained[0].rule.tags or explained[0].rule.silent:
        return None
    lead = explained[0]
    if event not in lead.signals or event is not lead.signals[0]:
        return None
    message = _text_of(event)
    return RankFailure(
        event.rank if event.rank is not None else UNKNOWN_RANK,
        _nature(lead),
        lead.rule.id,
        lead.rule,
        message,
        event,
        lead.signals,
        signature=signature(lead.rule.id, ""),
    )


def _text_of(event: Event) -> str:
    """The line from the match on, without the prefixes before it."""
    start = event.span[0] if event.span is not None else 0
    return event.text[start:].strip() or event.text.strip()


def _nature(lead: Explanation | None) -> Nature:
    if lead is None:
        return Nature.LOCAL
    if CANCELLATION in lead.rule.tags:
        return Nature.CANCELLED
    return Nature.LOCAL if lead.role is Role.INITIATOR else Nature.COMMUNICATION


def _exits(events: Sequence[Event]) -> dict[int, list[Event]]:
    found: dict[int, list[Event]] = defaultdict(list)
    for event in events:
        if event.rank is None:
            continue
        if event.exit is not None or event.name in ("closing-signal", "kill"):
            found[event.rank].append(event)
    return found


def _end(rank: int, candidates: list[RankFailure], exits: list[Event], result: Endings) -> None:
    if rank == UNKNOWN_RANK:
        result.unattributed.extend(candidates)
        return
    final = _final_exit(exits)
    code = final.exit.code if final is not None and final.exit is not None else None
    if code == 0:
        result.harmless.extend(failure.event for failure in candidates)
        result.finished.add(rank)
        return
    candidates = [*candidates, *_fatal_after_all(code, candidates, result.passed[rank])]
    candidates = survived(candidates, result.passed[rank])
    failure = _leading(candidates) if candidates else _of_exit(rank, final, exits, result)
    if failure is not None:
        result.failures[rank] = _with_exit(failure, final)
        result.finished.discard(rank)


def _fatal_after_all(code: int | None, candidates: list[RankFailure], passed: list[RankFailure]) -> list[RankFailure]:
    """The last traceback of a rank that exited with an error code and shows no other one.

    Python writes what standard output still buffers when it exits, so that in one file with standard error the steps
    stand behind the traceback. Only a traceback under the rank's tag, as the excepthook prints it, or one that a rule
    explains is taken for the end.
    """
    if code is None or code <= 0 or any(failure.event.traceback is not None for failure in candidates):
        return []
    ends = [
        f for f in passed if f.event.traceback is not None and (f.event.tags.rank is not None or f.rule is not None)
    ]
    if not ends:
        return []
    passed.remove(ends[-1])
    return ends[-1:]


def _leading(candidates: list[RankFailure]) -> RankFailure:
    """A local cause over a consequence; among equals the one that was written first."""
    overridden = {name for failure in candidates if failure.rule is not None for name in failure.rule.overrides}
    order = {nature: number for number, nature in enumerate(Nature)}

    def key(failure: RankFailure) -> tuple[bool, int, float, int, int]:
        time = failure.not_before
        place = failure.event.place
        cancelled = failure.nature is Nature.CANCELLED
        nature = order[Nature.COMMUNICATION] if cancelled else order[failure.nature]
        return failure.kind in overridden, nature, time if time is not None else 1e18, place.source, place.line

    lead = min(candidates, key=key)
    return lead if lead.time is not None else next((same for same in candidates if _is_told_again(same, lead)), lead)


def _is_told_again(other: RankFailure, lead: RankFailure) -> bool:
    """Whether ``other`` is the same failure in a log that says when, as a rank's own does where a console does not."""
    same = (other.kind, other.nature, other.signature) == (lead.kind, lead.nature, lead.signature)
    return same and other.time is not None


def _final_exit(exits: list[Event]) -> Event | None:
    """The exit that tells most: the launcher's table over its log line, an exit code over a signal that was sent."""
    known = [event for event in exits if event.exit is not None and event.exit.code is not None]
    return max(known, key=lambda event: (event.name == "elastic-table", event.place), default=None)


def _of_exit(rank: int, final: Event | None, exits: list[Event], result: Endings) -> RankFailure | None:
    if final is None or final.exit is None:
        sent = next((event for event in exits if event.name in ("closing-signal", "kill")), None)
        return None if sent is None else _terminated(rank, sent)
    code = final.exit.code
    assert code is not None
    if code in (_TERM, _INTERRUPT) or (code == KILL and rank in result.killed_by_launcher):
        return _terminated(rank, final)
    if code < 0:
        message = f"killed by {signal_name(code)} (exit code {code}), nothing printed"
        return RankFailure(rank, Nature.SIGNALLED, "killed-by-signal", None, message, final, signature=f"signal {code}")
    message = f"exit code {code}, nothing printed"
    return RankFailure(rank, Nature.EXITED, "nonzero-exit", None, message, final, signature=f"exit {code}")


def _terminated(rank: int, event: Event) -> RankFailure:
    killed = event.name == "kill" or (event.exit is not None and event.exit.code == KILL)
    message = "ended by SIGKILL from the launcher" if killed else "ended by SIGTERM"
    return RankFailure(rank, Nature.TERMINATED, "agent-sigterm", None, message, event, signature="sigterm")


def _with_exit(failure: RankFailure, final: Event | None) -> RankFailure:
    from dataclasses import replace

    return replace(failure, exit=final)


def exit_code(failure: RankFailure) -> int | None:
    """The exit code that a launcher reports for the failed rank."""
    exit_: Exit | None = failure.exit.exit if failure.exit is not None else failure.event.exit
    return exit_.code if exit_ is not None else None
