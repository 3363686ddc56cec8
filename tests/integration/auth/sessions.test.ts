import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as changeRoute } from "@/app/api/admin/user/change-password/route";
import { GET as selfInfoRoute } from "@/app/api/admin/user/self-info/route";
import { DELETE as endRoute } from "@/app/api/admin/user/sessions/[id]/route";
import { DELETE as endOthersRoute, GET as listRoute } from "@/app/api/admin/user/sessions/route";
import { API_ROUTES } from "@/app/api/openapi.json/routes";
import { POST as loginRoute } from "@/app/api/token/login-pw/route";
import { POST as logoutRoute } from "@/app/api/token/logout/route";
import { closeDatabase, db } from "@/db/client";
import { sessions } from "@/db/schema/auth";
import { users } from "@/db/schema/organisation";
import { readCookie } from "@/lib/auth/cookie";
import { isOpenBefore } from "@/lib/auth/pending";
import { METHODS } from "@/lib/endpoint/openapi";
import type { SessionDto } from "@/lib/features/account/dto";
import { answer, call } from "@/tests/factories/call";
import { disable, makePerson, PASSWORD, type Person, signIn } from "@/tests/factories/people";
import { cookieOf } from "@/tests/factories/sessions";

const NEW = "Changed456";
let u1: Person;
let u2: Person;

beforeEach(async () => {
  [u1, u2] = [await makePerson(), await makePerson()];
});
afterAll(closeDatabase);

const alive = async (token: string) => (await answer(selfInfoRoute, { token })).code === 200;
const change = (token: string, newPassword: string, oldPassword = PASSWORD) =>
  answer<{ error?: string; fields?: object }>(changeRoute, { token, body: { oldPassword, newPassword } });

describe("a session", () => {
  it("ends with logout, for its token and its cookie", async () => {
    const { cookie } = await cookieOf(u1);
    const response = await call(logoutRoute, { token: u1.token, method: "POST" });
    expect(response.headers.get("set-cookie")).toMatch(/Max-Age=0/);
    expect(await alive(u1.token)).toBe(false);
    expect((await answer(selfInfoRoute, { cookie })).code).toBe(401);
  });

  it("ends when its person is disabled", async () => {
    expect(await alive(u1.token)).toBe(true);
    await disable(u1.id);
    expect(await alive(u1.token)).toBe(false);
    expect(await alive(u2.token)).toBe(true);
  });

  it("that has expired is none", async () => {
    const late = await signIn(u1.id);
    await db()
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(sessions.id, late.sessionId));
    expect(await alive(late.token)).toBe(false);
  });

  it("is stored without its token", async () => {
    const rows = await db().select().from(sessions).where(eq(sessions.userId, u1.id));
    expect(JSON.stringify(rows)).not.toContain(u1.token);
  });

  it("is not opened by what looks like a credential", async () => {
    const [row] = await db().select().from(sessions).where(eq(sessions.id, u1.sessionId));
    for (const token of [row!.tokenHash, u1.sessionId, u1.id, "null", "Bearer", "Bearer null", "a".repeat(9000)]) {
      expect((await answer(selfInfoRoute, { token })).code).toBe(401);
    }
    const { cookie } = await cookieOf(u1);
    // A wrong token is not rescued by a right cookie.
    expect((await answer(selfInfoRoute, { token: "wrong", cookie })).code).toBe(401);
  });
});

describe("own sessions", () => {
  it("are listed without others' and end one by one", async () => {
    const second = await signIn(u1.id);
    const { data } = await answer<{ items: SessionDto[] }>(listRoute, { token: u1.token });
    expect(data!.items.map(({ id }) => id).sort()).toEqual([u1.sessionId, second.sessionId].sort());
    expect(data!.items.filter(({ current }) => current).map(({ id }) => id)).toEqual([u1.sessionId]);
    const end = (token: string, id: string) => answer(endRoute, { token, params: { id }, method: "DELETE" });
    for (const id of [u2.sessionId, v7(), "../x"]) expect((await end(u1.token, id)).code).toBe(404);
    expect(await alive(u2.token)).toBe(true);
    expect((await end(u1.token, second.sessionId)).code).toBe(200);
    expect(await alive(second.token)).toBe(false);
    expect(await alive(u1.token)).toBe(true);
  });

  it("end all but the one that asks", async () => {
    const others = [await signIn(u1.id), await signIn(u1.id)];
    const { data } = await answer(endOthersRoute, { token: u1.token, method: "DELETE" });
    expect(data).toEqual({ ended: 2 });
    for (const { token } of others) expect(await alive(token)).toBe(false);
    expect([await alive(u1.token), await alive(u2.token)]).toEqual([true, true]);
  });
});

describe("changing the password", () => {
  it("needs the old one, ends every other session and leaves this one", async () => {
    const other = await signIn(u1.id);
    expect((await change(u1.token, NEW, "Wrong1234")).data?.error).toBe("wrongOldPassword");
    expect((await change(u1.token, PASSWORD)).data?.error).toBe("passwordUnchanged");
    expect(await alive(other.token)).toBe(true);
    expect((await change(u1.token, NEW)).code).toBe(200);
    expect([await alive(other.token), await alive(u1.token)]).toEqual([false, true]);
    const login = (password: string) => answer(loginRoute, { body: { username: u1.account, password } });
    expect([(await login(PASSWORD)).code, (await login(NEW)).code]).toEqual([400, 200]);
  });

  it.each(["Short1a", "nodigitsHere", "ALLUPPER123", "alllower123", " Aa1     ", `Aa1${"x".repeat(126)}`])(
    "refuses %j and names the field",
    async (password) => {
      const { code, data } = await change(u1.token, password);
      expect([code, Object.keys(data?.fields ?? {})]).toEqual([400, ["newPassword"]]);
    },
  );
});

describe("while a password change is due", () => {
  const OPEN = [
    "GET /api/admin/user/get-user-language",
    // The login screen asks it which step comes next; it tells what the 403 of every other call tells.
    "GET /api/admin/user/is-first-login",
    "GET /api/admin/user/self-info",
    "POST /api/admin/user/change-password",
    "POST /api/admin/user/set-user-language",
    "POST /api/token/logout",
  ];

  it("every other call answers 403", async () => {
    const person = await makePerson({ roles: ["administrator"], mustChangePassword: true });
    const open: string[] = [];
    for (const { path, load } of API_ROUTES) {
      const module = await load();
      for (const method of METHODS) {
        const handler = module[method];
        if (!handler || "public" in handler.declaration.access) continue;
        // Keys of the Open API and tokens of SCIM are no sessions; the sweep of all calls covers them.
        if ("apiKey" in handler.declaration.access || "scim" in handler.declaration.access) continue;
        if (isOpenBefore(person.actor.pending, handler.declaration.beforeReady)) {
          open.push(`${method} ${path}`);
          continue;
        }
        const { code, data } = await answer(handler, { token: person.token, method, params: { id: v7() } });
        expect([path, code, data]).toEqual([path, 403, { error: "passwordChangeRequired" }]);
      }
    }
    expect(open.sort()).toEqual(OPEN);
  });

  it("the change opens everything at once, cookie included", async () => {
    const person = await makePerson({ mustChangePassword: true });
    const response = await call(changeRoute, {
      token: person.token,
      body: { oldPassword: PASSWORD, newPassword: NEW },
    });
    const cookie = response.headers.get("set-cookie")!.split(";")[0]!;
    expect(await readCookie({ headers: new Headers({ cookie }) })).toMatchObject({ pending: [] });
    expect((await answer(listRoute, { token: person.token })).code).toBe(200);
  });
});

it("self info renews the cookie with the codes of the moment", async () => {
  const { cookie } = await cookieOf(u1);
  const response = await call(selfInfoRoute, { cookie });
  const renewed = response.headers.get("set-cookie")!.split(";")[0]!;
  const claims = await readCookie({ headers: new Headers({ cookie: renewed }) });
  expect(claims).toEqual({ sessionId: u1.sessionId, codes: u1.actor.permissions, pending: [] });
});

it("self info of a person tells nothing of others, and no hash", async () => {
  const text = await (await call(selfInfoRoute, { token: u1.token })).text();
  expect(text).not.toContain(u2.account);
  const [row] = await db().select().from(users).where(eq(users.id, u1.id));
  expect(text).not.toContain(row!.passwordHash!);
});
