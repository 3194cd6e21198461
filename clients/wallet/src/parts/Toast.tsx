/** The notice of an action, at a free place of the window. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { announcement } from "../page.js";

/** What a notice must not cover. */
const OBSTACLES = "h1, a[href], button, input, select, textarea, summary, label, legend, .notice, .error, .address-full, .qr";
/** What a notice covers only if there is no other place. */
const TEXTS = "p:not(.toast), h2, h3, li, dd";
/** Pixels between the places that are tried, from the bottom of the window upwards. */
const STEP = 16;

/** Moves an element up until no obstacle is below the element, and no text if possible. Without a free place the element stays at the bottom. */
function moveToFreePlace(element: HTMLElement): void {
  element.style.translate = "";
  if (!movesBeside(element, `${OBSTACLES}, ${TEXTS}`)) movesBeside(element, OBSTACLES);
}

/** Moves an element up until no obstacle is below the element, and returns false if there is no such place. */
function movesBeside(element: HTMLElement, selector: string): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const obstacles = [...document.querySelectorAll(selector)].map((obstacle) => obstacle.getBoundingClientRect());
  const beside = obstacles.filter((obstacle) => obstacle.width > 0 && obstacle.right > left && obstacle.left < right);
  for (let shift = 0; top - shift > STEP; shift += STEP) {
    if (beside.some((obstacle) => obstacle.bottom > top - shift && obstacle.top < bottom - shift)) continue;
    element.style.translate = `0 -${shift}px`;
    return true;
  }
  return false;
}

export function Toast() {
  const element = useRef<HTMLParagraphElement>(null);
  const text = announcement.value;
  useLayoutEffect(() => {
    if (text === "" || element.current === null) return undefined;
    const place = () => moveToFreePlace(element.current!);
    // After the screen that the action opened.
    const frame = requestAnimationFrame(place);
    place();
    // An error may appear after the notice.
    const observer = new MutationObserver(place);
    observer.observe(document.body, { childList: true, subtree: true });
    addEventListener("scroll", place, { passive: true });
    addEventListener("resize", place);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      removeEventListener("scroll", place);
      removeEventListener("resize", place);
    };
  }, [text]);
  return (
    <p class="toast" role="status" ref={element}>
      {text}
    </p>
  );
}
