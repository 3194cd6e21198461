"""Stand-ins for `sudo` and `systemctl`: they run the unit of packaging/ without systemd, with the paths of a test."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

UNIT = Path(__file__).parents[2] / "packaging/wallet-cloud.service"


def sudo(*command):
    """Runs a command as the user of the test."""
    if command[0] == "-u":
        assert command[1] == "wallet-cloud", command
        command = command[2:]
    os.execvp(command[0], command)


def systemctl(action, unit):
    assert unit == "wallet-cloud", unit
    for step in {"start": [start], "stop": [stop], "restart": [stop, start]}[action]:
        step(Path(os.environ["MACHINE_TEST_STATE"]))


def start(state):
    command = re.search(r"^ExecStart=(.*)", UNIT.read_text(), re.MULTILINE)[1].split()
    paths = {"/usr/local/bin/wallet-cloud": os.environ["PROGRAM"], "/var/lib/wallet-cloud": os.environ["DATA"]}
    command = [paths.get(word, word) for word in command]
    with open(state / "log", "a") as log:
        command += ["--listen", os.environ["ADDRESS"]]
        server = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
    (state / "pid").write_text(str(server.pid))


def stop(state):
    """Ends the server as systemd does, and waits for the end."""
    running = (state / "pid").read_text()
    os.kill(int(running), signal.SIGTERM)
    subprocess.run(["tail", f"--pid={running}", "-f", "/dev/null"], timeout=45, check=True)


if __name__ == "__main__":
    {"sudo": sudo, "systemctl": systemctl}[sys.argv[1]](*sys.argv[2:])
