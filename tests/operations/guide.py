"""The commands of docs/operations.md: the blocks with a name, ```sh NAME."""

import os
import re
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs/operations.md"
# The seconds of each block that ran, which the summary of the tests states. No test depends on them.
DURATIONS = {}


def blocks(text=None):
    """Returns the commands of each named block."""
    found = re.findall(r"^ *```sh (\S+)\n(.*?)^ *```", text or GUIDE.read_text(), re.MULTILINE | re.DOTALL)
    names = [name for name, _ in found]
    assert len(set(names)) == len(names), f"a name is not unique: {names}"
    return dict(found)


class Shell:
    """Runs blocks in sequence as in one shell: variables that a block sets are set in the next."""

    def __init__(self, folder, environment):
        self.folder, self.environment = Path(folder), dict(environment)
        self.commands, self.ran = blocks(), []

    def start(self, name, input=""):
        """Starts the commands of a block, each of which must succeed."""
        self.ran.append(name)
        variables = self.folder / "variables"
        script = f"set -euo pipefail; set -a\n{self.commands[name]}\nenv -0 > {variables}"
        process = subprocess.Popen(
            ["bash", "-c", script],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        process.stdin.write(input)
        process.stdin.close()
        return process

    def finish(self, process):
        """Waits for the end of a block and returns its output."""
        output, errors = process.stdout.read(), process.stderr.read()
        assert process.wait() == 0, f"{output}\n{errors}"
        stored = (self.folder / "variables").read_bytes().decode().split("\0")
        self.environment = dict(line.split("=", 1) for line in stored if line)
        return output

    def run(self, name, input=""):
        """Runs a block and returns its output."""
        begin = time.monotonic()
        output = self.finish(self.start(name, input))
        DURATIONS[name] = time.monotonic() - begin
        return output
