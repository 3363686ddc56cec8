import { GET as loadRoute } from "@/app/api/admin/system-config/load/[type]/route";
import { GET as languageRoute } from "@/app/api/admin/user/get-user-language/route";
import { GET as selfRoute } from "@/app/api/admin/user/self-info/route";
import { POST as setLanguageRoute } from "@/app/api/admin/user/set-user-language/route";
import { GET as healthRoute } from "@/app/api/health/route";
import { GET as thirdLoginRoute } from "@/app/api/public/get-third-login-url/route";
import { GET as baseRoute } from "@/app/api/public/load-system-config-base/route";
import { closeDatabase } from "@/db/client";
import { answer, call } from "@/tests/factories/call";
import { makePerson, type Person } from "@/tests/factories/people";

let u1: Person;
let u2: Person;

beforeAll(async () => {
  [u1, u2] = [await makePerson(), await makePerson({ roles: ["administrator"] })];
});
afterAll(closeDatabase);

describe("the language", () => {
  const set = (person: Person, body: object) => answer(setLanguageRoute, { token: person.token, body });
  const get = (person: Person, userId?: string) =>
    answer<{ language: string }>(languageRoute, { token: person.token, query: userId ? { userId } : {} });

  it("is the caller's own, also for an administrator", async () => {
    expect((await set(u1, { language: "en_US" })).code).toBe(200);
    expect((await get(u1, u1.id)).data?.language).toBe("en_US");
    expect((await get(u2)).data?.language).not.toBe("en_US");
    expect((await get(u2, u1.id)).code).toBe(404);
    expect((await get(u1, "x")).code).toBe(404);
  });

  it("is written into this browser's cookie, and into that of another device at its next look", async () => {
    const chosen = await call(setLanguageRoute, { token: u1.token, body: { language: "en_US" } });
    expect(chosen.headers.getSetCookie().join()).toMatch(/^current-locale=en_US; Path=\/; SameSite=Lax/);
    const look = async (cookie: string) =>
      (await call(selfRoute, { token: u1.token, cookie })).headers.getSetCookie().join();
    expect(await look("current-locale=zh_CN")).toMatch(/current-locale=en_US/);
    expect(await look("current-locale=en_US")).not.toMatch(/current-locale/);
  });

  it.each([[{ language: "fr_FR" }], [{}], [{ language: ["zh_CN"] }]])("refuses %j", async (body) => {
    expect((await set(u1, body)).code).toBe(400);
  });

  it("of another cannot be set", async () => {
    expect((await set(u2, { language: "zh_CN", userId: u1.id })).code).toBe(400);
    expect((await get(u1)).data?.language).toBe("en_US");
  });
});

describe("configuration", () => {
  const load = (type: string) => answer(loadRoute, { token: u2.token, params: { type } });

  it("of the kinds on the list is loaded", async () => {
    expect((await load("customConfig")).data).toHaveProperty("productNameEn");
    expect((await load("chatConfig")).data).toEqual({ reanswerMax: expect.any(Number) });
  });

  it.each([
    "..",
    "../keyCheck",
    "__proto__",
    "constructor",
    "toString",
    "keyCheck",
    "gatewayConfig",
    "license",
    "sso",
    "ldap",
    "model",
    "CUSTOMCONFIG",
    "",
    "x".repeat(200),
  ])("of kind %j does not exist, even for an administrator", async (type) => {
    expect((await load(type)).code).toBe(404);
  });

  it("for everybody is the page's title and icon and nothing else", async () => {
    const { data } = await answer(baseRoute);
    expect(Object.keys(data!).sort()).toEqual(["browserPageSignature", "icon"]);
  });

  it("for everybody is whether the product works, with its version and kind of database", async () => {
    const { data } = await answer(healthRoute);
    expect(data).toEqual({ status: "ok", version: expect.any(String), database: expect.any(String) });
  });
});

it.each(["https://evil.test", "//evil.test", "/\\evil.test", "javascript:alert(1)", "/api/token/logout"])(
  "single sign-on never begins with a way to %j",
  async (frontRedirectUrl) => {
    const { code, data } = await answer(thirdLoginRoute, { query: { env: "browser", frontRedirectUrl } });
    expect([code, JSON.stringify(data).includes("evil")]).toEqual([400, false]);
  },
);
