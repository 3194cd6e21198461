"""Alarms and dashboard: each is on a metric that exists, and notifies the topic."""

import json
import re

import pytest
from conftest import ROOT


def of_type(resources, kind):
    return {name: it["Properties"] for name, it in resources.items() if it["Type"] == kind}


@pytest.fixture(scope="session")
def alarms(monitoring, resources):
    return of_type(monitoring, "AWS::CloudWatch::Alarm") | {
        name: it["Properties"] for name, it in resources("AWS::CloudWatch::Alarm").items()
    }


@pytest.fixture(scope="session")
def services(functions):
    """Returns the binaries of all functions."""
    return {it["Metadata"]["BuildProperties"]["Binary"] for it in functions.values()}


# They serve no requests.
WATCH = "notifications-watch"
DELIVER = "notifications-deliver"
SOCKET = "notifications-socket"


def text_of(value):
    return value if isinstance(value, str) else value["Fn::Sub"]


def metrics_of(alarm):
    """Returns namespace, name and dimensions of the metrics of an alarm."""
    queries = [query["MetricStat"]["Metric"] for query in alarm.get("Metrics", []) if "MetricStat" in query]
    for metric in queries or [alarm]:
        dimensions = {it["Name"]: it["Value"] for it in metric.get("Dimensions", [])}
        yield metric["Namespace"], metric["MetricName"], dimensions


def test_names_of_functions_and_log_groups_are_those_that_the_alarms_use(functions, resources, services):
    for function in functions.values():
        binary = function["Metadata"]["BuildProperties"]["Binary"]
        assert function["Properties"]["FunctionName"] == {"Fn::Sub": f"${{AWS::StackName}}-{binary}"}
        group = function["Properties"]["LoggingConfig"]["LogGroup"]["Ref"]
        name = resources("AWS::Logs::LogGroup")[group]["Properties"]["LogGroupName"]
        assert name == {"Fn::Sub": f"/${{AWS::StackName}}/{binary}"}
    (stack,) = resources("AWS::CloudFormation::Stack").values()
    assert stack["Properties"]["Parameters"]["Stack"] == {"Ref": "AWS::StackName"}
    groups = {function["Properties"]["LoggingConfig"]["LogGroup"]["Ref"] for function in functions.values()}
    assert set(stack["DependsOn"]) == groups, "the filters need the log groups"


@pytest.mark.parametrize("metric", ["Errors", "Throttles", "Duration"])
def test_every_function_has_an_alarm(alarms, services, metric):
    found = [
        dimensions["FunctionName"]["Fn::Sub"]
        for alarm in alarms.values()
        for namespace, name, dimensions in metrics_of(alarm)
        if (namespace, name) == ("AWS/Lambda", metric) and "Metrics" not in alarm
    ]
    expected = services - {WATCH, DELIVER, SOCKET} if metric == "Duration" else services
    assert sorted(found) == sorted(f"${{Stack}}-{service}" for service in expected)


def test_rollback_counts_the_errors_of_every_function(alarms, services):
    found = [dimensions["FunctionName"]["Fn::Sub"] for _, _, dimensions in metrics_of(alarms["FunctionErrors"])]
    assert sorted(found) == sorted(f"${{Stack}}-{service}" for service in services)


def test_every_table_has_an_alarm_on_throttled_writes(alarms, resources):
    found = {
        dimensions["TableName"]["Ref"]
        for alarm in alarms.values()
        for namespace, name, dimensions in metrics_of(alarm)
        if (namespace, name) == ("AWS/DynamoDB", "WriteThrottleEvents")
    }
    (stack,) = resources("AWS::CloudFormation::Stack").values()
    passed = stack["Properties"]["Parameters"]
    assert {f"{name}Table" for name in resources("AWS::DynamoDB::Table")} == found
    for name in ["Sessions", "Throttle", "Assets", "Prices", "Lists", "Subscriptions"]:
        assert passed[f"{name}Table"] == {"Ref": name}
    restored = {"Fn::If": ["HasRestoredAccounts", {"Ref": "RestoredAccountsTable"}, {"Ref": "Accounts"}]}
    assert passed["AccountsTable"] == restored


def test_every_queue_of_dead_letters_has_an_alarm(alarms, resources):
    found = {
        dimensions["QueueName"]["Ref"]
        for alarm in alarms.values()
        for namespace, name, dimensions in metrics_of(alarm)
        if (namespace, name) == ("AWS/SQS", "ApproximateNumberOfMessagesVisible")
    }
    (stack,) = resources("AWS::CloudFormation::Stack").values()
    passed = {name: it for name, it in stack["Properties"]["Parameters"].items() if name.endswith("Queue")}
    dead = {name for name in resources("AWS::SQS::Queue") if name.startswith("Dead")}
    assert passed == {f"{name}Queue": {"Fn::GetAtt": [name, "QueueName"]} for name in dead}
    assert found == set(passed)


def test_loop_is_behind_by_more_than_ten_blocks(monitoring):
    assert "MAX_BEHIND: u64 = 10;" in (ROOT / "shared/watch/src/ticks.rs").read_text()


def test_api_has_an_alarm_on_5xx(alarms):
    assert list(metrics_of(alarms["ApiServerErrors"])) == [
        ("AWS/ApiGateway", "5xx", {"ApiId": {"Ref": "Api"}}),
        ({"Ref": "AWS::StackName"}, "NotConfigured", {}),
    ]


def test_socket_has_an_alarm_on_messages_that_are_not_handled(alarms):
    assert list(metrics_of(alarms["SocketServerErrors"])) == [
        ("AWS/ApiGateway", metric, {"ApiId": {"Ref": "SocketApi"}}) for metric in ["ExecutionError", "IntegrationError"]
    ]


def test_networks_that_are_not_configured_are_no_server_errors(monitoring):
    patterns = {metric: pattern for metric, _, pattern in filters(monitoring)}
    assert '$.status >= 500 && $.code != "not_configured"' in patterns["ServerErrors"]
    assert '$.code = "not_configured"' in patterns["NotConfigured"]
    assert '"not_configured"' in (ROOT / "shared/core/src/error/code.rs").read_text()


def test_api_has_an_alarm_on_requests_that_the_gateway_rejects(alarms, resources):
    (metric,) = metrics_of(alarms["ApiThrottled"])
    (counted,) = resources("AWS::Logs::MetricFilter").values()
    (transformation,) = counted["Properties"]["MetricTransformations"]
    assert metric == (transformation["MetricNamespace"], transformation["MetricName"], {})
    assert counted["Properties"]["LogGroupName"] == {"Ref": "AccessLog"}
    # A function that returns 429 has a time; the fields are strings in the access log.
    (api,) = resources("AWS::Serverless::HttpApi").values()
    line = json.loads(api["Properties"]["AccessLogSettings"]["Format"])
    assert (line["status"], line["functionMilliseconds"]) == ("$context.status", "$context.integrationLatency")
    assert counted["Properties"]["FilterPattern"] == '{ $.status = "429" && $.functionMilliseconds = "-" }'


def test_every_alarm_notifies_the_topic_and_ignores_missing_data(alarms):
    for name, alarm in alarms.items():
        topic = {"Ref": "AlarmTopic" if name in ["ApiServerErrors", "ApiThrottled", "SocketServerErrors"] else "Topic"}
        assert alarm["AlarmActions"] == alarm["OKActions"] == [topic], name
        assert alarm["TreatMissingData"] == "notBreaching", name
        assert alarm["AlarmDescription"], name
        assert alarm["ComparisonOperator"] == "GreaterThanOrEqualToThreshold" and alarm["Threshold"] >= 1, name


def test_duration_alarm_is_below_the_deadline_of_a_request(alarms):
    for name, alarm in alarms.items():
        if name.startswith("Duration"):
            assert 10_000 <= alarm["Threshold"] < 25_000


# --- metrics of log lines ------------------------------------------------------------------------

# By metric: the services with such lines, and the file that writes the quoted part of the pattern.
SERVES = f"(?!{WATCH}|{DELIVER}|{SOCKET})"
LINES = {
    "ServerErrors": (SERVES, "shared/http/src/telemetry"),
    "NotConfigured": (SERVES, "shared"),
    "RefreshReuse": ("authorization", "functions/authorization/src/permission/refresh.rs"),
    "PasswordQueue": ("authorization", "functions/authorization/src/password_work"),
    "PublicKeys": (f"(?!authorization|{WATCH}|{DELIVER})", "shared/upstream/src/jwks.rs"),
    "BreakerOpened": (f"(?!authorization|{DELIVER}|{SOCKET})", "shared/upstream/src/resilience"),
    "UpstreamDemoted": (f"(?!authorization|{DELIVER}|{SOCKET})", "shared/upstream/src/resilience"),
    "BroadcastUnknown": ("blockchain-connector-", "shared"),
    "StoppedLoops": (WATCH, "shared/watch/src/tick.rs"),
    "LoopsBehind": (WATCH, "shared/watch/src/ticks.rs"),
    "FailedTicks": (WATCH, "shared/watch/src/ticks.rs"),
    "FailingWebhooks": (DELIVER, "shared/deliver/src/deliverer.rs"),
}


def filters(monitoring):
    for it in of_type(monitoring, "AWS::Logs::MetricFilter").values():
        (metric,) = it["MetricTransformations"]
        assert metric["MetricNamespace"] == {"Ref": "Stack"} and metric["MetricValue"] == "1"
        yield metric["MetricName"], it["LogGroupName"]["Fn::Sub"].removeprefix("/${Stack}/"), it["FilterPattern"]


def test_metrics_count_the_lines_of_every_service_that_writes_them(monitoring, alarms, services):
    counted = {}
    for metric, service, _ in filters(monitoring):
        counted.setdefault(metric, set()).add(service)
    assert counted == {
        metric: {service for service in services if re.match(pattern, service)} for metric, (pattern, _) in LINES.items()
    }
    own = [{"Ref": "Stack"}, {"Ref": "AWS::StackName"}]
    # The metric of the access log is counted in the template itself.
    found = [metrics_of(alarm) for name, alarm in alarms.items() if name != "ApiThrottled"]
    used = {name for metrics in found for namespace, name, _ in metrics if namespace in own}
    assert used == set(LINES), "each has an alarm"


def test_patterns_quote_lines_that_the_services_write(monitoring):
    for metric, _, pattern in filters(monitoring):
        _, location = LINES[metric]
        path = ROOT / location
        files = [path] if path.is_file() else path.rglob("*.rs")
        source = "\n".join(file.read_text() for file in files)
        for field, quoted in re.findall(r'\$\.(\w+) = "([^"]+)"', pattern):
            assert f'"{quoted}"' in source, (metric, quoted)
            assert field == "message" or re.search(rf'\b{field} = |"{field}"', source), (metric, field)


# --- the dashboard -------------------------------------------------------------------------------


def written_metrics():
    """Returns the metrics that the functions write, by their dimensions."""
    source = (ROOT / "shared/http/src/telemetry/metrics.rs").read_text()
    groups = re.findall(r"const (\w+): \[Definition; \d+\] = \[(.*?)\];", source, re.S)
    names = {group: re.findall(r'\("(\w+)"\)', body) for group, body in groups}
    declared = re.findall(r"declare\((?:&mut )?line, &\[([^\]]*)\], &(\w+)\)", source)
    return {(",".join(re.findall(r'"(\w+)"', dimensions))): names[group] for dimensions, group in declared}


def test_dashboard_shows_metrics_that_exist(monitoring):
    (dashboard,) = of_type(monitoring, "AWS::CloudWatch::Dashboard").values()
    body = json.loads(re.sub(r"\$\{[^}]*\}", "x", dashboard["DashboardBody"]["Fn::Sub"]))
    searches = [widget["properties"]["metrics"][0][0]["expression"] for widget in body["widgets"]]
    written = written_metrics()
    assert set(written) == {"service", "kind,chain", "outcome"}
    shown = set()
    for search in searches:
        namespace, dimensions = re.search(r"\{([\w/]+),([\w,]+)\}", search).groups()
        if namespace == "WalletCloud":
            for name in re.findall(r'"(\w+)"', search):
                assert name in written[dimensions], search
                shown.add(name)
    assert {"Requests", "Latency", "ServerErrors", "UpstreamLatency", "UpstreamBreakerOpen", "Broadcasts"} <= shown
