"""Which files are logs by name, and which bytes are text."""

from __future__ import annotations

import re

_MAGIC = (
    (b"\x89PNG", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"GIF8", "an image"),
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a zip archive or a PyTorch checkpoint"),
    (b"\x1f\x8b", "gzip-compressed; unpack it to have it read"),
    (b"\x28\xb5\x2f\xfd", "zstd-compressed; unpack it to have it read"),
    (b"\xfd7zXZ\x00", "xz-compressed; unpack it to have it read"),
    (b"BZh", "bzip2-compressed; unpack it to have it read"),
    (b"\x7fELF", "a program"),
    (b"\x93NUMPY", "a NumPy array"),
    (b"\x89HDF", "an HDF5 file"),
    (b"SQLite format 3", "an SQLite database"),
    (b"PAR1", "a Parquet file"),
    (b"\xff\xfe", "UTF-16 text; convert it with 'iconv -f UTF-16 -t UTF-8' to have it read"),
    (b"\xfe\xff", "UTF-16 text; convert it with 'iconv -f UTF-16 -t UTF-8' to have it read"),
    *((b"\x80" + bytes([protocol]), "a Python pickle") for protocol in range(2, 6)),
)
_CONTROLS = bytes([*range(0x01, 0x08), *range(0x0E, 0x1B), *range(0x1C, 0x20), 0x7F])
_MOSTLY = 0.3
_FEW = 0.02

LOG_SUFFIXES = frozenset({".log", ".txt", ".out", ".err", ".jsonl", ".ndjson", ".stdout", ".stderr"})
_COMPRESSED = "compressed; unpack it to have it read"
_SUFFIXES = {
    "an image": "png jpg jpeg gif svg bmp webp tif tiff ico",
    "a media file": "mp4 avi mov mkv webm wav mp3 flac",
    "a checkpoint": "pt pth ckpt safetensors distcp gguf onnx",
    "binary data": "bin npy npz pkl pickle h5 hdf5 parquet arrow feather tfrecord idx mmap db sqlite",
    "a compiled program": "pyc so o a exe dll whl",
    "source code": "py pyi ipynb c cc cpp cu cuh h hpp go rs js ts css java lua jl r patch diff",
    "a script": "sh bash zsh sbatch slurm pbs lsf ps1 bat",
    "a configuration": "yaml yml toml ini cfg conf env json5 xml jinja lock service",
    "a document": "md rst html htm pdf tex doc docx",
    "a table of data": "csv tsv xls xlsx",
    "a trace": "nsys-rep qdrep ncu-rep prof pftrace folded",
    _COMPRESSED: "gz zst xz bz2 zip tar tgz 7z lz4",
}
_BY_SUFFIX = {f".{suffix}": reason for reason, suffixes in _SUFFIXES.items() for suffix in suffixes.split()}
_BY_NAME = {
    "it is a document": "license copying notice authors readme changelog",
    "it is a build file": "makefile dockerfile containerfile justfile",
    "it is a list of packages": "requirements.txt requirements-dev.txt pip-freeze.txt pip_freeze.txt constraints.txt",
}
_NAMES = {name: reason for reason, names in _BY_NAME.items() for name in names.split()}
_TENSORBOARD = re.compile(r"events\.out\.tfevents\..*")
_FLIGHT_RECORDER = re.compile(r"(?:nccl|comm_lib)_trace_rank_\d+")


def not_text(head: bytes, tail: bytes = b"") -> str:
    """Why the bytes are no text, as in "it is …"; empty for text, and for a file that is still empty.

    A log with a hole of NUL bytes (truncated while its writer went on, or lost in a crash) is text.
    """
    for magic, reason in _MAGIC:
        if head.startswith(magic):
            return f"it is {reason}"
    if order := _utf16(head):
        return f"it is UTF-16 text; convert it with 'iconv -f {order} -t UTF-8' to have it read"
    text = head.replace(b"\0", b"")
    if head and not text:
        text = tail.replace(b"\0", b"")
        if not text:
            return "it holds only NUL bytes"
    elif len(head) - len(text) - 2 * head.count(b"\0\0") > len(head) // 100:
        return "it is binary"  # many NUL bytes that stand alone
    controls = len(text) - len(text.translate(None, _CONTROLS))
    return "it is binary" if controls > len(text) * _FEW else ""


def _utf16(head: bytes) -> str:
    """The encoding of text without a byte order mark, every second byte of which is NUL; empty for other bytes."""
    for name, zeros, letters in (("UTF-16LE", head[1::2], head[::2]), ("UTF-16BE", head[::2], head[1::2])):
        if len(head) >= 16 and zeros.count(0) > 0.9 * len(zeros) and letters.count(0) < 0.01 * len(letters):
            return name
    return ""


def by_name(name: str) -> str | None:
    """Why a file is no log by its name alone; empty when the name is a log's; None when its content must tell."""
    lower = name.lower()
    if _TENSORBOARD.fullmatch(lower):
        return "it is a TensorBoard event file"
    if _FLIGHT_RECORDER.fullmatch(lower):
        return "it is a flight recorder dump"
    if reason := _NAMES.get(lower):
        return reason
    stem, dot, suffix = lower.rpartition(".")
    if dot and stem and (reason := _BY_SUFFIX.get("." + suffix)):
        return f"it is {reason}"
    if lower.endswith("error.json"):
        return ""
    if f".{suffix}" in LOG_SUFFIXES or lower in ("stdout", "stderr"):
        return ""
    return None


def is_log_name(name: str) -> bool:
    """Whether the name alone says that the file is a log."""
    return by_name(name) == "" and not name.lower().endswith("error.json")
