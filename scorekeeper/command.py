"""The command `scorekeeper`: one subcommand a job, each in a module of its own."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from gevent import monkey

from scorekeeper import backup, doctor, match_file, serve


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; an error people can do something about is one line and exit status 1."""
    options = parser().parse_args(arguments)
    if options.run is serve.run:
        restart_patched(sys.argv[1:] if arguments is None else arguments)
    sys.exit(options.run(options))


def parser() -> argparse.ArgumentParser:
    """Describe every subcommand; `run` is the function that does it and returns the exit status."""
    top = argparse.ArgumentParser(prog="scorekeeper", description="Keeps score at the card table.")
    commands = top.add_subparsers(title="commands", required=True, metavar="COMMAND")

    serving = commands.add_parser("serve", help="serve the app to the phones at the table")
    serve.add_options(serving)
    serving.set_defaults(run=serve.run)

    saving = commands.add_parser("backup", help="save a copy of every match, also while the server runs")
    backup.add_backup_options(saving)
    saving.set_defaults(run=backup.run_backup)

    restoring = commands.add_parser("restore", help="put such a copy back, also while the server runs")
    backup.add_restore_options(restoring)
    restoring.set_defaults(run=backup.run_restore)

    looking = commands.add_parser("doctor", help="look a deployment over and say what to mend")
    doctor.add_options(looking)
    looking.set_defaults(run=doctor.run)

    scoring = commands.add_parser("score", help="print the standings of the matches in a file")
    scoring.add_argument("file", help="a match file: one match or a list of matches; - is standard input")
    scoring.set_defaults(run=score)
    return top


def score(options: argparse.Namespace) -> int:
    """Print the answer to a match file. 1: a match in it cannot be; 2: it cannot be read or is no match file."""
    try:
        text = sys.stdin.buffer.read() if options.file == "-" else Path(options.file).read_bytes()
        answers, possible = match_file.score(match_file.load(text))
    except OSError as reason:
        print(f"scorekeeper: cannot read {options.file}: {reason.strerror}", file=sys.stderr)
        return 2
    except match_file.NotAFile as reason:
        print(f"scorekeeper: {options.file} is no match file: {reason}", file=sys.stderr)
        return 2
    print(json.dumps(answers, indent=2))
    return 0 if possible else 1


def restart_patched(arguments: Sequence[str]) -> None:
    """Start this process over with gevent's sockets, locks and sleep in place of Python's.

    The trap: patching counts only for modules imported afterwards (ssl, the locks that SQLAlchemy makes at import), and
    importing anything of this package, so also this file, has imported Flask and SQLAlchemy first. Patched too late, a
    lock held across a switch stops all players, or ssl recurses. So gevent goes first, in a new start of the same
    process, and imports us. Only the server pays for that; the tests and the other subcommands stay unpatched.
    """
    if monkey.is_module_patched("socket"):
        return
    sys.stdout.flush()
    # -P: plain -m would put the current folder first, and a stray flask.py there in Flask's place.
    python = [sys.executable, "-P", "-m", "gevent.monkey", "--module", "scorekeeper"]
    os.execv(sys.executable, [*python, *arguments])  # noqa: S606 - no shell is what we want
