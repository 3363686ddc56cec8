import { closeDatabase } from "@/db/client";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { importsAs } from "@/tests/factories/imports";
import { unique } from "@/tests/factories/organisation";
import { makePerson, type Person } from "@/tests/factories/people";
import { cell, rowXml, workbook } from "@/tests/factories/zip";

/** More than is ever unpacked. */
const LARGE = 60 * 1024 ** 2;
let administrator: Person;
let staff: Person;
beforeAll(async () => {
  await startJobs(TASK_JOBS, false);
  [administrator, staff] = [await makePerson({ roles: ["administrator"] }), await makePerson()];
});
afterAll(async () => {
  await stopJobs(100);
  await closeDatabase();
});

const sheet = `<sheetData>${rowXml(1, cell("A1", "账号") + cell("B1", "姓名"))}${rowXml(2, cell("A2", "zhang"))}</sheetData>`;

describe("files that mean harm, sent by a person (what reading them comes to: hostile-files)", () => {
  it("say only that they are large to the person, and leave nothing behind", async () => {
    const as = importsAs(administrator);
    const before = (await as.list()).total;
    const bomb = { bytes: workbook(sheet, { "xl/worksheets/sheet1.xml": Buffer.alloc(LARGE, 0x20) }) };
    expect(await as.upload(bomb)).toMatchObject({ code: 422, data: { error: "importTooLarge" } });
    expect((await as.upload({ bytes: new Uint8Array(5 * 1024 ** 2 + 1) })).code).toBe(413);
    expect(await as.upload({ bytes: workbook(sheet) })).toMatchObject({ code: 422, data: { error: "importColumns" } });
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
