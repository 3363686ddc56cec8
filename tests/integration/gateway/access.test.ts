import { and, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { API_ROUTES } from "@/app/api/openapi.json/routes";
import { closeDatabase, db } from "@/db/client";
import { operationLogs } from "@/db/schema/operation-log";
import { METHODS } from "@/lib/endpoint/openapi";
import type { Handler } from "@/lib/endpoint/route";
import { answer } from "@/tests/factories/call";
import { makePerson } from "@/tests/factories/people";

interface Door {
  name: string;
  method: string;
  handler: Handler;
}
const doors: Door[] = [];
beforeAll(async () => {
  for (const { path, load } of API_ROUTES) {
    if (!path.startsWith("/api/admin/gateway/")) continue;
    const module = await load();
    for (const method of METHODS) {
      const handler = module[method];
      if (handler) doors.push({ name: `${method} ${path}`, method, handler });
    }
  }
});
afterAll(closeDatabase);

const knock = ({ method, handler }: Door, token?: string) =>
  answer(handler, { token, method, params: { id: v7() }, ...(method === "GET" ? {} : { body: {} }) });

describe("the doors of the supplier gateway", () => {
  it.each([
    ["staff", { roles: ["staff"] }],
    ["visitors", { roles: ["visitor"] }],
    ["holders of model access alone", { codes: ["SYSTEM:CONFIG:MODELS", "SYSTEM:OPEN:API", "SYSTEM:LOGS:OPERATION"] }],
  ])("are closed to %s, and each refused change is in the operation log", async (_name, options) => {
    const person = await makePerson(options);
    for (const door of doors) {
      const seen = { door: door.name, ...(await knock(door, person.token)) };
      expect(seen).toMatchObject({ door: door.name, code: 403, data: { error: "noPermission" } });
    }
    const rows = await db()
      .select({ action: operationLogs.action })
      .from(operationLogs)
      .where(and(eq(operationLogs.actorId, person.id), eq(operationLogs.result, "refused")))
      .orderBy(operationLogs.id);
    const audited = doors.map(({ handler }) => handler.declaration.audit).filter(Boolean);
    expect(audited.length).toBeGreaterThan(25);
    expect(rows.map(({ action }) => action).sort()).toEqual(audited.sort());
  });

  it("are closed to guests", async () => {
    for (const door of doors) expect(await knock(door)).toMatchObject({ code: 401 });
  });

  it("say not found for what is not there, to whoever holds the code", async () => {
    const holder = await makePerson({ codes: ["SYSTEM:GATEWAY"] });
    const reads = doors.filter(({ name }) => name.startsWith("GET ") && name.includes("[id]"));
    for (const door of reads) {
      // A history of nothing is empty.
      const code = door.name.endsWith("history") ? 200 : 404;
      expect({ door: door.name, code: (await knock(door, holder.token)).code }).toEqual({ door: door.name, code });
    }
    const removals = doors.filter(({ method }) => method === "DELETE");
    for (const door of removals) expect((await knock(door, holder.token)).code).toBe(404);
  });
});
