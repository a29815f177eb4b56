"""What fairscale's forward and backward need of CUDA, stood in for on the CPU: streams that do nothing."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any
from unittest import mock

import torch
import torch.distributed as dist
from fairscale.internal.reduce_scatter_bucketer import ReduceScatterBucketer
from fairscale.nn import FullyShardedDataParallel

_reduce_scatter_base: Any = vars(dist)["_reduce_scatter_base"]


class Stream:
    """A stream on which everything has already happened."""

    def wait_stream(self, stream: Any) -> None: ...

    def synchronize(self) -> None: ...


_STREAM = Stream()


def _setup_streams(wrapper: FullyShardedDataParallel) -> None:
    if wrapper._streams or not wrapper._is_root:
        return
    wrapper._streams = dict.fromkeys(("fp32_to_fp16", "all_gather", "post_backward"), _STREAM)
    wrapper._reducer = ReduceScatterBucketer(wrapper.bucket_cap_mb)
    for module in wrapper.modules():
        if isinstance(module, FullyShardedDataParallel):
            module._streams = wrapper._streams
            module._reducer = wrapper._reducer


def _reduce_scatter_flat(output: torch.Tensor, source: torch.Tensor, *arguments: Any, **keywords: Any) -> Any:
    # gloo scatters one-dimensional tensors only.
    return _reduce_scatter_base(output.view(-1), source.view(-1), *arguments, **keywords)


@contextlib.contextmanager
def cuda_streams() -> Iterator[None]:
    """Within it, fairscale trains on the CPU. What is computed and what is sent between ranks is fairscale's own."""
    replacements = [
        (torch.cuda, "current_stream", lambda *_: _STREAM),
        (torch.cuda, "synchronize", lambda: None),
        (torch.cuda, "stream", lambda _: contextlib.nullcontext()),
        (torch.Tensor, "record_stream", lambda *_: None),
        (torch.Tensor, "cuda", lambda tensor, *_: tensor),
        (FullyShardedDataParallel, "_setup_streams", _setup_streams),
        (dist, "_reduce_scatter_base", _reduce_scatter_flat),
    ]
    with contextlib.ExitStack() as stack:
        for owner, name, replacement in replacements:
            stack.enter_context(mock.patch.object(owner, name, replacement))
        yield
