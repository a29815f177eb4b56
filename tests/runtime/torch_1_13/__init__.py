"""The guard under the incident's own versions, torch 1.13.1 and fairscale 0.4.13, in an environment of their own.

`pip install '.[test-torch-1]'` with Python 3.11 or older, then `python -m pytest tests/runtime/torch_1_13`. A plain
`python -m pytest` leaves this folder out: pyproject.toml says so.
"""
