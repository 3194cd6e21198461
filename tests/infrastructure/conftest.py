"""The template as plain data: intrinsic functions become `{"Ref": …}` and `{"Fn::Sub": …}`."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests/tools"))

from expand_templates import expanded  # noqa: E402


@pytest.fixture(scope="session")
def template():
    return expanded(ROOT / "template.yaml")


@pytest.fixture(scope="session")
def monitoring():
    """Returns the resources of the nested stack by name, with the loops expanded."""
    return expanded(ROOT / "infrastructure/monitoring.yaml")["Resources"]


@pytest.fixture(scope="session")
def resources(template):
    """Returns all resources of a type, by name."""

    def of_type(resource_type):
        found = {name: it for name, it in template["Resources"].items() if it["Type"] == resource_type}
        assert found, f"no {resource_type} in the template"
        return found

    return of_type


@pytest.fixture(scope="session")
def functions(resources):
    """Returns the functions; the expansion applied the global properties."""
    return resources("AWS::Serverless::Function")
