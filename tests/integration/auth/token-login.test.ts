import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { eq } from "drizzle-orm";
import { type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { v7 } from "uuid";
import { GET as selfInfoRoute } from "@/app/api/admin/user/self-info/route";
import { POST as loginRoute } from "@/app/api/token/login-jwt/route";
import { closeDatabase, db } from "@/db/client";
import { sessions } from "@/db/schema/auth";
import { externalIdentities } from "@/db/schema/login-channels";
import { operationLogs } from "@/db/schema/operation-log";
import { users } from "@/db/schema/organisation";
import { resetEnv } from "@/lib/config/env";
import { answer } from "@/tests/factories/call";
import { disable, makePerson, type Person } from "@/tests/factories/people";

const ISSUER = "https://portal.test";
const AUDIENCE = "platform";
const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const other = generateKeyPairSync("rsa", { modulusLength: 2048 });
const PEM = publicKey.export({ type: "spki", format: "pem" }).toString();
const seconds = (offset = 0) => Math.floor(Date.now() / 1000) + offset;

let person: Person;

function configure(key: string): void {
  Object.assign(process.env, { JWT_LOGIN_KEY: key, JWT_LOGIN_ISSUER: ISSUER, JWT_LOGIN_AUDIENCE: AUDIENCE });
  resetEnv();
}
beforeEach(async () => {
  configure(PEM);
  person = await makePerson({ type: "sso" });
});
afterAll(async () => {
  for (const name of ["KEY", "ISSUER", "AUDIENCE"]) delete process.env[`JWT_LOGIN_${name}`];
  resetEnv();
  await closeDatabase();
});

const claims = (more: JWTPayload = {}): JWTPayload => ({
  iss: ISSUER,
  aud: AUDIENCE,
  sub: person.account,
  jti: v7(),
  iat: seconds(),
  exp: seconds(120),
  ...more,
});
const sign = (payload: JWTPayload, { alg = "RS256", key = privateKey as KeyObject | Uint8Array, header = {} } = {}) =>
  new SignJWT(payload).setProtectedHeader({ alg, ...header }).sign(key);
const login = (token: string) => answer<{ token?: string; error?: string }>(loginRoute, { body: { token } });

it("a good token signs its person in, once", async () => {
  const token = await sign(claims());
  const { data } = await login(token);
  expect((await answer(selfInfoRoute, { token: data!.token })).data).toMatchObject({ account: person.account });
  expect((await login(token)).data?.error).toBe("tokenLoginRefused");
  expect((await login(await sign(claims()))).code).toBe(200);
  expect(await db().select().from(externalIdentities).where(eq(externalIdentities.userId, person.id))).toHaveLength(1);
});

it("ten at once with one token open one session", async () => {
  const token = await sign(claims());
  const answers = await Promise.all(Array.from({ length: 10 }, () => login(token)));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
});

describe("refused, with one answer, is a token", () => {
  const without = (name: string) => () => {
    const { [name]: _left, ...rest } = claims();
    return sign(rest);
  };
  const cases: [string, () => Promise<string> | string][] = [
    ["without signature (alg none)", () => new UnsecuredJWT(claims()).encode()],
    ["signed by HS256 with our public key as secret", () => sign(claims(), { alg: "HS256", key: Buffer.from(PEM) })],
    ["of another key", () => sign(claims(), { key: other.privateKey })],
    [
      "of another key that it names itself",
      () => sign(claims(), { key: other.privateKey, header: { jku: "https://evil.test/k", kid: "../../dev/null" } }),
    ],
    ["of another issuer", () => sign(claims({ iss: "https://evil.test" }))],
    ["for another audience", () => sign(claims({ aud: "other" }))],
    ["that expired", () => sign(claims({ iat: seconds(-300), exp: seconds(-120) }))],
    ["that is not valid yet", () => sign(claims({ nbf: seconds(600) }))],
    ["that lives a year", () => sign(claims({ iat: seconds(-86_400), exp: seconds(31_536_000) }))],
    ["without expiry", without("exp")],
    ["without time of issue", without("iat")],
    ["without one-time id", without("jti")],
    ["without subject", without("sub")],
    ["with its signature cut off", async () => (await sign(claims())).replace(/[^.]+$/, "")],
    [
      "with changed claims",
      async () => {
        const [head, , signature] = (await sign(claims())).split(".");
        return `${head}.${Buffer.from(JSON.stringify(claims({ sub: "admin" }))).toString("base64url")}.${signature}`;
      },
    ],
    ["that is none", () => "x.y.z"],
    ["of an unknown person", () => sign(claims({ sub: `nobody-${v7()}` }))],
  ];

  it.each(cases)("%s", async (_name, make) => {
    const before = await db().$count(users);
    expect(await login(await make())).toMatchObject({ code: 400, data: { error: "tokenLoginRefused" } });
    expect(await db().$count(users)).toBe(before);
  });
});

it("a local account is never taken over by its name", async () => {
  const local = await makePerson();
  expect((await login(await sign(claims({ sub: local.account })))).data?.error).toBe("tokenLoginRefused");
  expect(await db().select().from(externalIdentities).where(eq(externalIdentities.userId, local.id))).toEqual([]);
});

describe("a name links", () => {
  const bindingsOf = (id: string) => db().select().from(externalIdentities).where(eq(externalIdentities.userId, id));
  const refused = async (account: string, id: string, sub = account) => {
    const before = await bindingsOf(id);
    expect((await login(await sign(claims({ sub })))).data?.error).toBe("tokenLoginRefused");
    expect(await bindingsOf(id)).toEqual(before);
  };

  it("no account that is bound elsewhere", async () => {
    const row = { issuer: "https://other.test", subject: v7(), userId: person.id };
    await db().insert(externalIdentities).values(row);
    await refused(person.account, person.id);
  });

  it("no other spelling than the stored one", async () => {
    const wide = person.account.replace("u", "ｕ");
    for (const sub of [person.account.toUpperCase(), ` ${person.account}`, wide]) {
      await refused(person.account, person.id, sub);
    }
    expect((await login(await sign(claims()))).code).toBe(200);
  });

  it("neither an administrator nor anybody of the console", async () => {
    const administrator = await makePerson({ type: "sso", roles: ["administrator"] });
    const manager = await makePerson({ type: "sso", roles: ["staff"], codes: ["SYSTEM:ORG:USER"] });
    for (const { account, id } of [administrator, manager]) await refused(account, id);
    // Who was linked by hand comes in, whatever they hold.
    await db().insert(externalIdentities).values({ issuer: ISSUER, subject: "employee-1", userId: manager.id });
    expect((await login(await sign(claims({ sub: "employee-1" })))).code).toBe(200);
  });

  it("once, when two tokens come at the same time, and the log tells of it", async () => {
    const answers = await Promise.all([login(await sign(claims())), login(await sign(claims()))]);
    expect(answers.map(({ code }) => code)).toEqual([200, 200]);
    expect(await bindingsOf(person.id)).toHaveLength(1);
    const links = await db().select().from(operationLogs).where(eq(operationLogs.targetId, person.id));
    expect(links.map(({ action }) => action)).toEqual(["auth.link"]);
  });
});

it("a disabled person is not let in, linked before or not", async () => {
  expect((await login(await sign(claims()))).code).toBe(200);
  await disable(person.id);
  expect(await login(await sign(claims()))).toMatchObject({ code: 400, data: { error: "tokenLoginRefused" } });
  expect(await db().select().from(sessions).where(eq(sessions.userId, person.id))).toHaveLength(2);
});

it("a shared secret takes HS256 only", async () => {
  const secret = "a-shared-secret-of-at-least-32-characters";
  configure(secret);
  expect((await login(await sign(claims(), { alg: "HS256", key: Buffer.from(secret) }))).code).toBe(200);
  expect((await login(await sign(claims()))).code).toBe(400);
  expect((await login(await sign(claims(), { alg: "HS512", key: Buffer.from(secret) }))).code).toBe(400);
});

it("without configuration there is no such login", async () => {
  delete process.env.JWT_LOGIN_ISSUER;
  resetEnv();
  expect(await login(await sign(claims()))).toMatchObject({ code: 422, data: { error: "tokenLoginNotConfigured" } });
});
