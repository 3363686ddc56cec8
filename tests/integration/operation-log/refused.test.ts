import { and, desc, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { PATCH as budgetRoute } from "@/app/api/admin/gateway/budgets/[id]/route";
import { PATCH as settingsRoute } from "@/app/api/admin/gateway/settings/route";
import { GET as oneRoute } from "@/app/api/admin/operation-log/[id]/route";
import { GET as exportRoute } from "@/app/api/admin/operation-log/export/route";
import { PATCH as roleRoute } from "@/app/api/admin/org/roles/[id]/route";
import { POST as newRoleRoute } from "@/app/api/admin/org/roles/route";
import { DELETE as deleteUser, PATCH as userRoute } from "@/app/api/admin/org/users/[id]/route";
import { POST as bulkRoute } from "@/app/api/admin/org/users/bulk/route";
import { POST as tryTool } from "@/app/api/admin/tools/run/route";
import { POST as passwordRoute } from "@/app/api/admin/user/change-password/route";
import { DELETE as deletePrompt } from "@/app/api/prompts/[id]/route";
import { closeDatabase, db } from "@/db/client";
import { insertOperation } from "@/db/queries/audit/operations";
import { insertBudget } from "@/db/queries/gateway/budgets";
import { findTargetName, NAMED_TYPES } from "@/db/queries/operation-log/targets";
import { operationLogs } from "@/db/schema/operation-log";
import { prompts } from "@/db/schema/prompts";
import { roles } from "@/db/schema/roles";
import type { OperationDetailDto } from "@/lib/features/operation-log/dto";
import { answer, call } from "@/tests/factories/call";
import { makePerson, type Person } from "@/tests/factories/people";

let auditor: Person;
let staff: Person;
let other: Person;
let manager: Person;

beforeAll(async () => {
  [auditor, staff, other, manager] = [
    await makePerson({ codes: ["SYSTEM:LOGS:OPERATION"] }),
    await makePerson({ roles: ["staff"] }),
    await makePerson({ roles: ["staff"] }),
    await makePerson({ codes: ["SYSTEM", "SYSTEM:ORG:USER", "SYSTEM:ORG:ROLE"] }),
  ];
});
afterAll(closeDatabase);

const last = async (person: Person, action: string) => {
  const [row] = await db()
    .select()
    .from(operationLogs)
    .where(and(eq(operationLogs.actorId, person.id), eq(operationLogs.action, action)))
    .orderBy(desc(operationLogs.id))
    .limit(1);
  return row;
};
const ask = (route: Parameters<typeof call>[0], person: Person, over: object = {}) =>
  answer(route, { token: person.token, method: "PATCH", body: {}, ...over });

describe("a refused action names what it was about", () => {
  it("by the address, whoever was refused at whichever step", async () => {
    const [role] = await db().select().from(roles).where(eq(roles.key, "administrator"));
    // Without the code at all, and with it but against a rule.
    for (const [person, code] of [
      [staff, 403],
      [manager, 422],
    ] as const) {
      expect((await ask(roleRoute, person, { params: { id: role!.id }, body: { name: "x" } })).code).toBe(code);
      expect(await last(person, "role.change")).toMatchObject({
        targetType: "role",
        targetId: role!.id,
        targetName: role!.name,
      });
    }
    const admin = await makePerson({ roles: ["administrator"] });
    expect((await ask(userRoute, manager, { params: { id: admin.id }, body: { name: "x" } })).code).toBe(403);
    expect(await last(manager, "org.user.change")).toMatchObject({
      result: "refused",
      targetType: "user",
      targetId: admin.id,
      targetName: admin.account,
    });
  });

  it("also when it is gone, was to be made, is one of many or the own account", async () => {
    const id = v7();
    expect((await ask(deleteUser, manager, { params: { id }, method: "DELETE" })).code).toBe(404);
    expect(await last(manager, "org.user.delete")).toMatchObject({ targetType: "user", targetId: id, targetName: "" });
    const name = `审计 ${v7()}\0`;
    const body = { name, permissions: ["SYSTEM:GATEWAY"] };
    expect((await ask(newRoleRoute, manager, { method: "POST", body })).code).toBeGreaterThanOrEqual(400);
    expect((await last(manager, "role.create"))!.targetName).toContain(name.slice(0, -1));
    const ids = [staff.id, other.id];
    expect(
      (await ask(bulkRoute, manager, { method: "POST", body: { action: "move", ids, departmentId: v7() } })).code,
    ).toBe(400);
    const bulk = await last(manager, "org.user.bulk");
    expect(bulk!.targetType).toBe("user");
    for (const person of [staff, other]) expect(bulk!.targetName).toContain(person.account);
    await ask(passwordRoute, staff, {
      method: "POST",
      body: { oldPassword: "wrong-one-1", newPassword: "Another-1-word" },
    });
    expect(await last(staff, "auth.password.change")).toMatchObject({ targetType: "user", targetId: staff.id });
    await ask(settingsRoute, staff, { body: { currency: "EUR" } });
    expect(await last(staff, "gateway.settings.change")).toMatchObject({
      targetType: "config",
      targetId: "gatewayConfig",
    });
    await ask(tryTool, manager, { method: "POST", body: { name: "calculate", arguments: {} } });
    expect(await last(manager, "tool.try")).toMatchObject({ targetType: "tool" });
  });

  it("a budget by whom it is for, and its change by what changed", async () => {
    const rest = { period: "day", limitMicros: 5_000_000, currency: "CNY" } as const;
    const budget = await insertBudget(db(), { ...rest, subjectType: "user", subjectId: other.id });
    const ofApp = await insertBudget(db(), { ...rest, subjectType: "app", subjectId: `app ${budget}` });
    const ofDepartment = await insertBudget(db(), {
      ...rest,
      subjectType: "department",
      subjectId: staff.actor.departmentId!,
    });
    expect((await ask(budgetRoute, staff, { params: { id: budget } })).code).toBe(403);
    expect(await last(staff, "gateway.budget.change")).toMatchObject({
      targetType: "budget",
      targetName: other.account,
    });
    const named = (id: string) => findTargetName(db(), { type: "budget", id, actorId: staff.id });
    expect(await named(ofApp)).toBe(`app ${budget}`);
    expect(await named(ofDepartment)).toBeTruthy();

    const keeper = await makePerson({ codes: ["SYSTEM:GATEWAY"] });
    expect((await ask(budgetRoute, keeper, { params: { id: budget }, body: { limitMicros: 7_000_000 } })).code).toBe(
      200,
    );
    expect(await last(keeper, "gateway.budget.change")).toMatchObject({
      before: { limitMicros: 5_000_000, enabled: true },
      after: { limitMicros: 7_000_000, enabled: true },
    });
  });

  it("with a name for every type that has one", async () => {
    for (const type of NAMED_TYPES) {
      expect([type, await findTargetName(db(), { type, id: v7(), actorId: staff.id })]).toEqual([type, null]);
    }
  });

  it("but not what belongs to somebody else by its name", async () => {
    const id = v7();
    const name = "私密提示词 canary";
    await db()
      .insert(prompts)
      .values({ id, ownerId: other.id, creatorId: other.id, type: "prompt", name, content: "x" } as never);
    expect((await ask(deletePrompt, staff, { params: { id }, method: "DELETE" })).code).toBe(404);
    expect(await last(staff, "prompt.delete")).toMatchObject({ targetType: "prompt", targetId: id, targetName: "" });
  });
});

describe("what an action wrote reads in words", () => {
  it("with names for ids and codes, and the currency amounts are in, on screen and in the file", async () => {
    const id = v7();
    const after = {
      monthlyBudgetMicros: 12_500_000,
      departmentId: staff.actor.departmentId,
      userId: other.id,
      permissions: ["SYSTEM:GATEWAY"],
      dailyTokenLimit: null,
    };
    const row = { id, actorId: staff.id, actorAccount: staff.account, action: "open.key.change", result: "success" };
    await insertOperation(db(), {
      ...row,
      result: "success",
      targetType: "api-key",
      targetId: id,
      targetName: "k",
      after,
      requestId: id,
    });
    const { data } = await answer<OperationDetailDto>(oneRoute, {
      token: auditor.token,
      params: { id },
      headers: { "current-locale": "en_US", cookie: "current-locale=en_US" },
    });
    expect(data!.names[other.id]).toBe(other.account);
    expect(data!.names[staff.actor.departmentId!]).toBeTruthy();
    expect(data!.names["SYSTEM:GATEWAY"]).not.toContain("SYSTEM");
    expect(data!.currency).toMatch(/^[A-Z]{3}$/);
    const file = await call(exportRoute, {
      token: auditor.token,
      query: { format: "csv", targetId: id },
      headers: { cookie: "current-locale=en_US" },
    });
    const text = await file.text();
    expect(text).toMatch(/Monthly budget: \S*12\.5/);
    expect(text).toContain("Daily tokens: No limit");
    expect(text).toContain(other.account);
    expect(text).not.toMatch(/monthlyBudgetMicros|12500000|SYSTEM:GATEWAY/);
  });
});
