"""The optional content delivery network with its firewall."""

import pytest
from conftest import ROOT, expanded

POLICY_WITHOUT_CACHE = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad"


@pytest.fixture(scope="session")
def edge():
    return expanded(ROOT / "infrastructure/edge.yaml")


@pytest.fixture(scope="session")
def distribution(edge):
    return edge["Resources"]["Distribution"]["Properties"]["DistributionConfig"]


def test_requests_are_encrypted_and_not_cached(distribution):
    behavior = distribution["DefaultCacheBehavior"]
    assert behavior["ViewerProtocolPolicy"] == "https-only"
    assert behavior["CachePolicyId"] == POLICY_WITHOUT_CACHE
    assert "CacheBehaviors" not in distribution
    (origin,) = distribution["Origins"]
    assert origin["DomainName"] == {"Ref": "OriginDomain"}
    assert origin["CustomOriginConfig"]["OriginProtocolPolicy"] == "https-only"
    assert origin["CustomOriginConfig"]["OriginReadTimeout"] > 30, "the gateway's own time-out comes first"


def test_origin_gets_the_secret_the_address_of_the_caller_and_its_own_host(edge, distribution):
    (origin,) = distribution["Origins"]
    assert origin["OriginCustomHeaders"] == [{"HeaderName": "X-Origin-Secret", "HeaderValue": {"Ref": "OriginSecret"}}]
    secret = edge["Parameters"]["OriginSecret"]
    assert secret["NoEcho"] is True and "Default" not in secret
    behavior = distribution["DefaultCacheBehavior"]
    assert behavior["OriginRequestPolicyId"] == {"Ref": "RequestPolicy"}
    policy = edge["Resources"]["RequestPolicy"]["Properties"]["OriginRequestPolicyConfig"]
    headers = {"HeaderBehavior": "allViewerAndWhitelistCloudFront", "Headers": ["CloudFront-Viewer-Address"]}
    assert policy["HeadersConfig"] == headers
    assert policy["QueryStringsConfig"] == {"QueryStringBehavior": "all"}
    (function,) = behavior["FunctionAssociations"]
    assert function == {"EventType": "viewer-request", "FunctionARN": {"Fn::GetAtt": ["OriginHost", "FunctionARN"]}}
    host = edge["Resources"]["OriginHost"]["Properties"]
    assert host["AutoPublish"] is True
    assert "hostHeader: '${OriginDomain}'" in host["FunctionCode"]["Fn::Sub"]


def test_every_method_of_the_api_is_forwarded(distribution, functions):
    events = [event for it in functions.values() for event in it["Properties"].get("Events", {}).values()]
    methods = {event["Properties"]["Method"] for event in events if event["Type"] == "HttpApi"}
    assert set(distribution["DefaultCacheBehavior"]["AllowedMethods"]) >= methods - {"ANY"} | {"GET", "OPTIONS"}


def test_firewall_filters_the_distribution_and_stores_no_request(edge, distribution):
    assert distribution["WebACLId"] == {"Fn::GetAtt": ["Firewall", "Arn"]}
    firewall = edge["Resources"]["Firewall"]["Properties"]
    assert firewall["Scope"] == "CLOUDFRONT"
    for rule in [firewall, *firewall["Rules"]]:
        assert rule["VisibilityConfig"]["SampledRequestsEnabled"] is False
    assert not [it for it in edge["Resources"].values() if it["Type"] == "AWS::WAFv2::LoggingConfiguration"]


def test_firewall_limits_logins_before_all_requests(edge):
    rules = {rule["Name"]: rule for rule in edge["Resources"]["Firewall"]["Properties"]["Rules"]}
    assert len({rule["Priority"] for rule in rules.values()}) == len(rules)
    for name, parameter in [("logins", "LoginsPerAddress"), ("requests", "RequestsPerAddress")]:
        assert rules[name]["Statement"]["RateBasedStatement"]["Limit"] == {"Ref": parameter}
        assert rules[name]["Action"] == {"Block": {"CustomResponse": {"ResponseCode": 429}}}
    limits = {name: edge["Parameters"][name]["Default"] for name in ["LoginsPerAddress", "RequestsPerAddress"]}
    assert limits["LoginsPerAddress"] < limits["RequestsPerAddress"]
    (path, method) = rules["logins"]["Statement"]["RateBasedStatement"]["ScopeDownStatement"]["AndStatement"]["Statements"]
    assert path["ByteMatchStatement"]["SearchString"] == "/authorization/v1/api/"
    assert method["NotStatement"]["Statement"]["ByteMatchStatement"]["SearchString"] == "GET"


def test_records_are_optional(edge):
    assert edge["Resources"]["Records"]["Condition"] == "HasRecords"
    assert edge["Parameters"]["HostedZoneId"]["Default"] == ""
