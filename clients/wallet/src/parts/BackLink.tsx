/** Link to the screen above. */
import { Icon } from "./icons.js";

export function BackLink({ to, label }: { to: string[]; label: string }) {
  return (
    <a class={`back${to.length === 0 ? " to-list" : ""}`} href={`#/${to.join("/")}`} aria-label={label}>
      <Icon name="back" />
    </a>
  );
}
