"""Code of a client: imports every generated module, builds a request and reads unions."""

import importlib
import pkgutil

import generated_client
from generated_client.models.asset_data_erc_20 import AssetDataErc20
from generated_client.models.xlm_action_transfer import XlmActionTransfer
from generated_client.models.xlm_multi_operations_request import XlmMultiOperationsRequest
from generated_client.models.xlm_native_operation_payment import XlmNativeOperationPayment
from generated_client.models.xlm_transaction import XlmTransaction

ACCOUNT = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
LUMEN = {"kind": "coin", "chain": "xlm"}
VALUE = {"amount": "1", "decimals": 7}

modules = list(pkgutil.walk_packages(generated_client.__path__, "generated_client."))
for module in modules:
    importlib.import_module(module.name)
assert len(modules) > 300, len(modules)

# Fields with a default value may be omitted.
request = {
    "publicKey": ACCOUNT,
    "fee": "100",
    "operations": [{"type": "payment", "destination": ACCOUNT, "asset": LUMEN, "amount": "1"}],
}
built = XlmMultiOperationsRequest.from_dict(request)
assert isinstance(built.operations[0], XlmNativeOperationPayment), built.operations
assert built.to_dict() == request, built.to_dict()

transfer = {"type": "transfer", "asset": LUMEN, "value": VALUE, "from": ACCOUNT, "to": ACCOUNT}
transaction = XlmTransaction.from_dict(
    {
        "txid": "00" * 32,
        "block": "1",
        "date": 1,
        "fee": VALUE,
        "value": VALUE,
        "from": ACCOUNT,
        "to": ACCOUNT,
        "status": "confirmed",
        "confirmations": 1,
        "net": VALUE,
        "direction": "self",
        "actions": [transfer],
    }
)
assert isinstance(transaction.actions[0], XlmActionTransfer), transaction.actions
assert AssetDataErc20.from_dict(
    {"kind": "erc20", "chain": "eth", "contract": "0x", "name": "A", "ticker": "A", "decimals": 6, "tags": []}
).decimals == 6
