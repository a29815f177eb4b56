"""The facts of all files as one program: which module is which file."""
