/** Scans a QR code with the camera, where the browser can detect codes. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Problem } from "./forms.js";

interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}

const Detector = (globalThis as { BarcodeDetector?: new (options: { formats: string[] }) => Detector }).BarcodeDetector;

export const canScan = Detector !== undefined && "mediaDevices" in navigator;

/** Milliseconds between two looks at the picture of the camera. */
const INTERVAL = 200;

export function Scanner({ onText, onClose }: { onText: (text: string) => void; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    dialog.current?.showModal();
    const controller = new AbortController();
    scan(video.current!, controller.signal).then(
      (text) => text !== undefined && onText(text),
      () => setProblem("The camera cannot be used. Permit it in the settings of the browser, or paste the address."),
    );
    return () => controller.abort();
  }, []);
  return (
    <dialog ref={dialog} class="scanner" aria-label="Scan a QR code" onClose={onClose}>
      {problem === undefined && (
        <>
          <video ref={video} muted playsInline aria-label="Picture of the camera" />
          <p class="hint">Hold the QR code of the recipient in front of the camera.</p>
        </>
      )}
      <Problem text={problem} />
      <button type="button" onClick={() => dialog.current?.close()}>
        Cancel
      </button>
    </dialog>
  );
}

/** Returns the text of the first code that the camera sees, or nothing after `signal`. */
async function scan(video: HTMLVideoElement, signal: AbortSignal): Promise<string | undefined> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  try {
    const detector = new Detector!({ formats: ["qr_code"] });
    video.srcObject = stream;
    await video.play();
    while (!signal.aborted) {
      const [code] = await detector.detect(video);
      if (code !== undefined) return signal.aborted ? undefined : code.rawValue;
      await new Promise((resolve) => setTimeout(resolve, INTERVAL));
    }
    return undefined;
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}
