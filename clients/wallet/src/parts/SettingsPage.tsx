/** The frame of a page of the settings. */
import type { ComponentChildren } from "preact";
import { ScreenHeader } from "./ScreenHeader.js";

export function SettingsPage({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <>
      <ScreenHeader above="settings">{title}</ScreenHeader>
      {children}
    </>
  );
}
