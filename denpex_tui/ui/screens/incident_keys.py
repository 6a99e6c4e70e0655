"""The keys of the incident screen, which work from every pane."""

from __future__ import annotations

from textual.binding import BindingType

from denpex_tui.ui.bindings import key
from denpex_tui.ui.screens.log_keys import LOG_KEYS

INCIDENT_KEYS: list[BindingType] = [
    key(
        "evidence.next", "n", "evidence(1)", "evidence", "next line of evidence, across files", show=True, display="n N"
    ),
    key("evidence.previous", "N", "evidence(-1)", "previous evidence", "previous line of evidence"),
    *LOG_KEYS,
    key("pane.next", "tab", "next_pane(1)", "pane", "next pane", show=True),
    key("pane.previous", "shift+tab", "next_pane(-1)", "previous pane", "previous pane"),
    key("fix.copy", "y", "copy_fix", "copy fix", "copy the change of the fix that is shown", show=True),
    key("fix.copy_verify", "v", "copy_verify", "copy verify", "copy the command that verifies the fix", show=True),
    key("report.write", "w", "export('markdown')", "report", "write a Markdown report to a new file", show=True),
    key("away.open", "A", "take_away", "take away", "choose how to take the incident away, and what to redact"),
    key("verdict.copy", "V", "export('chat')", "copy verdict", "copy the verdict for a chat, and save it"),
    key("screen.picture", "P", "export('picture')", "picture", "save a picture of the screen as SVG"),
    key("pane.zoom", "z", "zoom", "zoom", "give the pane the whole screen, or back", show=True),
    key("help.open", "question_mark,f1", "help", "help", "all keys and glyphs", show=True),
    key("log.copy_line", "Y", "copy_line", "copy line", "copy the log line under the cursor with its place"),
    key(
        "log.copy_selection", "ctrl+c,super+c", "copy_text", "copy", "copy the text selected with the mouse, else quit"
    ),
    key("log.follow", "f", "follow", "follow", "stay at the end of the log while it grows, or stop"),
    key("log.next_source", "]", "turn_source(1)", "next source", "next source of the same rank (stdout, stderr)"),
    key("log.previous_source", "[", "turn_source(-1)", "previous source", "previous source of the same rank"),
    key("fix.next", ">", "turn_fix(1)", "next fix", "next fix"),
    key("fix.previous", "<", "turn_fix(-1)", "previous fix", "previous fix"),
    key("pane.incident", "1", "pane('incident')", "incident", "go to the incident pane"),
    key("pane.log", "2", "pane('log')", "log", "go to the log pane"),
    key("pane.checklist", "3", "pane('checklist')", "checklist", "go to the checklist pane"),
    key("pane.fix", "4", "pane('fix')", "fix", "go to the fix pane"),
    key("pane.cause", "5,c", "pane('cause')", "causes", "go to the causes compared"),
    key("view.ranks", "r", "view('ranks')", "ranks", "all ranks at a glance", show=True),
    key("view.timeline", "t", "view('timeline')", "timeline", "the incident in time", show=True),
    key("view.metrics", "m", "view('metrics')", "metrics", "norm, loss and learning rate over the steps", show=True),
    key("rules.browse", "R", "rules", "rules", "the rules, and what of each the logs show"),
]
