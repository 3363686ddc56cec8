/** @runs first, once: a process of its own reads these files, no database is asked. */
import { readTable } from "@/lib/files/table-import";
import { cell, Packed, rowXml, workbook, zip } from "@/tests/factories/zip";

const LIMIT_MS = 20_000;

const data = (rows: string) => `<sheetData>${rows}</sheetData>`;
const plain = data(rowXml(1, cell("A1", "账号") + cell("B1", "姓名")) + rowXml(2, cell("A2", "zhang")));
const HUGE = 300 * 1024 ** 2;
let packed: Packed | undefined;
function blown(): Packed {
  packed ??= new Packed(Buffer.alloc(HUGE, 0x20));
  return packed;
}
const small = new Packed("<a/>");
const strings = (body: string) =>
  `<?xml version="1.0"?><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${body}</sst>`;
const DOCTYPE = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
const EXTERNAL = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>';

describe("files that mean harm", () => {
  it.each<[string, () => Uint8Array, string]>([
    ["a part that unpacks to 300 MB", () => workbook(plain, { "xl/worksheets/sheet1.xml": blown() }), "importTooLarge"],
    [
      "shared strings that unpack to 300 MB",
      () => workbook(plain, { "xl/sharedStrings.xml": blown() }),
      "importTooLarge",
    ],
    [
      "40 MB of shared strings",
      () => workbook(plain, { "xl/sharedStrings.xml": strings("<si><t>a</t></si>".repeat(2_400_000)) }),
      "ok or importTooLarge",
    ],
    [
      "a cell in the last place of a sheet",
      () => workbook(data(rowXml(1_048_576, cell("XFD1048576", "x")))),
      "importTooManyRows",
    ],
    ["a cell in the last column", () => workbook(data(rowXml(1, cell("XFD1", "x")))), "importTooLarge"],
    ["entities that grow", () => workbook(plain, { "xl/workbook.xml": DOCTYPE }), "importMarkup"],
    ["an entity that is a file", () => workbook(plain, { "xl/worksheets/sheet1.xml": EXTERNAL }), "importMarkup"],
    [
      "two parts of one name",
      () =>
        zip([
          ["xl/workbook.xml", "<a/>"],
          ["xl/workbook.xml", "<b/>"],
        ]),
      "importUnreadable",
    ],
    [
      "a hundred thousand entries",
      () => zip(Array.from({ length: 30_000 }, (_, no) => [`${no}.xml`, small] as const)),
      "importTooLarge",
    ],
    ["half a file", () => workbook(plain).slice(0, 400), "importUnreadable"],
    ["no workbook", () => zip([["readme.txt", "hello"]]), "importUnreadable"],
    ["a workbook with a password", () => Buffer.from("d0cf11e0a1b11ae10000", "hex"), "importEncrypted"],
    ["a picture", () => Buffer.from("89504e470d0a1a0a0000000d", "hex"), "importUnreadable"],
    ["a quote that never ends", () => Buffer.from('账号,"姓名\nzhang,张'), "importUnreadable"],
    ["a line of five million letters", () => Buffer.alloc(5_000_000, 0x61), "ok"],
    ["a row of a million columns", () => Buffer.from("a,".repeat(1_000_000)), "importTooLarge"],
    ["a NUL in a text", () => Buffer.from("账号,姓名\nzhang\0,张"), "importUnreadable"],
    ["nothing", () => new Uint8Array(0), "importEmpty"],
  ])("%s: a plain answer in time", async (_name, make, expected) => {
    const bytes = make();
    const from = Date.now();
    const outcome = await readTable(bytes).then(
      () => "ok",
      (error: { key?: string }) => error.key,
    );
    expect(Date.now() - from).toBeLessThan(LIMIT_MS + 2000);
    expect(expected.split(" or ")).toContain(outcome);
  });
});
