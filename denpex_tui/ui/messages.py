"""What travels between the engine thread, the panes and the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

from denpex_tui.engine.model import ItemState, Snapshot
from denpex_tui.ui.citation import Citation

if TYPE_CHECKING:
    from denpex_tui.ui.log_rows import LogPlace
    from denpex_tui.ui.merged_log import MergedLog
    from denpex_tui.ui.merging import Selection


class SnapshotReady(Message):
    """The engine knows more. A newer one replaces one that was not handled yet."""

    def __init__(self, snapshot: Snapshot) -> None:
        super().__init__()
        self.snapshot = snapshot

    def can_replace(self, message: Message) -> bool:
        return isinstance(message, SnapshotReady)


class JobFailed(Message):
    """An attempt of a job that is being followed has failed."""


class AlarmWanted(Message):
    """The alarm is to be raised, with a sentence that says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self.sentence = sentence


class EngineTrouble(Message):
    """Reading failed; empty when it works again."""

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self.sentence = sentence


class Selected(Message):
    """Something was selected; the log pane shows what it cites."""

    def __init__(self, citation: Citation) -> None:
        super().__init__()
        self.citation = citation


class LogWanted(Message):
    """The user opened what is selected: the log pane takes the keys."""


class Decided(Message):
    """The engineer set the state of a checklist item."""

    def __init__(self, item_id: str, state: ItemState) -> None:
        super().__init__()
        self.item_id = item_id
        self.state = state


class NoteWanted(Message):
    """The engineer wants to write a note on a checklist item."""

    def __init__(self, item_id: str, text: str, note: str) -> None:
        super().__init__()
        self.item_id = item_id
        self.text = text
        self.note = note


class PassAdvanced(Message):
    """A pass through the logs found more, or has ended. A newer one of the same pass replaces an older one."""

    def __init__(self, way: object, ended: bool) -> None:
        super().__init__()
        self.way = way
        self.ended = ended

    def can_replace(self, message: Message) -> bool:
        return isinstance(message, PassAdvanced) and message.way is self.way and not self.ended


class PlaceFound(Message):
    """Where to go in a log was found: ``line`` of ``source``, or 0 and ``why`` it was not."""

    def __init__(self, source: int, line: int, why: str = "") -> None:
        super().__init__()
        self.source = source
        self.line = line
        self.why = why


class MergeRead(Message):
    """A window of several logs was read, for the sake of ``place``."""

    def __init__(self, selection: Selection, rows: MergedLog, place: LogPlace | None) -> None:
        super().__init__()
        self.selection = selection
        self.rows = rows
        self.place = place
