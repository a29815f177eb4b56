"""What the sharding wrappers really do: measured with the real libraries in two real processes (gloo, CPU)."""
