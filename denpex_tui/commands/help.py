"""The text of ``denpex-tui --help``."""

from __future__ import annotations

from denpex_tui.commands import COMMANDS, OPEN, PROGRAM, Command

_TEMPLATE = """\
{program} reads the rank logs of a distributed training job: which rank failed first, why, and what to do.
Nothing leaves this machine, or the Dask cluster that you name, or the pages that you serve.
A PATH may be a URL, such as s3://bucket/run/ (extra: denpex-tui[fsspec]).

usage:
{usage}

options, before or after the command:
  --control PATH   logs of a run to compare with, for "runs fine with fp16" (repeatable)
  --rules DIR      a directory of your team's own rules (repeatable)
  --dask ADDRESS   have the workers of this Dask scheduler read the logs (extra: denpex-tui[dask])
  --node-local     with --dask: PATH is on a disk of each worker
  --show-secrets   leave keys and passwords of the logs in reports and copies, which are masked otherwise
  --redact         put stand-ins for hosts, users, paths, addresses and keys in what is exported
  --bell           ring when a job that is followed on the screen fails
  --notify         show a desktop notification then
  --version        print the version
  --help           print this, or the help of a command

examples:
  {program} ./logs/                               open the screen on a directory of rank logs
  {program} 'runs/7/rank_*.log'                   on files, or a glob
  srun ... 2>&1 | {program} -                       on standard input
  {program} bf16-run/ --control fp16-run/         with a run to compare with
  {program} s3://bucket/run/7/                    on an object store
  {program} demo                                  on a bundled real incident
  {program} serve ./logs/                         in a browser (extra: denpex-tui[serve])
  {program} report ./logs/ --format markdown      for a ticket
  {program} report ./logs/ --format json -o r.json && echo no failure found

exit codes of report: 0 no failure found, 1 a failure was found, 2 nothing could be read or bad usage.
A PATH that is named like a command is given as ./demo.
"""


def help_text() -> str:
    """The help of the program as a whole."""
    commands = (OPEN, *COMMANDS.values())
    width = max(len(_call(command)) for command in commands if len(_call(command)) < 48)
    return _TEMPLATE.format(program=PROGRAM, usage="\n".join(_line(command, width) for command in commands))


def _call(command: Command) -> str:
    return " ".join(part for part in (PROGRAM, command.name, command.usage) if part)


def _line(command: Command, width: int) -> str:
    call = _call(command)
    if len(call) > width:
        return f"  {call}\n  {'':<{width}}   {command.summary}"
    return f"  {call:<{width}}   {command.summary}"
