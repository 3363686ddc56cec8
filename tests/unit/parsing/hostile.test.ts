import { performance } from "node:perf_hooks";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { fixture, inspectBytes, readBytes } from "@/tests/factories/parsing";
import { cell, rowXml, workbook, zip } from "@/tests/factories/zip";

jest.setTimeout(120_000);
afterAll(closeIdleChildren);

const MB = 1024 ** 2;
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const docx = (xml: string | Uint8Array) => zip([["word/document.xml", xml]]);
const sheet = (rows: string) => `<dimension ref="A1:XFD1048576"/><sheetData>${rows}</sheetData>`;
const ole = (name: string) =>
  Buffer.concat([
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    Buffer.alloc(600),
    Buffer.from(name, "utf16le"),
    Buffer.alloc(600),
  ]);

describe("files that mean harm", () => {
  it.each<[string, () => Uint8Array | string, "pdf" | "docx" | "xlsx" | "html" | "csv" | "txt" | "md", string]>([
    ["a part that unpacks to 400 MB", () => docx(Buffer.alloc(400 * MB, 0x20)), "docx", "documentTooBig"],
    [
      "100,000 entries",
      () => zip(Array.from({ length: 65_000 }, (_, at) => [`${at}.xml`, ""] as const)),
      "docx",
      "documentTooBig",
    ],
    [
      "entities that grow",
      () => docx(`<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><w:document ${W}><w:p/></w:document>`),
      "docx",
      "documentHostile",
    ],
    [
      "an entity that is a file",
      () => docx('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'),
      "docx",
      "documentHostile",
    ],
    ["elements without end", () => docx(`<w:document ${W}>${"<w:p>".repeat(100_000)}`), "docx", "documentHostile"],
    ["an office file without its main part", () => zip([["a.xml", "<a/>"]]), "docx", "documentBroken"],
    ["a truncated archive", () => fixture("report.docx").subarray(0, 4000), "docx", "documentBroken"],
    ["a pdf that is none", () => "%PDF-1.7\nnothing", "pdf", "documentBroken"],
    ["html 2,000 elements deep", () => `${"<div>".repeat(2000)}x`, "html", "documentHostile"],
    ["a csv with a NUL", () => "name,value\na\0,1", "csv", "documentBroken"],
    ["nothing but white space", () => " \n \n", "txt", "documentEmpty"],
    [
      "a program called text",
      () => Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1, 9, 9, 9]),
      "txt",
      "documentBroken",
    ],
  ])("%s", async (_name, make, format, key) => {
    const bytes = make();
    const started = performance.now();
    await expect(readBytes(bytes, format)).rejects.toMatchObject({ key });
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  it("ends a pdf whose pages point at themselves", async () => {
    const body =
      "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R]/Count 5>>endobj\ntrailer<</Root 1 0 R/Size 3>>\n";
    await expect(readBytes(body, "pdf")).rejects.toMatchObject({
      key: expect.stringMatching(/^document(Broken|Empty|Scanned)$/),
    });
  });

  it("reads a workbook that claims a full sheet at the price of its cells, and cuts off what lies far away", async () => {
    const read = await readBytes(
      workbook(sheet(rowXml(1, cell("A1", "near")) + rowXml(1_048_576, cell("XFD1048576", "far")))),
      "xlsx",
    );
    expect(read.text).toBe("near\n");
    expect(read.index.warnings).toEqual([{ kind: "truncatedCells", count: 1 }]);
  });

  it("cuts a line of 20 MB into pieces", async () => {
    const read = await readBytes("word ".repeat(4 * MB), "txt");
    expect(read.index.characters).toBe(20 * MB + 1);
    expect(Math.max(...read.pieces.map((piece) => piece.text.length))).toBeLessThan(60_000);
  });

  it("tells a password from an old format", async () => {
    await expect(inspectBytes(ole("EncryptedPackage"), "docx")).rejects.toMatchObject({ key: "documentEncrypted" });
    await expect(inspectBytes(ole("WordDocument"), "docx")).rejects.toMatchObject({ key: "documentOldFormat" });
    await expect(inspectBytes("", "txt")).rejects.toMatchObject({ key: "documentEmpty" });
  });

  it("goes on reading after a file that failed", async () => {
    await expect(readBytes("x", "docx")).rejects.toMatchObject({ key: "documentBroken" });
    expect((await readBytes("fine", "txt")).text).toBe("fine\n");
  });
});
