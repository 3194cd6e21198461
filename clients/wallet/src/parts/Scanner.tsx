/** Scans a QR code with the camera, or in a picture. */
import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Picture } from "../qr-decoder.js";
import { Problem } from "./forms.js";
import { loadCode } from "./onDemand.js";

/** Milliseconds between two looks at the picture of the camera. */
const INTERVAL = 200;

const INSTEAD = "choose a picture of the code, or paste the address.";

/** Returns the text of a QR code in a picture, or undefined if there is none. */
type QrReader = (picture: Picture) => Promise<string | undefined>;

/** The parts of `BarcodeDetector` in use, which the types of a page lack. */
interface Detectors {
  new (options: { formats: string[] }): { detect(picture: Picture): Promise<{ rawValue: string }[]> };
  getSupportedFormats(): Promise<string[]>;
}

const FORMAT = "qr_code";

/** Returns the reader of the browser. Some browsers have the interface without a format, or without the service behind it. */
async function browserReader(): Promise<QrReader | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: Detectors };
  if (BarcodeDetector === undefined || !(await BarcodeDetector.getSupportedFormats()).includes(FORMAT)) return undefined;
  const detector = new BarcodeDetector({ formats: [FORMAT] });
  return async (picture) => (await detector.detect(picture))[0]?.rawValue || undefined;
}

/** Returns the reader of the browser, or that of the decoder, which is loaded only then. */
async function qrReader(): Promise<QrReader> {
  return (await browserReader()) ?? (await loadCode(() => import("../qr-decoder.js"))).readQr;
}

interface Props {
  onText: (text: string) => void;
  onClose: () => void;
}

/** Returns the scanner, with the reader of codes for this browser. */
export async function loadScanner(): Promise<ComponentType<Props>> {
  const read = await qrReader();
  return (props) => <Scanner {...props} read={read} />;
}

function Scanner({ read, onText, onClose }: Props & { read: QrReader }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const [closing] = useState(() => new AbortController());
  const [problem, setProblem] = useState<string>();
  const [pictureProblem, setPictureProblem] = useState<string>();
  const found = (text: string | undefined) => {
    if (text === undefined || closing.signal.aborted) return;
    // The focus returns to the button that opened the dialog.
    dialog.current?.close();
    onText(text);
  };
  useEffect(() => {
    dialog.current?.showModal();
    scan(video.current!, read, closing.signal).then(found, (error: unknown) => setProblem(cameraProblem(error)));
    return () => closing.abort();
  }, []);
  const choose = async ([chosen]: Iterable<File>) => {
    if (chosen === undefined) return;
    setPictureProblem(undefined);
    const picture = await createImageBitmap(chosen).catch(() => undefined);
    const text = picture && (await read(picture));
    if (text === undefined) setPictureProblem(picture ? "No QR code was found in the picture." : "The browser cannot read this file as a picture.");
    found(text);
  };
  return (
    <dialog ref={dialog} class="scanner" aria-label="Scan a QR code" onClose={onClose}>
      {problem === undefined && (
        <>
          <video ref={video} muted playsInline aria-label="Picture of the camera" />
          <p class="hint">Hold the QR code of the recipient in front of the camera.</p>
        </>
      )}
      <Problem text={problem} />
      <Problem text={pictureProblem} />
      <input
        ref={file}
        type="file"
        accept="image/*"
        hidden
        onChange={({ currentTarget }) => {
          void choose([...currentTarget.files!]);
          // The same file can be chosen again.
          currentTarget.value = "";
        }}
      />
      <button type="button" onClick={() => file.current?.click()}>
        Choose a picture
      </button>
      <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
        Cancel
      </button>
    </dialog>
  );
}

/** Returns what to do without the camera. */
function cameraProblem(error: unknown): string {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError") return `The camera cannot be used. Permit it in the settings of the browser, ${INSTEAD}`;
  if (name === "NotFoundError") return `This device has no camera: ${INSTEAD}`;
  return `The camera cannot be used now. Close other programs that use it, ${INSTEAD}`;
}

/** Returns the text of the first code that the camera sees, or undefined after `signal`. */
async function scan(video: HTMLVideoElement, read: QrReader, signal: AbortSignal): Promise<string | undefined> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  try {
    video.srcObject = stream;
    if (!signal.aborted) await video.play();
    while (!signal.aborted) {
      const text = await read(video);
      if (text !== undefined) return text;
      await new Promise((resolve) => setTimeout(resolve, INTERVAL));
    }
    return undefined;
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}
