import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as RELEASE } from "@/app/api/admin/prompts/[id]/release/route";
import { POST as RESTORE } from "@/app/api/admin/prompts/[id]/restore/route";
import { POST as ROLLBACK } from "@/app/api/admin/prompts/[id]/rollback/route";
import { DELETE, PATCH } from "@/app/api/admin/prompts/[id]/route";
import { GET as VERSION } from "@/app/api/admin/prompts/[id]/versions/[version]/route";
import { GET as VERSIONS } from "@/app/api/admin/prompts/[id]/versions/route";
import { DELETE as CATEGORY_DELETE, PATCH as CATEGORY_PATCH } from "@/app/api/admin/prompts/categories/[id]/route";
import { PUT as ORDER } from "@/app/api/admin/prompts/categories/order/route";
import { GET as CATEGORIES, POST as CATEGORY } from "@/app/api/admin/prompts/categories/route";
import { GET as EXPORT } from "@/app/api/admin/prompts/export/route";
import { POST as CREATE, GET as LIST } from "@/app/api/admin/prompts/route";
import { GET as READ } from "@/app/api/prompts/[id]/route";
import { GET as PUBLIC_CATEGORIES } from "@/app/api/prompts/categories/route";
import { GET as SQUARE } from "@/app/api/prompts/route";
import { db } from "@/db/client";
import { prompts } from "@/db/schema/prompts";
import type {
  CategoryDto,
  PromptDetail,
  PromptDto,
  PromptVersionDetail,
  PromptVersionDto,
} from "@/lib/features/prompts/dto";
import { roleText } from "@/lib/features/prompts/service/use";
import { SHIPPED } from "@/lib/prompts/shipped";
import { answer, type CallOptions, call } from "@/tests/factories/call";
import { makePerson, type Person } from "@/tests/factories/people";
import { promptBody, shipPrompts } from "@/tests/factories/prompts";

let manager: Person;
let staff: Person;
beforeAll(async () => {
  manager = await makePerson({ codes: ["SYSTEM:CHAT:PROMPT"] });
  staff = await makePerson();
  await shipPrompts();
});

const as = (person: Person, id?: string, more: CallOptions = {}) => ({
  token: person.token,
  ...(id && { params: { id } }),
  ...more,
});
const ENGLISH = { headers: { "accept-language": "en-US" } };
const make = async (more: Record<string, unknown> = {}) =>
  (await answer<PromptDetail>(CREATE, as(manager, undefined, { body: promptBody(more) }))).data!;
const change = (prompt: PromptDetail, more: Record<string, unknown>) => {
  const { name, description, content, roleName, variables, categoryId, newestVersion: version } = prompt;
  const body = { name, description, content, roleName, variables, categoryId, version, ...more };
  return answer<PromptDetail>(PATCH, as(manager, prompt.id, { method: "PATCH", body }));
};
const read = async (id: string, more: CallOptions = {}) => (await answer<PromptDetail>(READ, as(staff, id, more))).data;
const square = async (query: Record<string, string>, more: CallOptions = {}) =>
  (await answer<{ items: PromptDto[]; total: number }>(SQUARE, as(staff, undefined, { query, ...more }))).data!;

describe("shipped prompts", () => {
  it("are put in place once, however often the product starts", async () => {
    await shipPrompts();
    const rows = (await db().select().from(prompts)).filter(({ key }) => key !== null);
    expect(rows).toHaveLength(SHIPPED.length);
    expect((await square({ tab: "roles", pageSize: "100" })).items.filter(({ isShipped }) => isShipped)).toHaveLength(
      10,
    );
  });

  it("are found, ordered and read in the reader's language", async () => {
    expect((await square({ keyword: "周报提炼" })).items).toMatchObject([{ name: "周报提炼", isShipped: true }]);
    expect((await square({ keyword: "周报提炼" }, ENGLISH)).total).toBe(0);
    const [found] = (await square({ keyword: "weekly REPORT" }, ENGLISH)).items;
    expect(found).toMatchObject({ name: "Weekly report" });
    expect((await read(found!.id, ENGLISH))!.content).toContain("Turn the notes below");
    expect((await read(found!.id))!.variables.map(({ name }) => name)).toContain("工作记录");
    const names = (await square({ sort: "name", pageSize: "100" }, ENGLISH)).items
      .filter(({ isShipped }) => isShipped)
      .map(({ name }) => name);
    expect(names).toEqual([...names].sort());
  });

  it("of a role give their text in the language that is asked for", async () => {
    const [role] = (await square({ tab: "roles", keyword: "专业译者" })).items;
    expect((await roleText(staff.actor, role!.id, "zh_CN")).name).toBe("专业译者");
    expect((await roleText(staff.actor, role!.id, "en_US")).content).toContain("translator");
  });

  it("are changed by an administrator for everybody, and the shipped text can be released again", async () => {
    const [found] = (await square({ keyword: "汇报大纲" })).items;
    const own = (await change({ ...(await read(found!.id))! }, { content: "我们自己的 {{汇报主题}}" })).data!;
    expect(own).toMatchObject({ version: 2, releasedVersion: 2 });
    expect((await read(found!.id, ENGLISH))!.content).toBe("我们自己的 {{汇报主题}}");
    await answer(RELEASE, as(manager, found!.id, { body: { version: 1 } }));
    expect((await read(found!.id, ENGLISH))!.name).toBe("Presentation outline");
  });

  it("that were deleted stay deleted", async () => {
    const [found] = (await square({ keyword: "客诉回复" })).items;
    await answer(DELETE, as(manager, found!.id, { method: "DELETE" }));
    await shipPrompts();
    expect((await square({ keyword: "客诉回复" })).total).toBe(0);
    expect((await answer(RESTORE, as(manager, found!.id, { body: {} }))).code).toBe(200);
    expect((await square({ keyword: "客诉回复" })).total).toBe(1);
  });
});

describe("an organisation's prompt", () => {
  it("is everybody's at once; a draft is not before it is released", async () => {
    const made = await make({ content: "一" });
    expect(made).toMatchObject({ isOrganisation: true, visibility: "all", status: "approved", releasedVersion: 1 });
    expect((await read(made.id))!.content).toBe("一");
    const draft = (await change(made, { content: "二", release: false, note: "草稿" })).data!;
    expect(draft).toMatchObject({ newestVersion: 2, releasedVersion: 1, content: "二" });
    expect((await read(made.id))!.content).toBe("一");
    await answer(RELEASE, as(manager, made.id, { body: { version: 2 } }));
    expect((await read(made.id))!.content).toBe("二");
    await answer(ROLLBACK, as(manager, made.id, { body: { version: 1 } }));
    expect((await read(made.id))!.content).toBe("一");
    const versions = (await answer<{ items: PromptVersionDto[] }>(VERSIONS, as(manager, made.id))).data!.items;
    expect(versions.map(({ version, isReleased }) => [version, isReleased])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
    const saved = await answer<PromptVersionDetail>(VERSION, {
      token: manager.token,
      params: { id: made.id, version: "2" },
    });
    expect(saved.data).toMatchObject({ version: 2, content: "二", note: "草稿" });
    expect((await answer(RELEASE, as(manager, made.id, { body: { version: 9 } }))).code).toBe(404);
    expect((await change(made, { content: "三" })).code).toBe(409);
  });

  it("is nobody's to change without the code, at any door", async () => {
    const { id } = await make();
    const codes = await Promise.all([
      answer(LIST, as(staff)),
      answer(CREATE, as(staff, undefined, { body: promptBody() })),
      answer(DELETE, as(staff, id, { method: "DELETE" })),
      answer(RELEASE, as(staff, id, { body: { version: 1 } })),
      answer(ROLLBACK, as(staff, id, { body: { version: 1 } })),
      answer(VERSIONS, as(staff, id)),
      answer(CATEGORIES, as(staff)),
      answer(EXPORT, as(staff)),
    ]);
    expect(codes.map(({ code }) => code)).toEqual(codes.map(() => 403));
    expect((await answer(DELETE, as(manager, "x", { method: "DELETE" }))).code).toBe(404);
  });

  it("is filtered by every field and given out as a file that no spreadsheet runs", async () => {
    const name = `=cmd ${v7().slice(-8)}`;
    await make({ name, type: "role", content: "角色", roleName: "称呼" });
    const query = { keyword: name, type: "role", status: "approved", visibility: "all", origin: "organisation" };
    const { data } = await answer<{ items: PromptDto[] }>(LIST, as(manager, undefined, { query }));
    expect(data!.items).toMatchObject([{ name, roleName: "称呼", creator: manager.account, usageCount: 0 }]);
    const { data: none } = await answer<{ total: number }>(
      LIST,
      as(manager, undefined, { query: { ...query, type: "user" } }),
    );
    expect(none!.total).toBe(0);
    const file = await (await call(EXPORT, as(manager, undefined, { query: { keyword: name, format: "csv" } }))).text();
    expect(file).toContain(`'${name}`);
    expect(file).toContain("称呼");
    expect((await answer(LIST, as(manager, undefined, { query: { keyword: "\0" } }))).code).toBe(200);
  });
});

describe("kinds", () => {
  const names = (text: string) => ({ nameZh: `${text}${v7().slice(-6)}`, nameEn: `Kind ${v7().slice(-6)}` });
  const all = async () => (await answer<{ items: CategoryDto[] }>(CATEGORIES, as(manager))).data!.items;

  it("are made, renamed, put in order and deleted when nothing is in them", async () => {
    const first = names("甲");
    const { id } = (await answer<{ id: string }>(CATEGORY, as(manager, undefined, { body: first }))).data!;
    expect((await answer(CATEGORY, as(manager, undefined, { body: first }))).code).toBe(409);
    await answer(CATEGORY_PATCH, as(manager, id, { method: "PATCH", body: names("乙") }));
    const before = (await all()).map((row) => row.id);
    expect(before.at(-1)).toBe(id);
    await answer(ORDER, as(manager, undefined, { method: "PUT", body: { ids: [id] } }));
    expect((await all()).map((row) => row.id)).toEqual([id, ...before.filter((other) => other !== id)]);

    const prompt = await make({ categoryId: id });
    expect((await answer(CATEGORY_DELETE, as(manager, id, { method: "DELETE" }))).code).toBe(409);
    await answer(DELETE, as(manager, prompt.id, { method: "DELETE" }));
    expect((await answer(CATEGORY_DELETE, as(manager, id, { method: "DELETE" }))).code).toBe(200);
    expect((await answer(CATEGORY_DELETE, as(manager, id, { method: "DELETE" }))).code).toBe(404);
    const [row] = await db().select().from(prompts).where(eq(prompts.id, prompt.id));
    expect(row!.categoryId).toBeNull();
  });

  it("are read by everybody, without figures, and changed by nobody else", async () => {
    const { data } = await answer<{ items: CategoryDto[] }>(PUBLIC_CATEGORIES, as(staff));
    expect(data!.items.length).toBeGreaterThan(0);
    expect(data!.items.filter((row) => "prompts" in row)).toEqual([]);
    expect((await answer(CATEGORY, as(staff, undefined, { body: names("丙") }))).code).toBe(403);
    for (const body of [
      { nameZh: "", nameEn: "a" },
      { nameZh: "a".repeat(31), nameEn: "a" },
      { nameZh: "a\0", nameEn: "a" },
    ]) {
      expect((await answer(CATEGORY, as(manager, undefined, { body }))).code).toBe(400);
    }
  });
});
