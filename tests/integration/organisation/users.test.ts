import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET } from "@/app/api/admin/org/users/route";
import { GET as SELF } from "@/app/api/admin/user/self-info/route";
import { db } from "@/db/client";
import { externalIdentities } from "@/db/schema/login-channels";
import { operationLogs } from "@/db/schema/operation-log";
import { departments, users } from "@/db/schema/organisation";
import type { UserDto } from "@/lib/features/organisation/dto";
import { answer } from "@/tests/factories/call";
import { makeRole, roleIdOf, unique, userRow, usersAs } from "@/tests/factories/organisation";
import { makePerson, type Person, signIn } from "@/tests/factories/people";

let administrator: Person;
let manager: Person;
let staff: Person;
beforeAll(async () => {
  administrator = await makePerson({ roles: ["administrator"] });
  manager = await makePerson({ roles: ["staff"], codes: ["SYSTEM:ORG:USER", "PERSONAL:CHAT"] });
  staff = await makePerson();
});

const find = async (query: Record<string, string | number | boolean>, person = manager) =>
  (await answer<{ items: UserDto[]; total: number }>(GET, { token: person.token, query })).data!;

describe("people", () => {
  it("are made with everything they have, and never with more", async () => {
    const roleId = await makeRole(["PERSONAL:CHAT"]);
    const account = unique(" Zhang.Wei");
    const { code, data } = await usersAs(manager).create({
      account,
      phone: "138 0013 8000",
      email: "zhang@example.com",
      roleIds: [roleId],
      password: "Secret123",
    });
    expect(code).toBe(200);
    expect(data).toEqual({ id: expect.any(String) });
    expect(await usersAs(manager).read(data!.id)).toMatchObject({
      account: account.trim().toLowerCase(),
      name: "张伟",
      phone: "+8613800138000",
      email: "zhang@example.com",
      type: "local",
      status: "enabled",
      roles: [{ id: roleId, isAdministrator: false }],
    });
    expect(await userRow(data!.id)).toMatchObject({ mustChangePassword: true });
  });

  it.each([
    ["type", "sso"],
    ["id", v7()],
    ["passwordHash", "x"],
    ["createdAt", "2020-01-01T00:00:00Z"],
    ["sessionVersion", 9],
    ["anonymizedAt", null],
  ])("refuse the unknown field %s when they are made and changed", async (field, value) => {
    expect((await usersAs(administrator).create({ [field]: value })).code).toBe(400);
    expect((await usersAs(administrator).change(staff.id, { [field]: value })).code).toBe(400);
  });

  it("refuse wrong values, each with its field", async () => {
    const wrong: [Record<string, unknown>, string, string][] = [
      [{ phone: "12345" }, "phone", "phone"],
      [{ email: "nobody" }, "email", "email"],
      [{ name: "a\u0000" }, "name", "characters"],
      [{ name: " " }, "name", "required"],
      [{ account: "a b" }, "account", "account"],
      [{ account: "=cmd" }, "account", "account"],
      [{ password: "short" }, "password", "passwordRules"],
      [{ departmentId: v7() }, "departmentId", "invalid"],
      [{ roleIds: [v7()] }, "roleIds", "invalid"],
    ];
    for (const [body, field, key] of wrong) {
      expect(await usersAs(manager).create(body)).toMatchObject({ code: 400, data: { fields: { [field]: key } } });
    }
  });

  it("have one account each, in any spelling, also when two are made at once", async () => {
    const account = unique("li.na");
    const codes = await Promise.all(
      [account, account.toUpperCase(), ` ${account} `].map(
        async (spelling) => (await usersAs(manager).create({ account: spelling })).code,
      ),
    );
    expect(codes.sort()).toEqual([200, 409, 409]);
  });

  it("are found by name, account and phone, with wildcards taken as they are", async () => {
    const mark = unique("%_");
    const { data } = await usersAs(manager).create({ name: `林${mark}`, phone: "13912345678" });
    expect((await find({ keyword: mark })).items.map(({ id }) => id)).toEqual([data!.id]);
    expect((await find({ keyword: "%" })).items.every(({ name, account }) => `${name}${account}`.includes("%"))).toBe(
      true,
    );
    expect((await find({ keyword: "139 1234-5678" })).items.map(({ id }) => id)).toContain(data!.id);
    for (const keyword of ["a\u0000", "'", '"', "\\", "a\\", "') or 1=1 --", "a & b | c", ":*"]) {
      expect((await answer(GET, { token: manager.token, query: { keyword } })).code).toBe(200);
    }
    expect((await answer(GET, { token: manager.token, query: { sort: "password_hash" } })).code).toBe(400);
  });

  it("are filtered by department with all below, role, status, type and binding", async () => {
    const id = v7();
    const [above] = await db()
      .insert(departments)
      .values({
        name: unique("d"),
        path: `${staff.actor.departmentPath}${id}/`,
        id,
        parentId: staff.actor.departmentId,
      })
      .returning();
    const inner = v7();
    await db()
      .insert(departments)
      .values({ id: inner, name: "内部", parentId: id, path: `${above!.path}${inner}/` });
    const roleId = await makeRole(["PERSONAL:CHAT"]);
    const made = (await usersAs(manager).create({ departmentId: inner, roleIds: [roleId], status: "disabled" })).data!;
    const other = (await usersAs(manager).create({ departmentId: id })).data!;
    await db()
      .insert(externalIdentities)
      .values({ issuer: "wecom", subject: unique("s"), userId: other.id });
    const ids = async (query: Record<string, string>) => (await find(query)).items.map((item) => item.id).sort();
    expect(await ids({ departmentId: id })).toEqual([made.id, other.id].sort());
    expect(await ids({ departmentId: inner })).toEqual([made.id]);
    expect(await ids({ roleId })).toEqual([made.id]);
    expect(await ids({ departmentId: id, status: "disabled" })).toEqual([made.id]);
    expect(await ids({ departmentId: id, binding: "bound" })).toEqual([other.id]);
    expect(await ids({ departmentId: id, binding: "unbound" })).toEqual([made.id]);
    expect(await ids({ departmentId: id, type: "sso" })).toEqual([]);
    expect(await find({ departmentId: v7() })).toEqual({ items: [], total: 0 });
    const sorted = await find({ departmentId: id, sort: "account", descending: "false", pageSize: 1 });
    expect(sorted).toMatchObject({ total: 2, items: [expect.anything()] });
  });

  it("of no one else's concern: a person without the code sees and changes nobody, and the log says so", async () => {
    const calls = usersAs(staff);
    expect((await answer(GET, { token: staff.token })).code).toBe(403);
    expect((await calls.create()).code).toBe(403);
    expect((await calls.change(manager.id, { name: "x" })).code).toBe(403);
    expect((await calls.remove(manager.id)).code).toBe(403);
    expect(await calls.read(manager.id)).not.toHaveProperty("account");
    const rows = await db()
      .select()
      .from(operationLogs)
      .where(eq(operationLogs.actorId, staff.id))
      .orderBy(operationLogs.id);
    expect(rows.map(({ action }) => action).sort()).toEqual(["org.user.change", "org.user.create", "org.user.delete"]);
    expect(rows.every(({ result }) => result === "refused")).toBe(true);
  });

  it("never show a password, a hash or a code in list, detail or log", async () => {
    const { data } = await usersAs(manager).create({ password: "Canary123xyz" });
    const { data: coded } = await usersAs(manager).create();
    const stored = await userRow(data!.id);
    const shown = JSON.stringify([
      await find({ pageSize: 100 }),
      await usersAs(manager).read(data!.id),
      await db().select().from(operationLogs).where(eq(operationLogs.actorId, manager.id)),
    ]);
    for (const secret of ["Canary123xyz", stored!.passwordHash!, coded!.code!]) expect(shown).not.toContain(secret);
  });

  it("show what their roles allow a day", async () => {
    const roleIds = [await makeRole([], { dailyTokenLimit: 500 }), await makeRole([], { dailyTokenLimit: 900 })];
    const { data } = await usersAs(manager).create({ roleIds });
    expect((await usersAs(manager).read(data!.id))?.limits).toMatchObject({ tokens: 900, tokensUsed: 0 });
  });
});

describe("roles of people", () => {
  it("are given by those who hold their codes, and taken by administrators only", async () => {
    const [small, large] = [await makeRole(["PERSONAL:CHAT"]), await makeRole(["SYSTEM:CONFIG:MODELS"])];
    const { data } = await usersAs(manager).create();
    const id = data!.id;
    expect((await usersAs(manager).change(id, { roleIds: [small] })).code).toBe(200);
    expect((await usersAs(manager).change(id, { roleIds: [small, large] })).data).toMatchObject({
      error: "codesNotHeld",
    });
    const taken = await answer((await import("@/app/api/admin/org/users/[id]/route")).PATCH, {
      token: manager.token,
      method: "PATCH",
      params: { id },
      body: { roleIds: [] },
      headers: { "accept-language": "en" },
    });
    expect(taken).toMatchObject({ code: 403, message: "Only administrators can remove roles" });
    expect((await usersAs(administrator).change(id, { roleIds: [large] })).code).toBe(200);
    expect((await usersAs(manager).create({ roleIds: [large] })).data).toMatchObject({ error: "codesNotHeld" });
  });

  it("of the administrator are out of reach for everybody else", async () => {
    const roleId = await roleIdOf("administrator");
    const calls = usersAs(manager);
    expect((await calls.create({ roleIds: [roleId] })).data).toMatchObject({ error: "administratorsOnly" });
    expect((await calls.change(staff.id, { roleIds: [...staff.actor.roleIds, roleId] })).data).toMatchObject({
      error: "administratorsOnly",
    });
    expect((await calls.change(administrator.id, { name: "x" })).data).toMatchObject({ error: "administratorTarget" });
    expect((await calls.remove(administrator.id)).data).toMatchObject({ error: "administratorTarget" });
  });

  it("of oneself are no way up", async () => {
    const roleId = await makeRole(["SYSTEM:ORG:ROLE"]);
    const refused = await usersAs(manager).change(manager.id, { roleIds: [...manager.actor.roleIds, roleId] });
    expect(refused.data).toMatchObject({ error: "codesNotHeld" });
  });

  it("act on the next call", async () => {
    const person = await makePerson({ codes: ["SYSTEM:ORG:USER"] });
    expect((await answer(GET, { token: person.token })).code).toBe(200);
    await usersAs(administrator).change(person.id, { roleIds: [await roleIdOf("visitor")] });
    expect((await answer(GET, { token: person.token })).code).toBe(403);
    await usersAs(administrator).change(person.id, { roleIds: [await roleIdOf("administrator")] });
    expect((await answer(GET, { token: person.token })).code).toBe(200);
  });
});

describe("a disabled person", () => {
  it("is out on the next call, for good", async () => {
    const person = await makePerson();
    const second = await signIn(person.id);
    expect((await usersAs(manager).change(person.id, { status: "disabled" })).code).toBe(200);
    for (const token of [person.token, second.token]) expect((await answer(SELF, { token })).code).toBe(401);
    await usersAs(manager).change(person.id, { status: "enabled" });
    for (const token of [person.token, second.token]) expect((await answer(SELF, { token })).code).toBe(401);
  });

  it("is never oneself", async () => {
    expect((await usersAs(manager).change(manager.id, { status: "disabled" })).data).toMatchObject({
      error: "ownAccount",
    });
    expect((await usersAs(administrator).remove(administrator.id)).data).toMatchObject({ error: "ownAccount" });
  });
});

describe("the last administrators", () => {
  it("cannot go, even when they send each other away at once", async () => {
    const pair = [
      await makePerson({ roles: ["administrator"] }),
      await makePerson({ roles: ["administrator"] }),
    ] as const;
    const visitor = await roleIdOf("visitor");
    // Nobody else administers for a moment.
    const rest = await db()
      .update(users)
      .set({ status: "disabled" })
      .where(eq(users.status, "enabled"))
      .returning({ id: users.id });
    try {
      for (const { id } of pair) await db().update(users).set({ status: "enabled" }).where(eq(users.id, id));
      const [a, b] = pair;
      const codes = await Promise.all([
        usersAs(a)
          .change(b.id, { status: "disabled" })
          .then(({ code }) => code),
        usersAs(b)
          .change(a.id, { roleIds: [visitor] })
          .then(({ code }) => code),
        usersAs(a)
          .remove(b.id)
          .then(({ code }) => code),
      ]);
      const left = (await Promise.all(pair.map(({ id }) => userRow(id)))).filter((row) => row?.status === "enabled");
      expect(codes).toContain(200);
      expect(left.length).toBeGreaterThan(0);
      const [last] = (
        await Promise.all(
          pair.map(async (person) => ((await answer(GET, { token: person.token })).code === 200 ? person : null)),
        )
      ).filter((person) => person !== null);
      expect(last).toBeDefined();
      expect((await usersAs(last!).change(last!.id, { roleIds: [visitor] })).data).toMatchObject({
        error: "lastAdministrator",
      });
    } finally {
      for (const { id } of rest) await db().update(users).set({ status: "enabled" }).where(eq(users.id, id));
    }
  });
});
