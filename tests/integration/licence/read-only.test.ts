import { v7 } from "uuid";
import { API_ROUTES } from "@/app/api/openapi.json/routes";
import { closeDatabase, db } from "@/db/client";
import { operationLogs } from "@/db/schema/operation-log";
import { API_SCOPES } from "@/lib/config/api-scopes";
import { METHODS } from "@/lib/endpoint/openapi";
import type { Handler } from "@/lib/endpoint/route";
import { makeApiKey } from "@/tests/factories/api-keys";
import { call } from "@/tests/factories/call";
import { dropLicences, makeIssuer, putLicence, trust } from "@/tests/factories/licences";
import { makePerson, type Person } from "@/tests/factories/people";
import { cookieOf } from "@/tests/factories/sessions";

jest.setTimeout(60_000);

const issuer = makeIssuer();
const ended = { startTime: new Date(0).toISOString(), endTime: new Date(86_400_000).toISOString() };

/** What goes on after the end: coming and going, the licence itself, one's own safety, and what only reads. */
const STILL = [
  "DELETE /api/admin/licence/[id]",
  "DELETE /api/admin/user/sessions",
  "DELETE /api/admin/user/sessions/[id]",
  "POST /api/admin/gateway/logs/[id]/content",
  "POST /api/admin/gateway/models/[id]/dry-run",
  "POST /api/admin/licence",
  "POST /api/admin/licence/check",
  "POST /api/admin/operation-log/verification",
  "POST /api/admin/operation-log/verification/[id]/cancel",
  "POST /api/admin/user/change-password",
  "POST /api/admin/user/set-user-language",
  "POST /api/admin/user/terms",
  "POST /api/chat/messages/[id]/show",
  "POST /api/chat/runs/[id]/stop",
  "POST /api/files/[id]/ticket",
  "POST /api/notifications/read",
  "POST /api/tasks/[id]/cancel",
  "POST /api/token/login-jwt",
  "POST /api/token/login-pw",
  "POST /api/token/logout",
];

interface Door {
  name: string;
  method: string;
  handler: Handler;
}
const doors: Door[] = [];
let admin: Person;

beforeAll(async () => {
  for (const { path, load } of API_ROUTES) {
    const module = await load();
    for (const method of METHODS) {
      if (module[method]) doors.push({ name: `${method} ${path}`, method, handler: module[method] });
    }
  }
  admin = await makePerson({ roles: ["administrator"] });
  trust(issuer);
  await putLicence(issuer.issue(ended));
});
afterAll(async () => {
  await dropLicences();
  await closeDatabase();
});

const params = { id: v7(), name: "nothing", type: "nothing", key: "nothing", toolId: v7(), sessionId: v7() };
const changing = () => doors.filter(({ method }) => method !== "GET");
const errorOf = async (response: Response) => {
  const text = await response.text();
  return text.startsWith("{") ? (JSON.parse(text) as { data?: { error?: string } | null }).data?.error : undefined;
};
/** A body no schema takes: a call that is let in stops there. */
const ask = ({ handler, method }: Door, credential: object) =>
  call(handler, { method, params, raw: "null", ...credential });

it("refuses every change, by token and by cookie, but for what must go on", async () => {
  const { cookie } = await cookieOf(admin);
  const origin = { origin: "http://product.test" };
  const passed = new Set<string>();
  const own = changing().filter(({ handler: { declaration } }) => {
    return !("apiKey" in declaration.access || "scim" in declaration.access);
  });
  expect(own.length).toBeGreaterThan(60);
  for (const door of own) {
    // Leaving would end the session that the remaining calls need; a backup takes no body and would really begin.
    if (/logout|DELETE .*user\/sessions$|POST .*\/backups$/.test(door.name)) {
      if (door.handler.declaration.whenReadOnly) passed.add(door.name);
      continue;
    }
    for (const credential of [{ token: admin.token }, { cookie, headers: origin }]) {
      if ((await errorOf(await ask(door, credential))) !== "licenceExpired") passed.add(door.name);
    }
  }
  // What other areas add to the list says so in its own declaration; these must be on it.
  const declared = own.filter(({ handler }) => handler.declaration.whenReadOnly).map(({ name }) => name);
  expect([...passed].sort()).toEqual(declared.sort());
  expect(declared).toEqual(expect.arrayContaining(STILL.filter((name) => own.some((door) => door.name === name))));
});

it("says so with 403, in the reader's language, and keeps the refusal", async () => {
  const door = doors.find(({ name }) => name === "POST /api/admin/open/keys") as Door;
  const before = await db().$count(operationLogs);
  const response = await call(door.handler, {
    token: admin.token,
    body: {},
    headers: { cookie: "current-locale=en_US" },
  });
  expect(response.status).toBe(403);
  expect((await response.json()).message).toMatch(/nothing is lost/);
  expect(await db().$count(operationLogs)).toBe(before + 1);
});

it("leaves reading: no GET is refused for it", async () => {
  for (const door of doors.filter(({ method, name }) => method === "GET" && !/metrics|discovery/.test(name))) {
    const response = await call(door.handler, { token: admin.token, params });
    if (response.status === 403) expect(await errorOf(response)).not.toBe("licenceExpired");
    else await response.body?.cancel();
  }
});

it("somebody without the permission still hears that first", async () => {
  const staff = await makePerson();
  const door = doors.find(({ name }) => name === "POST /api/admin/open/keys") as Door;
  expect(await errorOf(await ask(door, { token: staff.token }))).toBe("noPermission");
});

describe("the Open API", () => {
  it("refuses models in its own words, and still lists them", async () => {
    const { secret } = await makeApiKey(admin, { scopes: [...API_SCOPES] });
    const headers = { authorization: `Bearer ${secret}` };
    const open = doors.filter(({ handler }) => "apiKey" in handler.declaration.access);
    for (const { handler, method, name } of open.filter((door) => door.method !== "GET")) {
      const response = await call(handler, { method, headers, raw: "{}" });
      expect([name, response.status]).toEqual([name, 403]);
      const body = (await response.json()) as { type?: string; error: { code?: string; type: string } };
      expect(body.error.type).toBe("permission_error");
      if (body.type !== "error") expect(body.error.code).toBe("licenceExpired");
    }
    const list = open.find(({ name }) => name === "GET /api/v1/models") as Door;
    expect((await call(list.handler, { headers })).status).toBe(200);
  });
});

it("everything works again when the licence is removed", async () => {
  await dropLicences();
  const door = doors.find(({ name }) => name === "POST /api/admin/open/keys") as Door;
  expect(await errorOf(await ask(door, { token: admin.token }))).toBe("invalidInput");
});
