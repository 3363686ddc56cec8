import { encode } from "next-auth/jwt";
import { cookieName, isSecure, readCookie, sessionCookie } from "@/lib/auth/cookie";
import { PENDING_STEPS } from "@/lib/auth/pending";
import { resetEnv } from "@/lib/config/env";
import { PERMISSION_CODES } from "@/lib/permissions/codes";

const SECRET = "0123456789abcdef0123456789abcdef";
const SESSION = "01a1fbf0-9ba8-748d-88e0-626540c3dfa6";
const claims = { sessionId: SESSION, codes: [...PERMISSION_CODES], pending: [...PENDING_STEPS] };

function configure(values: Record<string, string>): void {
  for (const name of ["PUBLIC_URL", "TRUST_PROXY"]) delete process.env[name];
  Object.assign(process.env, { AUTH_SECRET: SECRET, ...values });
  resetEnv();
}
beforeEach(() => configure({}));
afterAll(() => {
  delete process.env.AUTH_SECRET;
  resetEnv();
});

const read = (cookie: string) => readCookie({ headers: new Headers({ cookie }) });
const pairOf = (setCookie: string) => setCookie.split(";")[0]!;

it("carries every code there is, and stays below the 4,096 bytes at which browsers drop it", async () => {
  const setCookie = await sessionCookie(claims, false);
  expect(pairOf(setCookie).length).toBeLessThan(2000);
  expect(await read(pairOf(setCookie))).toEqual(claims);
});

it("is out of reach of scripts and other sites, and needs https where the visitor has it", async () => {
  const [plain, secure] = [await sessionCookie(claims, false), await sessionCookie(claims, true)];
  for (const setCookie of [plain, secure])
    expect(setCookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800/);
  expect(plain).not.toMatch(/Secure/);
  expect(secure).toMatch(/^__Secure-authjs\.session-token=.*; Secure$/);
});

it.each([
  ["changed in one letter", (value: string) => value.slice(0, -2) + (value.endsWith("A") ? "BB" : "AA")],
  ["cut", (value: string) => value.slice(0, 100)],
  ["a text", () => `${cookieName(false)}=hello`],
  ["empty", () => `${cookieName(false)}=`],
  ["far too long", () => `${cookieName(false)}=${"a".repeat(100_000)}`],
  ["under another name", (value: string) => value.replace("authjs", "other")],
])("that is %s is none", async (_name, change) => {
  expect(await read(change(pairOf(await sessionCookie(claims, false))))).toBeNull();
});

it("that is expired, of another secret, or without a session is none", async () => {
  const salt = cookieName(false);
  const forge = async (token: object, options: object = {}) =>
    `${salt}=${await encode({ token, secret: SECRET, salt, maxAge: 60, ...options })}`;
  expect(await read(await forge({ sid: SESSION, c: [1] }))).toMatchObject({ sessionId: SESSION });
  expect(await read(await forge({ sid: SESSION }, { maxAge: -60 }))).toBeNull();
  expect(await read(await forge({ sid: SESSION }, { secret: SECRET.toUpperCase() }))).toBeNull();
  expect(await read(await forge({ sid: 5 }))).toBeNull();
  expect(await read(await forge({ sid: SESSION, c: [999, -1, "x", null] }))).toMatchObject({ codes: [] });
});

it.each([
  [{}, {}, false],
  [{}, { "x-forwarded-proto": "https" }, false],
  [{ TRUST_PROXY: "1" }, { "x-forwarded-proto": "https" }, true],
  [{ TRUST_PROXY: "1" }, { "x-forwarded-proto": "http" }, false],
  [{ PUBLIC_URL: "https://product.test" }, {}, true],
  [{ PUBLIC_URL: "http://product.test", TRUST_PROXY: "1" }, { "x-forwarded-proto": "https" }, false],
])("with %j and headers %j https is %s", (values, headers, secure) => {
  configure(values as Record<string, string>);
  expect(isSecure(new Headers(headers as Record<string, string>))).toBe(secure);
});

it("that was read once is none after its end, nor with another mark of safety", async () => {
  const pair = pairOf(await sessionCookie(claims, false, new Date(Date.now() + 60_000)));
  expect(await read(pair)).toEqual(claims);
  expect(await read(pair)).toEqual(claims);
  expect(await read(pair.replace("authjs", "__Secure-authjs"))).toBeNull();
  jest.useFakeTimers({ now: Date.now() + 120_000, doNotFake: ["nextTick", "setImmediate", "queueMicrotask"] });
  expect(await read(pair)).toBeNull();
  jest.useRealTimers();
});
