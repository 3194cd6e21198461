/** The decoder of QR codes for browsers that read none. */
import { decodeQR } from "qr/decode.js";

export type Picture = HTMLVideoElement | ImageBitmap;

/** The longer side of the decoded picture in pixels: codes are legible, and a phone decodes a picture between two looks at the camera. */
const MAX_SIDE = 1280;

const canvas = document.createElement("canvas");

/** Returns the text of a QR code in a picture, or undefined if there is none. */
export async function readQr(picture: Picture): Promise<string | undefined> {
  const [width, height] = "videoWidth" in picture ? [picture.videoWidth, picture.videoHeight] : [picture.width, picture.height];
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  // Below the transparent parts of a picture, which would be read as black.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  try {
    return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height)) || undefined;
  } catch {
    // The decoder has no other result for a picture without a code.
    return undefined;
  }
}
