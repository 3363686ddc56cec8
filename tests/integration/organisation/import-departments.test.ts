import { eq, inArray } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as EXPORT } from "@/app/api/admin/org/departments/export/route";
import { closeDatabase, db } from "@/db/client";
import { sessions } from "@/db/schema/auth";
import { departments, users } from "@/db/schema/organisation";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { call } from "@/tests/factories/call";
import { csv, importsAs } from "@/tests/factories/imports";
import { unique } from "@/tests/factories/organisation";
import { makePerson, type Person, signIn } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";

let manager: Person;
let stranger: Person;
let root: { id: string; name: string; path: string };
beforeAll(async () => {
  await startJobs(TASK_JOBS, false);
  // Somebody who stays: the last administrator would keep a department from being closed.
  await makePerson({ roles: ["administrator"] });
  manager = await makePerson({ roles: ["staff"], codes: ["SYSTEM:ORG:DEPT"] });
  stranger = await makePerson({ roles: ["staff"], codes: ["SYSTEM:ORG:DEPT"] });
  const [found] = await db().select().from(departments).where(eq(departments.id, manager.actor.departmentId!));
  root = found!;
});
afterAll(async () => {
  await stopJobs(100);
  await closeDatabase();
});

const named = async (...names: string[]) =>
  new Map(
    (await db().select().from(departments).where(inArray(departments.name, names))).map((row) => [row.name, row]),
  );

describe("an import of departments", () => {
  it("makes a tree in any order of rows, then changes and closes what is there", async () => {
    const [above, below] = [unique("上"), unique("下")];
    const as = importsAs(manager);
    const file = csv(`部门路径,状态,排序\n${root.name} / ${above} / ${below},,7\n${root.name} / ${above},启用,3`);
    const checked = await as.check(file, { kind: "departments" });
    expect(checked).toMatchObject({ status: "ready", summary: { created: 2, changed: 0, refused: 0 } });
    expect((await named(above, below)).size).toBe(0);
    expect(await importsAs(stranger).readCode(checked.id)).toBe(404);
    await as.confirm(checked.id);
    await runTasksOf(checked.id);
    const made = await named(above, below);
    expect(made.get(above)).toMatchObject({ parentId: root.id, sort: 3, path: `${root.path}${made.get(above)!.id}/` });
    expect(made.get(below)).toMatchObject({
      parentId: made.get(above)!.id,
      sort: 7,
      path: `${made.get(above)!.path}${made.get(below)!.id}/`,
    });
    expect((await as.read(checked.id)).hasCodes).toBe(false);

    const inside = await makePerson();
    await db()
      .update(users)
      .set({ departmentId: made.get(below)!.id })
      .where(eq(users.id, inside.id));
    const { sessionId } = await signIn(inside.id);
    const closing = csv(`Department path,Status\n${root.name}/${above},Disabled\n${root.name}/${above}/${below},`);
    expect(await as.check(closing, { kind: "departments" })).toMatchObject({ status: "refused" });
    const second = await as.check(closing, { kind: "departments", updateExisting: true });
    expect(second).toMatchObject({ status: "ready", summary: { changed: 1, unchanged: 1 } });
    await as.confirm(second.id);
    await runTasksOf(second.id);
    expect((await named(above)).get(above)).toMatchObject({ status: "disabled", sort: 3 });
    const [session] = await db().select().from(sessions).where(eq(sessions.id, sessionId));
    expect(session!.revokedAt).not.toBeNull();
  });

  it("makes no department twice and leaves an export of them as it is", async () => {
    const name = unique("双");
    const as = importsAs(manager);
    const file = csv(`部门名称\n${name}`);
    const checked = await as.check(file, { kind: "departments" });
    await as.confirm(checked.id);
    const id = v7();
    await db()
      .insert(departments)
      .values({ id, name, parentId: root.id, path: `${root.path}${id}/` });
    await runTasksOf(checked.id);
    expect(await as.read(checked.id)).toMatchObject({ status: "failed", failure: { key: "importChanged" } });
    await db().delete(departments).where(eq(departments.name, name));
    for (const format of ["xlsx", "csv"]) {
      const answer = await call(EXPORT, { token: manager.token, query: { format } });
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const again = await as.check({ bytes, name: `tree.${format}` }, { kind: "departments" });
      expect(again).toMatchObject({ status: "ready", summary: { created: 0, changed: 0, refused: 0 } });
    }
  });
});
