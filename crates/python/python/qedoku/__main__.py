"""``python -m qedoku`` runs the command ``qedoku``."""

import sys

from ._qedoku import run_command


def main() -> int:
    """Runs the command with the arguments of the process."""
    return run_command(["qedoku", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
