"""The pair of ranks is started once for the whole folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .ranks import Ranks


@pytest.fixture(scope="session")
def ranks() -> Iterator[Ranks]:
    pair = Ranks()
    yield pair
    pair.close()
