import { and, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { PUT as KEEP, DELETE as UNKEEP } from "@/app/api/prompts/[id]/favourite/route";
import { POST as FORK } from "@/app/api/prompts/[id]/fork/route";
import { POST as RESTORE } from "@/app/api/prompts/[id]/restore/route";
import { POST as ROLLBACK } from "@/app/api/prompts/[id]/rollback/route";
import { DELETE, PATCH, GET as READ } from "@/app/api/prompts/[id]/route";
import { POST as SHARE } from "@/app/api/prompts/[id]/share/route";
import { POST as USE } from "@/app/api/prompts/[id]/use/route";
import { GET as VERSION } from "@/app/api/prompts/[id]/versions/[version]/route";
import { GET as VERSIONS } from "@/app/api/prompts/[id]/versions/route";
import { POST as WITHDRAW } from "@/app/api/prompts/[id]/withdraw/route";
import { POST as CREATE, GET as LIST } from "@/app/api/prompts/route";
import { db } from "@/db/client";
import { operationLogs } from "@/db/schema/operation-log";
import { prompts, promptVersions } from "@/db/schema/prompts";
import type { PromptDetail, PromptDto, PromptVersionDto } from "@/lib/features/prompts/dto";
import { OWN_PROMPTS_MAX } from "@/lib/features/prompts/limits";
import { answer, type CallOptions } from "@/tests/factories/call";
import { makePerson, type Person } from "@/tests/factories/people";
import { makePrompt, promptBody } from "@/tests/factories/prompts";

let owner: Person;
let other: Person;
beforeAll(async () => {
  owner = await makePerson();
  other = await makePerson();
});

const as = (person: Person, id?: string, more: CallOptions = {}) => ({
  token: person.token,
  ...(id && { params: { id } }),
  ...more,
});
const edit = ({ name, description, content, roleName, variables, categoryId, newestVersion }: PromptDetail) => ({
  name,
  description,
  content,
  roleName,
  variables,
  categoryId,
  version: newestVersion,
});
const change = (person: Person, prompt: PromptDetail, more: Record<string, unknown>) =>
  answer<PromptDetail>(PATCH, as(person, prompt.id, { method: "PATCH", body: { ...edit(prompt), ...more } }));
const list = async (person: Person, query: Record<string, string>) =>
  (await answer<{ items: PromptDto[]; total: number }>(LIST, as(person, undefined, { query }))).data!;

describe("an own prompt", () => {
  it("is made, found and read by its owner and nobody else", async () => {
    const made = await makePrompt(owner, {
      variables: [{ name: "gone", label: "", kind: "text", required: true, options: [] }],
    });
    expect(made).toMatchObject({ isOwn: true, status: "draft", visibility: "self", version: 1, releasedVersion: null });
    expect(made.variables).toEqual([{ name: "收件人", label: "", kind: "text", required: true, options: [] }]);
    expect((await list(owner, { tab: "mine", keyword: made.name })).items.map(({ id }) => id)).toEqual([made.id]);
    for (const tab of ["prompts", "mine", "favourites"]) {
      expect((await list(other, { tab, keyword: made.name })).total).toBe(0);
    }
    expect((await list(owner, { tab: "prompts", keyword: made.name })).total).toBe(0);
  });

  it("answers not found at every door to somebody else, and to malformed ids", async () => {
    const { id } = await makePrompt(owner);
    const doors = async (person: Person, at: string) =>
      Promise.all([
        answer(READ, as(person, at)),
        answer(PATCH, as(person, at, { method: "PATCH", body: { ...promptBody(), type: undefined, version: 1 } })),
        answer(DELETE, as(person, at, { method: "DELETE" })),
        answer(RESTORE, as(person, at, { body: {} })),
        answer(FORK, as(person, at, { body: {} })),
        answer(SHARE, as(person, at, { body: { visibility: "all" } })),
        answer(WITHDRAW, as(person, at, { body: {} })),
        answer(ROLLBACK, as(person, at, { body: { version: 1 } })),
        answer(VERSIONS, as(person, at)),
        answer(VERSION, { token: person.token, params: { id: at, version: "1" } }),
        answer(KEEP, as(person, at, { method: "PUT", body: {} })),
        answer(USE, as(person, at, { body: { values: { 收件人: "x" } } })),
      ]);
    for (const found of await doors(other, id)) expect(found.code).toBe(404);
    for (const found of await doors(owner, "not-an-id")) expect(found.code).toBe(404);
    expect((await answer(READ, as(owner, id))).code).toBe(200);
  });

  it("keeps a version of every saved text, compares and restores them", async () => {
    const first = await makePrompt(owner);
    const second = (await change(owner, first, { content: "第二版 {{a}}", note: "换了内容" })).data!;
    expect(second).toMatchObject({ version: 2, newestVersion: 2, content: "第二版 {{a}}" });
    // The same text again is no version; a kind alone neither.
    expect((await change(owner, second, {})).data!.version).toBe(2);
    const versions = (await answer<{ items: PromptVersionDto[] }>(VERSIONS, as(owner, first.id))).data!.items;
    expect(versions.map(({ version, note }) => [version, note])).toEqual([
      [2, "换了内容"],
      [1, ""],
    ]);
    const old = await answer(VERSION, { token: owner.token, params: { id: first.id, version: "1" } });
    expect(old.data).toMatchObject({ content: first.content, author: owner.account });
    expect((await answer(VERSION, { token: owner.token, params: { id: first.id, version: "9" } })).code).toBe(404);
    const back = await answer<PromptDetail>(ROLLBACK, as(owner, first.id, { body: { version: 1 } }));
    expect(back.data).toMatchObject({ version: 3, content: first.content });
    expect((await answer(ROLLBACK, as(owner, first.id, { body: { version: 77 } }))).code).toBe(404);
  });

  it("is not overwritten by a form that read an older text, also when two save at once", async () => {
    const prompt = await makePrompt(owner);
    const codes = await Promise.all(
      [1, 2, 3].map(async (n) => (await change(owner, prompt, { content: `同时 ${n}` })).code),
    );
    expect(codes.sort()).toEqual([200, 409, 409]);
    const rows = await db().select().from(promptVersions).where(eq(promptVersions.promptId, prompt.id));
    expect(rows).toHaveLength(2);
  });

  it("is deleted and taken back, with its favourites of others gone from sight", async () => {
    const prompt = await makePrompt(owner);
    expect((await answer(DELETE, as(owner, prompt.id, { method: "DELETE" }))).code).toBe(200);
    expect((await answer(READ, as(owner, prompt.id))).code).toBe(404);
    expect((await answer(RESTORE, as(other, prompt.id, { body: {} }))).code).toBe(404);
    expect((await answer(RESTORE, as(owner, prompt.id, { body: {} }))).code).toBe(200);
    expect((await answer(RESTORE, as(owner, prompt.id, { body: {} }))).code).toBe(404);
    const events = await db()
      .select()
      .from(operationLogs)
      .where(and(eq(operationLogs.targetId, prompt.id), eq(operationLogs.actorId, owner.id)));
    const done = events.filter(({ result }) => result === "success");
    expect(done.map(({ action }) => action).sort()).toEqual(["prompt.create", "prompt.delete", "prompt.restore"]);
    // Taking back what is back already.
    expect(events.filter(({ result }) => result !== "success").map(({ action }) => action)).toEqual(["prompt.restore"]);
    expect(JSON.stringify(events)).not.toContain("写一封给");
  });

  it("is copied with a link to where it came from, and the copy goes its own way", async () => {
    const source = await makePrompt(owner);
    const copy = (await answer<PromptDetail>(FORK, as(owner, source.id, { body: {} }))).data!;
    expect(copy).toMatchObject({ name: source.name, content: source.content, version: 1 });
    expect(copy.forkOf).toEqual({ id: source.id, name: source.name });
    await change(owner, copy, { content: "另一个" });
    expect((await answer<PromptDetail>(READ, as(owner, source.id))).data!.content).toBe(source.content);
  });

  it("stands among the favourites of whoever keeps it", async () => {
    const prompt = await makePrompt(owner);
    await answer(KEEP, as(owner, prompt.id, { method: "PUT", body: {} }));
    await answer(KEEP, as(owner, prompt.id, { method: "PUT", body: {} }));
    expect((await list(owner, { tab: "favourites" })).items.map(({ id }) => id)).toContain(prompt.id);
    await answer(UNKEEP, as(owner, prompt.id, { method: "DELETE" }));
    expect((await list(owner, { tab: "favourites" })).items.map(({ id }) => id)).not.toContain(prompt.id);
  });
});

describe("what is given", () => {
  const refused = async (more: Record<string, unknown>) => {
    const { code, data } = await answer<{ fields: Record<string, string> }>(
      CREATE,
      as(owner, undefined, { body: promptBody(more) }),
    );
    return code === 400 ? data!.fields : code;
  };
  const choice = (options: string[]) => [{ name: "收件人", label: "", kind: "choice", required: true, options }];

  it.each([
    [{ name: "" }, { name: "required" }],
    [{ name: "a".repeat(61) }, { name: "tooLong" }],
    [{ name: "a\0b" }, { name: "characters" }],
    [{ description: "a".repeat(301) }, { description: "tooLong" }],
    [{ content: "  " }, { content: "required" }],
    [{ content: "a".repeat(8001) }, { content: "tooLong" }],
    [{ type: "role" }, { content: "rolePlaceholders" }],
    [{ content: Array.from({ length: 21 }, (_, n) => `{{v${n}}}`).join("") }, { content: "tooManyPlaceholders" }],
    [{ variables: choice(["a"]) }, { "variables.0.options": "twoOptions" }],
    [{ variables: choice(["a", "a"]) }, { "variables.0.options": "twoOptions" }],
    [{ categoryId: v7() }, { categoryId: "invalid" }],
  ])("%j is refused with %j", async (more, fields) => {
    expect(await refused(more)).toEqual(fields);
  });

  it.each([{ name: "a".repeat(60) }, { description: "a".repeat(300) }, { content: "a".repeat(8000) }])(
    "the longest is taken",
    async (more) => {
      expect(await refused(more)).toBe(200);
    },
  );

  it("a pasted text is cleaned of what cannot be stored", async () => {
    const prompt = await makePrompt(owner, { content: "a\0b\ud800" });
    expect(prompt.content).toBe("a\ufffdb\ufffd");
  });

  it("a role refuses placeholders when it is changed, too", async () => {
    const role = await makePrompt(owner, { type: "role", content: "你是助手", roleName: "" });
    expect(role.roleName).toBe(role.name);
    expect((await change(owner, role, { content: "你是{{谁}}" })).code).toBe(400);
  });

  it("queries with malformed values are refused, and a NUL in words is no word", async () => {
    const malformed: Record<string, string>[] = [
      { keyword: "a".repeat(121) },
      { tab: "x" },
      { categoryId: "x" },
      { page: "0" },
      { pageSize: "101" },
    ];
    for (const query of malformed) {
      expect((await answer(LIST, as(owner, undefined, { query }))).code).toBe(400);
    }
    expect((await answer(LIST, as(owner, undefined, { query: { keyword: "a\0" } }))).code).toBe(200);
  });

  it("a person keeps two hundred prompts at most; a deleted one makes room and cannot return without it", async () => {
    const full = await makePerson();
    const { id } = await makePrompt(full);
    await answer(DELETE, as(full, id, { method: "DELETE" }));
    await db()
      .insert(prompts)
      .values(
        Array.from({ length: OWN_PROMPTS_MAX - 1 }, (_, n) => ({
          type: "user" as const,
          ownerId: full.id,
          name: `n${n}`,
          content: "x",
        })),
      );
    const codes = await Promise.all(
      [1, 2].map(async () => (await answer(CREATE, as(full, undefined, { body: promptBody() }))).code),
    );
    expect(codes.sort()).toEqual([200, 409]);
    expect((await answer(RESTORE, as(full, id, { body: {} }))).code).toBe(409);
  });
});

describe("using a prompt", () => {
  const content = "给{{谁}}，{{日期}}，语气{{语气}}";
  const variables = [
    { name: "谁", label: "收件人", kind: "text", required: true, options: [] },
    { name: "日期", label: "", kind: "date", required: false, options: [] },
    { name: "语气", label: "", kind: "choice", required: true, options: ["正式", "友好"] },
  ];
  const uses = async (id: string) => {
    const [row] = await db().select({ count: prompts.usageCount }).from(prompts).where(eq(prompts.id, id));
    return row!.count;
  };

  it("fills its placeholders and counts once a key", async () => {
    const prompt = await makePrompt(owner, { content, variables });
    const values = { 谁: "{{语气}}", 语气: "正式" };
    const headers = { "idempotency-key": v7() };
    for (let n = 0; n < 3; n++) {
      const { data } = await answer(USE, as(owner, prompt.id, { body: { values }, headers }));
      expect(data).toEqual({ text: "给{{语气}}，（未提供），语气正式" });
    }
    expect(await uses(prompt.id)).toBe(1);
    await answer(USE, as(owner, prompt.id, { body: { values } }));
    expect(await uses(prompt.id)).toBe(2);
  });

  it("keeps the values of placeholders that are called as something every object has", async () => {
    const prompt = await makePrompt(owner, { content: "{{__proto__}} {{constructor}}" });
    const use = async (person: Person, values: string) =>
      answer(
        USE,
        as(person, prompt.id, { raw: `{"values":${values}}`, headers: { "content-type": "application/json" } }),
      );
    expect((await use(owner, '{"__proto__":"one","constructor":"two"}')).data).toEqual({ text: "one two" });
    expect((await use(other, '{"__proto__":"one","constructor":"two"}')).code).toBe(404);
    expect((await use(owner, "{}")).data).toMatchObject({
      fields: { "values.__proto__": "required", "values.constructor": "required" },
    });
    expect((await use(owner, '{"__proto__":{"constructor":"x"}}')).code).toBe(400);
    expect((await use(owner, '["x"]')).code).toBe(400);
  });

  it("names the placeholders that are missing or wrong, and counts nothing", async () => {
    const prompt = await makePrompt(owner, { content, variables });
    const { code, data } = await answer(USE, as(owner, prompt.id, { body: { values: { 日期: "x", 语气: "粗鲁" } } }));
    expect(code).toBe(400);
    expect(data).toMatchObject({
      fields: { "values.谁": "required", "values.日期": "date", "values.语气": "invalid" },
    });
    expect(await uses(prompt.id)).toBe(0);
    expect((await answer(USE, as(owner, prompt.id, { body: { values: { 谁: "a".repeat(20_001) } } }))).code).toBe(400);
  });

  it("of a role gives its name and text; asked for twice in a minute it counts once", async () => {
    const role = await makePrompt(owner, { type: "role", content: "你是一位律师", roleName: "律师" });
    for (let n = 0; n < 2; n++) {
      const { data } = await answer(USE, as(owner, role.id, { body: {} }));
      expect(data).toEqual({ role: { promptId: role.id, name: "律师", content: "你是一位律师" } });
    }
    expect(await uses(role.id)).toBe(1);
  });
});
