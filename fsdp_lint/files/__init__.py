"""Which files, in which order, and how they are read."""
