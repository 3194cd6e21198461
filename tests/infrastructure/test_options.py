"""The optional parts of the template: each condition on and off."""

import json
import re

import boto3
import pytest
from cfnlint.decode import cfn_yaml
from conftest import ROOT
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator

NO_VALUE = {"Ref": "AWS::NoValue"}


@pytest.fixture(scope="session")
def cloudformation(template):
    """Returns a function that translates the template with AWS's own code, the transform that deployments use."""

    def translated(**parameters):
        source = json.loads(json.dumps(cfn_yaml.load(str(ROOT / "template.yaml"))))
        for resource in source["Resources"].values():
            if resource["Type"] == "AWS::Serverless::Function":
                resource["Properties"]["CodeUri"] = "s3://bucket/key"
        defaults = {name: str(it.get("Default", "")) for name, it in source["Parameters"].items()}
        assert set(parameters) <= set(defaults)
        values = {**defaults, **parameters}
        session = boto3.Session(region_name="eu-central-1")
        translator = Translator({}, Parser(), boto_session=session)
        return evaluated(translator.translate(source, values), values)

    return translated


def evaluated(template, values):
    """Resolves conditions as CloudFormation does, and removes the resources and properties that they exclude."""
    conditions = template["Conditions"]

    def holds(it):
        ((operator, operands),) = it.items()
        if operator == "Condition":
            return holds(conditions[operands])
        if operator == "Fn::Not":
            return not holds(operands[0])
        if operator == "Fn::And":
            return all(map(holds, operands))
        assert operator == "Fn::Equals"
        left, right = (str(values[x["Ref"]]) if isinstance(x, dict) else str(x) for x in operands)
        return left == right

    def resolved(it):
        if isinstance(it, dict):
            if set(it) == {"Fn::If"}:
                condition, yes, no = it["Fn::If"]
                return resolved(yes if holds(conditions[condition]) else no)
            items = {name: resolved(value) for name, value in it.items()}
            return {name: value for name, value in items.items() if value != NO_VALUE}
        if isinstance(it, list):
            return [value for value in map(resolved, it) if value != NO_VALUE]
        return it

    kept = {
        name: it for name, it in template["Resources"].items() if "Condition" not in it or holds(conditions[it["Condition"]])
    }
    return {name: resolved(it) for name, it in kept.items()}


def of_type(resources, kind):
    return {name: it["Properties"] for name, it in resources.items() if it["Type"] == kind}


def references(it):
    """Returns the names of all resources that a value refers to."""
    if isinstance(it, list):
        return {name for value in it for name in references(value)}
    if not isinstance(it, dict):
        return set()
    found = {name for value in it.values() for name in references(value)}
    if isinstance(it.get("Ref"), str):
        found.add(it["Ref"])
    if "Fn::GetAtt" in it:
        attribute = it["Fn::GetAtt"]
        found.add(attribute[0] if isinstance(attribute, list) else attribute.split(".")[0])
    if "Fn::Sub" in it:
        text = it["Fn::Sub"] if isinstance(it["Fn::Sub"], str) else it["Fn::Sub"][0]
        found |= {name.split(".")[0] for name in re.findall(r"\$\{([^}!]+)\}", text)}
    return found


ALL_OPTIONS = {
    "BaseUrl": "https://wallet.example.org",
    "DomainName": "api.example.org",
    "CertificateArn": "arn:aws:acm:eu-central-1:123456789012:certificate/11111111-2222-3333-4444-555555555555",
    "HostedZoneId": "Z0000000000000",
    "AlarmEmail": "operator@example.org",
    "CustomerKey": "yes",
    "ReservedConcurrency": "50",
    "AuthorizationConcurrency": "100",
    "Deployment": "AllAtOnce",
    "RestoredAccountsTable": "restored",
}


@pytest.mark.parametrize("parameters", [{}, ALL_OPTIONS], ids=["none", "all"])
def test_no_resource_depends_on_itself_or_on_an_excluded_one(cloudformation, parameters):
    resources = cloudformation(**parameters)
    edges = {}
    for name, it in resources.items():
        depends = it.get("DependsOn", [])
        depends = {depends} if isinstance(depends, str) else set(depends)
        edges[name] = depends | {text for text in references(it) if text in resources}
        unknown = {text for text in references(it) if not text.startswith("AWS::")} - set(resources)
        assert unknown <= {"ConfigName", "Base", "__ApiId__", "__Stage__", *PARAMETERS}, (name, unknown)
    while edges:
        ready = {name for name, depends in edges.items() if not depends & set(edges)}
        assert ready, f"circular: {sorted(edges)}"
        for name in ready:
            del edges[name]


PARAMETERS = set(cfn_yaml.load(str(ROOT / "template.yaml"))["Parameters"])


def test_custom_domain_replaces_the_default_endpoint(cloudformation):
    without = cloudformation()
    assert not of_type(without, "AWS::ApiGatewayV2::DomainName") and not of_type(without, "AWS::ApiGatewayV2::ApiMapping")
    assert not of_type(without, "AWS::Route53::RecordSetGroup")
    assert base_urls(without) == ["https://wallet-cloud.invalid"]

    domain = {name: ALL_OPTIONS[name] for name in ["DomainName", "CertificateArn"]}
    resources = cloudformation(**domain)
    (name,) = of_type(resources, "AWS::ApiGatewayV2::DomainName").values()
    assert name["DomainName"] == {"Ref": "DomainName"}
    assert name["DomainNameConfigurations"][0]["SecurityPolicy"] == "TLS_1_2"
    (mapping,) = of_type(resources, "AWS::ApiGatewayV2::ApiMapping").values()
    assert mapping["ApiId"] == {"Ref": "Api"} and mapping["Stage"] == {"Ref": "ApiApiGatewayDefaultStage"}
    assert not of_type(resources, "AWS::Route53::RecordSetGroup")
    assert base_urls(resources) == [{"Fn::Sub": "https://${DomainName}"}]
    (records,) = of_type(cloudformation(**domain, HostedZoneId="Z0"), "AWS::Route53::RecordSetGroup").values()
    assert sorted(record["Type"] for record in records["RecordSets"]) == ["A", "AAAA"]


@pytest.mark.parametrize("name, disabled", [("", False), ("api.example.org", True)])
def test_default_endpoint_is_disabled_with_a_custom_domain(cloudformation, name, disabled):
    api = of_type(cloudformation(DomainName=name), "AWS::ApiGatewayV2::Api")["Api"]
    (server,) = api["Body"]["servers"]
    assert server["x-amazon-apigateway-endpoint-configuration"] == {"disableExecuteApiEndpoint": disabled}


def base_urls(resources):
    """Returns the different base URLs of the functions."""
    functions = of_type(resources, "AWS::Lambda::Function").values()
    urls = [function["Environment"]["Variables"]["WALLET_CLOUD_BASE_URL"] for function in functions]
    return [url for index, url in enumerate(urls) if url not in urls[:index]]


def test_configured_base_url_takes_precedence_over_the_domain(cloudformation):
    assert base_urls(cloudformation(**ALL_OPTIONS)) == [{"Ref": "BaseUrl"}]


def test_reserved_concurrency_of_authorization_is_separate(cloudformation):
    for parameters in [
        {},
        {"AuthorizationConcurrency": "100"},
        {"ReservedConcurrency": "50"},
        {"AuthorizationConcurrency": "100", "ReservedConcurrency": "50"},
    ]:
        for name, function in of_type(cloudformation(**parameters), "AWS::Lambda::Function").items():
            parameter = "AuthorizationConcurrency" if name == "Authorization" else "ReservedConcurrency"
            expected = {"Ref": parameter} if parameter in parameters else None
            assert function.get("ReservedConcurrentExecutions") == expected, name


def test_customer_key_encrypts_every_store(cloudformation):
    stores = [
        ("AWS::DynamoDB::Table", lambda it: it["SSESpecification"].get("KMSMasterKeyId"), 7),
        ("AWS::SecretsManager::Secret", lambda it: it.get("KmsKeyId"), 6),
        ("AWS::Logs::LogGroup", lambda it: it.get("KmsKeyId"), 13),
        ("AWS::SNS::Topic", lambda it: it.get("KmsMasterKeyId"), 1),
        ("AWS::SQS::Queue", lambda it: it.get("KmsMasterKeyId"), 4),
    ]
    for parameters, expected in [({}, None), ({"CustomerKey": "yes"}, {"Fn::GetAtt": ["DataKey", "Arn"]})]:
        resources = cloudformation(**parameters)
        assert bool(of_type(resources, "AWS::KMS::Key")) == (expected is not None)
        for kind, key_of, count in stores:
            keys = [key_of(it) for it in of_type(resources, kind).values()]
            assert keys == [expected] * count, kind
        for table in of_type(resources, "AWS::DynamoDB::Table").values():
            assert table["SSESpecification"]["SSEEnabled"] is True
            assert table["SSESpecification"].get("SSEType") == (expected and "KMS")
        for queue in of_type(resources, "AWS::SQS::Queue").values():
            assert queue.get("SqsManagedSseEnabled") == (None if expected else True)


def test_customer_key_is_usable_only_through_the_services_of_the_stack(cloudformation):
    resources = cloudformation(CustomerKey="yes")
    assert resources["DataKey"]["DeletionPolicy"] == resources["DataKey"]["UpdateReplacePolicy"] == "Retain"
    key = resources["DataKey"]["Properties"]
    assert key["EnableKeyRotation"] is True
    for statement in key["KeyPolicy"]["Statement"]:
        conditions = {name for operator in statement.get("Condition", {}).values() for name in operator}
        if statement["Principal"] == {"AWS": "*"}:
            assert conditions == {"kms:CallerAccount", "kms:ViaService"}
        elif "Service" in statement["Principal"]:
            assert conditions & {"aws:SourceAccount", "kms:EncryptionContext:aws:logs:arn"}
        else:
            assert statement["Sid"] == "Administration"


def test_deployments_are_gradual_and_end_with_the_alarms(cloudformation):
    for parameters, configuration, alarms in [
        ({}, "Canary10Percent5Minutes", ["Outputs.FunctionErrors", "Outputs.ServerErrors"]),
        ({"Deployment": "AllAtOnce"}, "AllAtOnce", []),
    ]:
        resources = cloudformation(**parameters)
        aliases = {name: it for name, it in resources.items() if it["Type"] == "AWS::Lambda::Alias"}
        groups = of_type(resources, "AWS::CodeDeploy::DeploymentGroup")
        assert len(aliases) == len(groups) == len(of_type(resources, "AWS::Lambda::Function"))
        used = {it["UpdatePolicy"]["CodeDeployLambdaAliasUpdate"]["DeploymentGroupName"]["Ref"] for it in aliases.values()}
        assert used == set(groups)
        for group in groups.values():
            assert group["DeploymentConfigName"]["Fn::Sub"][1] == {"ConfigName": configuration}
            configured = group["AlarmConfiguration"].get("Alarms", [])
            assert [alarm["Name"]["Fn::GetAtt"][1] for alarm in configured] == alarms
            assert "DEPLOYMENT_STOP_ON_ALARM" in group["AutoRollbackConfiguration"]["Events"]


def test_routes_invoke_the_published_version(cloudformation):
    resources = cloudformation()
    apis = of_type(resources, "AWS::ApiGatewayV2::Api")
    assert set(apis) == {"Api", "SocketApi"}
    for path, methods in apis["Api"]["Body"]["paths"].items():
        for method in methods.values():
            assert "Aliaslive" in json.dumps(method["x-amazon-apigateway-integration"]["uri"]), path
    (integration,) = of_type(resources, "AWS::ApiGatewayV2::Integration").values()
    assert (integration["ApiId"], integration["IntegrationType"]) == ({"Ref": "SocketApi"}, "AWS_PROXY")
    assert "functions/${NotificationsSocketAliaslive}/invocations" in json.dumps(integration["IntegrationUri"])
    assert resources["SocketPermission"]["Properties"]["FunctionName"] == {"Ref": "NotificationsSocketAliaslive"}


@pytest.mark.parametrize("chosen", ["yes", "no"])
def test_access_log_of_the_socket_is_optional(cloudformation, chosen):
    (stage,) = [
        it for it in of_type(cloudformation(SocketAccessLog=chosen), "AWS::ApiGatewayV2::Stage").values() if it["StageName"] == "socket"
    ]
    assert ("AccessLogSettings" in stage) == (chosen == "yes")


def parameters_in(it):
    return references(it) & PARAMETERS


def test_changed_setting_publishes_a_version(template, functions, cloudformation):
    """An alias keeps its version, and with it the settings, until another version is published."""
    settings = template["Resources"]["Settings"]["Properties"]
    recorded = parameters_in(settings["Content"])
    conditions = {
        "HasBaseUrl": "BaseUrl",
        "HasDomain": "DomainName",
        "HasJwksBaseUrl": "JwksBaseUrl",
        "HasRestoredAccounts": "RestoredAccountsTable",
        "HasLists": "UseLists",
    }
    for name, function in functions.items():
        variables = function["Properties"]["Environment"]["Variables"]
        missing = parameters_in(variables) - recorded
        assert not missing, (name, missing)
        used = set(re.findall(r'"Fn::If": \["(\w+)"', json.dumps(variables)))
        assert {conditions[condition] for condition in used} <= recorded, name
    for version in of_type(cloudformation(), "AWS::Lambda::Version").values():
        # CloudFormation replaces a version with another description.
        assert "Settings.VersionNumber" in json.dumps(version["Description"])


def test_changed_template_publishes_a_version(functions):
    assert all(it["Properties"]["AutoPublishAliasAllProperties"] is True for it in functions.values())


def test_address_of_alarms_is_subscribed(cloudformation):
    assert not of_type(cloudformation(), "AWS::SNS::Subscription")
    (subscription,) = of_type(cloudformation(AlarmEmail="operator@example.org"), "AWS::SNS::Subscription").values()
    assert subscription["Protocol"] == "email" and subscription["TopicArn"] == {"Ref": "AlarmTopic"}
