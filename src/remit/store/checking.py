"""Checks the ledger, with or without a checkpoint that was kept elsewhere; it must not change anything.

Whoever can write the database can write a whole new ledger into it, with hashes that fit. So the heads of the chains are to be kept
where that hand does not reach, and a check against them finds a suffix that was rewritten or cut off.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Literal

import msgspec

from remit.errors import FileRefused
from remit.model.record import BreakKind, ChainHead, Checkpoint, LedgerBreak, LedgerReport
from remit.store.database import Database, Row, Transaction
from remit.store.ledger import COLUMNS, link

_SCHEMA = "remit.checkpoint/1"
_BATCH = 2000

_CHECKED = (
    "each record's hash, number and place in its chain; each chain's length and end; a chain for every task and session"
)
_CHECKED_HEADS = "the heads that the checkpoint holds"
_NO_CHECKPOINT = (
    "without a checkpoint: whether whoever can write the database wrote a ledger of their own, or cut off the end of a chain and "
    "wrote down its new length"
)
_SINCE = "what was written since the checkpoint of {at} and taken out again with its traces"


class _Checkpoint(msgspec.Struct, forbid_unknown_fields=True):
    schema: Literal["remit.checkpoint/1"]
    at: str
    heads: dict[str, tuple[Annotated[int, msgspec.Meta(ge=1)], Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]]]


@dataclass(slots=True)
class _Walk:
    """What was seen of the ledger so far."""

    heads: dict[str, ChainHead] = field(default_factory=dict)
    breaks: dict[str, LedgerBreak] = field(default_factory=dict)
    pinned: dict[tuple[str, int], str] = field(default_factory=dict)
    records: int = 0

    def broken(self, chain: str, number: int, kind: BreakKind, message: str) -> None:
        """Only the first break of a chain says something; what follows it follows from it."""
        self.breaks.setdefault(chain, LedgerBreak(chain, number, kind, message))


def take_checkpoint(db: Database) -> Checkpoint:
    """The heads as they stand. Check the ledger first: a checkpoint of a broken one would bless it."""

    def work(tx: Transaction) -> Checkpoint:
        rows = tx.all("SELECT name, length, head_hash FROM chain ORDER BY name")
        return Checkpoint(tx.now.iso, {name: ChainHead(length, digest) for name, length, digest in rows})

    return db.snapshot(work)


def encode_checkpoint(checkpoint: Checkpoint) -> str:
    """One line a chain, so that two of them can be compared by eye."""
    heads = {name: [head.length, head.hash] for name, head in sorted(checkpoint.heads.items())}
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(head)}" for name, head in heads.items())
    return f'{{"schema": "{_SCHEMA}", "at": {json.dumps(checkpoint.at)}, "heads": {{\n{lines}\n}}}}\n'


def decode_checkpoint(text: str) -> Checkpoint:
    try:
        found = msgspec.json.decode(text, type=_Checkpoint)
    except msgspec.DecodeError:
        raise FileRefused(
            "no checkpoint of a ledger", help="name a file that `remit ledger verify` wrote, or leave it out"
        ) from None
    return Checkpoint(found.at, {name: ChainHead(length, digest) for name, (length, digest) in found.heads.items()})


def check(db: Database, checkpoint: Checkpoint | None = None) -> LedgerReport:
    """Reads the whole ledger once, and says where each chain breaks first."""
    walk = db.snapshot(lambda tx: _walked(tx, checkpoint))
    checked = (_CHECKED,) if checkpoint is None else (_CHECKED, _CHECKED_HEADS)
    unknowable = _NO_CHECKPOINT if checkpoint is None else _SINCE.format(at=checkpoint.at)
    return LedgerReport(
        records=walk.records,
        chains=len(walk.heads),
        breaks=tuple(walk.breaks[chain] for chain in sorted(walk.breaks, key=str)),
        against_checkpoint=checkpoint is not None,
        checked=checked,
        unknowable=(unknowable,),
    )


def _walked(tx: Transaction, checkpoint: Checkpoint | None) -> _Walk:
    walk = _Walk()
    wanted = {(name, head.length) for name, head in checkpoint.heads.items()} if checkpoint else set()
    for row in _rows(tx):
        _follow(walk, row)
        if row[:2] in wanted:
            walk.pinned[row[0], row[1]] = row[6]
    _against_lengths(tx, walk)
    _against_state(tx, walk)
    if checkpoint is not None:
        _against(checkpoint, walk)
    return walk


def _rows(tx: Transaction) -> Iterator[Row]:
    """Every record in the order of its chain, a batch at a time."""
    ordered = f"ORDER BY chain, number LIMIT {_BATCH}"
    found = tx.all(f"SELECT {COLUMNS} FROM ledger {ordered}")  # noqa: S608
    while found:
        yield from found
        found = tx.all(f"SELECT {COLUMNS} FROM ledger WHERE (chain, number) > (?, ?) {ordered}", *found[-1][:2])  # noqa: S608


def _follow(walk: _Walk, row: Row) -> None:
    chain, number, at, actor, kind, body, digest = row
    before = walk.heads.get(chain, ChainHead(0, ""))
    walk.records += 1
    walk.heads[chain] = ChainHead(number, digest)
    if chain in walk.breaks:
        return
    if isinstance(number, int) and number > before.length + 1:
        walk.broken(chain, before.length + 1, "removed", f"record {before.length + 1} of '{chain}' is missing")
    elif number != before.length + 1 or digest != link(before.hash, chain, number, at, actor, kind, body):
        place = before.length + 1
        walk.broken(
            chain, place, "edited", f"record {place} of '{chain}' is not as it was written, or not in its place"
        )


def _against_lengths(tx: Transaction, walk: _Walk) -> None:
    known: set[str] = set()
    for name, length, digest in tx.all("SELECT name, length, head_hash FROM chain"):
        known.add(name)
        head = walk.heads.get(name, ChainHead(0, ""))
        if name in walk.breaks or head == ChainHead(length, digest):
            continue
        if isinstance(length, int) and head.length < length:
            walk.broken(name, head.length + 1, "removed", f"'{name}' ends at record {head.length}, expected {length}")
        else:
            walk.broken(name, head.length, "rewritten", f"'{name}' does not end as it was written")
    for name in walk.heads.keys() - known:
        walk.broken(name, 1, "forged", f"'{name}' holds records and was never begun")


def _against_state(tx: Transaction, walk: _Walk) -> None:
    for prefix, table in (("task:", "task"), ("session:", "session")):
        for (name,) in tx.all(f"SELECT id FROM {table}"):  # noqa: S608
            if prefix + name not in walk.heads:
                walk.broken(
                    prefix + name, 1, "unrecorded", f"'{name}' stands in the store, and nothing of it in the ledger"
                )


def _against(checkpoint: Checkpoint, walk: _Walk) -> None:
    for name, head in sorted(checkpoint.heads.items()):
        found = walk.heads.get(name, ChainHead(0, ""))
        if name in walk.breaks:
            continue
        if found.length < head.length:
            walk.broken(
                name,
                found.length + 1,
                "removed",
                f"'{name}' ends at record {found.length}, the checkpoint has {head.length}",
            )
        elif walk.pinned.get((name, head.length)) != head.hash:
            walk.broken(
                name, head.length, "rewritten", f"record {head.length} of '{name}' is not the one of the checkpoint"
            )
