import { and, eq } from "drizzle-orm";
import { POST as askRoute } from "@/app/api/apps/[id]/bases/[baseId]/ask/route";
import { POST as openRoute } from "@/app/api/apps/[id]/bases/[baseId]/open/route";
import { GET as reachRoute } from "@/app/api/apps/[id]/bases/route";
import { GET as baseRoute } from "@/app/api/knowledge/bases/[id]/route";
import { closeDatabase, db } from "@/db/client";
import { notifications } from "@/db/schema/notifications";
import type { ReachingDto } from "@/lib/features/apps/dto";
import { makePublishedApp } from "@/tests/factories/apps";
import { answer } from "@/tests/factories/call";
import { granted, makeBase } from "@/tests/factories/knowledge";
import { makePerson, type Person } from "@/tests/factories/people";

let maker: Person;
let keeper: Person;
let user: Person;

beforeAll(async () => {
  [maker, keeper, user] = [await makePerson(), await makePerson(), await makePerson()];
});
afterAll(closeDatabase);

const shownTo = (...people: Person[]) => ({
  visibility: "partial",
  grants: people.map(({ id }) => granted("user", id)),
});

async function reach(person: Person, appId: string, ...baseIds: string[]): Promise<ReachingDto[]> {
  const options = { token: person.token, params: { id: appId }, query: { ids: baseIds.join() } };
  const { data, message } = await answer<{ items: ReachingDto[] }>(reachRoute, options);
  if (!data) throw new Error(message);
  return data.items;
}
const act = (route: typeof openRoute, person: Person, id: string, baseId: string) =>
  answer(route, { token: person.token, params: { id, baseId }, method: "POST" });
const seenBy = async (person: Person, id: string) =>
  (await answer(baseRoute, { token: person.token, params: { id } })).code;
const wishes = (person: Person) =>
  db()
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, person.id), eq(notifications.kind, "baseWanted")));

describe("the bases of an app and its users", () => {
  it("tells who lacks a base, and shows it to them and nobody else", async () => {
    const app = await makePublishedApp(maker, shownTo(user));
    const base = await makeBase(maker, { name: "Travel rules", visibility: "self" });
    const [found] = await reach(maker, app, base);
    expect(found).toMatchObject({ name: "Travel rules", people: 2, able: 2, lacking: 1, mayOpen: true });
    expect(found?.names).toEqual([user.actor.name]);
    expect(await seenBy(user, base)).toBe(404);
    expect((await act(openRoute, maker, app, base)).code).toBe(200);
    expect(await seenBy(user, base)).toBe(200);
    expect(await seenBy(keeper, base)).toBe(404);
    expect((await reach(maker, app, base))[0]).toMatchObject({ lacking: 0, mayOpen: false });
  });

  it("asks those who manage the base where it is not the maker's to show, once a day", async () => {
    const app = await makePublishedApp(maker, shownTo(user));
    const base = await makeBase(keeper, { name: "Prices", ...shownTo(maker) });
    expect((await reach(maker, app, base))[0]).toMatchObject({ lacking: 1, mayOpen: false, isAsked: false });
    expect((await act(openRoute, maker, app, base)).code).toBe(403);
    expect(await seenBy(user, base)).toBe(404);
    expect((await act(askRoute, maker, app, base)).code).toBe(200);
    expect((await act(askRoute, maker, app, base)).code).toBe(200);
    const told = await wishes(keeper);
    expect(told.map(({ args }) => args)).toMatchObject([{ name: "Prices", from: maker.actor.name, count: 1 }]);
    expect((await reach(maker, app, base))[0]).toMatchObject({ isAsked: true });
  });

  it("names no base the maker may not use, and no app to strangers", async () => {
    const app = await makePublishedApp(maker, shownTo(user));
    const base = await makeBase(keeper, { visibility: "self" });
    expect(await reach(maker, app, base)).toEqual([]);
    expect((await act(openRoute, maker, app, base)).code).toBe(404);
    expect((await act(askRoute, maker, app, base)).code).toBe(404);
    const own = await makeBase(user, {});
    for (const route of [openRoute, askRoute]) expect((await act(route, user, app, own)).code).toBe(404);
    const query = { ids: own };
    expect((await answer(reachRoute, { token: user.token, params: { id: app }, query })).code).toBe(404);
  });
});
