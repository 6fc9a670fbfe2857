"""Child processes that exchange lines, for worker pools, external bots and parallel search.

- `Child` starts a program, writes lines to it and reads its lines, each with a deadline.
- `AsyncChild` does the same inside an asyncio event loop.
- `serve` is the other side: the loop of a worker written in Python.
- `TaskPool` gives tasks to several such workers and replaces those that die.
- `Fork` runs a function in a copy of this process, on platforms that can fork.
- `limit_process` and `allow_processor_time` put limits on this process.
- `SharedNumbers` is a little memory that a parent and its child both see.

Nothing here knows about games, bots or the server.
"""

from fairground.processes.async_child import AsyncChild
from fairground.processes.child import Child, wait_for_output
from fairground.processes.command import python_command
from fairground.processes.fork import CAN_FORK, Fork
from fairground.processes.limits import CAN_LIMIT, allow_processor_time, limit_process
from fairground.processes.pipes import LineTooLong
from fairground.processes.serving import serve
from fairground.processes.shared import SharedNumbers
from fairground.processes.task_pool import TaskPool

__all__ = [
    "CAN_FORK",
    "CAN_LIMIT",
    "AsyncChild",
    "Child",
    "Fork",
    "LineTooLong",
    "SharedNumbers",
    "TaskPool",
    "allow_processor_time",
    "limit_process",
    "python_command",
    "serve",
    "wait_for_output",
]
