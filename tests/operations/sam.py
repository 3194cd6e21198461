"""Emulates the SAM command line: deploys the template to moto.

Usage, as in docs/operations.md: `sam build`, `sam deploy [--guided] [--parameter-overrides TEXT]`.

The template, its parameters, conditions and functions are the real ones, and the overrides are read by the code of SAM.
moto creates the tables, roles, log groups and functions, with the variables that the template gives them. The stand-in
creates what moto's CloudFormation does not: secrets, expiry of items, point-in-time recovery. The gateway, versions, gradual
deployments, alarms and AppConfig have no stand-in; tests/infrastructure checks their definitions.
"""

import argparse
import io
import json
import os
import sys
import tomllib
import urllib.request
import zipfile
from pathlib import Path

import boto3
from botocore.exceptions import ClientError
from samcli.cli.types import CfnParameterOverridesType

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests/tools"))

from expand_templates import expanded  # noqa: E402

# The properties of a function that moto creates; the others state its versions and events.
FUNCTION = ("FunctionName", "Handler", "Runtime", "Role", "MemorySize", "Timeout", "Environment")
# The variable with the URL of the connections of the socket, which gateway.py holds.
CONNECTIONS = "WALLET_CLOUD_NOTIFY_CONNECTIONS_URL"
# The archive of the code, without content: the gateway starts the executables that cargo built.
CODE = {"S3Bucket": "code", "S3Key": "empty.zip"}


def reduced(template, api_url):
    """Returns the part of the template that moto can create. `api_url` is the URL of the gateway."""
    resources = {}
    for name, resource in template["Resources"].items():
        properties = resource.get("Properties", {})
        match resource["Type"]:
            case "AWS::Serverless::Function":
                kept = {key: properties[key] for key in FUNCTION} | {"Code": CODE}
                variables = kept["Environment"]["Variables"]
                if CONNECTIONS in variables:
                    variables[CONNECTIONS] = f"{api_url}/socket"
                resources[name] = {"Type": "AWS::Lambda::Function", "Properties": kept}
            case "AWS::IAM::Role":
                trust = {"AssumeRolePolicyDocument": properties["AssumeRolePolicyDocument"]}
                resources[name] = {"Type": resource["Type"], "Properties": trust}
            case "AWS::DynamoDB::Table" | "AWS::Logs::LogGroup" | "AWS::SNS::Topic" | "AWS::SQS::Queue":
                resources[name] = resource
    outputs = {name: output for name, output in template["Outputs"].items() if "Condition" not in output}
    outputs |= {"ApiUrl": {"Value": api_url}, "SocketUrl": {"Value": f"{api_url}/socket"}}
    return {**template, "Transform": [], "Resources": resources, "Outputs": outputs}


def deploy(stack, template, given, api_url):
    """Creates or updates a stack. Parameters that are not given keep their values."""
    cloudformation = boto3.client("cloudformation")
    unknown = set(given) - set(template["Parameters"])
    if unknown:
        sys.exit(f"Error: the template has no parameter {', '.join(sorted(unknown))}")
    body = {"StackName": stack, "TemplateBody": json.dumps(reduced(template, api_url))}
    try:
        current = cloudformation.describe_stacks(StackName=stack)["Stacks"][0]
    except ClientError:
        values = {name: str(it.get("Default", "")) for name, it in template["Parameters"].items()} | given
        upload_code()
        cloudformation.create_stack(**body, Parameters=pairs(values))
        create_secrets(template, values)
        complete_tables(cloudformation, stack, template)
    else:
        values = {it["ParameterKey"]: it["ParameterValue"] for it in current["Parameters"]} | given
        cloudformation.update_stack(**body, Parameters=pairs(values))


def pairs(values):
    return [{"ParameterKey": name, "ParameterValue": value} for name, value in values.items()]


def upload_code():
    archive = io.BytesIO()
    zipfile.ZipFile(archive, "w").close()
    client = boto3.client("s3")
    client.create_bucket(Bucket=CODE["S3Bucket"], CreateBucketConfiguration={"LocationConstraint": client.meta.region_name})
    client.put_object(Bucket=CODE["S3Bucket"], Key=CODE["S3Key"], Body=archive.getvalue())


def create_secrets(template, values):
    """Creates the secrets as in the template: without a value, or with a generated one."""
    client = boto3.client("secretsmanager")
    for resource in template["Resources"].values():
        if resource["Type"] == "AWS::SecretsManager::Secret":
            name = resource["Properties"]["Name"]["Fn::Sub"]
            generated = resource["Properties"].get("GenerateSecretString")
            value = {"SecretString": client.get_random_password(**generated)["RandomPassword"]} if generated else {}
            client.create_secret(Name=name.replace("${SecretsPrefix}", values["SecretsPrefix"]), **value)


def complete_tables(cloudformation, stack, template):
    """Applies the properties of tables that moto ignores."""
    client = boto3.client("dynamodb")
    for resource in cloudformation.describe_stack_resources(StackName=stack)["StackResources"]:
        if resource["ResourceType"] != "AWS::DynamoDB::Table":
            continue
        properties = template["Resources"][resource["LogicalResourceId"]]["Properties"]
        table = {"TableName": resource["PhysicalResourceId"]}
        if "TimeToLiveSpecification" in properties:
            client.update_time_to_live(**table, TimeToLiveSpecification=properties["TimeToLiveSpecification"])
        recovery = properties["PointInTimeRecoverySpecification"]
        client.update_continuous_backups(**table, PointInTimeRecoverySpecification=recovery)


def main():
    parser = argparse.ArgumentParser(prog="sam")
    commands = parser.add_subparsers(dest="command", required=True)
    # The executables were built by cargo; tests/tools/template.sh runs the real command.
    commands.add_parser("build")
    deployment = commands.add_parser("deploy")
    deployment.add_argument("--guided", action="store_true", help="prompt for the parameters; the test gives them")
    deployment.add_argument("--parameter-overrides", default="")
    arguments = parser.parse_args()
    if arguments.command == "build":
        return
    given = CfnParameterOverridesType().convert((arguments.parameter_overrides,), None, None)
    if arguments.guided:
        given |= json.loads(os.environ["OPERATIONS_TEST_PARAMETERS"])
    settings = tomllib.loads((ROOT / "samconfig.toml").read_text())
    gateway = os.environ["OPERATIONS_TEST_GATEWAY"]
    deploy(settings["default"]["deploy"]["parameters"]["stack_name"], expanded(ROOT / "template.yaml"), given, gateway)
    # The gateway replaces the functions, as Lambda does when their settings change.
    urllib.request.urlopen(f"{gateway}/.replace", data=b"").close()


if __name__ == "__main__":
    main()
