/** The currency in which values are shown. */
import { Choices } from "../../parts/Choices.js";
import { SettingsPage } from "../../parts/SettingsPage.js";
import { CURRENCIES, currency, loadPrices } from "../../prices.js";
import { update } from "../../state.js";

const names = new Intl.DisplayNames("en", { type: "currency" });
const OPTIONS = CURRENCIES.map((value) => ({ value, label: names.of(value.toUpperCase()) ?? value, detail: value.toUpperCase() }));

export function CurrencyPage() {
  const choose = (code: string) => {
    update({ currency: code });
    void loadPrices();
  };
  return (
    <SettingsPage title="Currency">
      <p>Values are estimates at the current price. Payments are made in coins and tokens.</p>
      <Choices label="Show values in" options={OPTIONS} value={currency.value} onChoose={choose} />
    </SettingsPage>
  );
}
