/** Values after a pause of the input, so that an unfinished entry is not an error. */
import { useEffect, useState } from "preact/hooks";

/** Milliseconds without input. */
export const PAUSE = 500;

/** Returns true after `value` has not changed for a pause. */
export function usePause(value: string): boolean {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled === value;
}
