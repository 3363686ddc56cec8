import { and, eq } from "drizzle-orm";
import { v7 } from "uuid";
import * as defaults from "@/app/api/admin/model/defaults/route";
import * as department from "@/app/api/admin/model/departments/[id]/route";
import * as discovery from "@/app/api/admin/model/discovery/route";
import * as modelProbe from "@/app/api/admin/model/models/[id]/probe/route";
import * as model from "@/app/api/admin/model/models/[id]/route";
import * as modelRun from "@/app/api/admin/model/models/[id]/run/route";
import * as modelTest from "@/app/api/admin/model/models/[id]/test/route";
import * as used from "@/app/api/admin/model/models/[id]/used/route";
import * as models from "@/app/api/admin/model/models/route";
import * as probe from "@/app/api/admin/model/probe/route";
import * as subjects from "@/app/api/admin/model/subjects/route";
import * as supplierModels from "@/app/api/admin/model/suppliers/[id]/models/route";
import * as supplier from "@/app/api/admin/model/suppliers/[id]/route";
import * as supplierTest from "@/app/api/admin/model/suppliers/[id]/test/route";
import * as suppliers from "@/app/api/admin/model/suppliers/route";
import * as templates from "@/app/api/admin/model/templates/route";
import { closeDatabase, db } from "@/db/client";
import { operationLogs } from "@/db/schema/operation-log";
import type { Handler } from "@/lib/endpoint/route";
import { answer } from "@/tests/factories/call";
import { makePerson } from "@/tests/factories/people";

const MODULES: Record<string, Record<string, unknown>> = {
  defaults,
  department,
  discovery,
  model,
  modelProbe,
  modelRun,
  modelTest,
  models,
  probe,
  supplierModels,
  supplier,
  supplierTest,
  suppliers,
  subjects,
  templates,
  used,
};
const DOORS = Object.entries(MODULES).flatMap(([area, exports]) =>
  Object.entries(exports).map(([method, handler]) => ({
    name: `${method} ${area}`,
    method,
    handler: handler as Handler,
  })),
);

afterAll(closeDatabase);

const knock = ({ method, handler }: (typeof DOORS)[number], token?: string) =>
  answer(handler, { token, method, params: { id: v7() }, ...(method === "GET" ? {} : { body: {} }) });

describe("the doors of model access", () => {
  it("are all here", () => {
    expect(DOORS.map(({ name }) => name).sort()).toEqual(
      [
        "GET defaults",
        "PATCH defaults",
        "GET department",
        "PATCH department",
        "GET discovery",
        "PATCH model",
        "DELETE model",
        "POST modelTest",
        "POST modelRun",
        "POST modelProbe",
        "GET models",
        "POST models",
        "POST probe",
        "POST supplierModels",
        "PATCH supplier",
        "DELETE supplier",
        "POST supplierTest",
        "GET suppliers",
        "POST suppliers",
        "GET templates",
        "GET model",
        "GET subjects",
        "GET used",
      ].sort(),
    );
  });

  it.each(["staff", "visitor"])("are closed to %s, and each refused change is in the operation log", async (role) => {
    const person = await makePerson({ roles: [role] });
    for (const door of DOORS) {
      expect({ door: door.name, ...(await knock(door, person.token)) }).toMatchObject({
        door: door.name,
        code: 403,
        data: { error: "noPermission" },
      });
    }
    const rows = await db()
      .select({ action: operationLogs.action, code: operationLogs.code })
      .from(operationLogs)
      .where(and(eq(operationLogs.actorId, person.id), eq(operationLogs.result, "refused")))
      .orderBy(operationLogs.id);
    const audited = DOORS.map(({ handler }) => handler.declaration.audit).filter(Boolean);
    expect(audited.length).toBeGreaterThanOrEqual(10);
    expect(rows.map(({ action }) => action).sort()).toEqual(audited.sort());
    expect(new Set(rows.map(({ code }) => code))).toEqual(new Set([403]));
  });

  it("are closed to guests, who leave nothing in the log", async () => {
    const count = async () => (await db().select({ id: operationLogs.id }).from(operationLogs)).length;
    const before = await count();
    for (const door of DOORS) expect(await knock(door)).toMatchObject({ code: 401 });
    for (const door of DOORS) expect(await knock(door, "forged-token")).toMatchObject({ code: 401 });
    expect(await count()).toBe(before);
  });

  it("are open to a role of one's own that holds the code, and to no neighbour of it", async () => {
    const holder = await makePerson({ codes: ["SYSTEM:CONFIG:MODELS"] });
    const neighbour = await makePerson({ codes: ["SYSTEM:CONFIG:BASIC", "SYSTEM:CONFIG:TOOLS"] });
    expect((await answer(suppliers.GET, { token: holder.token })).code).toBe(200);
    expect((await answer(suppliers.GET, { token: neighbour.token })).code).toBe(403);
  });
});
