// The XML parts of an archive, each unpacked under a cap, and packed anew: what is checked is what is read, whatever
// else the archive's headers claim (SECURITY FI-02, FI-03).
import { crc32, inflateRawSync } from "node:zlib";
import { ReadFailure } from "./failure.ts";

const ENTRIES_MAX = 2000;
const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const COMMENT_MAX = 65_535;
/** What large archives, and programs that did not know how large theirs would be, write before the end (Zip64). */
const LARGE_END = 0x06064b50;
const LARGE_END_BYTES = 56;
const LARGE_PLACE = 0x07064b50;
const LARGE_PLACE_BYTES = 20;
/** Of the fields that follow an entry's name: its true sizes and place. */
const LARGE_FIELD = 1;
/** Stands where a number has more than 16, or 32, bits. */
const ELSEWHERE_16 = 0xffff;
const ELSEWHERE_32 = 0xffffffff;
/** The end of an archive is found in so many of its last bytes. */
export const TAIL_BYTES = LARGE_END_BYTES + LARGE_PLACE_BYTES + END_BYTES + COMMENT_MAX;
/** The fields an entry begins with; name, and what programs add to it, follow. */
export const HEAD_BYTES = 30;
const UNREADABLE = "importUnreadable";

/** An entry as the directory of the archive tells of it. */
export interface ZipEntry {
  name: string;
  encrypted: boolean;
  method: number;
  /** Bytes in the archive. */
  packed: number;
  offset: number;
}

/** The entries of an archive by name, nothing unpacked yet. Throws ReadFailure. */
export function entriesOf(bytes: Buffer, entriesMax = ENTRIES_MAX): Map<string, ZipEntry> {
  const { count, offset } = directoryPlace(bytes);
  if (count > entriesMax) throw new ReadFailure("importTooLarge");
  return directoryEntries(bytes, offset, count);
}

/** Of an archive whose end is in these bytes: where its directory lies, and how many entries it tells of. */
export function directoryPlace(bytes: Buffer): { count: number; length: number; offset: number } {
  const end = findEnd(bytes);
  const place = {
    count: bytes.readUInt16LE(end + 10),
    length: bytes.readUInt32LE(end + 12),
    offset: bytes.readUInt32LE(end + 16),
  };
  const isElsewhere = place.count === ELSEWHERE_16 || place.length === ELSEWHERE_32 || place.offset === ELSEWHERE_32;
  return isElsewhere ? (largePlace(bytes, end) ?? place) : place;
}

/** The same as a large archive says it; null where it says nothing. Throws ReadFailure. */
function largePlace(bytes: Buffer, end: number): { count: number; length: number; offset: number } | null {
  const pointer = end - LARGE_PLACE_BYTES;
  if (pointer < 0 || bytes.readUInt32LE(pointer) !== LARGE_PLACE) return null;
  const at = pointer - LARGE_END_BYTES;
  if (at < 0 || bytes.readUInt32LE(at) !== LARGE_END) throw new ReadFailure(UNREADABLE);
  return { count: large(bytes, at + 32), length: large(bytes, at + 40), offset: large(bytes, at + 48) };
}

/** A number of 64 bits. Throws ReadFailure for one that no archive needs. */
function large(bytes: Buffer, at: number): number {
  if (at + 8 > bytes.length) throw new ReadFailure(UNREADABLE);
  const value = bytes.readBigUInt64LE(at);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new ReadFailure(UNREADABLE);
  return Number(value);
}

/** Entries of a directory that begins there. Throws ReadFailure. */
export function directoryEntries(bytes: Buffer, offset: number, count: number): Map<string, ZipEntry> {
  const entries = new Map<string, ZipEntry>();
  let at = offset;
  for (let index = 0; index < count; index++) {
    const entry = centralEntry(bytes, at);
    at = entry.next;
    // Two parts of one name: which one a reader takes would be its own choice.
    if (entries.has(entry.name)) throw new ReadFailure(UNREADABLE);
    entries.set(entry.name, entry);
  }
  return entries;
}

/** Name and bytes of every XML part. Throws ReadFailure. */
export function xmlParts(bytes: Buffer, unpackedMax: number): Map<string, Buffer> {
  const parts = new Map<string, Buffer>();
  let left = unpackedMax;
  for (const entry of entriesOf(bytes).values()) {
    if (!/\.(xml|rels)$/i.test(entry.name)) continue;
    const content = unpack(bytes, entry, left);
    left -= content.length;
    assertPlainXml(content);
    parts.set(entry.name, content);
  }
  return parts;
}

function findEnd(bytes: Buffer): number {
  for (let at = bytes.length - END_BYTES; at >= Math.max(0, bytes.length - END_BYTES - COMMENT_MAX); at--) {
    if (bytes.readUInt32LE(at) === END) return at;
  }
  throw new ReadFailure(UNREADABLE);
}

function centralEntry(bytes: Buffer, at: number): ZipEntry & { next: number } {
  if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== CENTRAL) throw new ReadFailure(UNREADABLE);
  const name = bytes.readUInt16LE(at + 28);
  const fields = at + 46 + name;
  const fieldBytes = bytes.readUInt16LE(at + 30);
  return {
    encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
    method: bytes.readUInt16LE(at + 10),
    ...sizesOf(bytes, at, bytes.subarray(fields, fields + fieldBytes)),
    name: bytes.toString("utf8", at + 46, fields),
    next: fields + fieldBytes + bytes.readUInt16LE(at + 32),
  };
}

/** Packed bytes of an entry and where it lies: those of its own fields that did not fit stand in the field for large ones. */
function sizesOf(bytes: Buffer, at: number, fields: Buffer): Pick<ZipEntry, "packed" | "offset"> {
  const [unpacked, packed, offset] = [at + 24, at + 20, at + 42].map((place) => bytes.readUInt32LE(place));
  const sizes = { packed: packed!, offset: offset! };
  if (packed !== ELSEWHERE_32 && offset !== ELSEWHERE_32) return sizes;
  for (let field = 0; field + 4 <= fields.length; field += 4 + fields.readUInt16LE(field + 2)) {
    if (fields.readUInt16LE(field) !== LARGE_FIELD) continue;
    const own = fields.subarray(field + 4, field + 4 + fields.readUInt16LE(field + 2));
    let next = unpacked === ELSEWHERE_32 ? 8 : 0;
    if (packed === ELSEWHERE_32) {
      sizes.packed = large(own, next);
      next += 8;
    }
    if (offset === ELSEWHERE_32) sizes.offset = large(own, next);
    break;
  }
  return sizes;
}

/** Bytes of an entry, at most `max` of them. Throws ReadFailure. */
export function unpack(bytes: Buffer, entry: ZipEntry, max: number): Buffer {
  const content = packedBytes(bytes, entry, max);
  if (entry.method === 0) return content;
  try {
    return inflateRawSync(content, { maxOutputLength: max });
  } catch (error) {
    throw unpackFailure(error);
  }
}

/** The bytes of an entry as they lie there: those of method 0 are the content, others are deflated. Throws ReadFailure. */
function packedBytes(bytes: Buffer, entry: ZipEntry, max: number): Buffer {
  const { method, packed, offset } = entry;
  const start = offset + contentStart(bytes.subarray(offset), entry);
  const content = bytes.subarray(start, start + packed);
  if (max <= 0 || (method === 0 && content.length > max)) throw new ReadFailure("importTooLarge");
  return content;
}

/** How far behind the beginning of an entry, with these bytes, its content begins. Throws ReadFailure. */
export function contentStart(head: Buffer, { encrypted, method }: ZipEntry): number {
  if (encrypted) throw new ReadFailure("importEncrypted");
  if (head.length < HEAD_BYTES || head.readUInt32LE(0) !== LOCAL) throw new ReadFailure(UNREADABLE);
  if (method !== 0 && method !== 8) throw new ReadFailure(UNREADABLE);
  return HEAD_BYTES + head.readUInt16LE(26) + head.readUInt16LE(28);
}

/** What the unpacking of an entry failed with, in our words. */
export function unpackFailure(error: unknown): ReadFailure {
  const { code } = error as NodeJS.ErrnoException;
  return new ReadFailure(code === "ERR_BUFFER_TOO_LARGE" ? "importTooLarge" : UNREADABLE);
}

/** A document type could name entities and files; no office program writes one. A NUL means another encoding. */
function assertPlainXml(content: Buffer): void {
  if (content.includes(0)) throw new ReadFailure(UNREADABLE);
  if (/<!(DOCTYPE|ENTITY)/i.test(content.toString("latin1"))) throw new ReadFailure("importMarkup");
}

/** An archive of these parts, stored as they are. */
export function packed(parts: ReadonlyMap<string, Buffer>): Buffer<ArrayBuffer> {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of parts) {
    const title = Buffer.from(name, "utf8");
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([word(LOCAL), common, title, content]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    centrals.push(Buffer.concat([word(CENTRAL), Buffer.from([20, 0]), common, tail, title]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(parts.size, 8);
  end.writeUInt16LE(parts.size, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
