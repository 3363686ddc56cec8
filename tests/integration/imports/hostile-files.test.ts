import { closeDatabase } from "@/db/client";
import { ORGANISATION_JOBS } from "@/lib/features/organisation/jobs";
import { readTable } from "@/lib/files/table-import";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { importsAs } from "@/tests/factories/imports";
import { unique } from "@/tests/factories/organisation";
import { makePerson, type Person } from "@/tests/factories/people";
import { cell, rowXml, workbook, zip } from "@/tests/factories/zip";

const LIMIT_MS = 20_000;
let administrator: Person;
let staff: Person;
beforeAll(async () => {
  await startJobs(ORGANISATION_JOBS, false);
  [administrator, staff] = [await makePerson({ roles: ["administrator"] }), await makePerson()];
});
afterAll(async () => {
  await stopJobs(100);
  await closeDatabase();
});

const data = (rows: string) => `<sheetData>${rows}</sheetData>`;
const plain = data(rowXml(1, cell("A1", "账号") + cell("B1", "姓名")) + rowXml(2, cell("A2", "zhang")));
const HUGE = 300 * 1024 ** 2;
const blown = () => Buffer.alloc(HUGE, 0x20);
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
      () => zip(Array.from({ length: 30_000 }, (_, no) => [`${no}.xml`, "<a/>"] as const)),
      "importTooLarge",
    ],
    ["half a file", () => workbook(plain).slice(0, 400), "importUnreadable"],
    ["no workbook", () => zip([["readme.txt", "hello"]]), "importUnreadable"],
    ["a workbook with a password", () => Buffer.from("d0cf11e0a1b11ae10000", "hex"), "importEncrypted"],
    ["a picture", () => Buffer.from("89504e470d0a1a0a0000000d", "hex"), "importUnreadable"],
    ["a quote that never ends", () => Buffer.from('账号,"姓名\nzhang,张'), "importUnreadable"],
    ["a line of five million letters", () => Buffer.alloc(5_000_000, 0x61), "ok"],
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

  it("say only that they are large to the person, and leave nothing behind", async () => {
    const as = importsAs(administrator);
    const before = (await as.list()).total;
    const bomb = { bytes: workbook(plain, { "xl/worksheets/sheet1.xml": blown() }) };
    expect(await as.upload(bomb)).toMatchObject({ code: 422, data: { error: "importTooLarge" } });
    expect((await as.upload({ bytes: new Uint8Array(5 * 1024 ** 2 + 1) })).code).toBe(413);
    expect(await as.upload({ bytes: workbook(plain) })).toMatchObject({ code: 422, data: { error: "importColumns" } });
    expect((await as.list()).total).toBe(before);
    expect((await importsAs(staff).upload(bomb)).code).toBe(403);
  });

  it("with texts no table can hold refuse their rows", async () => {
    const account = unique("n");
    const head = Buffer.from("账号,姓名,部门路径\n");
    const utf16 = Buffer.from(`\ufeff账号,姓名,部门路径\n${account},a\u0000b,Head office`, "utf16le");
    const as = importsAs(administrator);
    const nul = await as.check({ bytes: utf16, name: "a.csv" });
    expect((await as.errors(nul.id)).items).toMatchObject([{ row: 2, column: "name", error: "characters" }]);
    const gbk = Buffer.concat([
      Buffer.from([0xd5, 0xcb, 0xba, 0xc5, 0x2c, 0xd0, 0xd5, 0xc3, 0xfb, 0x2c]),
      Buffer.from([0xb2, 0xbf, 0xc3, 0xc5, 0xc2, 0xb7, 0xbe, 0xb6, 0x0a]),
      Buffer.from(`${account},x,Head office`),
    ]);
    expect(await as.check({ bytes: gbk, name: "a.csv" })).toMatchObject({ status: "ready", total: 1 });
    const many = Buffer.concat([head, Buffer.from("a,b,c\n".repeat(10_001))]);
    expect(await as.upload({ bytes: many, name: "a.csv" })).toMatchObject({ data: { error: "importTooManyRows" } });
  });
});
