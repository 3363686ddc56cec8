import { crc32, deflateSync } from "node:zlib";
import { zip } from "./zip";

const OFFICE = "http://schemas.openxmlformats.org";
const RELATIONSHIPS = `${OFFICE}/officeDocument/2006/relationships`;
/** One pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const COLOURS = { red: [220, 30, 30], green: [30, 180, 30], blue: [30, 30, 220], yellow: [230, 220, 30] };
export type Colour = keyof typeof COLOURS;

/** A plain picture of so many pixels. */
export function plainPng(colour: Colour, { width = 240, height = 160 } = {}): Buffer {
  const line = Buffer.from([0, ...Array.from({ length: width }, () => COLOURS[colour]).flat()]);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const lines = Buffer.concat(Array.from({ length: height }, () => line));
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(lines)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, bytes: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), bytes]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(bytes.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A Word file of some words and one picture. */
export const pictureDocx = (words = "A picture:"): Uint8Array => picturesDocx([{ words, picture: PNG }]);

/** A Word file of paragraphs, each with the picture it ends in. */
export function picturesDocx(paragraphs: readonly { words: string; picture?: Buffer }[]): Uint8Array {
  const spaces = `xmlns:w="${OFFICE}/wordprocessingml/2006/main" xmlns:r="${RELATIONSHIPS}" xmlns:a="${OFFICE}/drawingml/2006/main" xmlns:wp="${OFFICE}/drawingml/2006/wordprocessingDrawing"`;
  const pictures = [...new Set(paragraphs.flatMap(({ picture }) => picture ?? []))];
  const drawing = (picture: Buffer | undefined) =>
    picture
      ? `<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><a:blip r:embed="rId${pictures.indexOf(picture) + 1}"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`
      : "";
  const body = paragraphs
    .map(({ words, picture }) => `<w:p><w:r><w:t>${words}</w:t></w:r>${drawing(picture)}</w:p>`)
    .join("");
  const relations = pictures.map(
    (_, at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONSHIPS}/image" Target="media/${at + 1}.png"/>`,
  );
  return zip([
    ["word/document.xml", `<w:document ${spaces}><w:body>${body}</w:body></w:document>`],
    [
      "word/_rels/document.xml.rels",
      `<Relationships xmlns="${OFFICE}/package/2006/relationships">${relations.join("")}</Relationships>`,
    ],
    ...pictures.map((picture, at): [string, Buffer] => [`word/media/${at + 1}.png`, picture]),
  ]);
}
