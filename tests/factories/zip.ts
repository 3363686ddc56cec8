import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";

/** What an entry of an archive holds, compressed: made once where many entries or archives hold the same. */
export class Packed {
  readonly crc: number;
  readonly length: number;
  readonly body: Buffer;

  constructor(content: Uint8Array | string) {
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    this.crc = crc32(bytes);
    this.length = bytes.length;
    this.body = deflateRawSync(bytes);
  }
}

type Content = Packed | Uint8Array | string;

/** A zip archive of these entries, as any program writes one. */
export function zip(entries: readonly (readonly [name: string, content: Content])[]): Uint8Array {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const { crc, length, body } = content instanceof Packed ? content : new Packed(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc, 10);
    common.writeUInt32LE(body.length, 14);
    common.writeUInt32LE(length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), body]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    centrals.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), common, tail, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...locals, directory, Buffer.from("PK\x05\x06"), end]));
}

const SHEET_START =
  '<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">';

/** A workbook with one sheet of this inner XML; `more` replaces or adds parts. */
export function workbook(sheet: string, more: Record<string, Content> = {}): Uint8Array {
  const parts: Record<string, Content> = {
    "[Content_Types].xml":
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    "xl/workbook.xml":
      '<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels":
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    "xl/worksheets/sheet1.xml": `${SHEET_START}${sheet}</worksheet>`,
    ...more,
  };
  return zip(Object.entries(parts));
}

export const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
export const rowXml = (no: number, cells: string) => `<row r="${no}">${cells}</row>`;

/** The text of one file in an archive; empty where there is none of the name. */
export function entryOf(archive: Buffer, name: string): string {
  const end = archive.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  for (let at = archive.readUInt32LE(end + 16); archive.readUInt32LE(at) === 0x02014b50; ) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    if (archive.toString("utf8", at + 46, at + 46 + nameLength) === name) {
      const local = archive.readUInt32LE(at + 42);
      const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
      const bytes = archive.subarray(from, from + archive.readUInt32LE(at + 20));
      return (archive.readUInt16LE(at + 10) === 8 ? inflateRawSync(bytes) : bytes).toString("utf8");
    }
    at += 46 + nameLength + extra + comment;
  }
  return "";
}
