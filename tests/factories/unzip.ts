import { crc32, inflateRawSync } from "node:zlib";

/** Texts of a zip archive's entries by their names, read by its directory; throws where sums do not agree. */
export function unzip(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf("PK\x05\x06", undefined, "latin1");
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  const files = new Map<string, string>();
  for (let index = 0; index < count; index++) {
    if (archive.toString("latin1", at, at + 4) !== "PK\x01\x02") throw new Error("no entry");
    const [sum, packed, nameLength] = [
      archive.readUInt32LE(at + 16),
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
    ];
    const local = archive.readUInt32LE(at + 42);
    const name = archive.toString("utf8", at + 46, at + 46 + nameLength);
    const body = local + 30 + archive.readUInt16LE(local + 26);
    const bytes = archive.subarray(body, body + packed);
    const content = archive.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes);
    if (crc32(content) !== sum) throw new Error(`wrong sum of ${name}`);
    files.set(name, content.toString("utf8"));
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}
