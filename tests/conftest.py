"""For all tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fsdp_lint.cache.folder import VARIABLE


@pytest.fixture(scope="session", autouse=True)
def _surroundings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test uses, or leaves anything in, the cache of whoever runs it, nor sees the colours that they ask for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("FORCE_COLOR", raising=False)
        patch.delenv("NO_COLOR", raising=False)
        patch.setenv(VARIABLE, str(tmp_path_factory.mktemp("cache")))
        yield
