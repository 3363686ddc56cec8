import { entriesOf, unpack } from "@/lib/files/readers/zip";

/** An archive of one stored entry, whose numbers all stand where those of a large archive do. */
function largeZip(name: string, content: string, { hasPlace = true }: { hasPlace?: boolean } = {}): Buffer {
  const title = Buffer.from(name);
  const bytes = Buffer.from(content);
  const local = Buffer.alloc(30);
  local.write("PK\x03\x04", "latin1");
  local.writeUInt16LE(title.length, 26);
  const field = Buffer.alloc(28);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(24, 2);
  field.writeBigUInt64LE(BigInt(bytes.length), 4);
  field.writeBigUInt64LE(BigInt(bytes.length), 12);
  // Some programs keep fields of their own before it.
  const own = Buffer.from([0x99, 0x99, 2, 0, 7, 7]);
  const central = Buffer.alloc(46);
  central.write("PK\x01\x02", "latin1");
  for (const at of [20, 24, 42]) central.writeUInt32LE(0xffffffff, at);
  central.writeUInt16LE(title.length, 28);
  central.writeUInt16LE(own.length + field.length, 30);
  const directory = Buffer.concat([central, title, own, field]);
  const offset = local.length + title.length + bytes.length;
  const record = Buffer.alloc(56);
  record.write("PK\x06\x06", "latin1");
  record.writeBigUInt64LE(1n, 32);
  record.writeBigUInt64LE(BigInt(directory.length), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  const place = Buffer.alloc(20);
  place.write("PK\x06\x07", "latin1");
  place.writeBigUInt64LE(BigInt(offset + directory.length), 8);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  for (const at of [8, 10]) end.writeUInt16LE(0xffff, at);
  for (const at of [12, 16]) end.writeUInt32LE(0xffffffff, at);
  return Buffer.concat([local, title, bytes, directory, record, ...(hasPlace ? [place] : []), end]);
}

it("reads the numbers of a large archive where they stand", () => {
  const bytes = largeZip("files/00001 lease.txt", "The lease ends in March.");
  const entry = entriesOf(bytes).get("files/00001 lease.txt");
  expect(unpack(bytes, entry!, 1000).toString()).toBe("The lease ends in March.");
});

it("refuses one that says nothing of them, or more than there can be", () => {
  expect(() => entriesOf(largeZip("a", "b", { hasPlace: false }), 100_000)).toThrow("importUnreadable");
  const broken = largeZip("a", "b");
  broken.writeBigUInt64LE(2n ** 63n, broken.indexOf("PK\x06\x06", 0, "latin1") + 48);
  expect(() => entriesOf(broken)).toThrow("importUnreadable");
});
