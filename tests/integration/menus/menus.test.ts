import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as moveRoute } from "@/app/api/admin/org/menus/[id]/move/route";
import { POST as resetOneRoute } from "@/app/api/admin/org/menus/[id]/reset/route";
import { DELETE as deleteRoute, PATCH as patchRoute } from "@/app/api/admin/org/menus/[id]/route";
import { POST as resetRoute } from "@/app/api/admin/org/menus/reset/route";
import { POST as createRoute, GET as listRoute } from "@/app/api/admin/org/menus/route";
import { GET as selfRoute } from "@/app/api/admin/user/self-info/route";
import { closeDatabase, db } from "@/db/client";
import { operationLogs } from "@/db/schema/operation-log";
import { roles } from "@/db/schema/roles";
import { removeUnknownMenus, seedMenus } from "@/db/seed/foundation";
import type { SelfInfo } from "@/lib/features/auth/dto";
import type { MenuDto, MenuTree } from "@/lib/features/menus/dto";
import { changeMembers } from "@/lib/features/roles/service/members";
import { createRole } from "@/lib/features/roles/service/roles";
import { menuKeys, menuSeeds } from "@/lib/permissions/seed-menus";
import { answer } from "@/tests/factories/call";
import { makePerson, type Person } from "@/tests/factories/people";

let administrator: Person;
let staff: Person;

const seed = async () => {
  const tree = await menuSeeds();
  await db().transaction(async (tx) => {
    await seedMenus(tx, tree);
    await removeUnknownMenus(tx, menuKeys(tree));
  });
};

beforeAll(async () => {
  administrator = await makePerson({ roles: ["administrator"] });
  staff = await makePerson();
  await seed();
});
afterEach(() => answer(resetRoute, { token: administrator.token, method: "POST" }));
afterAll(closeDatabase);

const list = async () => (await answer<MenuTree>(listRoute, { token: administrator.token })).data!;
const byKey = async (key: string): Promise<MenuDto> => (await list()).items.find((item) => item.key === key)!;
const create = (body: object, person = administrator) =>
  answer<{ id: string }>(createRoute, { token: person.token, body });
const patch = (id: string, body: object, person = administrator) =>
  answer(patchRoute, { token: person.token, params: { id }, body, method: "PATCH" });
const move = (id: string, body: object, person = administrator) =>
  answer(moveRoute, { token: person.token, params: { id }, body });
const remove = (id: string, person = administrator) =>
  answer(deleteRoute, { token: person.token, params: { id }, method: "DELETE" });
const names = { nameZh: "报销", nameEn: "Expenses" };
const linkCode = () => `LINK:T${v7().replaceAll("-", "").slice(-20).toUpperCase()}`;
const menusOf = async (person: Person) => {
  const { menus } = (await answer<SelfInfo>(selfRoute, { token: person.token })).data!;
  return menus.flatMap((group) => group.children);
};

describe("menu entries of the product", () => {
  it("change names, icon, visibility, group and place, and nothing else; people see it at once", async () => {
    const chat = await byKey("personalChat");
    expect((await patch(chat.id, { nameZh: "问答", icon: "rocket" })).code).toBe(200);
    expect((await menusOf(staff)).find(({ path }) => path === "/personal/chat")).toMatchObject({
      nameZh: "问答",
      icon: "rocket",
    });
    expect(await byKey("personalChat")).toMatchObject({ changed: true, permission: "PERSONAL:CHAT" });
    for (const body of [{ path: "https://a.test" }, { permission: linkCode() }, { component: "userInfo" }]) {
      expect((await patch(chat.id, body)).data).toMatchObject({ error: "menuOwned" });
    }
    expect((await remove(chat.id)).data).toMatchObject({ error: "menuOwned" });
    expect((await patch(chat.id, { fixed: "/x" })).code).toBe(400);
    expect((await patch(chat.id, { hidden: true })).code).toBe(200);
    expect((await menusOf(staff)).map(({ path }) => path)).not.toContain("/personal/chat");
    // What was changed stays after the next start; one entry goes back alone.
    await seed();
    expect(await byKey("personalChat")).toMatchObject({ nameZh: "问答", hidden: true });
    await answer(resetOneRoute, { token: administrator.token, params: { id: chat.id }, method: "POST" });
    expect(await byKey("personalChat")).toMatchObject({ hidden: false, changed: false });
  });

  it("move among their neighbours and to groups of their half", async () => {
    const [models, open] = [await byKey("systemSystemManageModelAccess"), await byKey("open")];
    expect((await move(models.id, { parentId: open.id, index: 0 })).code).toBe(200);
    const inOpen = (await list()).items.filter(({ parentId }) => parentId === open.id).map(({ key }) => key);
    expect(inOpen).toEqual(["systemSystemManageModelAccess", "systemOpenManageApiManage"]);
    const workspace = await byKey("workspace");
    expect((await move(models.id, { parentId: workspace.id, index: 0 })).data).toMatchObject({
      error: "menuWrongHalf",
    });
    expect((await move(models.id, { parentId: null, index: 0 })).code).toBe(400);
    expect((await move(open.id, { parentId: null, index: 0 })).code).toBe(200);
    const groups = (await list()).items.filter(({ type, half }) => type === "group" && half === "console");
    expect(groups[0]!.key).toBe("open");
    await answer(resetRoute, { token: administrator.token, method: "POST" });
    expect((await list()).items.filter(({ changed }) => changed)).toEqual([]);
  });

  it("never hide the console that changes them, nor the way to it", async () => {
    const [own, group] = [await byKey("systemUserManageMenuManage"), await byKey("organisation")];
    for (const { id } of [own, group]) {
      expect((await patch(id, { hidden: true })).data).toMatchObject({ error: "menuNeeded" });
    }
    const { data } = await create({ type: "group", ...names, path: "/system", hidden: true });
    expect((await move(own.id, { parentId: data!.id, index: 0 })).data).toMatchObject({ error: "menuNeeded" });
    await remove(data!.id);
  });
});

describe("menu entries of one's own", () => {
  it("are groups, pages of the registry and links; what leads nowhere is refused", async () => {
    const group = (await create({ type: "group", ...names, path: "/" })).data!.id;
    const page = (component: string) => create({ type: "page", ...names, parentId: group, component });
    expect((await page("nowhere")).data).toMatchObject({ error: "menuUnreachable" });
    expect((await page("login")).data).toMatchObject({ error: "menuUnreachable" });
    expect((await page("systemGatewayModelSupplier")).data).toMatchObject({ error: "menuWrongHalf" });
    const made = await page("personalChat");
    expect(made.code).toBe(200);
    expect((await remove(group)).data).toMatchObject({ error: "menuNotEmpty" });
    const entry = (await list()).items.find(({ id }) => id === made.data!.id)!;
    expect(entry).toMatchObject({ path: "/personal/chat", permission: "PERSONAL:CHAT", half: "workspace", key: null });
    expect((await menusOf(staff)).map(({ id }) => id)).toContain(entry.id);
    expect((await remove(entry.id)).code).toBe(200);
    expect((await remove(group)).code).toBe(200);
  });

  it("are seen with their own code only, which leaves the roles with them", async () => {
    const code = linkCode();
    const { id: parentId } = await byKey("workspace");
    const { data } = await create({
      type: "link",
      ...names,
      parentId,
      path: "https://oa.example.com",
      permission: code,
    });
    const seen = async (person: Person) => (await menusOf(person)).map(({ id }) => id);
    expect(await seen(administrator)).toContain(data!.id);
    expect(await seen(staff)).not.toContain(data!.id);
    const input = { name: `role ${v7()}`, type: "custom" as const, permissions: [code] };
    // The administrator's session of before the link: it holds the code by now.
    const { signIn } = await import("@/tests/factories/people");
    const fresh = (await signIn(administrator.id)).actor;
    const role = await createRole(fresh, input, "zh_CN");
    await changeMembers(fresh, role.id, { add: [staff.id], remove: [] }, "zh_CN");
    expect(await seen(staff)).toContain(data!.id);
    const next = linkCode();
    expect((await patch(data!.id, { permission: next })).code).toBe(200);
    const stored = async () => (await db().select().from(roles).where(eq(roles.id, role.id)))[0]!.permissions;
    expect(await stored()).toEqual([next]);
    expect(await seen(staff)).toContain(data!.id);
    expect((await remove(data!.id)).code).toBe(200);
    expect(await stored()).toEqual([]);
    expect(await seen(staff)).not.toContain(data!.id);
  });

  it("have one code each, also when two are made at once", async () => {
    const { id: parentId } = await byKey("workspace");
    const body = { type: "link", ...names, parentId, path: "https://a.example.com", permission: linkCode() };
    const both = await Promise.all([create(body), create(body)]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(both.find(({ code }) => code === 409)!.data).toMatchObject({
      error: "linkCodeTaken",
      fields: { permission: "codeTaken" },
    });
    await remove(both.find(({ code }) => code === 200)!.data!.id);
  });

  it.each([
    ["http", { path: "http://a.test" }],
    ["a script", { path: "javascript:alert(1)" }],
    ["a name and password", { path: "https://user:pass@a.test" }],
    ["a line break", { path: "https://a.test/\nx" }],
    ["a code of the product", { permission: "SYSTEM" }],
    ["a small code", { permission: "LINK:oa" }],
    ["an unknown icon", { icon: "skull" }],
    ["a control character", { nameZh: "a\u0000" }],
    ["a key", { key: "personalChat" }],
    ["a foreign group", { parentId: v7() }],
  ])("are refused with %s", async (_name, more) => {
    const { id: parentId } = await byKey("workspace");
    const body = { type: "link", ...names, parentId, path: "https://a.test", permission: linkCode(), ...more };
    expect((await create(body)).code).toBe(400);
  });

  it("keep their group when a newer build no longer ships it", async () => {
    const workspace = await byKey("open");
    const { data } = await create({
      type: "link",
      ...names,
      parentId: workspace.id,
      path: "https://a.test",
      permission: linkCode(),
    });
    await expect(
      db().transaction(async (tx) => {
        await removeUnknownMenus(
          tx,
          menuKeys(await menuSeeds()).filter((key) => key !== "open"),
        );
        const { listAllMenus } = await import("@/db/queries/menus/menus");
        const rows = await listAllMenus(tx);
        expect(rows.find(({ id }) => id === data!.id)).toBeDefined();
        expect(rows.find(({ id }) => id === workspace.id)).toMatchObject({ key: null });
        throw new Error("only tried");
      }),
    ).rejects.toThrow("only tried");
    await remove(data!.id);
  });
});

it("is changed by nobody without the permission, which is logged", async () => {
  const { id } = await byKey("personalChat");
  expect((await patch(id, { hidden: true }, staff)).code).toBe(403);
  expect((await move(id, { parentId: null, index: 0 }, staff)).code).toBe(403);
  expect((await remove(id, staff)).code).toBe(403);
  expect((await create({ type: "group", ...names, path: "/" }, staff)).code).toBe(403);
  expect((await answer(listRoute, { token: staff.token })).code).toBe(403);
  const rows = await db()
    .select()
    .from(operationLogs)
    .where(eq(operationLogs.actorId, staff.id))
    .orderBy(operationLogs.id);
  expect(rows.filter(({ result }) => result === "refused").map(({ action }) => action)).toEqual(
    expect.arrayContaining(["menu.change", "menu.move", "menu.delete", "menu.create"]),
  );
});
