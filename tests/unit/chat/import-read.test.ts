import { readChat } from "@/lib/features/chat/import/read";
import { jsonElements, NoJsonArray } from "@/lib/text/json-elements";

const said = (role: string, text: unknown, at: number, more: object = {}) => ({
  author: { role },
  create_time: at,
  content: { content_type: "text", parts: [text] },
  ...more,
});

/** As ChatGPT exports it: a hidden first message, an answer with a tool between its pieces, a second branch. */
const CHATGPT = {
  title: "  Plans\nfor May ",
  create_time: 1_700_000_000.5,
  update_time: 1_700_000_500,
  conversation_id: "c-1",
  current_node: "a2",
  mapping: {
    root: { id: "root", message: null, parent: null, children: ["s"] },
    s: { message: said("system", "", 1), parent: "root" },
    q1: { message: said("user", "First?", 1_700_000_001), parent: "s" },
    a1: { message: said("assistant", "Looking.", 1_700_000_002, { metadata: { model_slug: "gpt-4o" } }), parent: "q1" },
    t1: { message: said("tool", "secret tool output", 1_700_000_003), parent: "a1" },
    a1b: { message: said("assistant", "Found.", 1_700_000_004), parent: "t1" },
    q2: { message: said("user", "Second?", 1_700_000_005), parent: "q0-gone" },
    a2: {
      message: {
        author: { role: "assistant" },
        create_time: 1_700_000_400,
        content: { content_type: "multimodal_text", parts: ["A picture:", { content_type: "image_asset_pointer" }] },
      },
      parent: "q2b",
    },
    q2b: { message: said("user", "And in May?", 1_700_000_300), parent: "a1b" },
    again: { message: said("assistant", "Another.", 1_700_000_200), parent: "q1" },
  },
};

const WEBUI = {
  id: "w-1",
  title: "公司车辆",
  created_at: 1_710_000_000,
  updated_at: 1_710_000_100,
  chat: {
    history: {
      currentId: "2",
      messages: {
        1: {
          id: "1",
          parentId: null,
          role: "user",
          content: "怎么申请用车？",
          timestamp: 1_710_000_001,
          files: [{}, {}],
        },
        2: {
          id: "2",
          parentId: "1",
          role: "assistant",
          content: '<details type="reasoning" done="true">想一想</details>\n在系统里申请。',
          model: "qwen3",
          timestamp: 1_710_000_050,
        },
      },
    },
  },
};

it("keeps the branches of ChatGPT, and leaves out what nobody saw", () => {
  const chat = readChat(CHATGPT)!;
  expect(chat).toMatchObject({
    source: "chatgpt",
    externalId: "c-1",
    title: "Plans for May",
    currentId: "a2",
    leftOut: 1,
    createdAt: new Date(1_700_000_000_500),
  });
  const tree = chat.messages.map(({ id, parentId, role, text }) => [id, parentId, role, text]);
  expect(tree).toEqual(
    expect.arrayContaining([
      ["q1", null, "user", "First?"],
      ["a1", "q1", "assistant", "Looking.\n\nFound."],
      ["q2b", "a1", "user", "And in May?"],
      ["a2", "q2b", "assistant", "A picture:"],
      ["again", "q1", "assistant", "Another."],
      ["q2", null, "user", "Second?"],
    ]),
  );
  expect(tree).toHaveLength(6);
  expect(JSON.stringify(chat)).not.toContain("secret");
  expect(chat.messages.find(({ id }) => id === "a1")).toMatchObject({
    model: "gpt-4o",
    at: new Date(1_700_000_002_000),
  });
});

it("reads Open WebUI, without what the model thought", () => {
  expect(readChat(WEBUI)).toMatchObject({
    source: "open-webui",
    title: "公司车辆",
    currentId: "2",
    leftOut: 2,
    messages: [
      { id: "1", role: "user", text: "怎么申请用车？" },
      { id: "2", parentId: "1", role: "assistant", text: "在系统里申请。", model: "qwen3" },
    ],
  });
});

it("takes nothing that is no chat, and no tree that bites its tail", () => {
  for (const value of [null, 1, "x", [], {}, { mapping: {} }, { id: "x", mapping: { a: { message: null } } }]) {
    expect(readChat(value)).toBeNull();
  }
  const nul = { q: { message: said("user", "a\u0000b", 1), parent: null }, a: { parent: "q" } };
  const hostile = { message: said("assistant", "x", 2, { metadata: { model_slug: "m\u0000" } }), parent: "q" };
  const read = readChat({ id: "c", title: "t\u0000", mapping: { ...nul, a: hostile } });
  expect(JSON.stringify(read)).not.toContain("u0000");
  const ring = { a: { message: said("user", "x", 1), parent: "b" }, b: { message: said("user", "y", 2), parent: "a" } };
  expect(readChat({ id: "ring", mapping: ring })).toBeNull();
  const deep = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, no) => [
      `n${no}`,
      { message: said(no % 2 ? "assistant" : "user", `${no}`, no + 1), parent: no ? `n${no - 1}` : null },
    ]),
  );
  const long = readChat({ id: "deep", mapping: deep })!;
  expect([long.messages.length, long.leftOut]).toEqual([5000, 15_000]);
});

async function* chunks(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function elements(text: string, size: number, max = 1000): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const one of jsonElements(chunks(text, size), max)) found.push(one);
  return found;
}

it("parts an array into its objects however its bytes arrive", async () => {
  const values = [{ a: '}]{\\" 中文' }, { b: [1, { c: "\\" }] }, {}];
  const text = ` \uFEFF[ ${values.map((value) => JSON.stringify(value)).join(" ,\n")} ]\n`;
  for (const size of [1, 2, 3, 7, 1000]) expect(await elements(text, size)).toEqual(values);
});

it("passes over an object that is too long or broken, and refuses what is no array or breaks off", async () => {
  expect(await elements(`[{"a":"${"x".repeat(2000)}"},{"b":1},{"c":}]`, 64)).toEqual([null, { b: 1 }, null]);
  for (const text of ["", "{}", "[1]", '[{"a":1}', '["x"]', "hello", "[]]", '[{"a":1}]x']) {
    await expect(elements(text, 5)).rejects.toThrow(NoJsonArray);
  }
});
