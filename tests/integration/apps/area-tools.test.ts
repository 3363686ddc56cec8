import { and, eq } from "drizzle-orm";
import { POST as copyRoute } from "@/app/api/apps/[id]/copy/route";
import { GET as draftReadRoute, PUT as draftRoute } from "@/app/api/apps/[id]/draft/route";
import { GET as editRoute } from "@/app/api/apps/[id]/edit/route";
import { GET as exportRoute } from "@/app/api/apps/[id]/export/route";
import { PUT as markRoute } from "@/app/api/apps/[id]/mark/route";
import { GET as openRoute } from "@/app/api/apps/[id]/open/route";
import { POST as publishRoute } from "@/app/api/apps/[id]/publish/route";
import { POST as decideRoute } from "@/app/api/apps/[id]/requests/[requestId]/route";
import { POST as requestRoute, GET as requestsRoute } from "@/app/api/apps/[id]/requests/route";
import { PATCH as changeRoute, DELETE as deleteRoute, GET as readRoute } from "@/app/api/apps/[id]/route";
import { POST as runRoute } from "@/app/api/apps/[id]/runs/route";
import { POST as transferRoute } from "@/app/api/apps/[id]/transfer/route";
import { POST as unpublishRoute } from "@/app/api/apps/[id]/unpublish/route";
import { GET as recentRoute } from "@/app/api/apps/recent/route";
import { POST as createRoute, GET as listRoute } from "@/app/api/apps/route";
import { GET as squareRoute } from "@/app/api/apps/square/route";
import { closeDatabase, db } from "@/db/client";
import { keepAreaTools } from "@/db/queries/apps/area-tools";
import { apps, appUseDays } from "@/db/schema/apps";
import { notifications } from "@/db/schema/notifications";
import { seedAreaTools } from "@/lib/areas/seed";
import { backgroundIdle } from "@/lib/background";
import type { Handler } from "@/lib/endpoint/route";
import type { AppDetailDto, AppDto, OpenAppDto, RequestDto, SquareDto } from "@/lib/features/apps/dto";
import { APPS_OWNED } from "@/lib/features/apps/owned";
import { noteToolUse, requireAreaTool } from "@/lib/features/apps/service/area-tools";
import { AREA_TOOLS } from "@/lib/generated/area-tools";
import { answer, call } from "@/tests/factories/call";
import { granted } from "@/tests/factories/knowledge";
import { makePerson, type Person } from "@/tests/factories/people";

jest.mock("@/lib/generated/area-tools", () => ({
  AREA_TOOLS: [
    {
      key: "minutes",
      id: "0f5a7a52-6a55-4f0e-9d5e-3c1f3f7f2a10",
      path: "minutes/index",
      icon: "mic",
      texts: {
        zh_CN: { name: "会议纪要", description: "把录音整理成纪要" },
        en_US: { name: "Meeting minutes", description: "Turns a recording into minutes" },
      },
    },
  ],
}));

const id = AREA_TOOLS[0]!.id;
const KEEPER = ["APPS", "APPS:SQUARE:VIEW", "APPS:WORKBENCH:VIEW", "SYSTEM:CONFIG:TOOLS"];
const ENGLISH = { "accept-language": "en-GB" };
const CHINESE = { "accept-language": "zh-CN" };

let keeper: Person;
let one: Person;
let other: Person;
beforeAll(() => makePerson({ roles: ["administrator"] }));
beforeEach(async () => {
  await db().delete(apps).where(eq(apps.id, id));
  await db().transaction(seedAreaTools);
  [keeper, one, other] = [await makePerson({ codes: KEEPER }), await makePerson(), await makePerson()];
});
afterAll(async () => {
  await db().transaction((tx) => keepAreaTools(tx, []));
  await closeDatabase();
});

const at = { params: { id } };
const statusOf = async (handler: Handler, person: Person, options: object = {}) =>
  (await call(handler, { token: person.token, ...at, ...options })).status;
const change = async (patch: object) => {
  const { data } = await answer<AppDetailDto>(editRoute, { token: keeper.token, ...at });
  const body = { revision: data!.revision, ...patch };
  return (await call(changeRoute, { token: keeper.token, method: "PATCH", ...at, body })).status;
};
async function found(person: Person, query: Record<string, string>, headers: Record<string, string> = ENGLISH) {
  const { data } = await answer<{ items: AppDto[] }>(listRoute, { token: person.token, headers, query });
  return data!.items.filter((app) => app.id === id);
}
const uses = (person: Person) =>
  requireAreaTool(person.actor, "minutes").then(
    () => true,
    () => false,
  );

it("stands in everybody's square in their language, and is found by words of either", async () => {
  expect(await found(one, { place: "square" })).toMatchObject([
    { kind: "tool", name: "Meeting minutes", icon: "mic", state: "published", isOwn: false, mayManage: false },
  ]);
  expect(await found(one, { place: "square", keyword: "recording" }, CHINESE)).toMatchObject([
    { name: "会议纪要", description: "把录音整理成纪要" },
  ]);
  expect(await found(one, { place: "square", keyword: "纪要" })).toHaveLength(1);
  expect(await found(one, { place: "square", kind: "agent" })).toEqual([]);
  expect((await answer<SquareDto>(squareRoute, { token: one.token })).data?.hasTools).toBe(true);
  const { data } = await answer<OpenAppDto>(openRoute, { token: other.token, headers: CHINESE, ...at });
  expect(data).toMatchObject({ kind: "tool", name: "会议纪要" });
});

it("is kept by whoever keeps the organisation's tools; whom its row names has no right by that", async () => {
  await db().update(apps).set({ ownerId: one.id }).where(eq(apps.id, id));
  expect(await found(one, { place: "workbench" })).toEqual([]);
  expect(await found(keeper, { place: "workbench", part: "shared" })).toMatchObject([{ mayManage: true }]);
  expect(await found(keeper, { place: "workbench", part: "mine" })).toEqual([]);
  for (const person of [one, other]) {
    expect(await statusOf(editRoute, person)).toBe(404);
    expect(await statusOf(unpublishRoute, person, { method: "POST" })).toBe(404);
    expect(await statusOf(requestsRoute, person)).toBe(404);
  }
  const [owned] = APPS_OWNED.things!;
  expect(await owned!.list(db(), one.id)).toEqual({ count: 0, names: [] });
  expect(await statusOf(unpublishRoute, keeper, { method: "POST" })).toBe(200);
  expect(await uses(one)).toBe(false);
  expect(await found(one, { place: "square" })).toEqual([]);
  // A start of the product does not put it back.
  await db().transaction(seedAreaTools);
  expect(await statusOf(readRoute, one)).toBe(404);
  // It names an administrator again, who hears of wishes.
  const [row] = await db().select({ ownerId: apps.ownerId }).from(apps).where(eq(apps.id, id));
  expect(row!.ownerId).not.toBe(one.id);
  expect(await statusOf(publishRoute, keeper, { body: { trial: true } })).toBe(200);
  expect(await found(one, { place: "lab" })).toHaveLength(1);
  expect(await uses(one)).toBe(true);
});

it("is nobody's to change, to copy, to take along, to give away or to delete", async () => {
  expect(await change({ name: "Ours" })).toBe(403);
  expect(await change({ icon: "bot" })).toBe(403);
  expect(await change({ visibility: "self" })).toBe(403);
  const doors: [Handler, object][] = [
    [draftReadRoute, {}],
    [draftRoute, { method: "PUT", body: {} }],
    [copyRoute, { body: { name: "copy" } }],
    [exportRoute, {}],
    [transferRoute, { body: { userId: one.id } }],
    [deleteRoute, { method: "DELETE" }],
    [runRoute, { body: { text: "hi" } }],
  ];
  for (const [handler, options] of doors) expect(await statusOf(handler, keeper, options)).toBe(404);
  const made = { name: "Mine", kind: "tool" };
  expect((await call(createRoute, { token: keeper.token, body: made })).status).toBe(400);
});

it("is shown to those it is kept for; others may ask for it", async () => {
  expect(await change({ visibility: "partial", grants: [granted("user", one.id, "manage")] })).toBe(200);
  expect([await uses(one), await uses(other)]).toEqual([true, false]);
  // Only whoever keeps the tools changes it, whatever was granted.
  expect(await statusOf(editRoute, one)).toBe(404);
  expect(await statusOf(openRoute, other)).toBe(404);
  expect(await statusOf(markRoute, other, { method: "PUT", body: { favourite: true } })).toBe(404);
  expect(await statusOf(requestRoute, other, { body: { note: "please" } })).toBe(200);
  const { data } = await answer<{ items: RequestDto[] }>(requestsRoute, { token: keeper.token, ...at });
  const params = { id, requestId: data!.items[0]!.id };
  const decide = (person: Person) => call(decideRoute, { token: person.token, params, body: { granted: true } });
  expect((await decide(one)).status).toBe(404);
  expect((await decide(keeper)).status).toBe(200);
  expect(await uses(other)).toBe(true);
  const told = await db().$count(
    notifications,
    and(eq(notifications.userId, other.id), eq(notifications.kind, "appGranted")),
  );
  expect(told).toBe(1);
});

it("that a build no longer has is gone with it, and is back as it was with the next that has it", async () => {
  await change({ visibility: "partial", grants: [granted("user", one.id)] });
  await db().transaction((tx) => keepAreaTools(tx, []));
  expect(await uses(one)).toBe(false);
  expect(await found(keeper, { place: "workbench" })).toEqual([]);
  await db().transaction(seedAreaTools);
  expect([await uses(one), await uses(other)]).toEqual([true, false]);
});

it("counts what people do with it, and stands among what they used last", async () => {
  noteToolUse(one.actor, "minutes", { begun: true });
  await backgroundIdle(5000);
  const used = await db().select().from(appUseDays).where(eq(appUseDays.appId, id));
  expect(used).toMatchObject([{ userId: one.id, uses: 1, begun: 1 }]);
  const recent = async ({ token }: Person) =>
    (await answer<{ items: { id: string; name: string }[] }>(recentRoute, { token, headers: CHINESE })).data!.items;
  expect(await recent(one)).toMatchObject([{ id, name: "会议纪要" }]);
  expect(await recent(other)).toEqual([]);
});
