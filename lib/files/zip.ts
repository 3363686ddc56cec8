import "server-only";
import { crc32, deflateRawSync } from "node:zlib";

export interface ZipEntry {
  /** Path inside the archive; made by us, never by a person. */
  name: string;
  content: string | Uint8Array;
}

/** Bits of an entry's head: names are UTF-8. */
const UTF8 = 0x0800;
const DEFLATED = 8;

/**
 * A zip archive as it is made: one entry at a time is in memory. Without the extensions for archives over 4 GB or 65,535
 * entries; callers stay below.
 */
export async function* zipped(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const path = Buffer.from(name);
    const head = headOf(typeof content === "string" ? Buffer.from(content) : content, path.length);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), head.fields, path, head.body]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), head.fields, place, path]));
    offset += local.length;
    yield local;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  yield Buffer.concat([central, Buffer.from("PK\x05\x06"), end]);
}

/** The fields both heads of an entry share, and its packed bytes. */
function headOf(bytes: Uint8Array, nameLength: number): { fields: Buffer; body: Buffer } {
  const body = deflateRawSync(bytes);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(UTF8, 2);
  fields.writeUInt16LE(DEFLATED, 4);
  // 1 January 1980, the first day the format knows.
  fields.writeUInt16LE(0x21, 8);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(body.length, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(nameLength, 22);
  return { fields, body };
}
