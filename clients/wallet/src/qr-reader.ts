/** Reads QR codes in pictures: by the browser where it can, otherwise by a decoder that a browser loads for the first code. */
export type Picture = HTMLVideoElement | ImageBitmap;

/** Returns the text of a QR code in a picture, or undefined if there is none. */
export type QrReader = (picture: Picture) => Promise<string | undefined>;

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

/** Loads the decoder for browsers that read no codes. */
export type LoadDecoder = () => Promise<{ readQr: QrReader }>;

/** Returns the reader of the browser, or that of the decoder, which is loaded only then. */
export async function qrReader(decoder: LoadDecoder): Promise<QrReader> {
  return (await browserReader()) ?? (await decoder()).readQr;
}
