/** Reports of a chain: the balance over time, and a statement of all movements as a file. */
import { type Chain, isBtcLike, type OwnHistoryQuery } from "@wallet-cloud/client";
import { btcAccount } from "../btc-accounts.js";
import { BalanceChart } from "../parts/BalanceChart.js";
import { ScreenHeader } from "../parts/ScreenHeader.js";
import { StatementExport } from "../parts/StatementExport.js";
import { account, coinLabel } from "../state.js";

export function ReportScreen({ chain }: { chain: Chain }) {
  const owner: OwnHistoryQuery = isBtcLike(chain) ? { chain, key: btcAccount(chain).descriptor } : { chain, address: account(chain).address };
  return (
    <>
      <ScreenHeader above={chain}>Reports</ScreenHeader>
      <BalanceChart owner={owner} label={coinLabel(chain)} />
      <StatementExport owner={owner} />
    </>
  );
}
