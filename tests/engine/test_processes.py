"""Work that is shared out among processes."""

from __future__ import annotations

import os

from fsdp_lint.processes import ENOUGH, each


def test_results_come_in_the_order_of_the_items() -> None:
    found = each(lambda item: item * 2, [3, 1, 2], lambda item: item * ENOUGH, 2)
    assert found == [6, 2, 4]


def test_little_work_stays_in_this_process() -> None:
    assert each(lambda _: os.getpid(), [1, 2], lambda _: 1, 2) == [os.getpid()] * 2


def test_much_work_goes_to_other_processes() -> None:
    assert os.getpid() not in each(lambda _: os.getpid(), [1, 2], lambda _: ENOUGH, 2)


def test_work_is_done_here_when_another_process_dies() -> None:
    here = os.getpid()

    def dies_elsewhere(item: int) -> int:
        if os.getpid() != here:
            os._exit(1)
        return item

    assert each(dies_elsewhere, [1, 2], lambda _: ENOUGH, 2) == [1, 2]
