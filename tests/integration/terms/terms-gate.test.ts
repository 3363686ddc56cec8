import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as firstLoginRoute } from "@/app/api/admin/user/is-first-login/route";
import { GET as selfInfoRoute } from "@/app/api/admin/user/self-info/route";
import { GET as sessionsRoute } from "@/app/api/admin/user/sessions/route";
import { POST as acceptRoute, GET as ownRoute } from "@/app/api/admin/user/terms/route";
import { API_ROUTES } from "@/app/api/openapi.json/routes";
import { GET as documentRoute } from "@/app/api/public/documents/[name]/route";
import { POST as loginRoute } from "@/app/api/token/login-pw/route";
import { GET as openModelsRoute } from "@/app/api/v1/models/route";
import { closeDatabase, db } from "@/db/client";
import { operationLogs } from "@/db/schema/operation-log";
import { termsAcceptances } from "@/db/schema/terms";
import { readCookie } from "@/lib/auth/cookie";
import { METHODS } from "@/lib/endpoint/openapi";
import { createKey } from "@/lib/features/open-api/service/keys";
import type { OwnTerms } from "@/lib/features/terms/dto";
import { answer, call } from "@/tests/factories/call";
import { makePerson, PASSWORD, type Person, signIn } from "@/tests/factories/people";
import { clearTerms, publishVersion } from "@/tests/factories/terms";

let boss: Person;
let u1: Person;
let u2: Person;

beforeEach(async () => {
  await clearTerms();
  [boss, u1, u2] = [await makePerson({ roles: ["administrator"] }), await makePerson(), await makePerson()];
});
afterAll(async () => {
  await clearTerms();
  await closeDatabase();
});

const codeOf = async (person: Person) => (await answer(sessionsRoute, { token: person.token })).code;
const accept = (person: Person, versionId: string, language = "zh_CN") =>
  call(acceptRoute, { token: person.token, body: { versionId, language } });

it("asks nothing without terms, and nothing for a version that need not be accepted", async () => {
  expect(await codeOf(u1)).toBe(200);
  expect((await answer(ownRoute, { token: u1.token })).data).toBeNull();
  await publishVersion(boss, false);
  expect(await codeOf(u1)).toBe(200);
  expect((await answer<OwnTerms>(ownRoute, { token: u1.token })).data).toMatchObject({ version: 1, accepted: false });
});

it("stops the next call of everybody, of the one who published too, until each has accepted", async () => {
  expect(await codeOf(u1)).toBe(200);
  const versionId = await publishVersion(boss, true);
  for (const person of [boss, u1, u2]) {
    const { code, data, message } = await answer(sessionsRoute, { token: person.token });
    expect([code, data, message]).toEqual([403, { error: "termsNotAccepted" }, "请先同意新的使用条款"]);
  }
  expect((await answer(firstLoginRoute, { token: u1.token })).data).toEqual({
    isFirstLogin: false,
    pending: ["terms"],
  });
  const response = await accept(u1, versionId, "en_US");
  expect(response.status).toBe(200);
  const cookie = response.headers.get("set-cookie")!.split(";")[0]!;
  expect(await readCookie({ headers: new Headers({ cookie }) })).toMatchObject({ pending: [] });
  expect([await codeOf(u1), await codeOf(u2), await codeOf(boss)]).toEqual([200, 403, 403]);
  // A session of theirs on another device is ready too, and gets a cookie that knows it.
  const other = await signIn(u1.id);
  const renewed = (await call(selfInfoRoute, { token: other.token })).headers.get("set-cookie")!.split(";")[0]!;
  expect(await readCookie({ headers: new Headers({ cookie: renewed }) })).toMatchObject({ pending: [] });
});

it("leaves open what the step needs, and nothing else", async () => {
  await publishVersion(boss, true);
  const open: string[] = [];
  for (const { path, load } of API_ROUTES) {
    const module = await load();
    for (const method of METHODS) {
      const handler = module[method];
      if (!handler || ["public", "apiKey", "scim"].some((way) => way in handler.declaration.access)) continue;
      const { code, data } = await answer(handler, {
        token: u1.token,
        method,
        params: { id: v7() },
        ...(method === "GET" ? {} : { body: {} }),
      }).catch(() => ({ code: 0, data: null }));
      if (code === 403 && data?.error === "termsNotAccepted") continue;
      open.push(`${method} ${path}`);
      if (path.endsWith("logout")) Object.assign(u1, await signIn(u1.id));
    }
  }
  expect(open.sort()).toEqual([
    "GET /api/admin/user/get-user-language",
    "GET /api/admin/user/is-first-login",
    "GET /api/admin/user/self-info",
    "GET /api/admin/user/terms",
    "POST /api/admin/user/set-user-language",
    "POST /api/admin/user/terms",
    "POST /api/token/logout",
  ]);
  expect((await answer(documentRoute, { params: { name: "terms" } })).data).toMatchObject({ markdown: "text zh" });
});

it("comes after a due password, and is told by the cookie of the login", async () => {
  const versionId = await publishVersion(boss, true);
  const fresh = await makePerson({ mustChangePassword: true });
  expect(fresh.actor.pending).toEqual(["password", "terms"]);
  const refused = await accept(fresh, versionId);
  expect([refused.status, (await refused.json()).data]).toEqual([403, { error: "passwordChangeRequired" }]);
  const login = await call(loginRoute, { body: { username: u1.account, password: PASSWORD } });
  const cookie = login.headers.get("set-cookie")!.split(";")[0]!;
  expect(await readCookie({ headers: new Headers({ cookie }) })).toMatchObject({ pending: ["terms"] });
});

it("does not stop callers with an API key", async () => {
  const { secret } = await createKey(boss.actor, { name: v7() });
  await publishVersion(boss, true);
  expect((await call(openModelsRoute, { token: secret })).status).toBe(200);
});

describe("an acceptance", () => {
  it("is kept once, with version, time, language, address and device, and stands in the log", async () => {
    const versionId = await publishVersion(boss, true);
    const send = (address: string) =>
      call(acceptRoute, {
        token: u1.token,
        address,
        headers: { "user-agent": "Firefox 140" },
        body: { versionId, language: "en_US" },
      });
    expect([(await send("192.0.2.7")).status, (await send("192.0.2.8")).status]).toEqual([200, 200]);
    const rows = await db().select().from(termsAcceptances).where(eq(termsAcceptances.versionId, versionId));
    expect(rows).toMatchObject([
      {
        userId: u1.id,
        language: "en_US",
        address: "192.0.2.7",
        userAgent: "Firefox 140",
        acceptedAt: expect.any(Date),
      },
    ]);
    const logged = await db()
      .select()
      .from(operationLogs)
      .where(eq(operationLogs.actorId, u1.id))
      .orderBy(operationLogs.id);
    expect(logged.filter(({ action }) => action === "terms.accept")).toHaveLength(1);
  });

  it("of two at once is one", async () => {
    const versionId = await publishVersion(boss, true);
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(u1, versionId)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await db().select().from(termsAcceptances)).toHaveLength(1);
  });

  it("is of the text that applies: of an older one it is refused, of a later one it counts for both", async () => {
    const first = await publishVersion(boss, true);
    const second = await publishVersion(await readyBoss(first), false, "second");
    expect((await accept(u1, first)).status).toBe(409);
    expect(await codeOf(u1)).toBe(403);
    expect((await accept(u1, second)).status).toBe(200);
    expect(await codeOf(u1)).toBe(200);
  });

  it("does not hold for the next version that must be accepted", async () => {
    const first = await publishVersion(boss, true);
    await accept(u1, first);
    await publishVersion(await readyBoss(first), true, "second");
    expect(await codeOf(u1)).toBe(403);
  });
});

/** The publisher, who accepted too. */
async function readyBoss(versionId: string): Promise<Person> {
  await accept(boss, versionId);
  return boss;
}
