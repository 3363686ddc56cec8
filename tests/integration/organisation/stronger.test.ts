import { and, desc, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as MERGE } from "@/app/api/admin/org/departments/[id]/merge/route";
import { POST as MOVE } from "@/app/api/admin/org/departments/[id]/move/route";
import { PATCH as DEPARTMENT, DELETE as REMOVE_DEPARTMENT } from "@/app/api/admin/org/departments/[id]/route";
import { PATCH as MEMBERS } from "@/app/api/admin/org/roles/[id]/members/route";
import { DELETE as REMOVE_ROLE, PATCH as ROLE } from "@/app/api/admin/org/roles/[id]/route";
import { POST as BIND, DELETE as UNBIND } from "@/app/api/admin/org/users/[id]/bindings/route";
import { DELETE as FACTOR } from "@/app/api/admin/org/users/[id]/factor/route";
import { POST as RESET } from "@/app/api/admin/org/users/[id]/reset-password/route";
import { PATCH as CHANGE, DELETE as REMOVE } from "@/app/api/admin/org/users/[id]/route";
import { DELETE as SIGN_OUT_ONE } from "@/app/api/admin/org/users/[id]/sessions/[sessionId]/route";
import { GET as SESSIONS, DELETE as SIGN_OUT } from "@/app/api/admin/org/users/[id]/sessions/route";
import { POST as TRANSFER } from "@/app/api/admin/org/users/[id]/transfer/route";
import { POST as BULK } from "@/app/api/admin/org/users/bulk/route";
import { PUT as POLICY } from "@/app/api/admin/records/policies/[departmentId]/route";
import { db } from "@/db/client";
import { sessions } from "@/db/schema/auth";
import { externalIdentities } from "@/db/schema/login-channels";
import { apiKeys } from "@/db/schema/open-api";
import { operationLogs } from "@/db/schema/operation-log";
import { departments, users } from "@/db/schema/organisation";
import { roles, userRoles } from "@/db/schema/roles";
import type { Handler } from "@/lib/endpoint/route";
import type { BulkResult } from "@/lib/features/organisation/dto";
import { makeApiKey } from "@/tests/factories/api-keys";
import { answer } from "@/tests/factories/call";
import { makeRole, unique } from "@/tests/factories/organisation";
import { makePerson, type Person } from "@/tests/factories/people";

/** Everything of the organisation, and nothing else. */
const CODES = ["SYSTEM:ORG:USER", "SYSTEM:ORG:ROLE", "SYSTEM:ORG:DEPT", "PERSONAL:CHAT"];

let administrator: Person;
let actor: Person;
let bystander: Person;
/** Who holds more than the actor: by everything, by a code, by a limit. */
const stronger = new Map<string, Person>();

/** A department with somebody in it, below the actor's own root. */
async function departmentOf(person: Person): Promise<string> {
  const [id, rootId] = [v7(), person.actor.departmentId!];
  await db()
    .insert(departments)
    .values({ id, name: unique("d"), parentId: rootId, path: `/${rootId}/${id}/` });
  const [root] = await db().select().from(departments).where(eq(departments.id, rootId));
  await db()
    .update(departments)
    .set({ path: `${root!.path}${id}/` })
    .where(eq(departments.id, id));
  await db().update(users).set({ departmentId: id }).where(eq(users.id, person.id));
  return id;
}

let emptyId: string;
beforeAll(async () => {
  administrator = await makePerson({ roles: ["administrator"] });
  actor = await makePerson({ codes: CODES, dailyTokenLimit: 1000 });
  bystander = await makePerson({ codes: ["PERSONAL:CHAT"], dailyTokenLimit: 500 });
  stronger.set("administrator", await makePerson({ roles: ["administrator"] }));
  stronger.set("code", await makePerson({ codes: [...CODES, "SYSTEM:CONFIG:MODELS"], dailyTokenLimit: 1000 }));
  stronger.set("limit", await makePerson({ codes: ["PERSONAL:CHAT"], dailyTokenLimit: null }));
  emptyId = await departmentOf(await makePerson({ codes: ["PERSONAL:CHAT"], dailyTokenLimit: 1 }));
});

interface Door {
  name: string;
  action: string;
  handler: Handler;
  method: string;
  params: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

/** Each door as it is gone through to somebody; `subject` is an identity they are bound to. */
function doorsTo(person: Person, subject: string): Door[] {
  const params = { id: person.id };
  const change = (name: string, body: unknown) => {
    return { name, action: "org.user.change", handler: CHANGE, method: "PATCH", params, body };
  };
  return [
    change("disable", { status: "disabled" }),
    change("rename", { name: "x" }),
    change("e-mail", { email: "mine@example.com" }),
    change("move", { departmentId: emptyId }),
    change("roles", { roleIds: [actor.actor.roleIds[0]] }),
    { name: "password", action: "org.user.reset-password", handler: RESET, method: "POST", params, body: {} },
    { name: "factor", action: "auth.factor.reset", handler: FACTOR, method: "DELETE", params },
    { name: "sign out", action: "auth.session.revoke", handler: SIGN_OUT, method: "DELETE", params },
    {
      name: "sign out of one",
      action: "auth.session.revoke",
      handler: SIGN_OUT_ONE,
      method: "DELETE",
      params: { ...params, sessionId: person.sessionId },
    },
    {
      name: "give away",
      action: "org.user.transfer",
      handler: TRANSFER,
      method: "POST",
      params,
      body: { toId: actor.id },
    },
    {
      name: "be given",
      action: "org.user.transfer",
      handler: TRANSFER,
      method: "POST",
      params: { id: bystander.id },
      body: { toId: person.id },
    },
    {
      name: "unbind",
      action: "org.user.unbind",
      handler: UNBIND,
      method: "DELETE",
      params,
      query: { issuer: "wecom", subject },
    },
    {
      name: "bind",
      action: "org.user.bind",
      handler: BIND,
      method: "POST",
      params,
      body: { channelId: v7(), subject: unique("me") },
    },
    {
      name: "delete",
      action: "org.user.delete",
      handler: REMOVE,
      method: "DELETE",
      params,
      query: { release: "true" },
    },
    {
      name: "role's members",
      action: "role.members",
      handler: MEMBERS,
      method: "PATCH",
      params: { id: actor.actor.roleIds[0]! },
      body: { add: [person.id], remove: [] },
    },
  ];
}

const knock = ({ handler, method, params, query, body }: Door, who: Person) =>
  answer(handler, { token: who.token, method, params, query, body, headers: { "accept-language": "en" } });

async function stateOf(person: Person) {
  const of = { id: person.id };
  const [user] = await db().select().from(users).where(eq(users.id, of.id));
  return {
    user,
    roles: await db().select().from(userRoles).where(eq(userRoles.userId, of.id)),
    sessions: await db()
      .select({ id: sessions.id, revokedAt: sessions.revokedAt })
      .from(sessions)
      .where(eq(sessions.userId, of.id)),
    bindings: await db().select().from(externalIdentities).where(eq(externalIdentities.userId, of.id)),
    keys: await db().select({ id: apiKeys.id, status: apiKeys.status }).from(apiKeys).where(eq(apiKeys.userId, of.id)),
  };
}

const lastRefusal = async () =>
  (
    await db()
      .select({ action: operationLogs.action })
      .from(operationLogs)
      .where(and(eq(operationLogs.actorId, actor.id), eq(operationLogs.result, "refused")))
      .orderBy(desc(operationLogs.createdAt), desc(operationLogs.id))
      .limit(1)
  )[0]?.action;

describe("somebody who holds more", () => {
  it.each(["administrator", "code", "limit"])("by %s is changed through no door", async (by) => {
    const person = stronger.get(by)!;
    const subject = unique("s");
    await db().insert(externalIdentities).values({ issuer: "wecom", subject, userId: person.id });
    await makeApiKey(person);
    const before = await stateOf(person);
    const error = by === "administrator" ? "administratorTarget" : "strongerTarget";
    for (const door of doorsTo(person, subject)) {
      const refused = await knock(door, actor);
      expect([door.name, refused.code, refused.data]).toEqual([door.name, 403, expect.objectContaining({ error })]);
      expect(refused.message).toMatch(by === "administrator" ? /^Only administrators/ : /beyond yours/);
      expect([door.name, await lastRefusal()]).toEqual([door.name, door.action]);
    }
    expect(await stateOf(person)).toEqual(before);
    expect((await stateOf(bystander)).keys).toEqual([]);
    const { data } = await answer<{ mayEnd: boolean }>(SESSIONS, { token: actor.token, params: { id: person.id } });
    expect(data?.mayEnd).toBe(false);
  });

  it("is left out of what is done to many", async () => {
    const ids = [...stronger.values()].map(({ id }) => id);
    const states = await Promise.all([...stronger.values()].map(stateOf));
    const [roleId] = actor.actor.roleIds;
    for (const body of [
      { action: "disable" },
      { action: "move", departmentId: emptyId },
      { action: "addRole", roleId },
      { action: "delete" },
    ]) {
      const { data } = await answer<BulkResult>(BULK, { token: actor.token, body: { ...body, ids } });
      expect(data).toMatchObject({ done: 0, refusedCount: 3 });
      expect(data!.refused.map(({ error }) => error).sort()).toEqual([
        "administratorTarget",
        "strongerTarget",
        "strongerTarget",
      ]);
    }
    expect(await Promise.all([...stronger.values()].map(stateOf))).toEqual(states);
  });

  it("is not reached by their department either", async () => {
    for (const person of stronger.values()) {
      const id = await departmentOf(person);
      const [row] = await db().select().from(departments).where(eq(departments.id, id));
      const patch = (body: unknown) =>
        answer(DEPARTMENT, { token: actor.token, method: "PATCH", params: { id }, body });
      const policy = { retentionDays: 1, mayDelete: true, adminAccess: "content" };
      const tries = [
        patch({ status: "disabled" }),
        patch({ parentId: emptyId }),
        answer(POLICY, { token: actor.token, method: "PUT", params: { departmentId: id }, body: policy }),
        answer(MOVE, { token: actor.token, params: { id }, body: { parentId: emptyId } }),
        answer(MERGE, { token: actor.token, params: { id }, body: { intoId: emptyId } }),
        answer(REMOVE_DEPARTMENT, { token: actor.token, method: "DELETE", params: { id }, query: { moveTo: emptyId } }),
      ];
      for (const refused of await Promise.all(tries)) {
        expect(refused).toMatchObject({ code: 403, data: { error: "strongerDepartment" } });
      }
      expect((await db().select().from(departments).where(eq(departments.id, id)))[0]).toEqual(row);
      // What touches nobody is still theirs to do.
      expect((await patch({ name: unique("renamed") })).code).toBe(200);
    }
    expect(
      (
        await answer(DEPARTMENT, {
          token: actor.token,
          method: "PATCH",
          params: { id: emptyId },
          body: { status: "disabled" },
        })
      ).code,
    ).toBe(200);
    await db().update(departments).set({ status: "enabled" }).where(eq(departments.id, emptyId));
  });
});

describe("a role that gives more", () => {
  it("is neither strengthened nor weakened nor deleted", async () => {
    const ids = [
      await makeRole([...CODES, "SYSTEM:CONFIG:MODELS"], { dailyTokenLimit: 10 }),
      await makeRole(["PERSONAL:CHAT"], { dailyTokenLimit: null }),
      await makeRole(["PERSONAL:CHAT"], { dailyTokenLimit: 1001 }),
      await makeRole(["PERSONAL:CHAT", "LINK:ELSEWHERE"], { dailyTokenLimit: 10 }),
    ];
    for (const id of ids) {
      const [row] = await db().select().from(roles).where(eq(roles.id, id));
      const bodies = [{ permissions: [] }, { dailyTokenLimit: 0 }, { dailyImageLimit: 0 }, { name: unique("n") }];
      for (const body of bodies) {
        const refused = await answer(ROLE, { token: actor.token, method: "PATCH", params: { id }, body });
        expect(refused).toMatchObject({ code: 403, data: { error: "strongerRole" } });
      }
      const remove = await answer(REMOVE_ROLE, { token: actor.token, method: "DELETE", params: { id } });
      expect(remove.data).toMatchObject({ error: "strongerRole" });
      const give = await answer(MEMBERS, {
        token: actor.token,
        method: "PATCH",
        params: { id },
        body: { add: [actor.id], remove: [] },
      });
      expect(give.code).toBe(403);
      expect((await db().select().from(roles).where(eq(roles.id, id)))[0]).toEqual(row);
    }
  });
});

it("administrators change everybody", async () => {
  for (const person of stronger.values()) {
    const change = { token: administrator.token, method: "PATCH", params: { id: person.id } };
    expect((await answer(CHANGE, { ...change, body: { status: "disabled" } })).code).toBe(200);
    expect((await answer(CHANGE, { ...change, body: { status: "enabled" } })).code).toBe(200);
  }
});
