/** A page that loads, without the panes of the wallet. */
import type { ComponentChildren } from "preact";
import { Heading } from "./forms.js";

export const Page = ({ children }: { children?: ComponentChildren }) => (
  <main class="card narrow">
    <Heading>Wallet</Heading>
    {children}
  </main>
);
