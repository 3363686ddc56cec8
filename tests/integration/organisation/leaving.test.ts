import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as OWNED, POST as TRANSFER } from "@/app/api/admin/org/users/[id]/transfer/route";
import { POST as BULK } from "@/app/api/admin/org/users/bulk/route";
import { GET as SELF } from "@/app/api/admin/user/self-info/route";
import { db } from "@/db/client";
import { sessions } from "@/db/schema/auth";
import { externalIdentities } from "@/db/schema/login-channels";
import { apiKeys } from "@/db/schema/open-api";
import { departments, users } from "@/db/schema/organisation";
import { API_KEYS_MAX } from "@/lib/config/constants";
import type { BulkResult, OwnedDto } from "@/lib/features/organisation/dto";
import { makeApiKey } from "@/tests/factories/api-keys";
import { answer } from "@/tests/factories/call";
import { makeRole, unique, userRow, usersAs } from "@/tests/factories/organisation";
import { makePerson, type Person } from "@/tests/factories/people";

let administrator: Person;
let manager: Person;
beforeAll(async () => {
  administrator = await makePerson({ roles: ["administrator"] });
  manager = await makePerson({ roles: ["staff"], codes: ["SYSTEM:ORG:USER", "SYSTEM:OPEN:API"] });
});

const keysOf = (userId: string) => db().select().from(apiKeys).where(eq(apiKeys.userId, userId));

describe("a person who leaves", () => {
  it("is nobody afterwards, and cannot come in", async () => {
    const person = await makePerson();
    await db().update(users).set({ phone: "+8613800138000", email: "a@b.cn" }).where(eq(users.id, person.id));
    await db()
      .insert(externalIdentities)
      .values({ issuer: "wecom", subject: unique("s"), userId: person.id });
    expect((await usersAs(administrator).remove(person.id)).code).toBe(200);
    const row = await userRow(person.id);
    expect(row).toMatchObject({ phone: null, email: null, passwordHash: null, departmentId: null, status: "disabled" });
    expect(JSON.stringify(row)).not.toContain(person.account);
    expect(await db().select().from(sessions).where(eq(sessions.userId, person.id))).toEqual([]);
    expect(await db().select().from(externalIdentities).where(eq(externalIdentities.userId, person.id))).toEqual([]);
    expect((await answer(SELF, { token: person.token })).code).toBe(401);
    // Gone for every call; the account is free again.
    expect((await usersAs(administrator).change(person.id, { name: "x" })).code).toBe(404);
    expect((await usersAs(administrator).remove(person.id)).code).toBe(404);
    expect((await usersAs(administrator).create({ account: person.account })).code).toBe(200);
  });

  it("hands on what others need, or it is let go of when that is said", async () => {
    const [leaver, heir] = [await makePerson(), await makePerson()];
    await makeApiKey(leaver);
    const owned = await answer<{ items: OwnedDto[] }>(OWNED, { token: manager.token, params: { id: leaver.id } });
    expect(owned.data?.items).toMatchObject([{ kind: "apiKeys", count: 1 }]);
    expect(await usersAs(administrator).remove(leaver.id)).toMatchObject({ code: 409, data: { error: "ownsThings" } });
    for (const transferTo of [leaver.id, v7()]) {
      expect((await usersAs(administrator).remove(leaver.id, { transferTo })).code).toBe(400);
    }
    expect((await usersAs(administrator).remove(leaver.id, { transferTo: heir.id })).code).toBe(200);
    // Its secret works with the rights of whom it belongs to, so it ends with the hand-over.
    expect(await keysOf(heir.id)).toMatchObject([{ status: "disabled", hint: "" }]);
    expect((await usersAs(administrator).remove(heir.id, { release: true })).code).toBe(200);
    expect(await keysOf(heir.id)).toMatchObject([{ status: "disabled" }]);
  });

  it("can hand on before, within the limits of who takes it", async () => {
    const [leaver, heir] = [await makePerson(), await makePerson()];
    await makeApiKey(leaver);
    const rows = Array.from({ length: API_KEYS_MAX }, (_, index) => ({
      userId: heir.id,
      name: `k${index}`,
      secretHash: v7(),
      hint: "sk-…",
    }));
    await db().insert(apiKeys).values(rows);
    const give = (person: Person) =>
      answer(TRANSFER, { token: manager.token, params: { id: leaver.id }, body: { toId: person.id } });
    expect((await give(heir)).data).toMatchObject({ error: "keyLimit" });
    expect((await give(manager)).code).toBe(200);
    expect(await keysOf(leaver.id)).toEqual([]);
    const stranger = await makePerson();
    const refused = await answer(TRANSFER, {
      token: stranger.token,
      params: { id: manager.id },
      body: { toId: stranger.id },
    });
    expect(refused.code).toBe(403);
  });

  it("is not deleted by somebody who may do less", async () => {
    const strong = await makePerson({ codes: ["SYSTEM:CONFIG:MODELS"] });
    expect((await usersAs(manager).remove(strong.id)).data).toMatchObject({ error: "strongerTarget" });
  });
});

describe("the same change for many", () => {
  const bulk = (actor: Person, body: unknown) => answer<BulkResult>(BULK, { token: actor.token, body });
  const several = (count: number) => Promise.all(Array.from({ length: count }, () => makePerson()));

  it("leaves out whom it cannot be done to, and tells why", async () => {
    const people = await several(3);
    const ids = [...people.map(({ id }) => id), manager.id, administrator.id];
    const { data } = await bulk(manager, { action: "disable", ids });
    expect(data).toMatchObject({ done: 3, refusedCount: 2 });
    expect(data?.refused).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: manager.id, error: "ownAccount" }),
        expect.objectContaining({ id: administrator.id, error: "administratorTarget" }),
      ]),
    );
    for (const { token } of people) expect((await answer(SELF, { token })).code).toBe(401);
    expect((await bulk(manager, { action: "enable", ids: people.map(({ id }) => id) })).data).toMatchObject({
      done: 3,
    });
  });

  it("reaches everybody a filter finds", async () => {
    const id = v7();
    await db()
      .insert(departments)
      .values({
        id,
        name: unique("d"),
        path: `${manager.actor.departmentPath}${id}/`,
        parentId: manager.actor.departmentId,
      });
    const people = await several(4);
    const roleId = await makeRole(["PERSONAL:CHAT"]);
    const ids = people.map((person) => person.id);
    expect((await bulk(administrator, { action: "move", ids, departmentId: id })).data).toMatchObject({ done: 4 });
    const add = { action: "addRole", filter: { departmentId: id }, roleId };
    expect((await bulk(administrator, add)).data).toMatchObject({ done: 4 });
    const detail = await usersAs(manager).read(ids[0]!);
    expect(detail?.roles.map((role) => role.id)).toContain(roleId);
    const remove = { action: "removeRole", filter: { roleId }, roleId };
    expect((await bulk(manager, remove)).data).toMatchObject({ error: "removeRolesAdministratorsOnly" });
    expect((await bulk(administrator, remove)).data).toMatchObject({ done: 4 });
    expect((await bulk(administrator, { action: "delete", filter: { departmentId: id } })).data).toMatchObject({
      done: 4,
    });
    expect((await userRow(ids[0]!))?.anonymizedAt).not.toBeNull();
  });

  it("gives no role with codes the giver lacks", async () => {
    const roleId = await makeRole(["SYSTEM:CONFIG:MODELS"]);
    const [person] = await several(1);
    const refused = await bulk(manager, { action: "addRole", ids: [person!.id], roleId });
    expect(refused.data).toMatchObject({ error: "codesNotHeld" });
  });

  it.each([
    { action: "disable" },
    { action: "disable", ids: [] },
    { action: "move", ids: [v7()] },
    { action: "addRole", ids: [v7()] },
    { action: "promote", ids: [v7()] },
    { action: "disable", ids: Array.from({ length: 501 }, () => v7()) },
    { action: "disable", ids: [v7()], filter: {} },
  ])("refuses a change that says too little or too much (%#)", async (body) => {
    expect((await bulk(administrator, body)).code).toBe(400);
  });

  it("is for managers of people only", async () => {
    const stranger = await makePerson();
    expect((await bulk(stranger, { action: "disable", ids: [manager.id] })).code).toBe(403);
  });
});
