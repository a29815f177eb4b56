"""`python -m fsdp_lint`."""

from fsdp_lint.cli import main

if __name__ == "__main__":
    main()
