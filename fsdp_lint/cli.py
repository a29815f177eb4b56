"""The command line: options in, a report and an exit status out."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Sequence
from typing import IO, TYPE_CHECKING, NamedTuple, NoReturn

import click

import fsdp_lint
from fsdp_lint import configuration as configuring
from fsdp_lint.cache.folder import Folder
from fsdp_lint.cache.folder import path as cache_path
from fsdp_lint.cache.results import Results
from fsdp_lint.configuration import Configuration, ConfigurationError
from fsdp_lint.finding import place
from fsdp_lint.linting import Outcome, files, is_excluded, lint_bytes, lint_files
from fsdp_lint.output.report import OFF_TERMINAL, Report
from fsdp_lint.output.style import Style, wants_colour

if TYPE_CHECKING:
    from fsdp_lint.files.discovery import Discovery
    from fsdp_lint.fixes.applying import Mended

CLEAN, FOUND, FAILED, INTERRUPTED = 0, 1, 2, 130
STDIN = "-"
COLLECTIONS = (500_000, 50, 1_000)
"""Python's garbage collector, which by default takes a third of the time: trees and facts hold no cycles."""


class Options(NamedTuple):
    """The options that do not belong to the configuration."""

    statistics: bool
    show_files: bool
    exit_zero: bool
    quiet: bool
    verbose: bool
    stdin_filename: str | None
    diff: bool
    cache: Folder | None
    arguments: Sequence[str] | None
    """The command line as it was given, None where somebody else calls the command."""


def main() -> NoReturn:
    """Run the command line and exit: 0 nothing found, 1 findings, 2 could not run."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    try:
        arguments = sys.argv[1:]
        with command.make_context("fsdp-lint", list(arguments), obj=arguments) as context:
            status = command.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as ended:
        status = ended.exit_code
    except click.ClickException as error:
        error.show()
        status = FAILED
    except ConfigurationError as error:
        _tell(str(error))
        status = FAILED
    except KeyboardInterrupt:
        _tell("interrupted")
        status = INTERRUPTED
    except BrokenPipeError:
        status = FOUND
        _close_broken_pipe()
    sys.exit(status)


def _close_broken_pipe() -> None:
    """The reader went away (`| head`): nothing more is written, not even when the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _write(text: str, stream: IO[str]) -> None:
    """Write to a stream as it is: click would take a terminal that knows only ASCII for a mistake."""
    click.echo(text, nl=False, file=stream, color=True)


def _tell(message: str) -> None:
    _write(f"fsdp-lint: {message}\n", sys.stderr)


def _codes(_: click.Context, option: click.Parameter, given: Sequence[str]) -> tuple[str, ...]:
    """Rule codes or prefixes of them, with commas between, in their one spelling."""
    return configuring.codes(_separate(given), option.opts[0]) if given else ()


def _patterns(_: click.Context, __: click.Parameter, given: Sequence[str]) -> tuple[str, ...]:
    """Globs, with commas between."""
    return _separate(given)


def _separate(given: Sequence[str]) -> tuple[str, ...]:
    return tuple(one.strip() for several in given for one in several.split(",") if one.strip())


def _explain(context: click.Context, option: click.Parameter, given: str | None) -> None:
    if given is not None:
        from fsdp_lint.output.rules import explained

        codes = configuring.full_codes(configuring.codes([given], option.opts[0]))
        _write("\n\n".join(explained(code) for code in codes), sys.stdout)
        context.exit()


def _list_rules(context: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        from fsdp_lint.output.rules import listed

        _write(listed(), sys.stdout)
        context.exit()


@click.command(name="fsdp-lint", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("paths", nargs=-1, type=click.Path())
@click.option(
    "--select", multiple=True, metavar="CODES", callback=_codes, help="Report only these rules (codes or prefixes)."
)
@click.option("--extend-select", multiple=True, metavar="CODES", callback=_codes, help="Report these rules, too.")
@click.option("--ignore", multiple=True, metavar="CODES", callback=_codes, help="Do not report these rules.")
@click.option(
    "--output-format", type=click.Choice(configuring.FORMATS), help="How findings are written.  [default: full]"
)
@click.option(
    "--exclude",
    multiple=True,
    metavar="PATTERNS",
    callback=_patterns,
    help="Leave these out instead of the usual folders.",
)
@click.option("--extend-exclude", multiple=True, metavar="PATTERNS", callback=_patterns, help="Leave these out, too.")
@click.option("--force-exclude", is_flag=True, help="Leave excluded files out even when they are given.")
@click.option("--config", metavar="FILE", help="Read the configuration from this TOML file.")
@click.option("--isolated", is_flag=True, help="Read no configuration file.")
@click.option("--fix/--no-fix", default=None, help="Make the fixes that are sure; report what remains.")
@click.option(
    "--unsafe-fixes/--no-unsafe-fixes", default=None, help="Count fixes that may change more than what they mend, too."
)
@click.option("--diff", is_flag=True, help="Show what --fix would change, and change nothing.")
@click.option("--stdin-filename", metavar="NAME", help="The name of what is read from standard input (`-`).")
@click.option("--statistics", is_flag=True, help="Count findings by rule instead of showing them.")
@click.option("--show-files", is_flag=True, help="List the files that would be looked at, and end.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even if there are findings.")
@click.option("--no-cache", is_flag=True, help="Use nothing of earlier runs, and keep nothing.")
@click.option(
    "--cache-dir",
    metavar="DIR",
    help="Keep results there, for later runs.  [default: the user's cache folder]",
)
@click.option(
    "--explain", metavar="CODE", is_eager=True, expose_value=False, callback=_explain, help="Explain a rule, and end."
)
@click.option(
    "--list-rules",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list_rules,
    help="List the rules, and end.",
)
@click.option("-q", "--quiet", is_flag=True, help="Print findings and nothing else.")
@click.option("-v", "--verbose", is_flag=True, help="Tell what was read, and suppressions that are unused.")
@click.version_option(fsdp_lint.__version__, "-V", "--version", prog_name="fsdp-lint", message="%(prog)s %(version)s")
@click.pass_context
def command(
    context: click.Context,
    paths: tuple[str, ...],
    select: tuple[str, ...],
    extend_select: tuple[str, ...],
    ignore: tuple[str, ...],
    output_format: str | None,
    exclude: tuple[str, ...],
    extend_exclude: tuple[str, ...],
    force_exclude: bool,
    config: str | None,
    isolated: bool,
    fix: bool | None,
    unsafe_fixes: bool | None,
    diff: bool,
    stdin_filename: str | None,
    statistics: bool,
    show_files: bool,
    exit_zero: bool,
    no_cache: bool,
    cache_dir: str | None,
    quiet: bool,
    verbose: bool,
) -> int:
    """Find training code that silently trains the wrong thing because a sharding wrapper changed its parameters.

    PATHS are files and folders, the current folder if there are none; `-` is standard input. Exits with 0 if nothing
    was found (with --fix: if nothing remains; with --diff: if nothing would change), 1 if something was, 2 if it could
    not run.
    """
    if config is not None and isolated:
        raise click.UsageError("--config and --isolated contradict each other")
    configuration = _with_options(
        _configuration(paths, stdin_filename, config, isolated, verbose),
        select=select,
        extend_select=extend_select,
        ignore=ignore,
        output_format=output_format,
        exclude=exclude,
        extend_exclude=extend_exclude,
        force_exclude=force_exclude,
        fix=fix,
        unsafe_fixes=unsafe_fixes,
    )
    cache = None if no_cache else Folder(cache_path(cache_dir))
    options = Options(statistics, show_files, exit_zero, quiet, verbose, stdin_filename, diff, cache, context.obj)
    return _run(paths or (os.curdir,), configuration, options)


def _configuration(
    paths: Sequence[str], stdin_filename: str | None, config: str | None, isolated: bool, verbose: bool
) -> Configuration:
    """What the configuration file says: the one that was named, or the nearest one above the paths."""
    if isolated:
        return Configuration()
    from fsdp_lint import configuration_file

    if config is None:
        config = configuration_file.find([stdin_filename or os.curdir if path == STDIN else path for path in paths])
    if config is None:
        return Configuration()
    if verbose:
        _tell(f"configuration from {config}")
    return configuration_file.load(config)


def _with_options(
    configuration: Configuration,
    *,
    select: tuple[str, ...],
    extend_select: tuple[str, ...],
    ignore: tuple[str, ...],
    output_format: str | None,
    exclude: tuple[str, ...],
    extend_exclude: tuple[str, ...],
    force_exclude: bool,
    fix: bool | None,
    unsafe_fixes: bool | None,
) -> Configuration:
    """The command line has the last word: its `--select` and `--exclude` replace, the others add."""
    return configuration._replace(
        select=select or configuration.select,
        extend_select=configuration.extend_select + extend_select,
        ignore=configuration.ignore + ignore,
        output_format=output_format or configuration.output_format,
        exclude=exclude or configuration.exclude,
        extend_exclude=configuration.extend_exclude + extend_exclude,
        force_exclude=configuration.force_exclude or force_exclude,
        fix=configuration.fix if fix is None else fix,
        unsafe_fixes=configuration.unsafe_fixes if unsafe_fixes is None else unsafe_fixes,
    )


def _run(paths: Sequence[str], configuration: Configuration, options: Options) -> int:
    began = time.perf_counter()
    gc.set_threshold(*COLLECTIONS)
    if STDIN in paths:
        if len(paths) > 1:
            raise click.UsageError("`-` stands alone: standard input is one file")
        return _run_standard_input(configuration, options, began)
    discovery = files(paths, configuration)
    if options.show_files:
        _write("".join(found.name + "\n" for found in discovery.files), sys.stdout)
        return _status(discovery.missing, found=False)
    jobs = os.cpu_count() or 1
    outcome = lint_files(discovery, configuration, jobs=jobs, results=Results(options.cache))
    if options.verbose:
        _tell(f"{len(discovery.files)} files found, {len(outcome.sources)} mention a wrapper and were analysed")
    if configuration.fix or options.diff:
        return _run_fixing(outcome, discovery, configuration, options, jobs, began)
    text = _report(outcome, configuration, options, began, sys.stdout)
    status = _status(discovery.missing, bool(outcome.findings) and not options.exit_zero)
    if options.cache is not None:
        if options.arguments is not None and outcome.basis is not None and not discovery.missing:
            from fsdp_lint.cache import answers

            told = "" if options.quiet else _unfinished(outcome.unfinished)
            answers.keep(options.cache, options.arguments, outcome.basis, answers.Answer(text, told, status))
        options.cache.prune()
    return status


def _run_fixing(
    outcome: Outcome, discovery: Discovery, configuration: Configuration, options: Options, jobs: int, began: float
) -> int:
    from fsdp_lint.fixing import fix_files, remaining

    mended = fix_files(outcome, discovery, configuration, unsafe=configuration.unsafe_fixes, jobs=jobs)
    _tell_refused(mended)
    if options.diff:
        return _status(discovery.missing, _shown_diff(mended, options) and not options.exit_zero)
    written = _written(mended)
    changed = written and bool(mended.after)
    left = lint_files(discovery, configuration, jobs=jobs) if changed else outcome
    left = remaining(left, unsafe=configuration.unsafe_fixes) if written else left
    _report(left, configuration, options, began, sys.stdout, mended.fixed if changed else 0)
    return _status(discovery.missing, bool(left.findings) and not options.exit_zero, written)


def _run_standard_input(configuration: Configuration, options: Options, began: float) -> int:
    """With `--fix` standard output is the file as it is then, and the report goes to standard error."""
    name = options.stdin_filename or STDIN
    data = sys.stdin.buffer.read()
    excluded = is_excluded(name, configuration)
    outcome = Outcome([], {}, []) if excluded else lint_bytes(data, name, configuration)
    if not (configuration.fix or options.diff):
        _report(outcome, configuration, options, began, sys.stdout)
        return _status([], bool(outcome.findings) and not options.exit_zero)
    from fsdp_lint.fixing import fix_bytes, remaining

    mended = fix_bytes(outcome, data, name, configuration, unsafe=configuration.unsafe_fixes)
    _tell_refused(mended)
    if options.diff:
        return _status([], _shown_diff(mended, options) and not options.exit_zero)
    if mended.after:
        data = mended.after[name]
        outcome = lint_bytes(data, name, configuration)
    outcome = remaining(outcome, unsafe=configuration.unsafe_fixes)
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    _report(outcome, configuration, options, began, sys.stderr, mended.fixed)
    return _status([], bool(outcome.findings) and not options.exit_zero)


def _report(
    outcome: Outcome, configuration: Configuration, options: Options, began: float, stream: IO[str], fixed: int = 0
) -> str:
    """Write what was found; returns that text."""
    text = _rendered(outcome, configuration, options, stream, fixed)
    _write(text, stream)
    if options.verbose:
        _write("".join(map(_unfinished, zip(outcome.unfinished))), sys.stderr)
    elif not options.quiet:
        _write(_unfinished(outcome.unfinished), sys.stderr)
    if options.verbose:
        _tell_unused(outcome)
        _tell(f"done in {time.perf_counter() - began:.2f} s")
    return text


def _tell_refused(mended: Mended) -> None:
    for finding, reason in mended.refused:
        _tell(f"{place(finding.span)}: {finding.code} is not fixed: {reason}")


def _shown_diff(mended: Mended, options: Options) -> bool:
    """Write the changes; whether there are any."""
    from fsdp_lint.fixes.diff import diff

    _write(diff(mended.before, mended.after), sys.stdout)
    if not options.quiet:
        _tell(f"{mended.fixed or 'no'} finding{'s' * (mended.fixed != 1)} would be fixed")
    return bool(mended.after)


def _written(mended: Mended) -> bool:
    """Write the files; whether that could be done."""
    from fsdp_lint.fixes.writing import CannotWriteError, write

    try:
        write(mended.before, mended.after)
    except CannotWriteError as error:
        _tell(str(error))
        return False
    return True


def _status(missing: Sequence[str], found: bool, written: bool = True) -> int:
    for path in missing:
        _tell(f"{path}: no such file or folder")
    return FAILED if missing or not written else FOUND if found else CLEAN


def _rendered(outcome: Outcome, configuration: Configuration, options: Options, stream: IO[str], fixed: int) -> str:
    from fsdp_lint.output import renderer

    report = Report(
        outcome.findings,
        outcome.sources,
        Style(wants_colour(stream)),
        width=_width(stream),
        closing=not options.quiet,
        fixed=fixed,
        unsafe_fixes=configuration.unsafe_fixes,
    )
    if options.statistics:
        from fsdp_lint.output.statistics import render

        return render(report, configuration.output_format)
    return renderer(configuration.output_format)(report)


def _width(stream: IO[str]) -> int:
    """The columns of the terminal; off it, enough for lines of ordinary code."""
    if not stream.isatty():
        return OFF_TERMINAL
    import shutil

    return max(shutil.get_terminal_size().columns, 60)


def _unfinished(names: Sequence[str]) -> str:
    """What was left out: of many files only how many."""
    if not names:
        return ""
    if len(names) > 1:
        return f"fsdp-lint: {len(names)} programs were too long to be followed to their ends (--verbose names them)\n"
    return f"fsdp-lint: {names[0]}: too long to be followed to its end; what comes late in it may be missing\n"


def _tell_unused(outcome: Outcome) -> None:
    from fsdp_lint.rules import RULES

    for unused in outcome.unused:
        what = "suppresses nothing" if unused.code in RULES else "names no rule"
        _tell(f"{place(unused.span)}: `# noqa: {unused.code}` {what}")
