import { and, eq, inArray, like } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as EXPORT } from "@/app/api/admin/org/users/export/route";
import { closeDatabase, db } from "@/db/client";
import { operationLogs } from "@/db/schema/operation-log";
import { departments, importRuns, users } from "@/db/schema/organisation";
import { roles, userRoles } from "@/db/schema/roles";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { call } from "@/tests/factories/call";
import { cells, csv, importsAs, xlsx } from "@/tests/factories/imports";
import { logIn, makeRole, roleIdOf, unique } from "@/tests/factories/organisation";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";

const HEADER = ["账号*", "姓名*", "部门路径*", "手机号", "邮箱", "角色", "状态"];
let administrator: Person;
let manager: Person;
let rootName: string;
/** A department of this file; its name holds the mark that separates names. */
let sales: { id: string; name: string; path: string };

beforeAll(async () => {
  await startJobs(TASK_JOBS, false);
  administrator = await makePerson({ roles: ["administrator"] });
  manager = await makePerson({ codes: ["SYSTEM:ORG:USER", "PERSONAL:CHAT"] });
  // They may give new people the default role: they hold it themselves.
  await db()
    .insert(userRoles)
    .values({ userId: manager.id, roleId: await roleIdOf("staff") });
  const [root] = await db().select().from(departments).where(eq(departments.id, manager.actor.departmentId!));
  rootName = root!.name;
  const id = v7();
  const name = unique("销售/华东");
  await db()
    .insert(departments)
    .values({ id, name, parentId: root!.id, path: `${root!.path}${id}/` });
  sales = { id, name, path: `${rootName} / ${name}` };
});
afterAll(async () => {
  await stopJobs(100);
  await closeDatabase();
});

const rowOf = async (account: string) =>
  (await db().select().from(users).where(eq(users.account, account.toLowerCase())))[0];
const nameOf = async (id: string) => (await db().select().from(roles).where(eq(roles.id, id)))[0]!.name;
const line = (
  account: string,
  { name = "张伟", department = sales.path, phone = "", email = "", role = "", status = "" } = {},
) => [account, name, department, phone, email, role, status];

describe("an import of people", () => {
  it("checks first, then makes all of them, with codes that are given once and work", async () => {
    const [first, second] = [unique("Zhang."), unique("li.")];
    const as = importsAs(administrator);
    const [, ...known] = line(first, { email: "a@example.com", status: "启用" });
    const checked = await as.check(
      await xlsx(HEADER, [
        ["（示例）zhang", "示例", "没有", null, null, null, null],
        [first, known[0]!, known[1]!, 13800138000, known[3]!, null, "启用"],
        line(second, { phone: "+44 20 7946 0958", status: "Disabled" }),
      ]),
    );
    expect(checked).toMatchObject({ status: "ready", total: 2, summary: { created: 2, refused: 0 }, hasCodes: false });
    expect(await rowOf(first)).toBeUndefined();
    expect((await as.confirm(checked.id)).code).toBe(200);
    await runTasksOf(checked.id);
    expect(await as.read(checked.id)).toMatchObject({ status: "done", hasCodes: true });
    const made = await rowOf(first);
    expect(made).toMatchObject({
      name: "张伟",
      phone: "+8613800138000",
      email: "a@example.com",
      departmentId: sales.id,
      status: "enabled",
      mustChangePassword: true,
      passwordHash: null,
    });
    expect(await rowOf(second)).toMatchObject({ status: "disabled", phone: "+442079460958" });
    expect(await db().select().from(userRoles).where(eq(userRoles.userId, made!.id))).toEqual([
      { userId: made!.id, roleId: await roleIdOf("staff") },
    ]);
    const [row] = await db().select().from(importRuns).where(eq(importRuns.id, checked.id));
    expect(row!.rows).toBeNull();
    const codes = (await as.codes(checked.id)) as string[][];
    expect(codes.map(([account]) => account)).toEqual(["账号", first.toLowerCase(), second.toLowerCase()]);
    const code = codes[1]![2]!;
    expect(JSON.stringify(row)).not.toContain(code);
    expect(await as.codes(checked.id)).toBe(409);
    expect((await as.read(checked.id)).hasCodes).toBe(false);
    expect(await logIn(first, code)).not.toBeNull();
    const logged = await db()
      .select()
      .from(operationLogs)
      .where(eq(operationLogs.targetId, checked.id))
      .orderBy(operationLogs.id);
    expect(
      logged
        .filter(({ result }) => result === "success")
        .map(({ action }) => action)
        .sort(),
    ).toEqual(["org.import.codes", "org.import.confirm", "org.import.run", "org.import.upload"]);
    expect(JSON.stringify(logged)).not.toContain(code);
  });

  it("tells every error of every row, writes nothing, and gives the refused rows back with why", async () => {
    const as = importsAs(manager);
    const strong = await nameOf(await makeRole(["SYSTEM:ORG:ROLE"]));
    const taken = manager.account;
    const good = unique("good");
    const double = unique("double");
    const checked = await as.check(
      await xlsx(HEADER, [
        line(good),
        line(" ", { name: "" }),
        line("a b", { phone: "12345", email: "nobody", status: "perhaps" }),
        line(unique("x"), { department: `${rootName} / 没有` }),
        line(unique("x"), { department: "别处 / 销售" }),
        line(double),
        line(double.toUpperCase()),
        line(taken),
        line(unique("x"), { role: `${strong}、没有这个角色` }),
        line(unique("x"), { name: "长".repeat(61) }),
        line("=cmd|' /C calc'!A0"),
        line(unique("x"), { name: "a\u202eb" }),
      ]),
    );
    expect(checked).toMatchObject({ status: "refused", summary: { created: 2, refused: 10 } });
    const { items, total } = await as.errors(checked.id);
    expect(items.map(({ row, column, error }) => `${row} ${column} ${error}`)).toEqual([
      "3 account required",
      "3 name required",
      "4 account account",
      "4 phone phone",
      "4 email email",
      "4 status status",
      "5 department departmentMissing",
      "6 department departmentRoot",
      "8 account duplicate",
      "9 account exists",
      "10 roles roleMissing",
      "10 roles roleNotAllowed",
      "11 name tooLong",
      "12 account account",
      "13 name characters",
    ]);
    expect(total).toBe(items.length);
    expect((await as.errors(checked.id, 2, 10)).items).toEqual(items.slice(10));
    expect((await as.confirm(checked.id)).code).toBe(409);
    expect(await rowOf(good)).toBeUndefined();
    const file = (await as.refused(checked.id)) as string[][];
    expect(file).toHaveLength(11);
    expect(file[0]!.slice(-2)).toEqual(["行号", "错误原因"]);
    expect(file.at(-2)![0]).toBe("'=cmd|' /C calc'!A0");
    expect(file[1]!.at(-1)).toBe("账号: 不能为空；名称: 不能为空");
  });

  it("changes people only when asked to, adds roles, leaves what is empty, and protects administrators", async () => {
    const account = unique("wang");
    const role = await makeRole(["PERSONAL:CHAT"]);
    const as = importsAs(manager);
    const first = await as.check(csv(`Account,Name,Department path,Phone\n${account},王芳,${sales.path},13800138001`));
    await as.confirm(first.id);
    await runTasksOf(first.id);
    const renamed = csv(
      `账号,姓名,部门路径,手机号,角色,状态\n${account},王芳芳,${rootName},,${await nameOf(role)},停用`,
    );
    expect(await as.check(renamed)).toMatchObject({ status: "refused" });
    const second = await as.check(renamed, { updateExisting: true });
    expect(second).toMatchObject({ status: "ready", summary: { created: 0, changed: 1 } });
    await as.confirm(second.id);
    await runTasksOf(second.id);
    expect(await rowOf(account)).toMatchObject({
      name: "王芳芳",
      phone: "+8613800138001",
      status: "disabled",
      departmentId: manager.actor.departmentId,
    });
    const held = await db()
      .select()
      .from(userRoles)
      .where(eq(userRoles.userId, (await rowOf(account))!.id));
    expect(held.map(({ roleId }) => roleId).sort()).toEqual([role, await roleIdOf("staff")].sort());
    expect(await as.check(renamed, { updateExisting: true })).toMatchObject({ summary: { changed: 0, unchanged: 1 } });
    const risky = csv(
      `账号,姓名,部门路径,状态\n${administrator.account},x,${rootName},\n${manager.account},x,${rootName},停用`,
    );
    const refused = await as.check(risky, { updateExisting: true });
    expect((await as.errors(refused.id)).items.map(({ error }) => error)).toEqual(["administrator", "ownAccount"]);
  });

  it("makes missing departments for those who may, with everything or not at all", async () => {
    const [name, account] = [unique("新部门"), unique("n")];
    const file = await xlsx(HEADER, [line(account, { department: `${rootName} / ${name} / 一组` })]);
    expect((await importsAs(manager).upload(file, { createDepartments: true })).code).toBe(403);
    const as = importsAs(administrator);
    const checked = await as.check(file, { createDepartments: true });
    expect(checked.summary).toMatchObject({ created: 1, departments: 2 });
    expect(await db().select().from(departments).where(eq(departments.name, name))).toEqual([]);
    await as.confirm(checked.id);
    await runTasksOf(checked.id);
    const [made] = await db().select().from(departments).where(eq(departments.name, name));
    const inner = (await rowOf(account))!.departmentId!;
    expect((await db().select().from(departments).where(eq(departments.id, inner)))[0]).toMatchObject({
      name: "一组",
      parentId: made!.id,
      path: `${made!.path}${inner}/`,
    });
  });

  it("writes nothing when the organisation changed after the check", async () => {
    const [one, two] = [unique("a"), unique("b")];
    const as = importsAs(administrator);
    const checked = await as.check(await xlsx(HEADER, [line(one), line(two)]));
    await as.confirm(checked.id);
    await db().insert(users).values({ account: two, name: "已有" });
    await runTasksOf(checked.id);
    expect(await as.read(checked.id)).toMatchObject({ status: "failed", failure: { key: "importChanged" } });
    expect(await rowOf(one)).toBeUndefined();
  });

  it("gives back what an export wrote, also texts that look like formulas", async () => {
    const mark = unique("f");
    const names = ["=1+1", "'=1+1", "''-x", "＝cmd", "@x", "普通", "'x"].map((name) => `${name}${mark}`);
    const accounts = names.map((_, index) => `${mark}${index}`);
    await db()
      .insert(users)
      .values(names.map((name, index) => ({ name, account: accounts[index]!, departmentId: sales.id })));
    for (const format of ["xlsx", "csv"]) {
      const answer = await call(EXPORT, { token: administrator.token, query: { keyword: mark, format } });
      const file = { bytes: new Uint8Array(await answer.arrayBuffer()), name: `users.${format}` };
      const checked = await importsAs(administrator).check(file, { updateExisting: true });
      expect(checked).toMatchObject({ status: "ready", summary: { created: 0, changed: 0, unchanged: names.length } });
      expect(checked.ignored.length).toBeGreaterThan(0);
    }
    const rows = await db()
      .select()
      .from(users)
      .where(and(like(users.name, `%${mark}`), inArray(users.account, accounts)));
    expect(rows.map(({ name }) => name).sort()).toEqual(names.sort());
  });

  it("has a template that is understood in both languages and holds nothing to import", async () => {
    const { GET: TEMPLATE } = await import("@/app/api/admin/org/imports/template/route");
    for (const language of ["zh-CN", "en-GB"]) {
      for (const kind of ["users", "departments"] as const) {
        const options = { token: administrator.token, query: { kind }, headers: { "accept-language": language } };
        const bytes = new Uint8Array(await (await call(TEMPLATE, options)).arrayBuffer());
        expect(await importsAs(administrator).upload({ bytes }, { kind })).toMatchObject({
          code: 422,
          data: { error: "importEmpty" },
        });
        expect(
          (await cells(new Response(bytes, { headers: { "content-type": "spreadsheet" } }))) as string[][],
        ).toHaveLength(3);
      }
    }
  });
});
