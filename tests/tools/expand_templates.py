"""Expands the templates as `sam build` and CloudFormation do: anchors, merges, Fn::ForEach, the globals of functions.

checkov reads neither merges nor loops. Usage: expand_templates.py FOLDER TEMPLATE…; writes FOLDER/NAME.json for each.
"""

import json
import sys
from pathlib import Path

from cfnlint.decode import cfn_yaml
from cfnlint.template import Template


def expanded(path):
    """Returns a template as plain data; intrinsic functions are `{"Ref": …}` and `{"Fn::Sub": …}`."""
    template = Template(str(path), cfn_yaml.load(str(path)))
    problems = template.transform()
    if problems:
        raise ValueError(f"{path}: {problems[0].message}")
    return template.template


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for path in map(Path, sys.argv[2:]):
        (folder / f"{path.stem}.json").write_text(json.dumps(expanded(path), indent=1))
