import { channelsIn, jsonRows, tableRows } from "@/lib/features/gateway/import/read";

const of = (value: unknown) => channelsIn(jsonRows(JSON.stringify(value)) ?? []);

it("reads what the interface of new-api answers, and a list of its database", () => {
  const row = {
    name: " Main ",
    type: 1,
    key: "sk-a\nsk-b\nsk-a",
    models: "gpt-4o,gpt-4o-mini, ",
    priority: 5,
    weight: 0,
  };
  const wanted = {
    name: "Main",
    template: "openai",
    baseUrl: null,
    keys: ["sk-a", "sk-b"],
    models: [
      { name: "gpt-4o", upstream: "gpt-4o" },
      { name: "gpt-4o-mini", upstream: "gpt-4o-mini" },
    ],
    priority: 5,
    weight: 1,
    isEnabled: true,
  };
  for (const value of [[row], { data: { items: [row], total: 1 } }, { data: [row] }, { RECORDS: [row] }, row]) {
    expect(of(value)).toMatchObject([wanted]);
  }
});

it("knows where each kind is, and what follows the host there", () => {
  const at = (type: number, base_url = "", more: object = {}) => {
    const [{ template, baseUrl } = {} as never] = of([{ name: "x", type, base_url, models: "m", ...more }]);
    return [template, baseUrl];
  };
  expect(at(1, "https://proxy.example/")).toEqual(["openai-compatible", "https://proxy.example/v1"]);
  expect(at(1, "https://proxy.example/v1")).toEqual(["openai-compatible", "https://proxy.example/v1"]);
  expect(at(14)).toEqual(["anthropic", null]);
  expect(at(14, "https://api.anthropic.com")).toEqual(["anthropic", null]);
  expect(at(24, "https://g.example")).toEqual(["google", "https://g.example/v1beta"]);
  expect(at(17, "https://dashscope.aliyuncs.com")).toEqual(["qwen", null]);
  expect(at(8, "https://own.example/v2/chat/completions")).toEqual(["openai-compatible", "https://own.example/v2"]);
  expect(at(31)).toEqual(["openai-compatible", "https://api.lingyiwanwu.com/v1"]);
  // Without an address of its own it cannot be reached; others are spoken to in ways of their own.
  for (const type of [3, 8, 15, 33, 41, 999]) expect(at(type)).toEqual([null, null]);
  expect(of([{ name: "az", type: 3, base_url: "https://r.example", other: "2025-01-01", models: "m" }])).toMatchObject([
    { template: "azure-openai", baseUrl: "https://r.example", apiVersion: "2025-01-01" },
  ]);
});

it("follows the names models have there, and what is switched off", () => {
  const row = {
    name: "x",
    type: "43",
    status: "2",
    models: "chat,deepseek-chat",
    model_mapping: '{"chat":"deepseek-v3"}',
  };
  expect(of([row])).toMatchObject([
    {
      template: "deepseek",
      isEnabled: false,
      models: [
        { name: "chat", upstream: "deepseek-v3" },
        { name: "deepseek-chat", upstream: "deepseek-chat" },
      ],
    },
  ]);
});

it("reads a table by its headings", () => {
  const rows = tableRows([
    ["Name", "type", "key", "models", "base_url"],
    ["Table", "43", "sk-1", "deepseek-chat", ""],
  ]);
  expect(channelsIn(rows)).toMatchObject([{ name: "Table", template: "deepseek", keys: ["sk-1"] }]);
});

it("takes nothing that is no channel, and bounds what is one", () => {
  for (const text of ["", "hello", "{}", "[]", "[1,null]", '[{"name":"x"}]', '{"data":3}']) {
    expect(channelsIn(jsonRows(text) ?? [])).toEqual([]);
  }
  const many = {
    name: "n".repeat(500),
    type: 1,
    key: "k k\n\u0000x",
    models: `${"m".repeat(121)},${"a,b,".repeat(500)}`,
  };
  const [one] = of([many]);
  expect(one).toMatchObject({ keys: [], models: [{ name: "a" }, { name: "b" }] });
  expect(one!.name).toHaveLength(120);
  expect(of(Array.from({ length: 600 }, () => many))).toHaveLength(500);
  const nul = { name: "a\u0000b", type: 1, models: "m\u0000", model_mapping: { "m\u0000": "u\u0000" } };
  expect(JSON.stringify(of([nul]))).not.toContain("u0000");
  expect(of([{ name: "x", type: 1, models: "m", model_mapping: '{"__proto__":{"m":"evil"}}' }])).toMatchObject([
    { models: [{ name: "m", upstream: "m" }] },
  ]);
});
