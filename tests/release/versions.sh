# The version of the workspace is that of every package, and the changelog has its section.

tests/release/version.py check
