"""The template as plain data: intrinsic functions become `{"Ref": …}` and `{"Fn::Sub": …}`."""

from pathlib import Path

import pytest
from cfnlint.decode import cfn_yaml

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def template():
    return cfn_yaml.load(str(ROOT / "template.yaml"))


@pytest.fixture(scope="session")
def resources(template):
    """All resources of a type, by name."""

    def of_type(wanted):
        found = {name: it for name, it in template["Resources"].items() if it["Type"] == wanted}
        assert found, f"no {wanted} in the template"
        return found

    return of_type


@pytest.fixture(scope="session")
def functions(template, resources):
    """The functions with what they take from the globals."""
    shared = template["Globals"]["Function"]
    return {
        name: {**it, "Properties": {**shared, **it["Properties"]}}
        for name, it in resources("AWS::Serverless::Function").items()
    }
