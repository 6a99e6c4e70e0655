"""The engine: bytes of rank logs in, one immutable snapshot out.

Data flows one way::

    files -> sources -> lines -> events -> incidents -> snapshot
             (bytes)   (clean)  (signals)  (inference)

The engine imports neither textual nor rich; a linter contract and a test hold that.
"""
