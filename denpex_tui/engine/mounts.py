"""Which file system a path is on: on some, other nodes write, and the kernel here does not learn of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

MOUNTS = Path("/proc/self/mountinfo")
_SHARED = re.compile(
    r"nfs4?|lustre|gpfs|mmfs|beegfs\w*|wekafs|ceph(?:fs)?|glusterfs|pvfs2|orangefs|panfs|afs|openafs|gfs2|ocfs2|cifs|smb3"
    r"|smbfs|9p|virtiofs|vboxsf|prl_fs|vmhgfs|davfs|coda|dvs|daos|quobyte|fuse(?:\..*)?"
)
"""File systems that other machines write to; FUSE holds s3fs, sshfs, JuiceFS and the like, ``fuseblk`` a local disk."""
_ESCAPED = re.compile(r"\\(\d{3})")


def shared_file_system(path: Path) -> str | None:
    """The type of the file system that holds ``path`` when other machines may write to it, else None.

    None too where the system does not tell.
    """
    try:
        lines = MOUNTS.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
        real = path.resolve()
    except (OSError, RuntimeError):
        return None
    kind = ""
    deepest = -1
    for mounted, found in _mounts(lines):
        depth = len(mounted.parts)
        if depth >= deepest and (mounted == real or mounted in real.parents):
            deepest, kind = depth, found  # of several mounts at one place the last one hides the others
    return kind if _SHARED.fullmatch(kind) else None


def _mounts(lines: list[str]) -> Iterator[tuple[Path, str]]:
    """Mount point and type: ``36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - nfs4 server:/export rw``."""
    for line in lines:
        before, _, after = line.partition(" - ")
        fields = before.split(" ")
        if len(fields) > 4 and after:
            yield Path(_ESCAPED.sub(lambda match: chr(int(match[1], 8)), fields[4])), after.split(" ")[0]
