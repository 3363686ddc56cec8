// Pictures of any size, drawn without a library: a sky, hills, a sun. Each hue is another picture.
import { crc32, deflateSync } from "node:zlib";

function chunk(type, data) {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length, 0);
  head.write(type, 4, "latin1");
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(data, crc32(head.subarray(4))), 0);
  return Buffer.concat([head, data, check]);
}

/** The bytes of a PNG. */
export function pngOf(width, height, hue = 0) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (1 + width * 3));
  const tint = [0, 1, 2].map((part) => Math.round(40 + 30 * Math.sin(hue + part * 2)));
  for (let y = 0, at = 0; y < height; y++) {
    at++;
    for (let x = 0; x < width; x++) {
      const hill = height * (0.62 + 0.08 * Math.sin((x / width) * 7 + hue));
      const near = height * (0.8 + 0.05 * Math.sin((x / width) * 4 + hue * 2));
      const isSun = Math.hypot(x - width * 0.7, y - height * 0.4) < width * 0.07;
      const sky = 120 + Math.round((y / height) * 110);
      const [r, g, b] =
        y > near ? [34, 62, 58] : y > hill ? [86, 118, 122] : isSun ? [250, 220, 170] : [sky, sky + 8, 205];
      rows[at++] = Math.min(255, r + tint[0]);
      rows[at++] = Math.min(255, g + tint[1]);
      rows[at++] = Math.min(255, b + tint[2]);
    }
  }
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 6 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
