"""Signals, forks, threads, missing packages, and the command: each in a process of its own."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import qedoku
from conftest import SOLUTION, UNIQUE

# Only against hangs: every wait ends at a condition.
PATIENCE = 120

# 9x9 boards with more solutions than can be counted, and boards that take hours.
LONG_CALLS = {
    "one count": "qedoku.count('.' * 81, limit=None)",
    "counts": "qedoku.count(['.' * 81] * 4, limit=None)",
    "column": "qedoku.count(__import__('pyarrow').array(['.' * 81] * 4), limit=None)",
    "array": "qedoku.count(__import__('numpy').zeros((4, 81), 'uint8'), limit=None)",
    "generate": "qedoku.generate(10**9, givens=17, tries=10**15)",
    "prove": "qedoku.prove('.' * 81, solutions=10**12)",
}


def run(code, **options):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, **options)


@pytest.mark.parametrize("call", LONG_CALLS.values(), ids=LONG_CALLS)
def test_ctrl_c_ends_long_calls(call):
    code = f"""
import qedoku
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout.readline() == "ready\n"
            # The signal may come before the call begins; then Python itself raises.
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            assert process.communicate(timeout=PATIENCE)[0] == "interrupted\n"
            assert process.returncode == 0
        finally:
            process.kill()


def solve_in_child(lines):
    return [str(answer.solution) for answer in qedoku.solve(lines, threads=2)]


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_calls_work_before_and_after_a_fork(method):
    lines = [UNIQUE] * 5000
    expected = [SOLUTION] * 5000
    assert solve_in_child(lines) == expected
    with multiprocessing.get_context(method).Pool(2) as pool:
        results = pool.map_async(solve_in_child, [lines] * 4).get(timeout=PATIENCE)
    assert results == [expected] * 4
    assert solve_in_child(lines) == expected


def test_many_threads_call_at_once_and_python_runs_meanwhile():
    results, ticks = [], []
    calls = [threading.Thread(target=lambda: results.append(qedoku.count("." * 81, limit=3_000_000))) for _ in range(4)]
    for call in calls:
        call.start()
    while any(call.is_alive() for call in calls):
        ticks.append(time.monotonic())
        time.sleep(0.001)
    assert results == [3_000_000] * 4
    assert len(ticks) > 1


def test_the_number_of_threads_may_come_from_the_environment():
    code = "import qedoku, threading; print(qedoku.solve('4...3..2...4..2.').answer)"
    assert run(code, env={**os.environ, "QEDOKU_THREADS": "1"}).stdout == "one\n"
    wrong = run("import qedoku; qedoku.solve(['4...3..2...4..2.'])", env={**os.environ, "QEDOKU_THREADS": "many"})
    assert "QEDOKU_THREADS: expected a number of threads, found 'many'" in wrong.stderr
    with pytest.raises(ValueError, match="at least 1"):
        qedoku.solve([UNIQUE], threads=0)


@pytest.mark.parametrize("level", ["portable", "avx2"])
def test_shown_solutions_do_not_depend_on_the_machine(level):
    code = """
import qedoku
lines = [str(generated.puzzle) for generated in qedoku.generate(200, seed=3)]
many = [line.replace(next(symbol for symbol in line if symbol != "."), ".") for line in lines]
answers = qedoku.solve(many + lines)
assert sum(answer.answer == "many" for answer in answers) > 100
print([str(answer) for answer in answers])
"""
    # The command checks the name of the level; a level that this processor lacks is refused by it.
    if run("from qedoku._qedoku import set_simd_level; set_simd_level(%r)" % level).returncode:
        pytest.skip(f"this processor has no {level}")
    expected = run(code)
    limited = run(f"from qedoku._qedoku import set_simd_level; set_simd_level({level!r})\n{code}")
    assert expected.returncode == 0, expected.stderr
    assert limited.stdout == expected.stdout


def test_no_other_package_is_imported_or_needed():
    code = """
import sys
for name in ("numpy", "pyarrow", "pandas", "polars"):
    sys.modules[name] = None  # an import of it fails
import qedoku
assert qedoku.solve(["4...3..2...4..2."])[0].answer == "one"
assert qedoku.solve_batch({"puzzle": ["4...3..2...4..2."]})["answer"] == ["one"]
"""
    assert run(code).stderr == ""
    assert run("import qedoku, sys; assert not {'numpy', 'pyarrow', 'pandas', 'polars'} & set(sys.modules)").stderr == ""


def test_pandas_works_without_pyarrow():
    code = """
import sys
sys.modules["pyarrow"] = None
import pandas, qedoku
series = pandas.Series(["4...3..2...4..2.", None, "x"], index=[5, 6, 7], dtype=object)
frame = qedoku.solve(series)
assert list(frame.index) == [5, 6, 7]
assert frame.loc[5, "solution"] == "4231314223141423" and frame.loc[7, "answer"] == "invalid" and frame.loc[7, "error"]
assert list(qedoku.is_unique(series)) == [True, None, None]
assert list(qedoku.rate(series[:1])["answer"]) == ["one"]
"""
    assert run(code).stderr == ""


def test_the_module_runs_the_command():
    def command(*args, **options):
        return subprocess.run([sys.executable, "-m", "qedoku", *args], capture_output=True, text=True, timeout=PATIENCE, **options)

    assert command("solve", UNIQUE, "--to", "line").stdout.strip() == SOLUTION
    assert command("solve", "44" + UNIQUE[2:]).returncode == 1
    assert command("solve", "nothing").returncode == 2
    assert "solve" in command("--help").stdout and command("--help").returncode == 0
    assert command("--wrong").returncode == 2 and "--wrong" in command("--wrong").stderr
    assert command("--version").stdout.split() == ["qedoku", qedoku.__version__]
    many = command("solve", "-", "--to", "line", input=f"{UNIQUE}\n" * 3000)
    assert many.stdout.split() == [SOLUTION] * 3000
