"""What launchers and schedulers say: spawns, kills, exits, restarts, cancellations.

One row a sentence. The sentences are formats, not failures: what a failure message means is in ``rules/``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from denpex_tui.engine.model import Exit


@dataclass(frozen=True, slots=True)
class LauncherRow:
    """A sentence of a launcher. ``by`` is shown to the user; ``kind`` and ``name`` are the event's."""

    kind: str
    name: str
    by: str
    pattern: str
    blamed: bool = False

    @property
    def expression(self) -> bytes:
        return self.pattern.removeprefix("^").encode()


ROWS: tuple[LauncherRow, ...] = (
    LauncherRow(
        "exit",
        "agent-failed",
        "torchrun agent",
        r"failed \(exitcode: (?P<code>-?\d+)\) local_rank: (?P<local_rank>\d+) \(pid: (?P<pid>\d+)\)",
        blamed=True,
    ),
    LauncherRow(
        "launcher",
        "closing-signal",
        "torchrun agent",
        r"Sending process (?P<pid>\d+) closing signal (?P<signal>SIG[A-Z]+)",
    ),
    LauncherRow("launcher", "start", "torchrun agent", r"^Starting elastic_operator with launch configs"),
    LauncherRow(
        "launcher", "start", "deepspeed launcher", r"^cmd = \S{1,200}python\S* -u -m deepspeed\.launcher\.launch"
    ),
    # After 30 s: its victim then ends with -9 like one that the kernel killed.
    LauncherRow(
        "launcher",
        "kill",
        "torchrun agent",
        r"Unable to shutdown process (?P<pid>\d+) via \S{1,32}, forcefully exiting via",
    ),
    LauncherRow(
        "launcher",
        "restart",
        "torchrun agent",
        r"Worker group FAILED\. (?P<left>\d+)/(?P<total>\d+) attempts left; will restart",
    ),
    LauncherRow("launcher", "restart-count", "torchrun agent", r"^ *restart_count=(?P<count>\d+)"),
    LauncherRow("launcher", "finished", "torchrun agent", r"worker group successfully finished"),
    LauncherRow(
        "launcher",
        "spawn",
        "deepspeed launcher",
        r"process (?P<pid>\d+) spawned with command: .{0,400}--local_rank=(?P<local_rank>\d+)",
    ),
    LauncherRow("launcher", "kill", "deepspeed launcher", r"^Killing subprocess (?P<pid>\d+)"),
    LauncherRow("launcher", "success", "deepspeed launcher", r"Process (?P<pid>\d+) exits successfully"),
    # The `--local_rank` in this line is that of the last spawned process, whichever failed: only the code counts.
    LauncherRow("exit", "subprocess-exit", "deepspeed launcher", r"exits with return code = (?P<code>-?\d+)"),
    LauncherRow(
        "exit",
        "task-exit",
        "srun",
        r"srun: error: (?P<host>\S+): tasks? (?P<ranks>[\d,-]+): (?P<how>[A-Z][^\r\n]{0,80})",
        blamed=True,
    ),
    LauncherRow(
        "cancel",
        "cancelled",
        "slurmstepd",
        r"slurmstepd\S{0,80}: error: \*\*\* (?P<what>JOB|STEP) (?P<job>\S+) ON (?P<host>\S+) CANCELLED AT (?P<at>\S+)"
        r"(?: DUE TO (?P<reason>[A-Z ]+))?",
    ),
    # Printed when srun itself is told to stop (scancel, a second Ctrl-C), never for a task that failed.
    LauncherRow("cancel", "forced", "srun", r"srun: forcing job termination"),
    LauncherRow(
        "exit",
        "exited-on-signal",
        "mpirun",
        r"noticed that process rank (?P<rank>\d+) with PID (?P<pid>\d+) on node (?P<host>\S+) exited on signal "
        r"(?P<signal_number>\d+)",
        blamed=True,
    ),
    LauncherRow(
        "exit",
        "mpi-abort",
        "mpirun",
        r"MPI_ABORT was invoked on rank (?P<rank>\d+)",
        blamed=True,
    ),
    LauncherRow(
        "exit",
        "first-to-exit",
        "mpirun",
        r"Process name: \[\[\d+,\d+\],(?P<rank>\d+)\]",
        blamed=True,
    ),
    LauncherRow(
        "finish",
        "finished",
        "the training program",
        r"\b(?:[Tt]raining (?:finished|complete|completed|done)|[Tt]rain(?:ing)? loop finished)\b",
    ),
    # Who is who where no line is tagged: the process id in NCCL's prefix belongs to this rank.
    LauncherRow(
        "identity",
        "communicator",
        "NCCL",
        r"NCCL INFO comm 0x[0-9a-f]+ rank (?P<rank>\d+) n[rR]anks (?P<world_size>\d+)",
    ),
    LauncherRow("finish", "train-runtime", "HF Trainer", r"['\"]train_runtime['\"]: "),
)

_SIGNALS = {"Killed": -9, "Terminated": -15, "Aborted": -6, "Segmentation fault": -11, "Bus error": -7}
_EXIT_CODE = re.compile(r"Exited with exit code (\d+)")


def exits(row: LauncherRow, fields: Mapping[str, str | None]) -> tuple[Exit, ...]:
    """The exits that a line of kind ``exit`` reports: one a rank, or one of an unnamed process."""
    code = _code(fields)
    if spread := fields.get("ranks"):
        return tuple(_exit(row, fields, code, rank) for rank in rank_list(spread))
    rank = fields.get("rank")
    return (_exit(row, fields, code, int(rank) if rank else None),)


def _exit(row: LauncherRow, fields: Mapping[str, str | None], code: int | None, rank: int | None) -> Exit:
    local, pid = fields.get("local_rank"), fields.get("pid")
    # A wave of "Terminated" is srun ending the step, it blames nobody.
    blamed = row.blamed and code != -15
    return Exit(
        rank,
        int(local) if local else None,
        int(pid) if pid and pid != "0" else None,
        code,
        host=fields.get("host"),
        blamed=blamed,
        by=row.by,
    )


def _code(fields: Mapping[str, str | None]) -> int | None:
    if code := fields.get("code"):
        return normal_code(int(code))
    if number := fields.get("signal_number"):
        return -int(number)
    how = fields.get("how") or ""
    if match := _EXIT_CODE.search(how):
        return normal_code(int(match[1]))
    if how.startswith("Out Of Memory"):
        return -9
    return next((code for word, code in _SIGNALS.items() if how.startswith(word)), None)


def normal_code(code: int) -> int:
    """Shells report death by signal n as 128 + n; launchers written in Python as -n."""
    return 128 - code if 128 < code < 160 else code


def rank_list(text: str) -> tuple[int, ...]:
    """``"0-1,3"`` as (0, 1, 3); bounded, since the text is a log's."""
    ranks: list[int] = []
    for part in text.split(",")[:4096]:
        first, _, last = part.partition("-")
        if first.isdigit() and (last.isdigit() or not last):
            end = int(last or first)
            ranks.extend(range(int(first), min(end, int(first) + 65_536) + 1))
    return tuple(ranks)


def signal_name(code: int | None) -> str:
    """``SIGKILL`` for -9; the number where the signal is not one of the usual."""
    names = {1: "SIGHUP", 2: "SIGINT", 4: "SIGILL", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE", 9: "SIGKILL"}
    names |= {11: "SIGSEGV", 13: "SIGPIPE", 15: "SIGTERM"}
    if code is None or code >= 0:
        return ""
    return names.get(-code, f"signal {-code}")
