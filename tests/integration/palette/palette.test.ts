import { v7 } from "uuid";
import { GET as placesRoute } from "@/app/api/palette/places/route";
import { GET as findRoute } from "@/app/api/palette/route";
import { db } from "@/db/client";
import { chatMessages, chatSessions } from "@/db/schema/conversation";
import { departments } from "@/db/schema/organisation";
import type { FoundGroupDto, PlacesDto } from "@/lib/palette/dto";
import { FOUND_MAX, PALETTE_WORDS_MAX } from "@/lib/palette/limits";
import { P } from "@/lib/permissions/codes";
import { answer } from "@/tests/factories/call";
import { granted, makeBase } from "@/tests/factories/knowledge";
import { makePerson, type Person } from "@/tests/factories/people";

let one: Person;
let two: Person;
let administrator: Person;

beforeAll(async () => {
  [one, two] = [await makePerson({ account: "orchidea.one" }), await makePerson({ account: "orchidea.two" })];
  administrator = await makePerson({ roles: ["administrator"] });
});

async function find(person: Person, keyword?: string): Promise<FoundGroupDto[]> {
  const query: Record<string, string> = keyword === undefined ? {} : { keyword };
  return (await answer<{ items: FoundGroupDto[] }>(findRoute, { token: person.token, query })).data!.items;
}
const labels = (groups: FoundGroupDto[], id: string) =>
  groups.find((group) => group.id === id)?.items.map(({ label }) => label) ?? [];
const places = async (person: Person) => (await answer<PlacesDto>(placesRoute, { token: person.token })).data!;

async function makeDepartment(name: string): Promise<void> {
  const id = v7();
  const { departmentId, departmentPath } = administrator.actor;
  await db()
    .insert(departments)
    .values({ id, parentId: departmentId, path: `${departmentPath}${id}/`, name });
}

async function chatOf(person: Person, title: string, text: string): Promise<string> {
  const [session] = await db()
    .insert(chatSessions)
    .values({ userId: person.id, title })
    .returning({ id: chatSessions.id });
  await db()
    .insert(chatMessages)
    .values({ sessionId: session!.id, role: "user", parts: [{ type: "text", text }] });
  return session!.id;
}

describe("finding things from any screen", () => {
  it("finds own chats by title and by what was said, never another's", async () => {
    const titled = await chatOf(one, "Periwinkle plans", "hello");
    const said = await chatOf(one, "Something else", "about periwinkle and more");
    await chatOf(two, "Periwinkle of two", "periwinkle");
    const found = (await find(one, "periwinkle")).find(({ id }) => id === "conversations")!;
    expect(found.items.map(({ id }) => id).sort()).toEqual([titled, said].sort());
    expect(found.items.every(({ href }) => href.startsWith("/personal/chat?id="))).toBe(true);
  });

  it("offers what was used last before anything is typed", async () => {
    expect(labels(await find(one), "conversations")).toEqual(["Something else", "Periwinkle plans"]);
    expect(labels(await find(two), "conversations")).toEqual(["Periwinkle of two"]);
    // Both come in the one call that loads the palette ahead.
    expect(labels((await places(two)).recent, "conversations")).toEqual(["Periwinkle of two"]);
  });

  it("tells conversations of one title apart by their day", async () => {
    const person = await makePerson();
    await chatOf(person, "Quarter", "one");
    await chatOf(person, "Quarter", "two");
    await chatOf(person, "Year", "three");
    const items = (await find(person)).find(({ id }) => id === "conversations")!.items;
    expect(items.map(({ label, detail }) => [label, detail !== undefined])).toEqual([
      ["Year", false],
      ["Quarter", true],
      ["Quarter", true],
    ]);
  });

  it("finds a base for whom it reaches alone", async () => {
    const owner = await makePerson({ codes: [P.KB_MANAGE, P.KB_CHAT] });
    const reader = await makePerson({ codes: [P.KB_CHAT] });
    const other = await makePerson({ codes: [P.KB_CHAT] });
    const id = await makeBase(owner, {
      name: "Larkspur handbook",
      visibility: "partial",
      grants: [granted("user", reader.id)],
    });
    const hrefs = async (person: Person) =>
      (await find(person, "larkspur")).flatMap((group) => (group.id === "bases" ? group.items : []));
    expect(await hrefs(owner)).toEqual([
      { id, label: "Larkspur handbook", href: `/knowledge-center/kb-config-information/data-set?id=${id}` },
    ]);
    expect(await hrefs(reader)).toEqual([
      { id, label: "Larkspur handbook", href: `/knowledge-center/kb-chat?id=${id}` },
    ]);
    expect(await hrefs(other)).toEqual([]);
    expect(labels(await find(other), "bases")).not.toContain("Larkspur handbook");
  });

  it("finds people for administrators alone", async () => {
    expect(labels(await find(administrator, "orchidea"), "people").sort()).toEqual(["orchidea.one", "orchidea.two"]);
    expect((await find(one, "orchidea")).map(({ id }) => id)).not.toContain("people");
  });

  it("finds departments by name for administrators alone, at most as many as are shown", async () => {
    for (let number = 1; number <= FOUND_MAX + 1; number += 1) await makeDepartment(`Foxglove 50%_${number}`);
    await makeDepartment("Foxglove 50 other");
    expect(labels(await find(administrator, "FOXGLOVE 50%"), "departments")).toHaveLength(FOUND_MAX);
    expect(labels(await find(administrator, "glove 50%_3"), "departments")).toEqual(["Foxglove 50%_3"]);
    expect((await find(one, "foxglove")).map(({ id }) => id)).not.toContain("departments");
  });

  it("refuses words without an end", async () => {
    const asked = { token: one.token, query: { keyword: "x".repeat(PALETTE_WORDS_MAX + 1) } };
    expect(await answer(findRoute, asked)).toMatchObject({ code: 400 });
  });
});

describe("places", () => {
  it("are those of the screens a person may open, in their language", async () => {
    const staff = await places(one);
    expect(staff.items.map(({ id }) => id)).toEqual(expect.arrayContaining(["newChat", "ownPassword"]));
    expect(staff.items.filter(({ kind }) => kind === "console")).toEqual([]);
    expect(staff.items.map(({ id }) => id)).not.toContain("newUser");
    const all = await places(administrator);
    expect(all.items.map(({ id }) => id)).toEqual(expect.arrayContaining(["gatewayBudgets", "newUser", "backups"]));
    expect(all.screens.map(({ href }) => href)).toContain("/system/system-manage/model-access");
    expect(staff.screens.map(({ href }) => href)).not.toContain("/system/system-manage/model-access");
    // Screens that stand in no menu are named here.
    const own = staff.screens.find(({ href }) => href === "/user/collected");
    expect(own).toMatchObject({ name: "我的收藏", kind: "screen" });
    expect(all.screens.find(({ href }) => href === "/knowledge-center/recall-test")).toMatchObject({
      name: "召回测试",
    });
    expect(all.screens.find(({ href }) => href.startsWith("/system/"))).toMatchObject({ kind: "console" });
  });
});
