/** Reports of a chain: the balance over time, and a statement of all movements as a file. */
import { type Chain, isBtcLike, type OwnHistoryQuery } from "@wallet-cloud/client";
import { btcAccount } from "../btc-accounts.js";
import { BackLink } from "../parts/BackLink.js";
import { BalanceChart } from "../parts/BalanceChart.js";
import { Heading } from "../parts/forms.js";
import { StatementExport } from "../parts/StatementExport.js";
import { account, chainView, coinLabel } from "../state.js";

export function ReportScreen({ chain }: { chain: Chain }) {
  const owner: OwnHistoryQuery = isBtcLike(chain) ? { chain, key: btcAccount(chain).descriptor } : { chain, address: account(chain).address };
  return (
    <>
      <header class="bar">
        <BackLink to={[chain]} label={`Back to ${chainView(chain).name}`} />
        <Heading>Reports</Heading>
      </header>
      <BalanceChart owner={owner} label={coinLabel(chain)} />
      <StatementExport owner={owner} />
    </>
  );
}
