"""Process ids that no line ties to a rank, told by their order.

torchrun starts the workers of a node one after the other, so that their process ids ascend with the local rank. When a
group fails it names all of them: the failed one with its local rank, the others, which it ends, by process id only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Set

from denpex_tui.engine.identity import Identity
from denpex_tui.engine.model import Event


def learn_pid_order(
    identity: Identity, events: Iterable[tuple[Event, str]], local_ranks: Mapping[str, Set[int]]
) -> None:
    """Add the ranks of the named process ids where there is one for each local rank of the node.

    Process ids start again at their limit, so nothing is learnt unless those that are known stand where they should.
    """
    for (attempt, node), pids in _named(events).items():
        ranks = [identity.of_local(node, local_rank) for local_rank in sorted(local_ranks.get(node, ()))]
        ordered = {(attempt, node, pid): rank for pid, rank in zip(sorted(pids), ranks, strict=False)}
        known = ordered.keys() & identity.pids.keys()
        if len(pids) == len(ranks) and known and all(ordered[key] == identity.pids[key] for key in known):
            identity.pids |= {key: rank for key, rank in ordered.items() if rank is not None}


def _named(events: Iterable[tuple[Event, str]]) -> dict[tuple[int, str], set[int]]:
    """(attempt, node) -> the process ids that its agent names."""
    named: dict[tuple[int, str], set[int]] = defaultdict(set)
    for event, node in events:
        pid = event.exit.pid if event.exit is not None else event.fields.get("pid")
        if pid is not None and (event.exit is not None or event.name in ("closing-signal", "kill")):
            named[(event.attempt, node)].add(int(pid))
    return named
