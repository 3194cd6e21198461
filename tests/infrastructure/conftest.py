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
    """Returns all resources of a type, by name."""

    def of_type(resource_type):
        found = {name: it for name, it in template["Resources"].items() if it["Type"] == resource_type}
        assert found, f"no {resource_type} in the template"
        return found

    return of_type


@pytest.fixture(scope="session")
def functions(template, resources):
    """Returns the functions with the global properties applied."""
    shared = template["Globals"]["Function"]
    return {
        name: {**it, "Properties": {**shared, **it["Properties"]}}
        for name, it in resources("AWS::Serverless::Function").items()
    }
