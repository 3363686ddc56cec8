import "server-only";
import { crc32 } from "node:zlib";

/** What a picture says of its making (spec E6). */
export interface Provenance {
  model: string;
  /** ISO. */
  time: string;
  /** Made from another picture. */
  isEdit: boolean;
}

const SOURCES = "http://cv.iptc.org/newscodes/digitalsourcetype/";
const PNG_KEYWORD = "XML:com.adobe.xmp";
const JPEG_HEAD = Buffer.from("http://ns.adobe.com/xap/1.0/\0", "latin1");
const XMP_FLAG = 0x04;
const ALPHA_FLAG = 0x10;

/** The XMP packet: IPTC's words for media made by a model. */
export function xmpOf({ model, time, isEdit }: Provenance): string {
  const source = `${SOURCES}${isEdit ? "compositeWithTrainedAlgorithmicMedia" : "trainedAlgorithmicMedia"}`;
  const name = escaped(model);
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"',
    ` Iptc4xmpExt:DigitalSourceType="${source}" Iptc4xmpExt:AISystemUsed="${name}"`,
    ` xmp:CreatorTool="${name}" xmp:CreateDate="${escaped(time)}">`,
    `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">AI generated (${name})</rdf:li></rdf:Alt></dc:description>`,
    '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>',
  ].join("");
}

function escaped(text: string): string {
  const NAMES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (sign) => NAMES[sign] ?? sign);
}

/** The picture with its origin written into it; what it said before is replaced. Other formats stay as they are. */
export function withProvenance(bytes: Buffer, provenance: Provenance): Buffer {
  const packet = Buffer.from(xmpOf(provenance), "utf8");
  if (isPng(bytes)) return writePng(bytes, packet);
  if (isJpeg(bytes)) return writeJpeg(bytes, packet);
  return isWebp(bytes) ? writeWebp(bytes, packet) : bytes;
}

/** The XMP packet of a PNG, JPEG or WebP; null where it has none. */
export function findXmp(bytes: Buffer): string | null {
  if (isPng(bytes)) {
    const chunk = pngChunks(bytes).find(isPngXmp);
    // Keyword, its end, no compression, no language, no translated keyword.
    return chunk ? chunk.data.subarray(PNG_KEYWORD.length + 5).toString("utf8") : null;
  }
  if (isJpeg(bytes)) {
    const segment = jpegSegments(bytes).segments.find(isJpegXmp);
    return segment ? segment.subarray(4 + JPEG_HEAD.length).toString("utf8") : null;
  }
  if (!isWebp(bytes)) return null;
  return (
    webpChunks(bytes)
      .find(({ type }) => type === "XMP ")
      ?.data.toString("utf8") ?? null
  );
}

const isPng = (bytes: Buffer) => bytes.length > 33 && bytes.readUInt32BE(0) === 0x89504e47;
const isJpeg = (bytes: Buffer) => bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8;
const isWebp = (bytes: Buffer) => bytes.length > 20 && bytes.toString("latin1", 8, 12) === "WEBP";

interface Chunk {
  type: string;
  data: Buffer;
}

function pngChunks(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length) break;
    chunks.push({ type: bytes.toString("latin1", at + 4, at + 8), data: bytes.subarray(at + 8, end) });
    at = end + 4;
  }
  return chunks;
}

const isPngXmp = ({ type, data }: Chunk) =>
  type === "iTXt" && data.toString("latin1", 0, PNG_KEYWORD.length) === PNG_KEYWORD;

function writePng(bytes: Buffer, packet: Buffer): Buffer {
  const head = Buffer.from(`${PNG_KEYWORD}\0\0\0\0\0`, "latin1");
  const own: Chunk = { type: "iTXt", data: Buffer.concat([head, packet]) };
  const [first, ...others] = pngChunks(bytes).filter((chunk) => !isPngXmp(chunk));
  // Cut short or out of order: nothing is made worse.
  if (first?.type !== "IHDR" || others.at(-1)?.type !== "IEND") return bytes;
  return Buffer.concat([bytes.subarray(0, 8), ...[first, own, ...others].map(pngChunk)]);
}

function pngChunk({ type, data }: Chunk): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length, 0);
  head.write(type, 4, "latin1");
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(data, crc32(head.subarray(4))), 0);
  return Buffer.concat([head, data, check]);
}

/** Segments before the picture itself, each with its marker. */
function jpegSegments(bytes: Buffer): { segments: Buffer[]; rest: Buffer } {
  const segments: Buffer[] = [];
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isApplication = (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (!isApplication || end > bytes.length) break;
    segments.push(bytes.subarray(at, end));
    at = end;
  }
  return { segments, rest: bytes.subarray(at) };
}

const isJpegXmp = (segment: Buffer) =>
  segment[1] === 0xe1 && segment.subarray(4, 4 + JPEG_HEAD.length).equals(JPEG_HEAD);

function writeJpeg(bytes: Buffer, packet: Buffer): Buffer {
  const { segments, rest } = jpegSegments(bytes);
  const others = segments.filter((segment) => !isJpegXmp(segment));
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(2 + JPEG_HEAD.length + packet.length, 2);
  const own = Buffer.concat([head, JPEG_HEAD, packet]);
  // JFIF's own segment is the first one where it is there.
  const before = others[0]?.[1] === 0xe0 ? others.splice(0, 1) : [];
  return Buffer.concat([bytes.subarray(0, 2), ...before, own, ...others, rest]);
}

function webpChunks(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4);
    if (at + 8 + size > bytes.length) break;
    chunks.push({ type: bytes.toString("latin1", at, at + 4), data: bytes.subarray(at + 8, at + 8 + size) });
    at += 8 + size + (size % 2);
  }
  return chunks;
}

function writeWebp(bytes: Buffer, packet: Buffer): Buffer {
  const chunks = webpChunks(bytes).filter(({ type }) => type !== "XMP ");
  const extended = chunks.find(({ type }) => type === "VP8X");
  const head = extended ? Buffer.from(extended.data) : webpHead(chunks[0]);
  if (!head || head.length < 10) return bytes;
  head[0] = (head[0] ?? 0) | XMP_FLAG;
  const others = chunks.filter((chunk) => chunk !== extended);
  const all = [{ type: "VP8X", data: head }, ...others, { type: "XMP ", data: packet }].map(webpChunk);
  const size = 4 + all.reduce((sum, { length }) => sum + length, 0);
  const riff = Buffer.from("RIFF\0\0\0\0WEBP", "latin1");
  riff.writeUInt32LE(size, 4);
  return Buffer.concat([riff, ...all]);
}

/** The extended header of a simple file: its size, and whether it is see-through. */
function webpHead(chunk: Chunk | undefined): Buffer | null {
  if (!chunk || chunk.data.length < 10) return null;
  const { type, data } = chunk;
  const head = Buffer.alloc(10);
  if (type === "VP8 ") {
    head.writeUIntLE((data.readUInt16LE(6) & 0x3fff) - 1, 4, 3);
    head.writeUIntLE((data.readUInt16LE(8) & 0x3fff) - 1, 7, 3);
    return head;
  }
  if (type !== "VP8L") return null;
  const bits = data.readUInt32LE(1);
  head[0] = (bits >>> 28) & 1 ? ALPHA_FLAG : 0;
  head.writeUIntLE(bits & 0x3fff, 4, 3);
  head.writeUIntLE((bits >>> 14) & 0x3fff, 7, 3);
  return head;
}

function webpChunk({ type, data }: Chunk): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 0, "latin1");
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}
