/** The header of a screen: the link to the screen above, and the title. */
import type { Chain } from "@wallet-cloud/client";
import type { ComponentChildren } from "preact";
import { chainView } from "../state.js";
import { Heading } from "./forms.js";
import { ChainIcon, Icon } from "./icons.js";

interface Props {
  /** The screen above: that of a chain, the settings, or the overview if absent. */
  above?: Chain | "settings";
  /** The chain whose icon the header has. */
  icon?: Chain;
  children: ComponentChildren;
}

export function ScreenHeader({ above, icon, children }: Props) {
  const label = above === undefined ? "All chains" : above === "settings" ? "Settings" : `Back to ${chainView(above).name}`;
  return (
    <header class="bar">
      <a class={`back${above === undefined ? " to-list" : ""}`} href={`#/${above ?? ""}`} aria-label={label}>
        <Icon name="back" />
      </a>
      {icon !== undefined && <ChainIcon chain={icon} size={28} />}
      <Heading>{children}</Heading>
    </header>
  );
}

/** The header of a step within a screen, with a button to the step before. */
export function StepHeader({ back, onBack, children }: { back: string; onBack: () => void; children: ComponentChildren }) {
  return (
    <header class="bar">
      <button class="back" aria-label={back} onClick={onBack}>
        <Icon name="back" />
      </button>
      <Heading>{children}</Heading>
    </header>
  );
}
