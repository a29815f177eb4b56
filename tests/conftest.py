"""For all tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fsdp_lint.cache.folder import VARIABLE


@pytest.fixture(scope="session", autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test uses, or leaves anything in, the cache of whoever runs it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(tmp_path_factory.mktemp("cache")))
        yield
