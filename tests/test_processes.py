"""Child processes: lines with deadlines, ends of all kinds, and nobody left behind."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fairground.processes import (
    CAN_FORK,
    AsyncChild,
    Child,
    Fork,
    LineTooLong,
    SharedNumbers,
    TaskPool,
    python_command,
    wait_for_output,
)
from fairground.processes.pipes import LineReader, PipeWriter

LONG = 120.0
PLAIN = (sys.executable, "-I", "-S", "-c")
HERE = str(Path(__file__).parent)


def script(text: str) -> list[str]:
    return [*PLAIN, f"import os, sys, time\n{text}"]


def worker(handler: str) -> list[str]:
    """A program that serves with a handler of one line."""
    return [
        sys.executable,
        "-c",
        f"import os, sys, time\nfrom fairground.processes import serve\nserve(lambda line: {handler})",
    ]


def is_running(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def wait_until_gone(pid: int) -> None:
    until = time.monotonic() + LONG
    while is_running(pid):
        assert time.monotonic() < until, "it still runs"
        time.sleep(0.01)


# A child


def test_a_child_answers_line_by_line() -> None:
    with Child(script("for line in sys.stdin: print(line.strip()[::-1], flush=True)")) as child:
        assert [child.ask(word, LONG) for word in (b"abc", b"xy")] == [b"cba", b"yx"]


def test_several_lines_at_once_are_read_one_by_one() -> None:
    with Child(script("print('one'); print('two')")) as child:
        assert [child.read_line(LONG), child.read_line(LONG)] == [b"one", b"two"]
        with pytest.raises(EOFError):
            child.read_line(LONG)


def test_silence_is_a_timeout() -> None:
    with Child(script("time.sleep(3600)")) as child, pytest.raises(TimeoutError):
        child.read_line(0.05)


def test_a_child_that_never_listens_is_a_timeout() -> None:
    with Child(script("time.sleep(3600)")) as child, pytest.raises(TimeoutError):
        child.write_line(bytes(1 << 20), 0.05)


def test_a_line_without_end_is_refused() -> None:
    with Child(script("print('x' * 1000)"), longest_line=100) as child, pytest.raises(LineTooLong):
        child.read_line(LONG)


def test_half_a_line_at_the_end_is_no_line() -> None:
    with Child(script("print('half', end='')")) as child, pytest.raises(EOFError):
        child.read_line(LONG)


def test_it_says_how_it_ended() -> None:
    with Child(script("sys.exit(7)")) as child:
        assert child.exit_code(LONG) == 7
    with Child(script("os.kill(os.getpid(), 9)")) as child:
        assert child.exit_code(LONG) == -signal.SIGKILL
    with Child(script("time.sleep(3600)")) as child:
        assert child.exit_code() is None and child.is_alive()


def test_writing_to_a_dead_child_is_an_end() -> None:
    with Child(script("")) as child:
        child.exit_code(LONG)
        with pytest.raises(EOFError):
            child.write_line(b"hello", LONG)


def test_a_program_that_does_not_exist_cannot_be_started() -> None:
    with pytest.raises(FileNotFoundError):
        Child(["/no/such/program"])


def test_closing_kills_everything_it_has_started() -> None:
    started = script(
        "import subprocess\nprint(subprocess.Popen(['sleep', '3600']).pid, flush=True)\ntime.sleep(3600)"
    )
    with Child(started) as child:
        grandchild = int(child.read_line(LONG))
        assert is_running(grandchild)
    wait_until_gone(grandchild)


def test_of_several_children_those_with_output_are_found() -> None:
    with (
        Child(script("print('ready', flush=True); time.sleep(3600)")) as one,
        Child(script("time.sleep(3600)")) as other,
    ):
        assert wait_for_output([one, other], LONG) == [one]
        assert wait_for_output([other], 0.01) == []


def test_where_pipes_cannot_be_waited_for_threads_pump_them() -> None:
    """Windows' way, tried here."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        script("print(sys.stdin.readline()[::-1])"), stdin=pipe, stdout=pipe, bufsize=0
    ) as it:
        assert it.stdin and it.stdout
        writer, reader = PipeWriter(it.stdin, pumped=True), LineReader(it.stdout, 100, pumped=True)
        with pytest.raises(TimeoutError):
            reader.read_line(time.monotonic() + 0.01)
        writer.write(b"abc\n", time.monotonic() + LONG)
        assert reader.read_line(time.monotonic() + LONG) == b""
        assert reader.read_line(time.monotonic() + LONG) == b"cba"
        writer.close()
        assert it.wait(LONG) == 0
        reader.close()


# A worker


def test_a_worker_answers_and_its_prints_disturb_nobody() -> None:
    noisy = "(print('noise', flush=True), os.system('echo noise'), line.upper())[-1]"
    with Child(worker(noisy)) as child:
        assert child.ask(b"abc", LONG) == b"ABC"
        assert child.ask(b"xyz", LONG) == b"XYZ"


def test_a_worker_finds_its_input_empty() -> None:
    with Child(worker("repr(sys.stdin.read()).encode()")) as child:
        assert child.ask(b"abc", LONG) == b"''"


def test_no_answer_is_an_answer_too() -> None:
    with Child(worker("line if line != b'quiet' else None")) as child:
        child.write_line(b"quiet")
        assert child.ask(b"loud", LONG) == b"loud"


def test_a_worker_ends_with_its_parent_in_the_middle_of_a_job() -> None:
    parent = script(
        "from subprocess import PIPE, Popen\n"
        f"it = Popen({worker('time.sleep(3600)')!r}, stdin=PIPE, start_new_session=True)\n"
        "it.stdin.write(b'job\\n'); it.stdin.flush()\n"
        "print(it.pid, flush=True)\n"
        "time.sleep(3600)"
    )
    with Child(parent) as child:
        pid = int(child.read_line(LONG))
        assert is_running(pid)
    wait_until_gone(pid)


def test_python_workers_find_the_same_modules(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "found.py").write_text("def main():\n    print('found', flush=True)\n")
    monkeypatch.syspath_prepend(tmp_path)
    with Child(python_command("found")) as child:
        assert child.read_line(LONG) == b"found"


# In an event loop


def test_an_async_child_answers_dies_and_ends() -> None:
    async def scenario() -> None:
        child = AsyncChild(script("for line in sys.stdin: print(line.strip()[::-1], flush=True)"))
        assert await asyncio.wait_for(child.ask(b"abc\n"), LONG) == b"cba\n"
        assert child.process
        os.kill(child.process.pid, signal.SIGKILL)
        with pytest.raises(EOFError):
            await child.ask(b"abc\n")
        await child.end()

    asyncio.run(scenario())


def test_an_async_child_ends_with_everything_it_has_started() -> None:
    async def scenario() -> None:
        child = AsyncChild(
            script(
                "import subprocess\nsys.stdin.readline()\n"
                "print(subprocess.Popen(['sleep', '3600']).pid, flush=True)\ntime.sleep(3600)"
            )
        )
        grandchild = int(await child.ask(b"\n"))
        await child.end()
        wait_until_gone(grandchild)

    asyncio.run(scenario())


def test_ending_an_async_child_that_was_never_asked_does_nothing() -> None:
    asyncio.run(AsyncChild(["/no/such/program"]).end())


# A fork


@pytest.mark.skipif(not CAN_FORK, reason="this platform cannot fork")
def test_a_fork_returns_what_its_function_returns() -> None:
    seen = [1, 2, 3]
    assert Fork(lambda: bytes(seen)).result() == bytes(seen)


@pytest.mark.skipif(not CAN_FORK, reason="this platform cannot fork")
def test_a_fork_that_is_late_is_killed_and_returns_nothing() -> None:
    def hang() -> bytes:
        time.sleep(1000)
        return b"late"

    fork = Fork(hang)
    assert fork.result(time.monotonic()) == b""
    with pytest.raises(ProcessLookupError):
        os.kill(fork.pid, 0)


@pytest.mark.skipif(not CAN_FORK, reason="this platform cannot fork")
def test_a_fork_that_fails_or_is_killed_returns_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    def fail() -> bytes:
        raise ValueError

    assert Fork(fail).result() == b""

    def sleep() -> bytes:
        time.sleep(3600)
        return b"late"

    fork = Fork(sleep)
    fork.kill()
    assert fork.result() == b""
    capfd.readouterr()


# Shared numbers


def test_shared_numbers_are_seen_by_both_and_leave_nothing_behind() -> None:
    ours = SharedNumbers.create(2)
    theirs = SharedNumbers.open(ours.path, 2)
    assert not ours.path.exists()
    theirs[1] = 2.5
    assert (ours[0], ours[1]) == (0.0, 2.5)
    theirs.remove()
    ours.remove()


# A pool of workers


def test_a_pool_does_every_task_once_and_says_which_answer_is_whose() -> None:
    pool = TaskPool(worker("None if line == b'setup' else line.upper()"), b"setup", size=2)
    answers = dict(pool.run(b"task %d" % number for number in range(20)))
    assert answers == {number: b"TASK %d" % number for number in range(20)}
    assert pool.workers == []


def test_a_pool_replaces_workers_that_die_and_gives_up_a_task_that_kills_them_all() -> None:
    pool = TaskPool(worker("None if line == b's' else os._exit(3) if line == b'bad' else line"), b"s", size=2)
    assert dict(pool.run([b"one", b"bad", b"two"])) == {0: b"one", 1: None, 2: b"two"}


def test_a_task_whose_worker_died_by_accident_is_done_by_another(tmp_path: Path) -> None:
    mark = str(tmp_path / "died")
    die = f"(os.open({mark!r}, os.O_CREAT | os.O_EXCL), os._exit(1))"
    dying = f"None if line == b's' else line if os.path.exists({mark!r}) else {die}"
    assert list(TaskPool(worker(dying), b"s", size=1).run([b"task"])) == [(0, b"task")]


def test_a_pool_that_is_left_early_leaves_no_process() -> None:
    pool = TaskPool(worker("None if line == b's' else line"), b"s", size=2)
    answers = pool.run([b"one", b"two", b"three"])
    next(answers)
    children = [each.child.pid for each in pool.workers]
    answers.close()
    assert len(children) == 2
    for pid in children:
        wait_until_gone(pid)
