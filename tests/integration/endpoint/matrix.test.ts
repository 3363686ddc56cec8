/** @runs first: it asks the product some thousand times. */
import { API_ROUTES } from "@/app/api/openapi.json/routes";
import { closeDatabase, db } from "@/db/client";
import { operationLogs } from "@/db/schema/operation-log";
import { resetEnv } from "@/lib/config/env";
import { openApiDocument } from "@/lib/endpoint/openapi";
import type { Declaration } from "@/lib/endpoint/route";
import type { PermissionCode } from "@/lib/permissions/codes";
import { makeApiKey } from "@/tests/factories/api-keys";
import { ask, type DeclaredCall, everyCall } from "@/tests/factories/every-call";
import { disable, makePerson, type Person } from "@/tests/factories/people";
import { cookieOf } from "@/tests/factories/sessions";

// It asks every call many times; the default of 5 s is for a busy machine too short.
jest.setTimeout(60_000);

let doors: DeclaredCall[];
let openDoors: DeclaredCall[];
let scimDoors: DeclaredCall[];
beforeAll(async () => {
  ({ doors, openDoors, scimDoors } = await everyCall());
});
afterAll(closeDatabase);

/** Whom a declaration lets in: 0 everybody it meets, or the code it refuses with. */
function expected({ access }: Declaration, codes: readonly PermissionCode[] | null): number {
  if ("public" in access) return 0;
  if (!codes) return 401;
  return "any" in access && !access.any.some((code) => codes.includes(code)) ? 403 : 0;
}

/** An identity provider posts its answer from its own page; what it says is signed (SAML). */
const FORMS_OF_OTHERS = ["POST /api/public/login/[id]/callback"];

/** The code by which the wrapper itself kept a call out; 0 when it went past permission. */
async function keptOut(response: Response): Promise<number> {
  if (![401, 403].includes(response.status)) {
    await response.body?.cancel();
    return 0;
  }
  return ((await response.json()) as { code: number }).code;
}

describe("every call", () => {
  it("is known to this test", () => {
    expect(doors.length).toBeGreaterThan(45);
  });

  it("lets in whom it declares and nobody else: guest, visitor, staff, dashboard role, administrator", async () => {
    const people: [string, Person | null][] = [
      ["guest", null],
      ["visitor", await makePerson({ roles: ["visitor"] })],
      ["staff", await makePerson()],
      ["dashboard", await makePerson({ codes: ["SYSTEM:REPORT:DASHBOARD"] })],
      ["administrator", await makePerson({ roles: ["administrator"] })],
    ];
    const wrong: unknown[] = [];
    for (const door of doors) {
      for (const [who, person] of people) {
        // Leaving would end the session that the remaining calls need.
        if (/logout|DELETE .*user\/sessions$/.test(door.name) && person) continue;
        const seen = await keptOut(await ask(door, { token: person?.token }));
        const due = expected(door.declaration, person ? person.actor.permissions : null);
        if (seen !== due) wrong.push([door.name, who, seen, due]);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("is closed to a disabled person, by token and by cookie", async () => {
    const person = await makePerson({ roles: ["administrator"] });
    const { cookie } = await cookieOf(person);
    await disable(person.id);
    const open: string[] = [];
    for (const door of doors.filter(({ declaration }) => !("public" in declaration.access))) {
      for (const credential of [{ token: person.token }, { cookie }]) {
        if ((await ask(door, credential)).status !== 401) open.push(door.name);
      }
    }
    expect(open).toEqual([]);
  });

  it("takes forms of other sites at one place only, and nobody is signed in by them there", () => {
    const open = doors.filter(({ declaration }) => declaration.crossSite);
    expect(open.map(({ name }) => name)).toEqual(FORMS_OF_OTHERS);
    expect(open.every(({ declaration }) => "public" in declaration.access)).toBe(true);
  });

  it("that changes something refuses a foreign page, signed in by cookie or public", async () => {
    const person = await makePerson({ roles: ["administrator"] });
    const { cookie } = await cookieOf(person);
    const passed: unknown[] = [];
    const types = [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/json",
    ];
    // Forms of other sites are for those doors that say so.
    for (const door of doors.filter(({ method, declaration }) => method !== "GET" && !declaration.crossSite)) {
      const isPublic = "public" in door.declaration.access;
      for (const origin of ["https://evil.test", "null", "https://product.test", "http://product.test.evil.test"]) {
        for (const type of types) {
          const headers = { origin, "content-type": type };
          const response = await ask(door, { cookie, raw: "{}", headers });
          const { data } = (await response.json()) as { data: { error: string } };
          if (data.error !== "crossOrigin") passed.push([door.name, origin, type, data.error]);
        }
      }
      const response = await ask(door, { cookie, raw: "{}" });
      const error = ((await response.json()) as { data: { error?: string } | null }).data?.error;
      if (!isPublic && error !== "crossOrigin") passed.push([door.name, "no origin", error]);
    }
    expect(passed).toEqual([]);
  });

  it("refused for want of a permission stands in the operation log, a guest's does not", async () => {
    const person = await makePerson();
    const audited = doors.filter(({ declaration }) => declaration.audit && "any" in declaration.access);
    expect(audited.length).toBeGreaterThan(5);
    const before = await db().$count(operationLogs);
    for (const door of audited) await ask(door, {});
    expect(await db().$count(operationLogs)).toBe(before);
    for (const door of audited) await ask(door, { token: person.token });
    expect(await db().$count(operationLogs)).toBe(before + audited.length);
  });
});

describe("a hostile query or path", () => {
  it("never makes a 500, at any call", async () => {
    const person = await makePerson({ roles: ["administrator"] });
    const wrong: unknown[] = [];
    for (const door of doors.filter(({ method, name }) => method === "GET" && !/metrics|discovery/.test(name))) {
      for (const text of ["", "\0", "'; --", "%", "../..", "a".repeat(5000), "__proto__", "\ud800"]) {
        const query = Object.fromEntries(
          ["page", "pageSize", "keyword", "after", "before", "limit", "all", "fileId", "token", "userId", "env"].map(
            (name) => [name, text],
          ),
        );
        const params = { id: text, name: text, type: text };
        // Without a parameter in its path a call is not told any: one request says it all.
        const hostile = door.name.includes("[") ? [{ query }, { params }, { query, params }] : [{ query }];
        for (const more of hostile) {
          const response = await ask(door, { token: person.token, ...more });
          if (response.status >= 500) wrong.push([door.name, text.slice(0, 10), response.status]);
          await response.body?.cancel();
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe("the Open API", () => {
  const errorOf = async (response: Response) =>
    ((await response.json()) as { error?: { message?: string } }).error?.message ?? "";

  it("is closed to guests, to people with their token or cookie, and to other keys", async () => {
    const person = await makePerson({ roles: ["administrator"] });
    const { cookie } = await cookieOf(person);
    const { secret } = await makeApiKey(person, { scopes: [] });
    expect(openDoors.length).toBeGreaterThan(8);
    const open: unknown[] = [];
    for (const door of openDoors) {
      for (const more of [{}, { token: person.token }, { cookie }, { token: "sk-nothing" }]) {
        const response = await ask(door, more);
        if (response.status !== 401 || !(await errorOf(response))) open.push([door.name, response.status]);
      }
      const response = await ask(door, { token: secret });
      if (response.status !== 403) open.push([door.name, "scope", response.status]);
    }
    expect(open).toEqual([]);
  });
});

describe("SCIM", () => {
  const errorOf = async (response: Response) => {
    const text = await response.text();
    return text ? (JSON.parse(text) as { schemas: string[]; status: string; detail: string }) : null;
  };

  it("is closed to guests, to people with their token or cookie, and to keys of the Open API", async () => {
    const person = await makePerson({ roles: ["administrator"] });
    const { cookie } = await cookieOf(person);
    const { secret } = await makeApiKey(person);
    expect(scimDoors.length).toBeGreaterThan(14);
    const open: unknown[] = [];
    for (const door of scimDoors) {
      for (const more of [{}, { token: person.token }, { cookie }, { token: secret }, { token: "scim-nothing" }]) {
        const response = await ask(door, more);
        if (response.status !== 401 || (await errorOf(response))?.status !== "401") open.push(door.name);
      }
    }
    expect(open).toEqual([]);
  });
});

describe("every answer", () => {
  afterEach(() => {
    process.env.PUBLIC_URL = "http://product.test";
    resetEnv();
  });

  it("carries the security headers and never one of CORS, whatever the origin", async () => {
    const person = await makePerson();
    const wrong: unknown[] = [];
    for (const door of [...doors, ...openDoors, ...scimDoors]) {
      for (const more of [{ token: person.token }, { headers: { origin: "https://evil.test" } }]) {
        if (/logout|user\/sessions$/.test(door.name)) continue;
        const { headers, body } = await ask(door, more);
        await body?.cancel();
        const isRight =
          headers.get("x-content-type-options") === "nosniff" &&
          headers.get("referrer-policy") === "same-origin" &&
          headers.get("x-frame-options") === "DENY" &&
          headers.get("content-security-policy")?.startsWith("default-src 'none'") &&
          headers.has("cache-control") &&
          (headers.has("x-request-id") || door.declaration.isStatic) &&
          !headers.has("strict-transport-security");
        if (!isRight || [...headers.keys()].some((name) => name.startsWith("access-control"))) {
          wrong.push([door.name, Object.fromEntries(headers)]);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it("asks for https for good where the product is reached by it", async () => {
    process.env.PUBLIC_URL = "https://product.test";
    resetEnv();
    const health = doors.find(({ name }) => name === "GET /api/health")!;
    expect((await ask(health, {})).headers.get("strict-transport-security")).toMatch(/^max-age=31536000/);
  });
});

describe("the API document", () => {
  it("names every call with who may make it, and what it takes", async () => {
    const document = JSON.parse(JSON.stringify(await openApiDocument(API_ROUTES, { title: "x", version: "1" })));
    expect(document.openapi).toBe("3.1.0");
    const operations = Object.values(document.paths as Record<string, object>).flatMap((item) => Object.values(item));
    expect(operations).toHaveLength(doors.length + openDoors.length + scimDoors.length);
    for (const operation of operations) {
      expect(operation).toMatchObject({ summary: expect.stringMatching(/./), responses: { 200: expect.anything() } });
    }
    const supplier = document.paths["/api/admin/model/suppliers/{id}"].patch;
    expect(supplier).toMatchObject({
      "x-permissions": ["SYSTEM:CONFIG:MODELS"],
      security: [{ token: [] }, { session: [] }],
      parameters: [{ name: "id", in: "path", required: true }],
    });
    expect(supplier.requestBody.content["application/json"].schema.properties).toHaveProperty("baseUrl");
    const login = document.paths["/api/token/login-pw"].post;
    expect(login.security).toEqual([]);
    expect(login.requestBody.content["application/json"].schema.required).toEqual(["username", "password"]);
    const upload = document.paths["/api/files"].post.requestBody.content["multipart/form-data"].schema;
    expect(Object.keys(upload.properties)).toEqual(["file", "filename", "purpose"]);
  });
});
