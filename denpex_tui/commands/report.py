"""``denpex-tui report``: the verdict as text, JSON, Markdown, HTML or for a chat, without a screen."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from contextlib import closing
from typing import TYPE_CHECKING

from denpex_tui.arguments import add_paths
from denpex_tui.commands.grace import GRACE_S, seconds
from denpex_tui.commands.sessions import open_session
from denpex_tui.engine.errors import UsageError
from denpex_tui.report.disclosure import Disclosure
from denpex_tui.terminal import say

if TYPE_CHECKING:
    from denpex_tui.engine.model import Snapshot
    from denpex_tui.engine.session import Session
    from denpex_tui.remote.session import RemoteSession

NO_FAILURE, FAILURE, NOTHING_READ = 0, 1, 2

FORMATS = ("text", "json", "markdown", "html", "chat")

EXAMPLES = """\
examples:
  denpex-tui report ./logs/
  denpex-tui report ./logs/ --format json -o report.json
  denpex-tui report attempt-1/ attempt-2/ --format markdown
  denpex-tui report ./logs/ --format html --redact -o incident.html
  denpex-tui report ./logs/ --follow --until-failure && echo ended well

exit codes: 0 no failure found, 1 a failure was found, 2 nothing could be read or bad usage."""


def add_arguments(parser: ArgumentParser) -> None:
    """Paths, format, output, and how much to read."""
    add_paths(parser)
    parser.add_argument(
        "--format", choices=FORMATS, default=None, help="text (the default), json, markdown, html or chat"
    )
    parser.add_argument("-o", "--output", metavar="FILE", default=None, help="write there instead of standard output")
    parser.add_argument(
        "--redact-preview", action="store_true", help="print what --redact would replace by what, and no report"
    )
    parser.add_argument("--quick", action="store_true", help="only the verdict from the logs' ends, marked partial")
    parser.add_argument(
        "--follow",
        action="store_true",
        help="keep watching until all launchers ended: one JSON line whenever the verdict changes",
    )
    parser.add_argument("--until-failure", action="store_true", help="with --follow: end at the first failure")
    parser.add_argument(
        "--grace",
        type=seconds,
        metavar="SECONDS",
        default=None,
        help="with --until-failure: how long a failure may stay undecided, which rank was first, before it ends all"
        f" the same (default {GRACE_S:g})",
    )


def run(args: Namespace) -> int:
    """Write one report, or follow; the exit code says whether a failure was found."""
    _check(args)
    with closing(open_session(args.paths, args, live=args.follow)) as session:
        if args.follow:
            from denpex_tui.commands.follow import follow

            grace = (GRACE_S if args.grace is None else args.grace) if args.until_failure else None
            last = follow(session, args.output, grace=grace, disclosure=disclosure(args))
            return exit_code(last)
        if args.quick and "-" not in args.paths:  # what is piped in has no end to look at before all of it came
            session.quick()
        else:
            session.poll()
        if args.redact_preview:
            from denpex_tui.commands.output import write_preview

            write_preview(session.snapshot, args.format or "text", session.log, disclosure(args))
            return exit_code(session.snapshot)
        return conclude(session, args.format or "text", args.output, disclosure(args))


def _check(args: Namespace) -> None:
    if args.until_failure and not args.follow:
        raise UsageError("--until-failure says when to end --follow; add --follow, or leave it out")
    if args.bell or args.notify:
        raise UsageError("--bell and --notify are for the screen; with report: --follow --until-failure || COMMAND")
    if args.grace is not None and not args.until_failure:
        raise UsageError("--grace says how long --until-failure waits; add --until-failure, or leave it out")
    if args.follow and args.quick:
        raise UsageError("--quick reads once and --follow keeps reading; choose one of them")
    if args.follow and args.dask is not None:
        raise UsageError("--follow watches the logs on this machine and --dask reads them once; choose one of them")
    if args.redact_preview and args.follow:
        raise UsageError("--redact-preview looks once and --follow keeps reading; choose one of them")
    if args.follow and args.format not in (None, "json"):
        raise UsageError(f"--follow writes JSON lines; leave out --format {args.format}")


def disclosure(args: Namespace) -> Disclosure:
    """What the options let out."""
    return Disclosure(show_secrets=args.show_secrets, redact=args.redact)


def conclude(session: Session | RemoteSession, form: str, output: str | None, shown: Disclosure) -> int:
    """Write the report and return the exit code; when nothing was readable, say so in one sentence as well."""
    snapshot = session.snapshot
    if snapshot.sources or snapshot.not_read or form == "json":
        from denpex_tui.commands.output import write_report  # the screen needs none of it before it is painted

        write_report(snapshot, form, output, session.log, shown)
    if not _anything(snapshot):
        say(nothing_readable(snapshot))
    return exit_code(snapshot)


def _anything(snapshot: Snapshot) -> bool:
    """Whether there is a log with something in it."""
    return any(source.bytes for source in snapshot.sources)


def exit_code(snapshot: Snapshot) -> int:
    """0 no failure found, 1 the job failed, 2 nothing could be read."""
    if not _anything(snapshot):
        return NOTHING_READ
    from denpex_tui.engine.model import Outcome

    return FAILURE if snapshot.outcome is Outcome.FAILED else NO_FAILURE


def nothing_readable(snapshot: Snapshot) -> str:
    """What was found instead of logs, and what to do."""
    seen = snapshot.not_read
    advice = "give the directory or the files that the ranks wrote"
    if snapshot.sources:
        if snapshot.title == "-":
            return "standard input was empty; pipe a log into it, or give the directory that the ranks wrote to"
        return f"{snapshot.title}: nothing has been written there yet (only empty logs); {advice}"
    if not seen:
        return f"{snapshot.title}: no files there; {advice}"
    first = f"{seen[0].path}: {seen[0].reason}"
    if len(seen) == 1:
        return f"nothing readable: {first}; {advice}"
    return f"{snapshot.title}: nothing there is a readable log ({first}, and {len(seen) - 1:,} more); {advice}"
