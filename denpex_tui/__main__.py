"""``python -m denpex_tui``."""

from __future__ import annotations

import sys

from denpex_tui.cli import main

if __name__ == "__main__":
    sys.exit(main())
