"""The words that a rule may use, each with what it means; the reference, the schema and the checks read them here."""

from __future__ import annotations

from collections.abc import Mapping

from denpex_tui.engine.rules.model import Role, Scope, Where

Words = Mapping[str, str]

AREAS: Words = {
    "training-stability": "norms, losses and loss scales that go wrong",
    "zero": "sharded optimizers, gradients and parameters: DeepSpeed ZeRO, DDP",
    "memory": "GPU, host and shared memory",
    "checkpoint": "saving, loading and the storage under it",
    "pipeline": "pipeline, tensor and expert parallelism",
    "communication": "NCCL, Gloo, stores and rendezvous",
    "data": "datasets, loaders and labels",
    "hardware": "GPUs and machines",
    "scheduler": "launchers, schedulers and the people who end jobs",
}
"""The directories of the catalogue, in the order of a job's life."""

ROLES: Words = {
    Role.INITIATOR: "a local cause: the rank that prints it failed by itself. Outranks everything below",
    Role.COLLATERAL: "the consequence of another rank's failure: never accuses the rank that prints it",
    Role.EVIDENCE: "says something about the cause; names variants and ticks checklist items",
    Role.COUNTER: "speaks against this rule's explanation",
    Role.CONTEXT: "a version, a setting, a launcher's or scheduler's line",
}

WHERE: Words = {
    Where.MESSAGE: "any line but the file lines and quoted source lines of a traceback (the default)",
    Where.RAISE: "the quoted source line of the innermost frame, where the exception was raised",
    Where.FRAME: "a file line or quoted source line of any frame of a traceback",
    Where.ANY: "every line",
}

SCOPES: Words = {
    Scope.RANK: "each rank checks its own state (the default)",
    Scope.REDUCED: "the checked value was reduced over all ranks: all fail together, and none is first",
}

VALUE_TESTS: Words = {
    "nan": "the value is NaN",
    "inf": "the value is Inf or -Inf",
    "nonfinite": "the value is NaN or Inf",
    "finite": "the value is neither NaN nor Inf",
    "zero": "the value is exactly 0",
    "nonzero": "the value is not exactly 0",
    "equals": "the value is `value`",
    "below": "the value is smaller than `value`",
    "above": "the value is larger than `value`",
}
TREND_TESTS: Words = {
    "falling": "each of the last `steps` values is smaller than the one before",
    "rising": "each of the last `steps` values is larger than the one before",
    "constant": "the last `steps` values are equal",
    "moving": "the last `steps` values are finite and not all equal",
    "slower": "each of the last `steps` steps took at least `value` times as long as the median of those before",
}
OTHER_TESTS: Words = {"absent": "no rank logged the metric there"}
TESTS: Words = {**VALUE_TESTS, **TREND_TESTS, **OTHER_TESTS}
NEED_VALUE = frozenset({"equals", "below", "above", "slower"})

AT: Words = {
    "failure": "the value of the failing step itself, where a rank logged it before it failed. Trainers often log "
    "a step only after it: then `last` is what you mean. Where no log tells the step, the last value",
    "before": "the value just before the failing step",
    "last": "the last value, whichever step it belongs to",
    "any": "at least one of all values",
    "all": "all values",
}

RANKS: Words = {
    "all": "every rank of the job",
    "some": "at least one rank, and not all",
    "any": "at least one rank (the default)",
    "first": 'the ranks that met it at a lower step than all others; for `at = "any"`',
    "one": "exactly one rank, and at least one other logged the metric too",
}

BUILT_IN: Words = {
    "@alone": "only some of the ranks failed this way",
    "@all-ranks": "all ranks failed together",
    "@same-step": "the failing step is equal over all attempts and runs",
    "@control-given": "a control run was given with `--control`",
    "@several-attempts": "the logs hold several attempts that failed",
}
"""Names that the engine knows of by itself."""

MODES: Words = {
    "signal": "ticks itself off by `found_by` and `contradicted_by`",
    "comparison": "ticks itself off by comparing with another run: needs `comparison`",
    "manual": "what no log can show: the engineer decides",
}

LEAST_ITEMS = 3
MOST_ITEMS = 8
"""Of a checklist: fewer decide nothing, and more are not gone through."""

COMPARISONS: Words = {
    "control": "with the control run: found when it shows what `control_shows` names, passes the failing step and "
    "shows nothing of `control_lacks`",
    "same-step": "with the other attempts and runs: found when all of them failed at the same step",
}

TAGS: Words = {
    "wrapper": "the message only points to another failure, as torchrun's ChildFailedError does: never a cause",
    "cancellation": "the message says that somebody ended the job",
    "timeout": "the message says that this rank waited in vain: whoever did not wait with the others is suspect",
    "generic": "the checklist of a kind that has no message of its own: it leads only where no other rule explains",
}
"""Tags that mean something to the engine; all others only help to find a rule."""

GROUPS: Words = {
    "accused": "a rank, or a list of ranks such as `3,5-7`, that the line names as the culprit",
    "rank": "the rank that the line is about, when its prefixes do not tell",
    "running": "the rank whose collective the line describes; with `fingerprint`",
    "fingerprint": "the collective that `running` is in: the rank whose own differs from all others' is the odd one",
    "last_enqueued": "the number of the rank's last enqueued collective; the lowest of a process group is behind",
    "last_completed": "the number of the rank's last completed collective; shown, not judged",
    "pg": "the process group that the two counters belong to: they are compared within one group only",
    "waited_for": "the rank that the writer of the line waited for; shown, and accuses nobody by itself",
}
"""Named groups of a pattern that mean something to the engine; all others are fields that fill the texts."""

PARAMETERS: Words = {
    "step": "the failing step",
    "world_size": "the number of ranks",
    "ranks": "the ranks that the sentence is about",
    "rank": "the first of them",
    "first_rank": "the rank that failed first",
    "attempt": "the attempt, from 0",
    "host": "the host of the rank that failed first",
    "value": "the value that met a condition",
}
"""Parameters that every text may use, whatever the signals capture."""

PHASES: Words = {
    "start-up": "from the launch to the first step: imports, rendezvous, groups, model, resume",
    "data-loading": "reading, preparing and collating samples",
    "forward": "the forward pass and the loss",
    "backward": "the backward pass and the reduction of gradients in it",
    "optimizer-step": "norm, clipping, loss scale and the step itself",
    "communication": "a collective or a connection between ranks, wherever it stands",
    "checkpoint": "saving and loading while the job runs",
    "training": "somewhere in the steps, and nothing tells where",
    "shutdown": "after the last step, or while the job is being ended",
    "any": "at any time",
}
"""Where in a step or a job a kind of failure happens."""

URL = "^https?://[A-Za-z0-9]"
"""How the address of a reference begins."""
