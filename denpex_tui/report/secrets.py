"""Masks secrets in what is exported: a ticket has more readers than a training machine.

Each pattern begins with a literal or a bounded class and has no repeat within a repeat, so that masking takes linear
time. What only looks random (hashes of commits, addresses, names of checkpoints) is never masked.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from denpex_tui.report.rewrite import rewritten

MASK = "[masked]"

T = TypeVar("T")

_KEYS = re.compile(
    r"(?<![A-Za-z0-9_])(?:"
    r"(?P<aws>AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])"
    r"|(?P<hf>hf_|api_org_)[A-Za-z0-9]{30,128}"
    r"|(?P<llm>sk-(?:ant-|proj-|svcacct-|admin-|or-))[A-Za-z0-9_-]{20,256}"
    r"|(?P<openai>sk-)[A-Za-z0-9]{32,64}(?![A-Za-z0-9-])"
    r"|(?P<wandb>wandb_v\d_)[A-Za-z0-9_]{20,256}"
    r"|(?P<github>gh[pousr]_|github_pat_)[A-Za-z0-9_]{20,255}"
    r"|(?P<gitlab>glpat-)[A-Za-z0-9_-]{20,128}"
    r"|(?P<slack>xox[abeoprs]-)[A-Za-z0-9-]{10,255}"
    r"|(?P<google>AIza)[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])"
    r"|(?P<nvidia>nvapi-)[A-Za-z0-9_-]{40,128}"
    r"|(?P<docker>dckr_pat_)[A-Za-z0-9_-]{20,64}"
    r"|(?P<pypi>pypi-)AgE[A-Za-z0-9_-]{40,512}"
    r"|(?P<jwt>eyJ)[A-Za-z0-9_-]{8,2048}\.[A-Za-z0-9_-]{8,2048}\.[A-Za-z0-9_-]{8,2048}"
    r")"
)
"""The form of the key itself says whose it is; its beginning stays, so that the owner knows which one to revoke."""
_NAMED = re.compile(
    r"(?i)(?P<name>(?:(?:api|account|wandb)[_-]?key|secret[_-]?(?:access[_-]?)?key|client[_-]?secret|private[_-]?key"
    r"|(?:access|auth|refresh|session|security|bearer|hf|hub|github|gh|tracking)[_-]?token|password|passwd|passphrase)"
    r"[\"']{0,2}\s{0,2}[=:]\s{0,2}[\"']?)(?P<secret>[^\s\"',;&<>)}\]]{4,512})"
)
"""A name that says it: ``WANDB_API_KEY=…``, ``"password": "…"``. A bare ``token`` is everyday training."""
_AFTER = (
    re.compile(r"(?P<name>://[^\s/:@'\"<>]{0,128}:)[^\s/@'\"<>]{1,256}(?=@)"),
    re.compile(
        r"(?i)(?P<name>\b(?:bearer|authorization[\"']?[:=] {0,2}[\"']?(?:basic|token)) {1,4})"
        r"(?=[\w.~+/=-]{0,256}\d)[\w.~+/=-]{8,2048}"
    ),
    re.compile(
        r"(?i)(?P<name>[?&](?:token|sig|signature|x-(?:amz|goog)-(?:signature|credential|security-token))=)"
        r"[^\s&\"'<>]{6,2048}"
    ),
    re.compile(r"(?i)(?P<name>\bwandb login (?:--relogin )?|\blogin \S{1,64} password )(?!-)[^\s\"'<>\[]{8,256}"),
    re.compile(r"(?P<name>-----BEGIN [A-Z ]{0,32}PRIVATE KEY-----)[\\\sA-Za-z0-9+/=␤]{1,8192}"),
)
"""What stands behind these: passwords in addresses, headers, signed links, command lines and netrc, PEM blocks."""
_MASKED = re.compile(r"\[masked(?:-\d+)?\]?")
_NO_SECRET = re.compile(
    r"(?i)(?:none|null|true|false|nan|not|unset|missing|required|invalid|incorrect|\*+|x+|\.+|\$.*|os\.|.*\[masked)"
)
_HINT = re.compile(
    r"(?i)akia|asia|abia|acca|hf_|api_org_|sk-|wandb|gh[pousr]_|github_pat_|glpat-|xox|aiza|nvapi-|dckr_pat_|pypi-|eyj"
    r"|://|bearer|authorization|[_-]?key|secret|token|passw|passph|[?&]sig|[?&]x-"
)
"""Almost every text is left at once."""


def _always(_secret: str) -> str:
    return MASK


def mask(text: str, stand_in: Callable[[str], str] = _always) -> str:
    """``text`` without secrets, each replaced by its stand-in; masking again changes nothing."""
    if not _HINT.search(text):
        return text
    text = _KEYS.sub(lambda match: _key(match, stand_in), text)
    for pattern in _AFTER:
        text = pattern.sub(lambda match: _behind(match, stand_in), text)
    return _NAMED.sub(lambda match: _named(match, stand_in), text)


def _key(match: re.Match[str], stand_in: Callable[[str], str]) -> str:
    beginning = match[match.lastgroup or 0]
    return beginning + stand_in(match[0])


def _behind(match: re.Match[str], stand_in: Callable[[str], str]) -> str:
    secret = match[0][len(match["name"]) :]
    return match["name"] + (secret if _MASKED.fullmatch(secret) else stand_in(secret))


def _named(match: re.Match[str], stand_in: Callable[[str], str]) -> str:
    return match[0] if _NO_SECRET.match(match["secret"]) else match["name"] + stand_in(match["secret"])


def masked(value: T) -> T:
    """The same value with every string in it masked, at any depth; what holds no secret is given back as it is."""
    return rewritten(value, mask)
