import { and, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { DELETE as resetRoute } from "@/app/api/admin/org/users/[id]/factor/route";
import { DELETE as endRoute } from "@/app/api/admin/org/users/[id]/sessions/[sessionId]/route";
import { DELETE as endAllRoute, GET as listRoute } from "@/app/api/admin/org/users/[id]/sessions/route";
import { GET as selfInfoRoute } from "@/app/api/admin/user/self-info/route";
import { POST as loginRoute } from "@/app/api/token/login-pw/route";
import { closeDatabase, db } from "@/db/client";
import { operationLogs } from "@/db/schema/operation-log";
import type { UserSessionsDto } from "@/lib/features/account/dto";
import { answer } from "@/tests/factories/call";
import { makePerson, PASSWORD, type Person, signIn } from "@/tests/factories/people";
import { giveFactor } from "@/tests/factories/second-factor";

jest.setTimeout(30_000);

let administrator: Person;
let manager: Person;
let staff: Person;
let other: Person;

beforeEach(async () => {
  administrator = await makePerson({ roles: ["administrator"] });
  manager = await makePerson({ roles: ["staff"], codes: ["SYSTEM:ORG:USER"] });
  [staff, other] = [await makePerson(), await makePerson()];
});
afterAll(closeDatabase);

const alive = async (token: string) => (await answer(selfInfoRoute, { token })).code === 200;
const list = (actor: Person, id: string) => answer<UserSessionsDto>(listRoute, { token: actor.token, params: { id } });
const end = (actor: Person, id: string, sessionId?: string) =>
  sessionId
    ? answer(endRoute, { token: actor.token, method: "DELETE", params: { id, sessionId } })
    : answer(endAllRoute, { token: actor.token, method: "DELETE", params: { id } });

it("people who manage users see and end others' sessions, one or all, at once", async () => {
  const second = await signIn(staff.id);
  const seen = (await list(manager, staff.id)).data!;
  expect(seen.items.map(({ id }) => id).sort()).toEqual([staff.sessionId, second.sessionId].sort());
  expect(seen).toMatchObject({ mayEnd: true, secondFactor: false });
  expect((await end(manager, staff.id, second.sessionId)).code).toBe(200);
  expect([await alive(second.token), await alive(staff.token)]).toEqual([false, true]);
  expect((await end(manager, staff.id)).data).toEqual({ ended: 1 });
  expect([await alive(staff.token), await alive(other.token)]).toEqual([false, true]);
  const logged = await db()
    .select()
    .from(operationLogs)
    .where(and(eq(operationLogs.actorId, manager.id), eq(operationLogs.action, "auth.session.revoke")))
    .orderBy(operationLogs.id);
  expect(logged.map(({ result, targetName }) => [result, targetName])).toEqual([
    ["success", staff.account],
    ["success", staff.account],
  ]);
});

it("a session is named by its person too, and what does not exist is not found", async () => {
  expect((await end(manager, staff.id, other.sessionId)).code).toBe(404);
  expect(await alive(other.token)).toBe(true);
  expect((await end(manager, v7())).code).toBe(404);
  expect((await list(manager, v7())).code).toBe(404);
});

it("nobody but administrators ends an administrator's sessions or takes their second factor", async () => {
  await giveFactor(administrator);
  expect((await list(manager, administrator.id)).data).toMatchObject({ mayEnd: false, secondFactor: true });
  for (const sessionId of [undefined, administrator.sessionId]) {
    const refused = await end(manager, administrator.id, sessionId);
    expect(refused).toMatchObject({ code: 403, data: { error: "administratorTarget" } });
  }
  const reset = (actor: Person, id: string) =>
    answer(resetRoute, { token: actor.token, method: "DELETE", params: { id } });
  expect((await reset(manager, administrator.id)).code).toBe(403);
  expect(await alive(administrator.token)).toBe(true);

  const colleague = await makePerson({ roles: ["administrator"] });
  expect((await reset(colleague, staff.id)).code).toBe(409);
  expect((await reset(colleague, administrator.id)).code).toBe(200);
  expect(await alive(administrator.token)).toBe(false);
  const { code } = await answer(loginRoute, {
    body: { username: administrator.account, password: PASSWORD },
    address: "198.18.9.1",
  });
  expect(code).toBe(200);
});

it("staff reach none of it", async () => {
  expect((await list(staff, other.id)).code).toBe(403);
  expect((await end(staff, other.id)).code).toBe(403);
  expect(await alive(other.token)).toBe(true);
});
