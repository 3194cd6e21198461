/** The age of the balances, and one notice about all chains that cannot be updated. */
import { ageOf, failures, isOffline, oldest } from "../freshness.js";
import { stateOf } from "../holdings.js";
import { chains, chainView } from "../state.js";

/** The line under the total. */
export function Age() {
  const at = oldest();
  if (!isOffline.value && chains.value.some(({ chain }) => stateOf(chain).isLoading)) return <span>Updating…</span>;
  return at === undefined ? null : <span>Updated {ageOf(at)}</span>;
}

export function StateNotice({ onRetry }: { onRetry: () => void }) {
  const groups = failures();
  const at = oldest();
  if (groups.length === 0 && !isOffline.value) return null;
  const count = groups.reduce((sum, { chains }) => sum + chains.length, 0);
  const all = count === chains.value.length;
  const names = (of: (typeof groups)[number]["chains"]) => of.map((chain) => chainView(chain).name).join(", ");
  const isSingle = groups.length === 1;
  return (
    <div class="notice warning state" role="status">
      <p>
        <strong>{isOffline.value ? "You are offline." : all ? "No chain can be updated." : count === 1 ? `${names(groups[0]!.chains)} cannot be updated.` : `${count} of ${chains.value.length} chains cannot be updated.`}</strong>{" "}
        {isSingle && !isOffline.value && `${groups[0]!.text} `}
        {at === undefined ? "No balances are known yet." : `The balances shown were updated ${ageOf(at)}.`}
      </p>
      {!isOffline.value && !(isSingle && all) && count > 1 && (
        <details>
          <summary>Which chains</summary>
          {groups.map(({ text, chains }) => (
            <p key={text}>
              {names(chains)}{isSingle ? "" : `: ${text}`}
            </p>
          ))}
        </details>
      )}
      {!isOffline.value && (
        <button class="small" onClick={onRetry}>
          Update all
        </button>
      )}
    </div>
  );
}
