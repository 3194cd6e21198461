/** The frame of a page of the settings. */
import type { ComponentChildren } from "preact";
import { BackLink } from "./BackLink.js";
import { Heading } from "./forms.js";

export function SettingsPage({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <>
      <header class="bar">
        <BackLink to={["settings"]} label="Settings" />
        <Heading>{title}</Heading>
      </header>
      {children}
    </>
  );
}
