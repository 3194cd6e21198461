// Pictures of QR codes, as a camera and files have them. The encoder is not of the package whose decoder the page uses.

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { crc32, deflateSync } from "node:zlib";

const { encode } = await import(pathToFileURL(createRequire(new URL("../../clients/wallet/package.json", import.meta.url)).resolve("uqr")));

const DARK = 30;
const LIGHT = 225;
// A wall behind the code.
const GREY = 150;

// Returns the brightness of the pixels of a picture with the code of a text, or without a code. `angle` turns the code clockwise in
// radians, `left` and `top` are the position of its centre, `scale` the pixels of a square of the code.
export function draw(text, { width = 640, height = 480, scale = 5, angle = 0, left = width / 2, top = height / 2 } = {}) {
  const pixels = Buffer.alloc(width * height, GREY);
  if (text === undefined) return { width, height, pixels };
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const [cos, sin] = [Math.cos(angle) / scale, Math.sin(angle) / scale];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const column = Math.floor(cos * (x - left) + sin * (y - top) + size / 2);
      const square = data[Math.floor(cos * (y - top) - sin * (x - left) + size / 2)]?.[column];
      if (square !== undefined) pixels[y * width + x] = square ? DARK : LIGHT;
    }
  }
  return { width, height, pixels };
}

// Returns a video in the format YUV4MPEG2 without colours, five pictures a second.
export function video(pictures) {
  const [{ width, height }] = pictures;
  const noColour = Buffer.alloc((width * height) / 2, 128);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F5:1 Ip A1:1 C420mpeg2\n`), ...pictures.flatMap(({ pixels }) => [Buffer.from("FRAME\n"), pixels, noColour])]);
}

// Returns a picture in the format PNG, whose pixels are transparent where it is light.
export function png({ width, height, pixels }) {
  const lines = Array.from({ length: height }, (_, y) => {
    const line = Array.from(pixels.subarray(y * width, (y + 1) * width), (pixel) => (pixel === DARK ? [0, 255] : [0, 0]));
    return [0, ...line.flat()];
  });
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width);
  size.writeUInt32BE(height, 4);
  // Eight bits of brightness and eight of opacity.
  const header = Buffer.concat([size, Buffer.from([8, 4, 0, 0, 0])]);
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", header), chunk("IDAT", deflateSync(Buffer.from(lines.flat()))), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(name, content) {
  const body = Buffer.concat([Buffer.from(name), content]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(content.length);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
