import { and, eq } from "drizzle-orm";
import { NextRequest } from "next/server";
import { v7 } from "uuid";
import { GET as candidatesRoute } from "@/app/api/admin/org/roles/[id]/candidates/route";
import { PATCH as changeRoute, GET as membersRoute } from "@/app/api/admin/org/roles/[id]/members/route";
import { GET as previewRoute } from "@/app/api/admin/org/roles/[id]/preview/route";
import { PATCH as patchRoute } from "@/app/api/admin/org/roles/[id]/route";
import { GET as whyRoute } from "@/app/api/admin/org/users/[id]/permissions/route";
import { GET as boardRoute } from "@/app/api/admin/report/dashboard/route";
import { GET as renewRoute } from "@/app/api/token/renew/route";
import { closeDatabase, db } from "@/db/client";
import { roles, userRoles } from "@/db/schema/roles";
import { assertAdministratorRemains } from "@/lib/auth/administrators";
import { readCookie } from "@/lib/auth/cookie";
import { gate, RENEW_HEADER } from "@/lib/auth/gate";
import type { MemberDto, PersonPermissions, RolePreview } from "@/lib/features/roles/dto";
import { explainMissing } from "@/lib/features/roles/service/screens";
import { answer, call } from "@/tests/factories/call";
import { disable, makePerson, type Person, signIn } from "@/tests/factories/people";
import { cookieOf } from "@/tests/factories/sessions";

let administrator: Person;
let delegate: Person;

beforeAll(async () => {
  administrator = await makePerson({ roles: ["administrator"] });
  delegate = await makePerson({ roles: ["staff"], codes: ["SYSTEM:ORG:ROLE", "SYSTEM:ORG:USER"] });
});
afterAll(closeDatabase);

async function makeRole(permissions: string[] = [], more: object = {}): Promise<string> {
  const [row] = await db()
    .insert(roles)
    .values({ name: `role ${v7()}`, type: "custom", permissions, ...more })
    .returning({ id: roles.id });
  return row!.id;
}
const administratorRole = async () => (await db().select().from(roles).where(eq(roles.key, "administrator")))[0]!.id;
const change = (person: Person, id: string, body: object) =>
  answer<{ added: number; removed: number }>(changeRoute, {
    token: person.token,
    params: { id },
    body,
    method: "PATCH",
  });
const members = async (id: string, query = {}) =>
  (await answer<{ items: MemberDto[]; total: number }>(membersRoute, { token: delegate.token, params: { id }, query }))
    .data!;

describe("members of a role", () => {
  it("are added by whoever holds what it grants, searched and paged, and removed by administrators alone", async () => {
    const id = await makeRole(["SYSTEM:ORG:USER"]);
    const people = [await makePerson(), await makePerson(), await makePerson()];
    const ids = people.map((person) => person.id);
    const { data } = await answer<{ items: MemberDto[] }>(candidatesRoute, {
      token: delegate.token,
      params: { id },
      query: { keyword: people[0]!.account },
    });
    expect(data!.items.map((item) => item.id)).toEqual([ids[0]]);
    expect((await change(delegate, id, { add: ids })).data).toEqual({ added: 3, removed: 0 });
    expect((await change(delegate, id, { add: ids })).data).toEqual({ added: 0, removed: 0 });
    expect(await members(id, { keyword: people[1]!.account })).toMatchObject({ total: 1 });
    expect((await members(id, { pageSize: 2, page: 2 })).items).toHaveLength(1);
    const refused = await change(delegate, id, { remove: [ids[0]] });
    expect(refused).toMatchObject({ code: 403, message: "只有管理员可以移除角色" });
    expect((await change(administrator, id, { remove: ids.slice(0, 2) })).data).toEqual({ added: 0, removed: 2 });
    expect(await members(id)).toMatchObject({ total: 1 });
  });

  it("are not added to what the adding person does not hold, nor to administrators by others", async () => {
    const strong = await makeRole(["SYSTEM:GATEWAY"]);
    expect((await change(delegate, strong, { add: [delegate.id] })).data).toMatchObject({ error: "codesNotHeld" });
    const refused = await change(delegate, await administratorRole(), { add: [delegate.id] });
    expect(refused.data).toMatchObject({ error: "administratorsOnly" });
    const staff = await makePerson();
    expect((await change(staff, strong, { add: [staff.id] })).code).toBe(403);
    expect((await answer(membersRoute, { token: staff.token, params: { id: strong } })).code).toBe(403);
    expect((await change(administrator, v7(), { add: [staff.id] })).code).toBe(404);
  });

  it("are at most a hundred a call, and nobody who does not exist", async () => {
    const id = await makeRole();
    expect((await change(administrator, id, { add: Array.from({ length: 101 }, () => v7()) })).code).toBe(400);
    expect((await change(administrator, id, {})).code).toBe(400);
    expect((await change(administrator, id, { add: [v7()] })).data).toEqual({ added: 0, removed: 0 });
  });
});

describe("the last administrators", () => {
  it("cannot all go at once: of two parallel removals one is refused", async () => {
    const id = await administratorRole();
    const held = await db().select({ id: userRoles.userId }).from(userRoles).where(eq(userRoles.roleId, id));
    const [one, two] = [await makePerson({ roles: ["administrator"] }), await makePerson({ roles: ["administrator"] })];
    try {
      // Everybody else of this database is out, so that only these two are left.
      await db().delete(userRoles).where(eq(userRoles.roleId, id));
      await db()
        .insert(userRoles)
        .values([one, two].map((person) => ({ userId: person.id, roleId: id })));
      const results = await Promise.all([change(one, id, { remove: [two.id] }), change(two, id, { remove: [one.id] })]);
      expect(results.filter(({ code }) => code === 200)).toHaveLength(1);
      const left = await db().select().from(userRoles).where(eq(userRoles.roleId, id));
      expect(left).toHaveLength(1);
      const last = [one, two].find((person) => person.id === left[0]!.userId)!;
      const refused = await change({ ...last, ...(await signIn(last.id)) }, id, { remove: [last.id] });
      expect(refused).toMatchObject({ code: 409, data: { error: "lastAdministrator" } });
      // Somebody who cannot sign in does not count.
      const off = await makePerson({ roles: ["administrator"] });
      await disable(off.id);
      await expect(
        db().transaction(async (tx) => {
          await tx.delete(userRoles).where(and(eq(userRoles.roleId, id), eq(userRoles.userId, last.id)));
          await assertAdministratorRemains(tx);
        }),
      ).rejects.toMatchObject({ key: "lastAdministrator" });
    } finally {
      await db()
        .insert(userRoles)
        .values(held.map((row) => ({ userId: row.id, roleId: id })))
        .onConflictDoNothing();
    }
  });
});

describe("a changed role", () => {
  const path = "/system/report-v2/dashboard";
  const open = (cookie: string) => gate(new NextRequest(`http://product.test${path}`, { headers: { cookie } }));
  const renew = (cookie: string) => call(renewRoute, { cookie, headers: { [RENEW_HEADER]: path } });
  const readBoard = (person: Person) => answer(boardRoute, { token: person.token, query: { period: "7d" } });

  it("acts on the next call and page of a session that began before", async () => {
    const id = await makeRole(["PERSONAL:CHAT"]);
    const person = await makePerson({ roles: [] });
    await change(administrator, id, { add: [person.id] });
    const before = await cookieOf({ ...person, ...(await signIn(person.id)) });
    expect((await readBoard(person)).code).toBe(403);
    // The old cookie: the gate hands over, and the call that renews it finds nothing to open.
    expect((await open(before.cookie)).headers.get("x-middleware-rewrite")).toContain("/api/token/renew");
    expect((await renew(before.cookie)).headers.get("location")).toBe("/404");

    const patch = (permissions: string[]) =>
      answer(patchRoute, { token: administrator.token, params: { id }, body: { permissions }, method: "PATCH" });
    await patch(["PERSONAL:CHAT", "SYSTEM:REPORT:DASHBOARD"]);
    expect((await readBoard(person)).code).toBe(200);
    const renewed = await renew(before.cookie);
    expect(renewed.headers.get("location")).toBe(path);
    const cookie = renewed.headers.get("set-cookie")!.split(";")[0]!;
    expect((await open(cookie)).headers.get("x-middleware-next")).toBe("1");

    await patch(["PERSONAL:CHAT"]);
    expect((await readBoard(person)).code).toBe(403);
    // The cookie still says yes; the page itself asks the session, which says no.
    const { resolveActor } = await import("@/lib/auth/session");
    const resolved = await resolveActor(new Headers({ cookie }), { requestId: "", address: "", userAgent: "" });
    expect(resolved!.actor.permissions).not.toContain("SYSTEM:REPORT:DASHBOARD");
    const back = await renew(cookie);
    expect(back.headers.get("location")).toBe("/404");
    const claims = await readCookie({
      headers: new Headers({ cookie: back.headers.get("set-cookie")!.split(";")[0]! }),
    });
    expect(claims!.codes).not.toContain("SYSTEM:REPORT:DASHBOARD");
  });

  it("never sends anybody to a foreign page, and guests nowhere", async () => {
    for (const to of ["https://evil.test", "//evil.test", "/api/health", "/\\evil.test"]) {
      const response = await call(renewRoute, {
        cookie: (await cookieOf(administrator)).cookie,
        headers: { [RENEW_HEADER]: to },
      });
      expect([to, response.headers.get("location")]).toEqual([to, "/404"]);
    }
    const guest = await call(renewRoute, { headers: { [RENEW_HEADER]: path } });
    expect(guest.headers.get("location")).toBe("/404");
    expect(guest.headers.get("set-cookie")).toBeNull();
  });
});

describe("what a role means", () => {
  it("is worked out: screens and landing that its codes open, and none of the others", async () => {
    const id = await makeRole(["PERSONAL:CHAT", "SYSTEM:OPEN:API"]);
    const get = { token: delegate.token, params: { id } };
    const { data: preview } = await answer<RolePreview>(previewRoute, get);
    expect(preview!.landing).toEqual({ path: "/personal/chat", key: "personalChat" });
    const paths = preview!.screens.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(["/personal/chat", "/system/open-manage/api-manage"]));
    expect(paths).not.toContain("/system/gateway/model-supplier");
    // The browser looks these up in the API document.
    expect(preview!.codes).toEqual(expect.arrayContaining(["PERSONAL:CHAT", "SYSTEM:OPEN:API"]));
    expect(preview!.codes).not.toContain("SYSTEM:ORG:ROLE");
    expect((await answer(previewRoute, { token: (await makePerson()).token, params: { id } })).code).toBe(403);
  });

  it("is explained for a person, code by code, with the role that decides a limit", async () => {
    const small = await makeRole(["PERSONAL:CHAT"], { dailyTokenLimit: 100, dailyImageLimit: 5 });
    const large = await makeRole(["PERSONAL:CHAT", "EVALUATION"], { dailyTokenLimit: 900, dailyImageLimit: 0 });
    const person = await makePerson({ roles: [] });
    for (const id of [small, large]) await change(administrator, id, { add: [person.id] });
    const { data } = await answer<PersonPermissions>(whyRoute, { token: delegate.token, params: { id: person.id } });
    const rolesOf = (code: string) => data!.codes.find((entry) => entry.code === code)?.roles.map(({ id }) => id);
    expect(rolesOf("PERSONAL:CHAT")!.toSorted()).toEqual([small, large].toSorted());
    expect(rolesOf("EVALUATION")).toEqual([large]);
    expect(rolesOf("SYSTEM")).toBeUndefined();
    expect(data!.limits).toMatchObject({
      tokens: { value: 900, roles: [{ id: large }] },
      images: { value: 5, roles: [{ id: small }] },
    });
    const screen = (path: string, of = data!) => of.screens.find((entry) => entry.path === path);
    expect(screen("/personal/chat")).toMatchObject({ state: "held", codes: ["PERSONAL:CHAT"], roleCount: 2 });
    expect(screen("/evaluation/data-set")!.state).toBe("notBuilt");
    const missing = screen("/system/gateway/model-supplier")!;
    expect(missing).toMatchObject({ state: "missing", codes: ["SYSTEM:GATEWAY"] });
    expect(missing.roles.map(({ id }) => id)).toContain(await administratorRole());
    expect(missing.roles.map(({ id }) => id)).not.toContain(small);
    // A group opens only where there is a screen below it for them.
    expect(screen("/system")!.state).toBe("missing");
    expect(data!.obstacles).toEqual([]);
    await disable(person.id);
    const after = await answer<PersonPermissions>(whyRoute, { token: delegate.token, params: { id: person.id } });
    expect(after.data!.obstacles).toEqual(["disabled"]);
    expect((await answer(whyRoute, { token: delegate.token, params: { id: v7() } })).code).toBe(404);
    const staff = await makePerson();
    expect((await answer(whyRoute, { token: staff.token, params: { id: person.id } })).code).toBe(403);
  });

  it("tells only who manages people or roles why an address led to the page named 404", async () => {
    expect(await explainMissing(delegate.actor, "/no/such/page")).toBe("unknown");
    expect(await explainMissing(delegate.actor, "/evaluation/data-set")).toMatchObject({ state: "notBuilt" });
    const lacked = await explainMissing(delegate.actor, "/system/gateway/model-supplier");
    expect(lacked).toMatchObject({ state: "missing", codes: ["SYSTEM:GATEWAY"] });
    expect(await explainMissing((await makePerson()).actor, "/system/gateway/model-supplier")).toBeNull();
  });
});
