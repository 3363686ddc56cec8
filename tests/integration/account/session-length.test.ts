import { eq } from "drizzle-orm";
import { GET as selfInfoRoute } from "@/app/api/admin/user/self-info/route";
import { GET as listRoute } from "@/app/api/admin/user/sessions/route";
import { POST as loginRoute } from "@/app/api/token/login-pw/route";
import { closeDatabase, db } from "@/db/client";
import { upsertConfig } from "@/db/queries/config/system-config";
import { sessions } from "@/db/schema/auth";
import { invalidateSessions } from "@/lib/auth/session";
import { invalidateConfig } from "@/lib/config/system-config";
import type { SessionDto } from "@/lib/features/account/dto";
import { answer, call } from "@/tests/factories/call";
import { clearConfiguration } from "@/tests/factories/configuration";
import { eventually } from "@/tests/factories/eventually";
import { makePerson, PASSWORD, type Person, signIn } from "@/tests/factories/people";
import { cookieOf } from "@/tests/factories/sessions";

jest.setTimeout(30_000);

let u1: Person;
let u2: Person;

async function configure(value: object) {
  await upsertConfig(db(), "securityConfig", value);
  invalidateConfig("securityConfig");
  invalidateSessions();
}

/** As if a session had last been used so many minutes ago. */
async function leave(sessionId: string, minutes: number) {
  const lastUsedAt = new Date(Date.now() - minutes * 60_000);
  await db().update(sessions).set({ lastUsedAt }).where(eq(sessions.id, sessionId));
  invalidateSessions();
}

const lastUse = async (id: string) => (await db().select().from(sessions).where(eq(sessions.id, id)))[0]!.lastUsedAt;

beforeEach(async () => {
  [u1, u2] = [await makePerson(), await makePerson()];
});
afterEach(async () => {
  await clearConfiguration();
  invalidateSessions();
});
afterAll(closeDatabase);

describe("a session that is not used", () => {
  it("is over after the idle time, by token and by cookie, and stands in no list", async () => {
    await configure({ idleMinutes: 10 });
    const { cookie } = await cookieOf(u1);
    await leave(u1.sessionId, 9);
    expect((await answer(selfInfoRoute, { token: u1.token })).code).toBe(200);
    await leave(u1.sessionId, 11);
    expect((await answer(selfInfoRoute, { token: u1.token })).code).toBe(401);
    expect((await answer(selfInfoRoute, { cookie })).code).toBe(401);
    const again = await signIn(u1.id);
    const { data } = await answer<{ items: SessionDto[] }>(listRoute, { token: again.token });
    expect(data!.items.map(({ id }) => id)).toEqual([again.sessionId]);
    expect((await answer(selfInfoRoute, { token: u2.token })).code).toBe(200);
  });

  it("stays without an idle time", async () => {
    await leave(u1.sessionId, 3 * 24 * 60);
    expect((await answer(selfInfoRoute, { token: u1.token })).code).toBe(200);
  });

  it("is kept alive by people, not by what an unattended browser asks by itself", async () => {
    await configure({ idleMinutes: 10 });
    await leave(u1.sessionId, 5);
    await call(selfInfoRoute, { token: u1.token, headers: { "x-unattended": "1" } });
    await leave(u2.sessionId, 5);
    await call(selfInfoRoute, { token: u2.token });
    const touched = await eventually(
      () => lastUse(u2.sessionId),
      (at) => at.getTime() > Date.now() - 60_000,
    );
    expect(touched.getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect((await lastUse(u1.sessionId)).getTime()).toBeLessThan(Date.now() - 4 * 60_000);
  });
});

it("the length of a login is that of its opening, and the cookie ends with it", async () => {
  await configure({ sessionHours: 2 });
  const response = await call(loginRoute, {
    body: { username: u1.account, password: PASSWORD },
    address: "198.18.8.1",
  });
  expect(response.status).toBe(200);
  const cookie = response.headers.get("set-cookie") ?? "";
  const seconds = Number(/Max-Age=(\d+)/.exec(cookie)?.[1]);
  expect(seconds).toBeGreaterThan(7190);
  expect(seconds).toBeLessThanOrEqual(7200);
  await configure({ sessionHours: 100 });
  const { token } = ((await response.json()) as { data: { token: string } }).data;
  const renewed = (await call(selfInfoRoute, { token })).headers.get("set-cookie") ?? "";
  expect(Number(/Max-Age=(\d+)/.exec(renewed)?.[1])).toBeLessThanOrEqual(7200);
});
