"""The table of proofs, strongest first. The first that finds something leads the verdict; the others agree or not.

A proof is a function ``Case -> Finding | None`` in a file of its own. To add one, write the file and its test, and put
it in its place here.

=================  ==========================================================  =====================================
proof              accuses                                                     certainty
=================  ==========================================================  =====================================
symmetric          nobody: all ranks failed by one check of one reduced value  symmetric; ambiguous if no rule knows the
                                                                               error and a rank just stops
odd end            the rank that ended silently while all others raise one     likely; ambiguous if there is one other
                   exception that no rule knows
local cause        the rank that failed by itself while others noticed         certain; likely if logs are missing or
                                                                               nothing else shows that it ended,
                                                                               ambiguous if all others' are missing;
                                                                               of several the earliest, else ambiguous
killed             the rank that a signal other than SIGTERM ended             certain; likely if logs are missing;
                                                                               ambiguous after SIGABRT
named              the rank that others name (monitored barrier, desync)       certain if it did not time out itself
odd one out        the rank whose collective differs from all others'          certain for one against many
counters           the rank whose NCCL counters are behind the others'         likely
silence            the rank that never joined the collective others wait in    likely for one, ambiguous for several
untagged           nobody: the cause was printed without a rank                ambiguous
exit code          the rank with a nonzero exit that printed nothing           likely; ambiguous if its log is missing,
                                                                               or 1 and another's end is not told
gone               the one rank that did not report a lost peer, and that no   likely
                   launcher ended
blamed             the silent rank that a launcher names                       likely
unfinished         the ranks whose traceback lacks its last line               ambiguous
victims            nobody: only consequences were logged                       unknown
=================  ==========================================================  =====================================
"""

from __future__ import annotations

from collections.abc import Callable

from denpex_tui.engine.infer.case import Case
from denpex_tui.engine.infer.finding import Finding
from denpex_tui.engine.infer.proofs import (
    blamed,
    counters,
    exit_code,
    gone,
    killed,
    local_cause,
    named,
    odd_end,
    odd_one_out,
    silence,
    symmetric,
    unfinished,
    untagged,
    victims,
)

Proof = Callable[[Case], Finding | None]

PROOFS: tuple[Proof, ...] = (
    symmetric.prove,
    odd_end.prove,
    local_cause.prove,
    killed.prove,
    named.prove,
    odd_one_out.prove,
    counters.prove,
    silence.prove,
    untagged.prove,
    exit_code.prove,
    gone.prove,
    blamed.prove,
    unfinished.prove,
    victims.prove,
)
