/** Form controls with labels, hints and errors that screen readers announce. */
import type { ComponentChildren, TargetedKeyboardEvent } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { announcement, noted } from "../page.js";

interface FieldProps {
  name: string;
  autocomplete?: string;
  inputMode?: "decimal";
  required?: boolean;
  label: string;
  value: string;
  onValue: (value: string) => void;
  type?: "text" | "password";
  hint?: string | undefined;
  error?: string | undefined;
  /** A control at the end of the field. */
  action?: ComponentChildren;
  /** Controls beside the label. */
  tools?: ComponentChildren;
  multiline?: boolean;
  /** True for an address: a text of one line, which is displayed as a whole in a narrow window, too. */
  wraps?: boolean;
}

/** A labelled text field. */
export function Field({ label, value, onValue, hint, error, action, tools, multiline, wraps, type = "text", name, autocomplete = "off", inputMode, required = false }: FieldProps) {
  const id = useId();
  const describedBy = [error ? `${id}-error` : "", hint ? `${id}-hint` : ""].filter(Boolean).join(" ") || undefined;
  const shared = {
    id,
    name,
    value,
    required,
    spellcheck: false,
    autocapitalize: "off" as const,
    ...(error ? { "aria-invalid": "true" as const } : {}),
    ...(describedBy === undefined ? {} : { "aria-describedby": describedBy }),
    ...(inputMode === undefined ? {} : { inputMode }),
  };
  return (
    <div class={`field${error ? " invalid" : ""}`}>
      <div class="label">
        <label for={id}>{label}</label>
        {tools}
      </div>
      <div class="control">
        {multiline ? (
          <textarea {...shared} rows={3} autocomplete="off" onInput={(event) => onValue(event.currentTarget.value)} />
        ) : wraps ? (
          <div class="wraps" data-text={value}>
            <textarea {...shared} rows={1} autocomplete="off" onKeyDown={submitOnEnter} onInput={(event) => onValue(withoutLines(event.currentTarget))} />
          </div>
        ) : (
          <input {...shared} type={type as "text"} autocomplete={autocomplete} onInput={(event) => onValue(event.currentTarget.value)} />
        )}
        {action}
      </div>
      {error && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Removes the ends of lines from a field, as the browser does in a field of one line, and returns the text. */
function withoutLines(field: HTMLTextAreaElement): string {
  const text = field.value.replace(/[\r\n]/g, "");
  if (text !== field.value) field.value = text;
  return text;
}

/** Presses the button of the form, as the browser does in a field of one line. */
function submitOnEnter(event: TargetedKeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== "Enter" || event.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.querySelector<HTMLButtonElement>("[type=submit]")?.click();
}

interface FormProps {
  onSubmit: () => void;
  /** True if the form checks its required fields itself. */
  noValidate?: boolean;
  children: ComponentChildren;
}

/** A form. After an attempt to submit, the first field with an error receives the focus. */
export function Form({ onSubmit, noValidate = false, children }: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  const isSubmitted = useRef(false);
  useEffect(() => {
    const invalid = isSubmitted.current ? element.current?.querySelector<HTMLElement>("[aria-invalid=true]") : undefined;
    if (!invalid) return;
    isSubmitted.current = false;
    invalid.focus();
  });
  return (
    <form
      ref={element}
      noValidate={noValidate}
      onInput={() => (isSubmitted.current = false)}
      onSubmit={(event) => {
        event.preventDefault();
        isSubmitted.current = true;
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

/** Names the owner of a password for password managers, so that they store the passwords of account and device separately. */
export function PasswordOwner({ name }: { name: string }) {
  return <input class="visually-hidden" type="text" name="owner" autocomplete="username" value={name} readOnly tabIndex={-1} aria-hidden="true" />;
}

/** Submit button that shows work in progress. */
export function Submit({ busy, children }: { busy: boolean; children: ComponentChildren }) {
  return (
    <button type="submit" class="primary" disabled={busy} aria-busy={busy}>
      {busy && <Spinner />}
      {children}
    </button>
  );
}

export const Spinner = () => <span class="spinner" aria-hidden="true" />;

/** Error of a whole form or screen. */
export function Problem({ text, children }: { text: string | undefined; children?: ComponentChildren }) {
  if (!text) return null;
  return (
    <div class="notice problem" role="alert">
      <p>{text}</p>
      {children}
    </div>
  );
}

/** Heading of a screen, which receives the focus when the screen opens. */
export function Heading({ children }: { children: ComponentChildren }) {
  const element = useRef<HTMLHeadingElement>(null);
  useEffect(() => element.current?.focus({ preventScroll: true }), []);
  return (
    <h1 ref={element} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** Milliseconds after which a copied secret is cleared. */
const SECRET_LIFETIME = 60_000;

/** Events after which a browser permits a write that it rejected: Firefox and Safari require a gesture, all the focus. */
const PERMITTING = ["focus", "pointerdown", "pointerup", "keydown"];

/** The secret that may be in the clipboard, its timer, and whether the page may read the clipboard without a prompt. */
let secretCopy: { text: string; timer: ReturnType<typeof setTimeout>; isReadable: boolean } | undefined;

/** Clears the secret from the clipboard, or with the next event that permits it. */
const clearSecret = async () => {
  const copy = secretCopy;
  if (copy === undefined) return;
  try {
    // Without a prompt only: Safari permits a write in the handler of a gesture, but not after a wait.
    const isReplaced = copy.isReadable && (await navigator.clipboard.readText().then((text) => text !== copy.text, () => false));
    if (secretCopy !== copy) return;
    if (!isReplaced) await navigator.clipboard.writeText("");
    if (secretCopy === copy) dropSecret();
  } catch {
    for (const event of PERMITTING) addEventListener(event, clearSecret, true);
  }
};

/** Ends the clearing of a secret that is no longer in the clipboard. */
function dropSecret() {
  clearTimeout(secretCopy?.timer);
  secretCopy = undefined;
  removeEventListener("pagehide", clearSecretOfHiddenPage);
  for (const event of PERMITTING) removeEventListener(event, clearSecret, true);
}

/** Clears the secret before the page is gone, when nothing can be awaited. */
const clearSecretOfHiddenPage = () => {
  if (secretCopy !== undefined) navigator.clipboard.writeText("").then(dropSecret, () => undefined);
};

/** Clears a copied secret after a minute, or when the page is left. */
async function expireSecret(text: string) {
  const copy = { text, timer: setTimeout(clearSecret, SECRET_LIFETIME), isReadable: false };
  secretCopy = copy;
  addEventListener("pagehide", clearSecretOfHiddenPage);
  const permission = await navigator.permissions?.query({ name: "clipboard-read" as PermissionName }).catch(() => undefined);
  copy.isReadable = permission?.state === "granted";
}

/** Copies a text. A secret is cleared from the clipboard after a minute. */
export function Copy({ text, label, compact, secret = false }: { text: string; label: string; compact?: boolean; secret?: boolean }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      dropSecret();
      if (secret) void expireSecret(text);
      setCopied(true);
      announcement.value = `${label} copied`;
      setTimeout(() => setCopied(false), 2000);
    } catch {
      announcement.value = "The browser does not allow copying. Select the text instead.";
    }
  };
  return (
    <button type="button" class={compact ? "quiet small" : ""} aria-label={`Copy ${label.toLowerCase()}`} onClick={copy}>
      {copied ? "Copied" : "Copy"}
    </button>
  );
}

/** What the user confirmed for one preparation, after its error. */
export interface Consent {
  /** The accepted fee in base units. */
  maxFee?: string;
  /** A name that distinguishes the payment from an equal one. */
  paymentId?: string;
}

/** Runs the work of a form: one at a time, with its error, which may end the session, and what was confirmed for it. */
export function useWork() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const [consent, setConsent] = useState<Consent>({});
  const run = async (work: () => Promise<void>, given: Consent = {}) => {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    setConsent(given);
    try {
      await work();
    } catch (problem) {
      setError(noted(problem));
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, setError, run, consent };
}
