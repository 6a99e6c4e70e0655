"""What hosts, users, paths and addresses look like in a log, and which of them say nothing of anyone.

Each pattern begins with a literal or a bounded class and has no repeat within a repeat of the same characters, so
that redaction takes linear time.
"""

from __future__ import annotations

import ipaddress
import re

_NAME = r"[A-Za-z0-9](?:[A-Za-z0-9_-]{0,62}\.){0,8}[A-Za-z0-9_-]{0,62}"

HOST_CONTEXT = re.compile(
    r"(?i)(?:\b(?:host(?:name)?|nodename|node_name|master_addr(?:ess)?|(?:rdzv|c10d)[_ ]?endpoint|server(?:_name)?)"
    r"[\"']?\s{0,12}[=:]\s{0,4}[\"']?|\b(?:on|from|to|at) (?:host|node|machine) [\"'\[]?)"
    rf"(?P<name>{_NAME})"
)
"""A host by the word before it."""
HOST_IN_BRACKETS = re.compile(rf"\[(?P<name>{_NAME})\](?=:\d{{2,5}}\b)")
"""``[node-7.cluster]:29500``, as torch's sockets write it."""
HOST_OF_USER = re.compile(r"(?<![\w.@+-])(?P<user>[A-Za-z_][\w.-]{0,31})@(?P<name>[A-Za-z0-9][\w.-]{0,127})")
"""``alice@node-7``, which is a mail address when its domain has a dot."""
QUALIFIED = re.compile(
    r"(?<![\w./@-])(?P<name>(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,8}"
    r"(?:internal|local|localdomain|lan|intra|corp|cluster|compute|svc|com|net|org|edu|gov|io|cloud|ai))(?![\w-]|\.\w)"
)
"""A name under a domain that machines live in."""
URL = re.compile(
    r"(?<![A-Za-z0-9])(?P<scheme>[A-Za-z][A-Za-z0-9+]{1,15})://(?P<host>[^\s/:@'\"<>()\[\]{},;]{1,255})"
    r"(?P<port>:\d{1,5})?(?P<path>/[^\s'\"<>()\[\]{},;]{0,2048})?"
)
USER_CONTEXT = re.compile(
    r"(?i)(?:\b(?:user(?:name)?|logname|owner|run by)[\"']?\s{0,2}[=:]\s{0,2}[\"']?|\bfor user |\buid=\d{1,10}\()"
    r"(?P<name>[A-Za-z_][\w.-]{1,31})(?![\w(\[])"
)
HOME = re.compile(r"(?:(?<![\w.])/(?:home|Users|u|users)/|(?<![\w/.])~)(?P<name>[A-Za-z_][\w.-]{1,31})(?=/|\b)")
PATH = re.compile(r"(?<![\w.:/<~*)\]])~?/[\w.+@%=~-]{1,255}(?:/[\w.+@%=~-]{0,255}){0,64}")
"""An absolute path, or one below a home directory."""
RELATIVE = re.compile(
    r"(?<![\w./<:~-])(?:\.{0,2}/)?(?:[\w.+@%=~-]{1,255}/){1,64}[\w.+@%=~-]{1,255}\.[A-Za-z]\w{0,7}(?![\w/])"
)
"""A path that ends in a file's name."""
IPV4 = re.compile(r"(?<![\w.=-])(?:\d{1,3}\.){3}\d{1,3}(?![\w-]|\.\w)")
IPV6 = re.compile(r"(?<![\w:.])[0-9A-Fa-f:]{2,39}(?![\w:])")
MAC = re.compile(r"(?<![\w:])(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}(?![\w:])")
_VERSION_BEFORE = re.compile(r"(?i)(?:version|driver|cudnn|nccl|release|build)[\s:=]{0,3}$")

PUBLIC_USERS = frozenset({
    "root", "user", "users", "ubuntu", "ec2-user", "admin", "nobody", "runner", "docker", "container", "jovyan",
    "none", "null", "true", "false",
})  # fmt: skip
PUBLIC_HOSTS = frozenset({
    "localhost", "localhost.localdomain", "none", "null", "true", "false", "unknown", "auto",
})  # fmt: skip
PUBLIC_SITES = re.compile(
    r"(?i)(?:.{1,128}\.)?(?:pytorch\.org|nvidia\.com|python\.org|deepspeed\.ai|readthedocs\.io|github\.com|huggingface\.co"
    r"|wikipedia\.org|stackoverflow\.com|kernel\.org|schedmd\.com|open-mpi\.org|ray\.io|lightning\.ai)"
)
SYSTEM = (
    "/dev/",
    "/proc/",
    "/sys/",
    "/usr/lib/",
    "/lib/",
    "/lib64/",
    "/usr/bin/",
    "/bin/",
    "/usr/include/",
    "/usr/local/cuda",
    "/opt/conda/",
    "/opt/venv/",
    "/opt/pytorch/",
    "/__w/pytorch/",
    "/path/to/",
)
PUBLIC_PACKAGES = ("torch/", "deepspeed/", "transformers/", "accelerate/", "megatron/", "lightning/", "aten/", "c10/")
SYSTEM_NAMES = frozenset({
    "/dev", "/proc", "/sys", "/usr", "/lib", "/lib64", "/bin", "/tmp", "/etc", "/var", "/opt", "/run", "/mnt",
    "/home", "/root",
})  # fmt: skip
_HAS_MARK = re.compile(r"[\d.-]")
_FILE_END = re.compile(r"\.(?:py|pyx|c|cc|cpp|cu|cuh|h|hpp|so|sh|log|txt|json|ya?ml|toml|pt|bin|md)$")


def is_host(name: str) -> bool:
    """Whether what stands where a host would stand names one, and not everybody's."""
    if name.lower() in PUBLIC_HOSTS or name.isdigit() or _FILE_END.search(name):
        return False
    return (
        bool(_HAS_MARK.search(name)) and any(letter.isalpha() for letter in name) and not PUBLIC_SITES.fullmatch(name)
    )


def is_user(name: str) -> bool:
    """Whether an account's name is someone's own."""
    return len(name) > 1 and name.lower() not in PUBLIC_USERS


def is_address(text: str, before: str) -> bool:
    """Whether digits with dots or colons are an address that leads somewhere; versions look alike."""
    if _VERSION_BEFORE.search(before):
        return False
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    return not (address.is_loopback or address.is_unspecified) and any(letter.isdigit() for letter in text)
