"""The large kill run: 32 workers, 1,000 tasks, both databases, and a server that falls over now and then."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from remit.model.lease import PERSON
from remit.store import tasks
from tests.contract.store_kills import listed, must_hold, run
from tests.contract.store_server import Server, running_server
from tests.contract.store_worlds import KINDS, world

PROVES = ("T3", "T8", "E2")

pytestmark = pytest.mark.soak

WORKERS, TASKS, KILLS = 32, 1000, 200
RESTART_EVERY = 60


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running_server(durable=True) as started:
        yield started


@pytest.mark.parametrize("kind", KINDS)
def test_killed_workers_lose_nothing_and_do_nothing_twice(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str
) -> None:
    seed = int(request.config.option.hypothesis_seed)

    def between(number: int) -> None:
        if kind == "postgresql" and number % RESTART_EVERY == RESTART_EVERY - 1:
            server = request.getfixturevalue("server")
            server.stop("immediate")
            server.start()

    with world(kind, tmp_path, lambda: request.getfixturevalue("server")) as here:
        db = here.open_by_its_own_clock()
        tasks.add(db, listed(TASKS, random.Random(seed)), PERSON)

        run(here, workers=WORKERS, kills=KILLS, seed=seed, limit_seconds=900, between=between)

        must_hold(db)
