"""No step of a document takes much longer than it did: a guard against what makes one twice as slow.

Calls of functions are counted elsewhere (`test_work_of_notes`, `test_work_of_letters`); here time in C does.
"""

from __future__ import annotations

import json
import subprocess
import sys


def test_no_step_takes_much_longer_than_it_did() -> None:
    program = (sys.executable, "-m", "tests.integration.speed_of_steps")
    answer = subprocess.run(program, capture_output=True, text=True, check=True)
    assert json.loads(answer.stdout) == {}
