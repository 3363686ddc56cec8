import { eq } from "drizzle-orm";
import readExcelFile from "read-excel-file/node";
import { GET as DEPARTMENTS } from "@/app/api/admin/org/departments/export/route";
import { POST as MAKE } from "@/app/api/admin/org/departments/route";
import { GET as USERS } from "@/app/api/admin/org/users/export/route";
import { db } from "@/db/client";
import { operationLogs } from "@/db/schema/operation-log";
import { answer, call } from "@/tests/factories/call";
import { unique, usersAs } from "@/tests/factories/organisation";
import { makePerson, type Person } from "@/tests/factories/people";

let manager: Person;
beforeAll(async () => {
  manager = await makePerson({ codes: ["SYSTEM:ORG:USER", "SYSTEM:ORG:DEPT"] });
});

/** What a spreadsheet takes for a formula, and one name that is none. */
const NAMES = ["=1+1", "+1", "-1", "@SUM(A1)", "＝1", "王芳"];

async function sheetOf(response: Response): Promise<(string | null)[][]> {
  const sheets = await readExcelFile(Buffer.from(await response.arrayBuffer()));
  return sheets[0]!.data as (string | null)[][];
}

describe("the list of people as a file", () => {
  it("holds who the filter finds, with nothing a spreadsheet computes", async () => {
    const mark = unique("m");
    for (const [at, name] of NAMES.entries()) {
      await usersAs(manager).create({ account: `${mark}${at}`, name, phone: at ? undefined : "13800138000" });
    }
    const query = { keyword: mark, sort: "account", descending: false };
    const csv = await call(USERS, { token: manager.token, query: { ...query, format: "csv" } });
    expect(csv.headers.get("content-disposition")).toContain("attachment");
    const lines = (await csv.text()).trim().split("\r\n");
    expect(lines).toHaveLength(NAMES.length + 1);
    for (const line of lines.slice(1)) for (const cell of line.split(",")) expect(cell).not.toMatch(/^"?[=+\-@＝]/);
    const xlsx = await call(USERS, { token: manager.token, query: { ...query, format: "xlsx" } });
    const [, ...rows] = await sheetOf(xlsx);
    expect(rows.map((row) => row[1])).toEqual(["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'＝1", "王芳"]);
    expect(rows[0]![3]).toBe("'+8613800138000");
    expect(JSON.stringify(rows)).not.toContain("$argon2");
    const log = await db()
      .select()
      .from(operationLogs)
      .where(eq(operationLogs.actorId, manager.id))
      .orderBy(operationLogs.id);
    expect(log).toContainEqual(expect.objectContaining({ action: "org.user.export", result: "success" }));
  });

  it("is for managers of people, and that of departments for theirs", async () => {
    const stranger = await makePerson();
    const reader = await makePerson({ codes: ["SYSTEM:ORG:USER"] });
    expect((await call(USERS, { token: stranger.token })).status).toBe(403);
    expect((await call(DEPARTMENTS, { token: stranger.token })).status).toBe(403);
    expect((await call(DEPARTMENTS, { token: reader.token })).status).toBe(403);
    expect((await call(USERS, { token: manager.token, query: { format: "html" } })).status).toBe(400);
  });
});

describe("the tree of departments as a file", () => {
  it("names each with its path and its people", async () => {
    const [above, below] = [unique("总部"), unique("=部门")];
    const { data } = await answer<{ id: string }>(MAKE, { token: manager.token, body: { name: above } });
    const inner = await answer<{ id: string }>(MAKE, {
      token: manager.token,
      body: { name: below, parentId: data!.id },
    });
    await usersAs(manager).create({ departmentId: inner.data!.id });
    const rows = await sheetOf(await call(DEPARTMENTS, { token: manager.token }));
    const row = rows.find((cells) => String(cells[0]).endsWith(below));
    expect(row?.slice(0, 4)).toEqual([expect.stringContaining(`${above} / ${below}`), `'${below}`, above, 1]);
  });
});

describe("a form that is sent twice", () => {
  it("makes one person and one department", async () => {
    const account = unique("twice");
    const people = await Promise.all([1, 2, 3, 4].map(() => usersAs(manager).create({ account })));
    expect(people.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409]);
    const body = { name: unique("双击") };
    const made = await Promise.all([1, 2, 3, 4].map(() => answer(MAKE, { token: manager.token, body })));
    expect(made.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409]);
  });
});
