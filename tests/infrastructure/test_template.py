"""What the template promises: least privilege, durable tables, throttles, logs without callers' data."""

import json

import pytest
from conftest import ROOT

LOGIN_ROUTES = [
    "POST /authorization/v1/api/permission/issue-by-key",
    "POST /authorization/v1/api/permission/issue-by-factors",
    "POST /authorization/v1/api/security-factor/credentials",
    "POST /authorization/v1/api/account/credentials",
    "PUT /authorization/v1/api/account/credentials",
    "DELETE /authorization/v1/api/account",
    "POST /authorization/v1/api/account/delete",
]
# They know no resources; AWS documents "*" as the only value.
ACTIONS_WITHOUT_RESOURCES = {"xray:PutTraceSegments", "xray:PutTelemetryRecords"}


def listed(value):
    return value if isinstance(value, list) else [value]


def statements(role):
    for policy in role["Properties"]["Policies"]:
        yield from policy["PolicyDocument"]["Statement"]


def routes(functions):
    for function in functions.values():
        for event in function["Properties"]["Events"].values():
            assert event["Type"] == "HttpApi"
            assert event["Properties"]["ApiId"] == {"Ref": "Api"}
            yield f'{event["Properties"]["Method"]} {event["Properties"]["Path"]}'


def role_of(function):
    return function["Properties"]["Role"]["Fn::GetAtt"][0]


# --- functions ---------------------------------------------------------------------------------


def test_every_service_has_a_function_that_builds_its_package(functions):
    binaries = {function["Metadata"]["BuildProperties"]["Binary"] for function in functions.values()}
    assert binaries == {folder.name for folder in (ROOT / "functions").iterdir() if folder.is_dir()}
    for function in functions.values():
        assert function["Metadata"]["BuildMethod"] == "rust-cargolambda"
        binary = function["Metadata"]["BuildProperties"]["Binary"]
        assert function["Properties"]["CodeUri"] == f"functions/{binary}"


def test_every_service_answers_all_methods_below_its_base_path(functions):
    for function in functions.values():
        binary = function["Metadata"]["BuildProperties"]["Binary"]
        assert f"ANY /{binary}/v1/{{proxy+}}" in routes({"one": function})


def test_runtime_time_and_memory_are_set(functions):
    for name, function in functions.items():
        properties = function["Properties"]
        assert properties["Runtime"] == "provided.al2023"
        assert properties["Handler"] == "bootstrap"
        assert properties["Architectures"] == [{"Ref": "Architecture"}]
        assert properties["Timeout"] <= 29, "the gateway gives up after 30 s"
        assert properties["MemorySize"] == (512 if name == "Authorization" else 256)
        assert properties["Tracing"] == "Active"


def test_every_function_logs_to_a_group_of_its_own_with_a_retention(functions, resources, template):
    groups = [function["Properties"]["LoggingConfig"]["LogGroup"]["Ref"] for function in functions.values()]
    assert len(set(groups)) == len(groups)
    for group in resources("AWS::Logs::LogGroup").values():
        assert group["Properties"]["RetentionInDays"] == {"Ref": "LogRetentionDays"}
    assert min(template["Parameters"]["LogRetentionDays"]["AllowedValues"]) >= 30


# --- permissions -------------------------------------------------------------------------------


def test_every_function_has_a_role_of_its_own(functions, resources):
    roles = [role_of(function) for function in functions.values()]
    assert sorted(roles) == sorted(resources("AWS::IAM::Role"))
    for function in functions.values():
        assert "Policies" not in function["Properties"], "policies stand in the role"


def test_no_statement_allows_every_action_or_resource(resources):
    for role in resources("AWS::IAM::Role").values():
        assert "ManagedPolicyArns" not in role["Properties"]
        for statement in statements(role):
            actions = listed(statement["Action"])
            assert not any("*" in action for action in actions)
            if "*" in listed(statement["Resource"]):
                assert set(actions) <= ACTIONS_WITHOUT_RESOURCES


def texts(value):
    """Every text in a value, however deep."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [text for item in value for text in texts(item)]
    return [value]


def test_only_the_merchants_are_allowed_by_a_pattern(resources):
    patterns = {
        text
        for role in resources("AWS::IAM::Role").values()
        for statement in statements(role)
        for text in texts(statement["Resource"])
        if "*" in text and not set(listed(statement["Action"])) <= ACTIONS_WITHOUT_RESOURCES
    }
    assert {pattern.rsplit(":", 1)[-1] for pattern in patterns} == {"${SecretsPrefix}/merchants/*"}


def asks_networks(name):
    return name.startswith(("AddressInfo", "BlockchainConnector"))


def test_what_asks_networks_reads_one_secret_and_no_table_but_the_list_of_tokens(functions, resources):
    roles = resources("AWS::IAM::Role")
    for name, function in functions.items():
        if asks_networks(name):
            allowed = {
                action: statement["Resource"]
                for statement in statements(roles[role_of(function)])
                for action in listed(statement["Action"])
            }
            tables = {"dynamodb"} if name in KNOW_ASSETS else set()
            assert {action.split(":")[0] for action in allowed} == {"logs", "xray", "secretsmanager"} | tables
            assert allowed["secretsmanager:GetSecretValue"] == {"Ref": "UpstreamKeys"}


def test_the_keys_of_upstreams_are_for_what_asks_networks_alone(functions, resources):
    roles = resources("AWS::IAM::Role")
    readers = {
        name
        for name, function in functions.items()
        for statement in statements(roles[role_of(function)])
        if {"Ref": "UpstreamKeys"} in listed(statement["Resource"])
    }
    assert readers == {name for name in functions if asks_networks(name)}


def test_every_secret_that_is_read_has_the_name_that_the_function_asks_for(functions, resources):
    names = {key: it["Properties"]["Name"] for key, it in resources("AWS::SecretsManager::Secret").items()}
    assert names == {
        "SigningKeys": {"Fn::Sub": "${SecretsPrefix}/signing-keys"},
        "UpstreamKeys": {"Fn::Sub": "${SecretsPrefix}/upstreams"},
    }
    roles = resources("AWS::IAM::Role")
    for name, function in functions.items():
        allowed = [action for it in statements(roles[role_of(function)]) for action in listed(it["Action"])]
        expected = {"Ref": "SecretsPrefix"} if "secretsmanager:GetSecretValue" in allowed else None
        assert variables(function).get("WALLET_CLOUD_SECRETS_PREFIX") == expected, name


# --- settings ----------------------------------------------------------------------------------


def variables(function):
    return function["Properties"]["Environment"]["Variables"]


CHAINS = {
    "BtcLike": ["Btc", "Ltc", "Bch", "Doge"],
    "EthLike": ["Eth", "Etc", "Ftm", "Avax", "Matic", "Bsc", "Op"],
    "Xlm": ["Xlm"],
}


def test_every_chain_and_network_has_a_parameter_for_its_upstreams(functions, template):
    for name in filter(asks_networks, functions):
        (chains,) = [chains for family, chains in CHAINS.items() if name.endswith(family)]
        upstreams = {key: value for key, value in variables(functions[name]).items() if "_UPSTREAM_" in key}
        assert upstreams == {
            f"WALLET_CLOUD_UPSTREAM_{chain}_{network}".upper(): {"Ref": f"Upstream{chain}{network}"}
            for chain in chains
            for network in ["Livenet", "Testnet"]
        }
        for reference in upstreams.values():
            assert template["Parameters"][reference["Ref"]]["Default"] == "", "no chain needs an upstream to be deployed"


def test_asset_info_may_read_and_write_the_assets_and_nothing_else(resources):
    role = resources("AWS::IAM::Role")["AssetInfoRole"]
    tables = [it for it in statements(role) if any(action.startswith("dynamodb:") for action in listed(it["Action"]))]
    (table,) = tables
    assert table["Resource"] == {"Fn::GetAtt": ["Assets", "Arn"]}
    assert sorted(table["Action"]) == ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Scan", "dynamodb:UpdateItem"]
    others = {action.split(":")[0] for it in statements(role) if it is not table for action in listed(it["Action"])}
    assert others == {"logs", "xray"}


KNOW_ASSETS = {"AssetInfo", "AddressInfoEthLike"}


def test_only_who_lists_assets_or_balances_of_tokens_knows_the_table_of_assets(functions, resources):
    for name, function in functions.items():
        variables = function["Properties"]["Environment"]["Variables"]
        assert (variables.get("WALLET_CLOUD_ASSETS_TABLE") == {"Ref": "Assets"}) == (name in KNOW_ASSETS)
    for name, role in resources("AWS::IAM::Role").items():
        named = any(text == "Assets" for it in statements(role) for text in texts(it["Resource"]))
        assert named == (name.removesuffix("Role") in KNOW_ASSETS)


def test_address_info_may_read_the_assets_and_nothing_else_of_the_tables(resources):
    role = resources("AWS::IAM::Role")["AddressInfoEthLikeRole"]
    (table,) = [it for it in statements(role) if any(action.startswith("dynamodb:") for action in listed(it["Action"]))]
    assert table["Resource"] == {"Fn::GetAtt": ["Assets", "Arn"]}
    assert sorted(table["Action"]) == ["dynamodb:GetItem", "dynamodb:Scan"]


def test_no_role_may_write_a_secret_and_only_readers_of_the_assets_scan_a_table(resources):
    allowed = {
        action
        for name, role in resources("AWS::IAM::Role").items()
        if name.removesuffix("Role") not in KNOW_ASSETS
        for statement in statements(role)
        for action in listed(statement["Action"])
        if action.startswith(("secretsmanager:", "dynamodb:"))
    }
    assert allowed <= {
        "secretsmanager:GetSecretValue",
        "dynamodb:GetItem",
        "dynamodb:PutItem",
        "dynamodb:UpdateItem",
        "dynamodb:DeleteItem",
        "dynamodb:ConditionCheckItem",
        "dynamodb:Query",
    }


# --- tables and secrets ------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["Accounts", "Sessions", "Throttle", "Assets"])
def test_tables_survive_the_stack_and_expire_what_is_over(table, resources):
    it = resources("AWS::DynamoDB::Table")[table]
    assert it["DeletionPolicy"] == it["UpdateReplacePolicy"] == "Retain"
    properties = it["Properties"]
    assert properties["DeletionProtectionEnabled"] is True
    assert properties["SSESpecification"]["SSEEnabled"] is True
    assert properties["BillingMode"] == "PAY_PER_REQUEST"
    assert set(properties["OnDemandThroughput"]) == {"MaxReadRequestUnits", "MaxWriteRequestUnits"}
    expiring = {"AttributeName": "ttl", "Enabled": True}
    assert properties.get("TimeToLiveSpecification") == (None if table == "Assets" else expiring)
    assert properties["KeySchema"] == [{"AttributeName": "pk", "KeyType": "HASH"}]
    restorable = properties["PointInTimeRecoverySpecification"]["PointInTimeRecoveryEnabled"]
    assert restorable is (table != "Throttle")


def test_secrets_are_kept_and_their_values_stand_nowhere(resources):
    for secret in resources("AWS::SecretsManager::Secret").values():
        assert secret["DeletionPolicy"] == secret["UpdateReplacePolicy"] == "Retain"
        assert not {"SecretString", "GenerateSecretString"} & set(secret["Properties"])


# --- the gateway -------------------------------------------------------------------------------


def test_the_stage_adds_nothing_to_the_path_and_the_gateway_no_cors(resources):
    (api,) = resources("AWS::Serverless::HttpApi").values()
    assert api["Properties"]["StageName"] == "$default"
    assert "CorsConfiguration" not in api["Properties"]


def test_login_and_registration_are_throttled_tighter(resources):
    (api,) = resources("AWS::Serverless::HttpApi").values()
    default = api["Properties"]["DefaultRouteSettings"]
    assert default["ThrottlingRateLimit"] <= 100 and default["ThrottlingBurstLimit"] <= 200
    tighter = api["Properties"]["RouteSettings"]
    assert sorted(tighter) == sorted(LOGIN_ROUTES)
    for settings in tighter.values():
        assert settings["ThrottlingRateLimit"] <= 20 and settings["ThrottlingBurstLimit"] <= 40


def test_settings_are_for_routes_that_exist(functions, resources):
    """A deployment with settings for an unknown route fails."""
    (api,) = resources("AWS::Serverless::HttpApi").values()
    assert set(api["Properties"]["RouteSettings"]) <= set(routes(functions))


def test_no_route_is_mapped_twice(functions):
    every = list(routes(functions))
    assert len(every) == len(set(every))


def test_the_access_log_is_json_without_anything_that_a_caller_wrote(resources):
    (api,) = resources("AWS::Serverless::HttpApi").values()
    line = json.loads(api["Properties"]["AccessLogSettings"]["Format"])
    # `$context.path` holds what the caller typed; headers, query and body have no variables in an HTTP API.
    allowed = ("requestTimeEpoch", "requestId", "identity.sourceIp", "routeKey", "status", "responseLatency")
    allowed += ("integrationLatency", "responseLength", "error.responseType", "integration.error")
    assert {value.removeprefix("$context.") for value in line.values()} <= set(allowed)
