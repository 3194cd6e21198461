"""Guarantees of the template: least privilege, durable tables, throttling, logs without client data."""

import json
import re
import string

import pytest
from conftest import ROOT
from expand_templates import expanded

LOGIN_ROUTES = [
    "POST /authorization/v1/api/permission/issue-by-key",
    "POST /authorization/v1/api/permission/issue-by-factors",
    "POST /authorization/v1/api/security-factor/credentials",
    "POST /authorization/v1/api/account/credentials",
    "PUT /authorization/v1/api/account/credentials",
    "DELETE /authorization/v1/api/account",
    "POST /authorization/v1/api/account/delete",
    "POST /authorization/v1/api/security-factor/otp",
    "POST /authorization/v1/api/account/otp",
    "POST /authorization/v1/api/account/otp/confirm",
    "POST /authorization/v1/api/account/otp/recovery-codes",
    "DELETE /authorization/v1/api/account/otp",
    "POST /authorization/v1/api/account/otp/delete",
]
# The routes on which all callers and functions depend, and the parameter of each throttle.
SHARED_ROUTES = {
    "POST /authorization/v1/api/permission/refresh": "RefreshThrottle",
    "GET /authorization/v1/.well-known/jwks.json": "JwksThrottle",
    "GET /authorization/v1/health": "HealthThrottle",
}
# The time in seconds between the start of an invocation and that of the deadline of a request (REQUEST_TIME, 25 s).
START_UP = 2
# These actions have no resources; AWS documents "*" as the only value.
ACTIONS_WITHOUT_RESOURCES = {"xray:PutTraceSegments", "xray:PutTelemetryRecords"}


def listed(value):
    return value if isinstance(value, list) else [value]


def statements(role):
    for policy in role["Properties"]["Policies"]:
        yield from policy["PolicyDocument"]["Statement"]


def routes(functions):
    for function in functions.values():
        for event in function["Properties"].get("Events", {}).values():
            if event["Type"] in ["Schedule", "SQS"]:
                continue
            assert event["Type"] == "HttpApi"
            assert event["Properties"]["ApiId"] == {"Ref": "Api"}
            yield f'{event["Properties"]["Method"]} {event["Properties"]["Path"]}'


THROTTLES = ["DefaultThrottle", "LoginThrottle", *SHARED_ROUTES.values()]


def throttle(settings):
    """Returns the parameter of the rate of a throttle, which has a parameter of its burst."""
    rate = settings["ThrottlingRateLimit"]["Ref"]
    assert settings["ThrottlingBurstLimit"] == {"Ref": rate.replace("Throttle", "Burst")}
    return rate


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


# The functions without a route, which a schedule and a queue invoke.
WATCH = "NotificationsWatch"
DELIVER = "NotificationsDeliver"
# The function that a WebSocket API invokes.
SOCKET = "NotificationsSocket"


def test_every_service_serves_all_methods_below_its_base_path(functions):
    for name, function in functions.items():
        binary = function["Metadata"]["BuildProperties"]["Binary"]
        if name in [WATCH, DELIVER, SOCKET]:
            assert not list(routes({"one": function}))
            continue
        assert f"ANY /{binary}/v1/{{proxy+}}" in routes({"one": function})


def test_runtime_time_and_memory_are_set(functions):
    for name, function in functions.items():
        properties = function["Properties"]
        assert properties["Runtime"] == "provided.al2023"
        assert properties["Handler"] == "bootstrap"
        assert properties["Architectures"] == [{"Ref": "Architecture"}]
        if name in [WATCH, DELIVER]:
            assert properties["Timeout"] == 30, "the time of a lease and of a claim"
        else:
            assert 25 + START_UP <= properties["Timeout"] <= 29, "the gateway times out after 30 s"
        assert properties["MemorySize"] == (512 if name in ["Authorization", WATCH] else 256)
        assert properties["Tracing"] == "Active"


@pytest.mark.parametrize("name, source, work", [(WATCH, "watch/src/watch.rs", 20), (DELIVER, "deliver/src/deliver.rs", 20)])
def test_schedule_starts_every_minute_and_is_not_repeated(functions, name, source, work):
    function = functions[name]["Properties"]
    (event,) = [event for event in function["Events"].values() if event["Type"] == "Schedule"]
    assert event["Properties"]["Schedule"] == "rate(1 minute)"
    assert function["EventInvokeConfig"] == {"MaximumRetryAttempts": 0, "MaximumEventAgeInSeconds": 60}
    source = (ROOT / f"functions/notifications-{source}").read_text()
    margin = re.search(r"MARGIN: Duration = Duration::from_secs\((\d+)\)", source)
    assert 0 < int(margin[1]) <= function["Timeout"] - work


# --- queues ------------------------------------------------------------------------------------


def queue_events(function):
    """Returns the events of queues of a function, by the names of the queues."""
    events = function["Properties"].get("Events", {}).values()
    events = [event["Properties"] for event in events if event["Type"] == "SQS"]
    return {event["Queue"]["Fn::GetAtt"][0]: event for event in events}


def test_queue_repeats_only_messages_that_failed_and_keeps_those_that_fail_always(functions, resources):
    queues = resources("AWS::SQS::Queue")
    read = {queue for function in functions.values() for queue in queue_events(function)}
    dead = set(queues) - read
    assert {f"Dead{queue}" for queue in read} == dead
    for function in functions.values():
        for name, event in queue_events(function).items():
            queue = queues[name]["Properties"]
            assert event["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
            assert event["BatchSize"] <= 10 and 2 <= event["ScalingConfig"]["MaximumConcurrency"] <= 1000
            assert queue["VisibilityTimeout"] >= 6 * function["Properties"]["Timeout"]
            redrive = queue["RedrivePolicy"]
            assert redrive["deadLetterTargetArn"] == {"Fn::GetAtt": [f"Dead{name}", "Arn"]}
            # Otherwise a message expires before the last attempt.
            assert queue["MessageRetentionPeriod"] > redrive["maxReceiveCount"] * queue["VisibilityTimeout"]
            assert "FifoQueue" not in queue
    for name in dead:
        assert "RedrivePolicy" not in queues[name]["Properties"]
        assert queues[name]["Properties"]["MessageRetentionPeriod"] == 14 * 24 * 3600


# The queues that a function may send to and receive from.
QUEUES = {WATCH: {"Ticks": "sr", "DueDeliveries": "s"}, DELIVER: {"DueDeliveries": "sr"}, SOCKET: {"DueDeliveries": "s"}}
QUEUE_ACTIONS = {"s": ["sqs:SendMessage"], "r": ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"]}


def test_functions_may_use_their_queues_only(functions, resources):
    for name, function in functions.items():
        allowed = {
            statement["Resource"]["Fn::GetAtt"][0]: sorted(statement["Action"])
            for statement in statements(resources("AWS::IAM::Role")[role_of(function)])
            if any(action.startswith("sqs:") for action in listed(statement["Action"]))
        }
        expected = {
            queue: sorted(action for use in uses for action in QUEUE_ACTIONS[use]) for queue, uses in QUEUES.get(name, {}).items()
        }
        assert allowed == expected, name
        assert set(queue_events(function)) == {queue for queue, uses in QUEUES.get(name, {}).items() if "r" in uses}
        sent = {value["Ref"] for key, value in variables(function).items() if key.endswith("_QUEUE")}
        assert sent == {queue for queue, uses in QUEUES.get(name, {}).items() if "s" in uses}


def test_every_function_has_a_separate_log_group_with_a_retention(functions, resources, template):
    groups = [function["Properties"]["LoggingConfig"]["LogGroup"]["Ref"] for function in functions.values()]
    assert len(set(groups)) == len(groups)
    for group in resources("AWS::Logs::LogGroup").values():
        assert group["Properties"]["RetentionInDays"] == {"Ref": "LogRetentionDays"}
    assert min(template["Parameters"]["LogRetentionDays"]["AllowedValues"]) >= 30


# --- permissions -------------------------------------------------------------------------------


def test_every_function_has_a_separate_role(functions, resources):
    roles = [role_of(function) for function in functions.values()]
    assert sorted(set(roles)) == sorted(roles)
    assert sorted(roles) == sorted(resources("AWS::IAM::Role"))
    for function in functions.values():
        assert "Policies" not in function["Properties"], "policies belong to the role"


def test_no_statement_allows_every_action_or_resource(resources):
    for role in resources("AWS::IAM::Role").values():
        assert "ManagedPolicyArns" not in role["Properties"]
        for statement in statements(role):
            actions = listed(statement["Action"])
            assert not any("*" in action for action in actions)
            if "*" in listed(statement["Resource"]):
                assert set(actions) <= ACTIONS_WITHOUT_RESOURCES


def strings(value):
    """Returns mapped string in a nested value."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [text for item in value for text in strings(item)]
    return [value]


def test_only_merchants_and_connections_are_allowed_by_a_pattern(functions, resources):
    patterns = {
        text
        for role in resources("AWS::IAM::Role").values()
        for statement in statements(role)
        for text in strings(statement["Resource"])
        if "*" in text and not set(listed(statement["Action"])) <= ACTIONS_WITHOUT_RESOURCES
    }
    connections = {f"${{SocketApi}}/${{SocketStage}}/{method}/@connections/*" for method in ["POST", "DELETE"]}
    assert {pattern.rsplit(":", 1)[-1] for pattern in patterns} == {"${SecretsPrefix}/merchants/*"} | connections
    for name, function in functions.items():
        role = resources("AWS::IAM::Role")[role_of(function)]
        of_sockets = [it for it in statements(role) if any(action.startswith("execute-api:") for action in listed(it["Action"]))]
        assert [it["Action"] for it in of_sockets] == ["execute-api:ManageConnections"] * (name in [DELIVER, SOCKET]), name
        found = {text.rsplit(":", 1)[-1] for it in of_sockets for text in strings(it["Resource"])}
        assert found == (connections if of_sockets else set()), name


def uses_networks(name):
    return name.startswith(("AddressInfo", "BlockchainConnector"))


def test_network_functions_have_no_other_permissions(functions, resources):
    roles = resources("AWS::IAM::Role")
    for name, function in functions.items():
        if uses_networks(name):
            allowed = {
                action: statement["Resource"]
                for statement in statements(roles[role_of(function)])
                for action in listed(statement["Action"])
            }
            assert {action.split(":")[0] for action in allowed} == {"logs", "xray", "secretsmanager", "dynamodb"}


# By the end of the names of the functions that read them.
UPSTREAM_SECRETS = {
    "BtcLike": "BtcLikeUpstreamKeys",
    "EthLike": "EthLikeUpstreamKeys",
    "Xlm": "XlmUpstreamKeys",
    "AssetInfo": "PriceUpstreamKeys",
}
# They read the keys of every family of chains.
WATCHERS = ["Notifications", WATCH]
SIGNERS = ["Notifications", DELIVER]
# They compare recipients with the lists of the operator.
LIST_READERS = [f"{service}{family}" for service in ["AddressInfo", "BlockchainConnector"] for family in ["BtcLike", "EthLike", "Xlm"]]
# They record what they broadcast in the table of notifications.
BROADCASTERS = ["BlockchainConnectorBtcLike", "BlockchainConnectorEthLike"]


def upstream_secrets(name):
    """Returns the secrets that a function reads."""
    if name in WATCHERS:
        return {UPSTREAM_SECRETS[family] for family in ["BtcLike", "EthLike", "Xlm"]}
    of_prices = {"PriceUpstreamKeys"} if name in PRICE_READERS else set()
    return {secret for family, secret in UPSTREAM_SECRETS.items() if name.endswith(family)} | of_prices


def test_a_function_reads_only_the_upstream_keys_of_its_family(functions, resources):
    roles = resources("AWS::IAM::Role")
    for name, function in functions.items():
        read = {
            text
            for statement in statements(roles[role_of(function)])
            for text in strings(statement["Resource"])
            if text.endswith("UpstreamKeys")
        }
        assert read == upstream_secrets(name), name


def test_every_read_secret_has_the_name_that_the_function_uses(functions, resources):
    names = {key: it["Properties"]["Name"] for key, it in resources("AWS::SecretsManager::Secret").items()}
    assert names == {
        "SigningKeys": {"Fn::Sub": "${SecretsPrefix}/signing-keys"},
        "BtcLikeUpstreamKeys": {"Fn::Sub": "${SecretsPrefix}/upstreams/btc-like"},
        "EthLikeUpstreamKeys": {"Fn::Sub": "${SecretsPrefix}/upstreams/eth-like"},
        "XlmUpstreamKeys": {"Fn::Sub": "${SecretsPrefix}/upstreams/xlm"},
        "PriceUpstreamKeys": {"Fn::Sub": "${SecretsPrefix}/upstreams/prices"},
        "DeliveryMasterKey": {"Fn::Sub": "${SecretsPrefix}/delivery-master-key"},
    }
    roles = resources("AWS::IAM::Role")
    for name, function in functions.items():
        allowed = [action for it in statements(roles[role_of(function)]) for action in listed(it["Action"])]
        expected = {"Ref": "SecretsPrefix"} if "secretsmanager:GetSecretValue" in allowed else None
        assert variables(function).get("WALLET_CLOUD_SECRETS_PREFIX") == expected, name


def test_only_the_functions_that_sign_deliveries_read_the_master_key(resources):
    for name, role in resources("AWS::IAM::Role").items():
        read = any(text == "DeliveryMasterKey" for it in statements(role) for text in strings(it["Resource"]))
        assert read == (name.removesuffix("Role") in SIGNERS), name


# --- settings ----------------------------------------------------------------------------------


def variables(function):
    return function["Properties"]["Environment"]["Variables"]


UPSTREAM_BUDGET = "WALLET_CLOUD_UPSTREAM_REQUESTS_PER_MINUTE"


def upstreams_of(function):
    """The variables that list upstreams: all with their prefix but the budget of the callers."""
    return {key: value for key, value in variables(function).items() if "_UPSTREAM_" in key and key != UPSTREAM_BUDGET}


def chains_of(family):
    """Returns the chains of a family as its OpenAPI document lists them, in the spelling of the parameters."""
    document = json.loads((ROOT / "functions" / f"address-info-{family}" / "openapi.json").read_text())
    (chain,) = [it for it in document["paths"]["/api/{chain}"]["get"]["parameters"] if it["name"] == "chain"]
    return [name.capitalize() for name in chain["schema"]["enum"]]


CHAINS = {"BtcLike": chains_of("btc-like"), "EthLike": chains_of("eth-like"), "Xlm": chains_of("xlm")}


def test_every_chain_and_network_has_a_parameter_for_its_upstreams(functions, template):
    for name in [*filter(uses_networks, functions), *WATCHERS]:
        families = [family for family in CHAINS if name in WATCHERS or name.endswith(family)]
        chains = [chain for family in families for chain in CHAINS[family]]
        upstreams = {key: it for key, it in upstreams_of(functions[name]).items() if key != "WALLET_CLOUD_UPSTREAM_PRICES"}
        assert upstreams == {
            f"WALLET_CLOUD_UPSTREAM_{chain}_{network}".upper(): {"Ref": f"Upstream{chain}{network}"}
            for chain in chains
            for network in ["Livenet", "Testnet"]
        }
        for reference in upstreams.values():
            assert template["Parameters"][reference["Ref"]]["Default"] == "", "deployment requires no upstream"


def test_asset_info_may_read_and_write_only_the_assets_and_the_prices(resources):
    role = resources("AWS::IAM::Role")["AssetInfoRole"]
    tables = [it for it in statements(role) if any(action.startswith("dynamodb:") for action in listed(it["Action"]))]
    actions = {table["Resource"]["Fn::GetAtt"][0]: sorted(table["Action"]) for table in tables}
    edits = ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:Scan", "dynamodb:UpdateItem"]
    assert actions == {"Assets": edits, "Prices": ["dynamodb:BatchGetItem", "dynamodb:PutItem"]}
    others = {action.split(":")[0] for it in statements(role) if it not in tables for action in listed(it["Action"])}
    assert others == {"logs", "xray", "secretsmanager"}


def test_asset_info_has_a_parameter_for_price_sources(functions, template):
    upstreams = upstreams_of(functions["AssetInfo"])
    assert upstreams == {"WALLET_CLOUD_UPSTREAM_PRICES": {"Ref": "UpstreamPrices"}}
    assert template["Parameters"]["UpstreamPrices"]["Default"] == "", "deployment requires no price source"


ASSET_READERS = {"AssetInfo", "AddressInfoEthLike", "BlockchainConnectorEthLike", WATCH}
PRICE_READERS = {"AssetInfo", "AddressInfoBtcLike", "AddressInfoEthLike", "AddressInfoXlm"}


def test_only_price_readers_know_the_prices_table_and_the_price_sources(functions):
    for name, function in functions.items():
        variables = function["Properties"]["Environment"]["Variables"]
        expected = {"Ref": "Prices"} if name in PRICE_READERS else None
        assert variables.get("WALLET_CLOUD_PRICES_TABLE") == expected, name
        assert ("WALLET_CLOUD_UPSTREAM_PRICES" in variables) == (name in PRICE_READERS), name


def test_only_asset_readers_know_the_assets_table(functions, resources):
    for name, function in functions.items():
        variables = function["Properties"]["Environment"]["Variables"]
        assert (variables.get("WALLET_CLOUD_ASSETS_TABLE") == {"Ref": "Assets"}) == (name in ASSET_READERS)
    for name, role in resources("AWS::IAM::Role").items():
        named = any(text == "Assets" for it in statements(role) for text in strings(it["Resource"]))
        assert named == (name.removesuffix("Role") in ASSET_READERS)


def test_address_info_may_only_read_the_assets_and_the_lists_and_add_prices(resources):
    for family in ["BtcLike", "EthLike", "Xlm"]:
        role = resources("AWS::IAM::Role")[f"AddressInfo{family}Role"]
        tables = [it for it in statements(role) if any(action.startswith("dynamodb:") for action in listed(it["Action"]))]
        actions = {table["Resource"]["Fn::GetAtt"][0]: sorted(listed(table["Action"])) for table in tables}
        assets = {"Assets": ["dynamodb:GetItem", "dynamodb:Scan"]} if family == "EthLike" else {}
        others = {"Lists": ["dynamodb:GetItem"], "Prices": ["dynamodb:BatchGetItem", "dynamodb:PutItem"]}
        assert actions == assets | others


def test_notifications_may_change_only_their_table_and_the_loops_read_the_assets(functions, resources):
    for name in WATCHERS:
        role = resources("AWS::IAM::Role")[role_of(functions[name])]
        tables = {
            it["Resource"]["Fn::GetAtt"][0]: sorted(it["Action"])
            for it in statements(role)
            if any(action.startswith("dynamodb:") for action in listed(it["Action"]))
        }
        written = ["BatchGetItem", "BatchWriteItem", "ConditionCheckItem", "DeleteItem"]
        written += ["GetItem", "PutItem", "Query", "UpdateItem"]
        assets = {"Assets": ["dynamodb:GetItem", "dynamodb:Scan"]} if name == WATCH else {}
        assert tables == assets | {"Subscriptions": [f"dynamodb:{action}" for action in written]}


def test_only_notifications_know_their_table_and_settings(functions, resources, template):
    settings = {
        "WALLET_CLOUD_NOTIFY_MAX_SUBSCRIPTIONS": "NotifyMaxSubscriptions",
        "WALLET_CLOUD_NOTIFY_MAX_ADDRESSES": "NotifyMaxAddresses",
        "WALLET_CLOUD_NOTIFY_RETENTION_DAYS": "NotifyRetentionDays",
        "WALLET_CLOUD_NOTIFY_RETRY_SCHEDULE": "NotifyRetrySchedule",
        "WALLET_CLOUD_NOTIFY_CHAINS": "NotifyChains",
        "WALLET_CLOUD_NOTIFY_SECRET_OVERLAP": "NotifySecretOverlap",
        "WALLET_CLOUD_NOTIFY_CONTACT": "NotifyContact",
    }
    sending = ["RETRY_SCHEDULE", "SECRET_OVERLAP", "CONTACT"]
    of_function = {
        "Notifications": ["MAX_SUBSCRIPTIONS", "MAX_ADDRESSES", "RETENTION_DAYS", "CHAINS", *sending],
        WATCH: ["RETENTION_DAYS", "CHAINS", "RETRY_SCHEDULE"],
        DELIVER: ["RETENTION_DAYS", *sending],
        SOCKET: [],
    }
    for name, function in functions.items():
        names = [f"WALLET_CLOUD_NOTIFY_{setting}" for setting in of_function.get(name, [])]
        expected = {key: {"Ref": settings[key]} for key in names}
        if name in [*of_function, *BROADCASTERS]:
            expected["WALLET_CLOUD_NOTIFICATIONS_TABLE"] = {"Ref": "Subscriptions"}
        addresses = ("_QUEUE", "_CONNECTIONS_URL")
        found = {key: value for key, value in variables(function).items() if "_NOTIF" in key and not key.endswith(addresses)}
        assert found == expected, name
    for parameter in settings.values():
        assert template["Parameters"][parameter]["Default"] == ""
    pattern = template["Parameters"]["NotifyChains"]["AllowedPattern"]
    for value in ["", "btc-livenet", "btc-livenet, eth-testnet,xlm-livenet"]:
        assert re.match(pattern, value), value
    for value in ["btc", "btc-mainnet", "btc-livenet,", "BTC-livenet"]:
        assert not re.match(pattern, value), value
    for name, role in resources("AWS::IAM::Role").items():
        named = any(text == "Subscriptions" for it in statements(role) for text in strings(it["Resource"]))
        assert named == (name.removesuffix("Role") in [*of_function, *BROADCASTERS])


def test_connectors_may_only_add_records_of_broadcasts(functions, resources):
    source = (ROOT / "shared/store/src/broadcasts.rs").read_text()
    prefix = re.search(r'format!\("(sent#)\{chain\}-', source).group(1)
    for name in BROADCASTERS:
        role = resources("AWS::IAM::Role")[role_of(functions[name])]
        tables = [it for it in statements(role) if any(action.startswith("dynamodb:") for action in listed(it["Action"]))]
        assets = [it for it in tables if "Assets" in strings(it["Resource"])]
        assert all(listed(it["Action"]) == ["dynamodb:BatchGetItem"] for it in assets)
        [table] = [it for it in tables if not {"Lists", "Assets"} & set(strings(it["Resource"]))]
        assert table == {
            "Effect": "Allow",
            "Action": "dynamodb:PutItem",
            "Resource": {"Fn::GetAtt": ["Subscriptions", "Arn"]},
            "Condition": {"ForAllValues:StringLike": {"dynamodb:LeadingKeys": f"{prefix}*"}},
        }


def test_list_readers_may_only_read_the_lists_and_read_them_if_the_operator_uses_lists(functions, resources, template):
    table = {"Effect": "Allow", "Action": "dynamodb:GetItem", "Resource": {"Fn::GetAtt": ["Lists", "Arn"]}}
    for name, function in functions.items():
        role = resources("AWS::IAM::Role")[role_of(function)]
        named = [it for it in statements(role) if "Lists" in strings(it["Resource"])]
        assert named == ([table] if name in LIST_READERS else []), name
        setting = {"Fn::If": ["HasLists", {"Ref": "Lists"}, ""]} if name in LIST_READERS else None
        assert variables(function).get("WALLET_CLOUD_LISTS_TABLE") == setting, name
    assert template["Parameters"]["UseLists"]["Default"] == "no"


def test_no_role_may_write_a_secret_and_only_asset_readers_scan_a_table(resources):
    allowed = {
        action
        for name, role in resources("AWS::IAM::Role").items()
        if name.removesuffix("Role") not in ASSET_READERS
        for statement in statements(role)
        for action in listed(statement["Action"])
        if action.startswith(("secretsmanager:", "dynamodb:"))
    }
    assert allowed <= {
        "secretsmanager:GetSecretValue",
        "dynamodb:GetItem",
        "dynamodb:BatchGetItem",
        "dynamodb:PutItem",
        "dynamodb:UpdateItem",
        "dynamodb:DeleteItem",
        "dynamodb:BatchWriteItem",
        "dynamodb:ConditionCheckItem",
        "dynamodb:Query",
    }


# --- tables and secrets ------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["Accounts", "Sessions", "Throttle", "Assets", "Prices", "Lists", "Subscriptions"])
def test_tables_survive_the_stack_and_expire_old_items(table, resources):
    it = resources("AWS::DynamoDB::Table")[table]
    assert it["DeletionPolicy"] == it["UpdateReplacePolicy"] == "Retain"
    properties = it["Properties"]
    assert properties["DeletionProtectionEnabled"] is True
    assert properties["SSESpecification"]["SSEEnabled"] is True
    assert properties["BillingMode"] == "PAY_PER_REQUEST"
    assert set(properties["OnDemandThroughput"]) == {"MaxReadRequestUnits", "MaxWriteRequestUnits"}
    expiring = {"AttributeName": "ttl", "Enabled": True}
    assert properties.get("TimeToLiveSpecification") == (None if table in ["Assets", "Prices", "Lists"] else expiring)
    sorted_by = [{"AttributeName": "sk", "KeyType": "RANGE"}] if table == "Subscriptions" else []
    assert properties["KeySchema"] == [{"AttributeName": "pk", "KeyType": "HASH"}, *sorted_by]
    attributes = {it["AttributeName"] for it in properties["AttributeDefinitions"]}
    assert attributes == {it["AttributeName"] for it in properties["KeySchema"]}
    restorable = properties["PointInTimeRecoverySpecification"]["PointInTimeRecoveryEnabled"]
    assert restorable is (table != "Throttle")


def test_secrets_are_retained_without_values_in_the_template(resources):
    for name, secret in resources("AWS::SecretsManager::Secret").items():
        assert secret["DeletionPolicy"] == secret["UpdateReplacePolicy"] == "Retain"
        assert "SecretString" not in secret["Properties"]
        assert ("GenerateSecretString" in secret["Properties"]) == (name == "DeliveryMasterKey")


def test_generated_master_key_has_the_form_that_the_functions_read(resources):
    generated = resources("AWS::SecretsManager::Secret")["DeliveryMasterKey"]["Properties"]["GenerateSecretString"]
    excluded = set(generated["ExcludeCharacters"])
    assert generated["ExcludeUppercase"] and generated["ExcludePunctuation"]
    assert set(string.ascii_lowercase + string.digits) - excluded == set(string.hexdigits.lower())
    assert generated["PasswordLength"] == 64


# --- the gateway -------------------------------------------------------------------------------


def test_stage_has_no_path_prefix_and_gateway_has_no_cors(resources):
    (api,) = resources("AWS::Serverless::HttpApi").values()
    assert api["Properties"]["StageName"] == "$default"
    assert "CorsConfiguration" not in api["Properties"]


def test_throttles_are_wider_than_the_limits_of_one_network(resources, template):
    """The gateway counts all callers together: the limits of the service and of the firewall for one address must be reached
    first. A host that ignores them uses up a throttle all the same."""
    (api,) = resources("AWS::Serverless::HttpApi").values()
    defaults = {name: template["Parameters"][name]["Default"] for name in THROTTLES}
    per_address = expanded(ROOT / "infrastructure/edge.yaml")["Parameters"]["RequestsPerAddress"]["Default"]
    seconds_of_the_firewall = 300
    assert 10 * per_address <= defaults["DefaultThrottle"] * seconds_of_the_firewall
    assert defaults["DefaultThrottle"] <= 500
    assert template["Parameters"]["DefaultBurst"]["Default"] == 2 * defaults["DefaultThrottle"]
    assert throttle(api["Properties"]["DefaultRouteSettings"]) == "DefaultThrottle"
    limits = api["Properties"]["RouteSettings"]
    assert sorted(limits) == sorted([*LOGIN_ROUTES, *SHARED_ROUTES])
    assert {throttle(limits[route]) for route in LOGIN_ROUTES} == {"LoginThrottle"}
    # An attempt reads at most four items before it is rejected.
    affordable = template["Parameters"]["TableMaxUnits"]["Default"] / 4
    assert 200 <= defaults["LoginThrottle"] <= affordable
    assert template["Parameters"]["LoginBurst"]["Default"] >= 400


def test_public_keys_refreshes_and_health_have_separate_throttles(resources, template):
    """A flood of requests without a token to other routes must not reject the fetch of keys, or a refresh."""
    (api,) = resources("AWS::Serverless::HttpApi").values()
    limits = api["Properties"]["RouteSettings"]
    for route, parameter in SHARED_ROUTES.items():
        assert throttle(limits[route]) == parameter
    guide = (ROOT / "docs/operations.md").read_text()
    for name in [*THROTTLES, *(rate.replace("Throttle", "Burst") for rate in THROTTLES)]:
        assert template["Parameters"][name]["Type"] == "Number" and template["Parameters"][name]["MinValue"] == 1
        assert f"`{name}`" in guide, name


def test_origin_secret_is_a_hash_in_every_function(functions, template):
    """A variable of a function contains no secret."""
    for name, function in functions.items():
        assert variables(function)["WALLET_CLOUD_ORIGIN_SECRET_SHA256"] == {"Ref": "OriginSecretSha256"}, name
    parameter = template["Parameters"]["OriginSecretSha256"]
    assert parameter["Default"] == ""
    for value in ["", "0" * 64, f"{'0' * 64},{'f' * 64}"]:
        assert re.match(parameter["AllowedPattern"], value), value
    for value in ["secret", "0" * 63, "F" * 64, ",".join(["0" * 64] * 3)]:
        assert not re.match(parameter["AllowedPattern"], value), value


def test_origin_secret_can_be_required_of_every_function(functions, template):
    for name, function in functions.items():
        assert variables(function)["WALLET_CLOUD_REQUIRE_ORIGIN_SECRET"] == {"Ref": "RequireOriginSecret"}, name
    parameter = template["Parameters"]["RequireOriginSecret"]
    assert parameter["Default"] == "false" and parameter["AllowedValues"] == ["true", "false"]
    rule = template["Rules"]["OriginSecret"]
    assert rule["RuleCondition"] == {"Fn::Equals": [{"Ref": "RequireOriginSecret"}, "true"]}
    (assertion,) = rule["Assertions"]
    assert assertion["Assert"] == {"Fn::Not": [{"Fn::Equals": [{"Ref": "OriginSecretSha256"}, ""]}]}


def test_every_function_has_the_budget_of_upstream_requests(functions, template):
    for name, function in functions.items():
        assert variables(function)[UPSTREAM_BUDGET] == {"Ref": "UpstreamRequestsPerMinute"}, name
    parameter = template["Parameters"]["UpstreamRequestsPerMinute"]
    assert (parameter["Default"], parameter["MinValue"], parameter["MaxValue"]) == (3000, 0, 60000)
    known = (ROOT / "shared/http/src/env/known.rs").read_text()
    assert f'"{UPSTREAM_BUDGET}"' in known
    assert "`UpstreamRequestsPerMinute`" in (ROOT / "docs/operations.md").read_text()


def test_rate_limits_are_parameters_of_the_authorization_function(functions, template):
    variables = functions["Authorization"]["Properties"]["Environment"]["Variables"]
    for variable, parameter in {
        "WALLET_CLOUD_FAILED_LOGINS_PER_NETWORK": "FailedLoginsPerNetwork",
        "WALLET_CLOUD_REGISTRATIONS_PER_NETWORK": "RegistrationsPerNetwork",
        "WALLET_CLOUD_REGISTRATIONS_PER_MERCHANT": "RegistrationsPerMerchant",
    }.items():
        assert variables[variable] == {"Ref": parameter}
        assert template["Parameters"][parameter]["Default"] == ""


def test_route_settings_refer_to_existing_routes(functions, resources):
    """Deployment fails for settings of an unknown route."""
    (api,) = resources("AWS::Serverless::HttpApi").values()
    assert set(api["Properties"]["RouteSettings"]) <= set(routes(functions))


def test_no_route_is_mapped_twice(functions):
    mapped = list(routes(functions))
    assert len(mapped) == len(set(mapped))


def test_every_message_of_the_socket_invokes_the_function(resources, template):
    (api,) = resources("AWS::ApiGatewayV2::Api").values()
    assert api["Properties"]["ProtocolType"] == "WEBSOCKET"
    routes = [it["Properties"] for it in resources("AWS::ApiGatewayV2::Route").values()]
    assert sorted(it["RouteKey"] for it in routes) == ["$connect", "$default", "$disconnect"]
    for route in routes:
        assert route["ApiId"] == {"Ref": "SocketApi"} and route["Target"] == {"Fn::Sub": "integrations/${SocketIntegration}"}
        # The token is in the first message: browsers cannot send headers.
        assert route["AuthorizationType"] == "NONE"
    (permission,) = resources("AWS::Lambda::Permission").values()
    assert permission["Properties"]["Principal"] == "apigateway.amazonaws.com"
    source = permission["Properties"]["SourceArn"]["Fn::Sub"]
    assert source.endswith(":${AWS::AccountId}:${SocketApi}/${SocketStage}/*")
    (stage,) = resources("AWS::ApiGatewayV2::Stage").values()
    # Otherwise a change of the routes has no effect.
    assert stage["Properties"]["AutoDeploy"] is True
    assert throttle(stage["Properties"]["DefaultRouteSettings"]) == "DefaultThrottle"
    url = template["Outputs"]["SocketUrl"]["Value"]["Fn::Sub"]
    assert url == "wss://${SocketApi}.execute-api.${AWS::Region}.${AWS::URLSuffix}/${SocketStage}"


def test_every_function_that_verifies_tokens_has_the_public_keys(functions):
    for name, function in functions.items():
        keys = {"WALLET_CLOUD_JWKS", "WALLET_CLOUD_JWKS_URL"} & set(variables(function))
        assert len(keys) == 2 or name in ["Authorization", WATCH, DELIVER], name


def test_only_the_senders_of_the_socket_know_the_url_of_its_connections(functions):
    for name, function in functions.items():
        url = variables(function).get("WALLET_CLOUD_NOTIFY_CONNECTIONS_URL")
        expected = {"Fn::Sub": "https://${SocketApi}.execute-api.${AWS::Region}.${AWS::URLSuffix}/${SocketStage}"}
        assert url == (expected if name in [DELIVER, SOCKET] else None), name


def test_functions_of_the_socket_may_only_use_rows_of_their_table(functions, resources):
    role = resources("AWS::IAM::Role")[role_of(functions[SOCKET])]
    (table,) = [it for it in statements(role) if any(action.startswith("dynamodb:") for action in listed(it["Action"]))]
    assert table["Resource"] == {"Fn::GetAtt": ["Subscriptions", "Arn"]}
    assert sorted(table["Action"]) == [f"dynamodb:{action}" for action in ["DeleteItem", "GetItem", "PutItem", "Query"]]
    others = {action.split(":")[0] for it in statements(role) if it is not table for action in listed(it["Action"])}
    assert others == {"logs", "xray", "sqs", "execute-api"}


def test_access_log_of_the_socket_is_optional_json_without_client_data(resources, template):
    (stage,) = resources("AWS::ApiGatewayV2::Stage").values()
    condition, settings, other = stage["Properties"]["AccessLogSettings"]["Fn::If"]
    assert (condition, other) == ("HasSocketAccessLog", {"Ref": "AWS::NoValue"})
    # An account without a role for the logs of API Gateway rejects the setting.
    assert template["Parameters"]["SocketAccessLog"]["Default"] == "no"
    assert settings["DestinationArn"] == {"Fn::GetAtt": ["AccessLog", "Arn"]}
    line = json.loads(settings["Format"])
    (api,) = resources("AWS::Serverless::HttpApi").values()
    assert set(line) < set(json.loads(api["Properties"]["AccessLogSettings"]["Format"]))
    allowed = {"requestTimeEpoch", "requestId", "identity.sourceIp", "routeKey", "status", "integrationLatency"}
    allowed |= {"error.responseType", "integrationErrorMessage"}
    assert {value.removeprefix("$context.") for value in line.values()} == allowed


def test_access_log_is_json_without_client_data(resources):
    (api,) = resources("AWS::Serverless::HttpApi").values()
    line = json.loads(api["Properties"]["AccessLogSettings"]["Format"])
    # `$context.path` contains client input; headers, query and body have no variables in an HTTP API.
    allowed = ("requestTimeEpoch", "requestId", "identity.sourceIp", "routeKey", "status", "responseLatency")
    allowed += ("integrationLatency", "responseLength", "error.responseType", "integration.error")
    assert {value.removeprefix("$context.") for value in line.values()} <= set(allowed)


def test_servers_of_names_are_parameters_of_the_connectors(functions, template):
    names = {
        "WALLET_CLOUD_NAME_GATEWAYS": ("NameGateways", "BlockchainConnectorEthLike"),
        "WALLET_CLOUD_DNS_OVER_HTTPS": ("DnsOverHttps", "BlockchainConnectorBtcLike"),
    }
    for variable, (parameter, owner) in names.items():
        assert template["Parameters"][parameter]["Default"] == ""
        for name, function in functions.items():
            expected = {"Ref": parameter} if name == owner else None
            assert variables(function).get(variable) == expected, name


def test_accounts_with_memos_are_a_parameter_of_the_stellar_connector(functions, template):
    for name, function in functions.items():
        expected = {"Ref": "MemoRequired"} if name == "BlockchainConnectorXlm" else None
        assert variables(function).get("WALLET_CLOUD_MEMO_REQUIRED") == expected, name
    parameter = template["Parameters"]["MemoRequired"]
    assert parameter["Default"] == ""
    account = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
    for value in ["", account, f"{account}=required, {account}=recommended"]:
        assert re.match(parameter["AllowedPattern"], value), value
    for value in [account[:-1], f"{account},", f"{account}=optional"]:
        assert not re.match(parameter["AllowedPattern"], value), value
