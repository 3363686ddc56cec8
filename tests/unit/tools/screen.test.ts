import type { McpServerDto, McpToolDto, ToolListDto } from "@/lib/features/tools/dto";
import { countTools, filterTools, toolsAddress } from "@/lib/features/tools/filter";
import { fieldsOf, toArguments } from "@/lib/features/tools/schema-fields";
import { textDiff } from "@/lib/text/text-diff";
import { cpuMs } from "@/tests/factories/cpu";

const HIT = "01900000-0000-7000-8000-000000000001";

describe("fields of a schema", () => {
  const fields = fieldsOf({
    properties: {
      note: { type: "string" },
      count: { type: "integer", description: "How many" },
      ratio: { type: ["number", "null"] },
      exact: { type: "boolean" },
      kind: { enum: ["a", "b"] },
      tags: { type: "array" },
      name: { type: "string", maxLength: 80 },
    },
    required: ["name", "count"],
  });

  it("are made from its properties, the required ones first", () => {
    expect(fields.map(({ name, kind, required }) => [name, kind, required])).toEqual([
      ["count", "number", true],
      ["name", "text", true],
      ["note", "long", false],
      ["ratio", "number", false],
      ["exact", "boolean", false],
      ["kind", "choice", false],
      ["tags", "json", false],
    ]);
    expect(fieldsOf({ type: "object" })).toEqual([]);
  });

  it("become arguments; what is wrong names its field", () => {
    const values = { name: "x", count: "3", ratio: "", exact: true, kind: "b", tags: '["t"]' };
    expect(toArguments(fields, values)).toEqual({
      args: { name: "x", count: 3, exact: true, kind: "b", tags: ["t"] },
      errors: {},
    });
    expect(toArguments(fields, { name: " ", count: "1.5", ratio: "much", tags: "[" }).errors).toEqual({
      name: "required",
      count: "number",
      ratio: "number",
      tags: "json",
    });
  });

  it("keep a field that is called as something every object has", () => {
    const odd = fieldsOf({ properties: JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"string"}}') });
    const { args } = toArguments(odd, JSON.parse('{"__proto__":"one","constructor":"two"}'));
    expect(Object.entries(args)).toEqual([
      ["__proto__", "one"],
      ["constructor", "two"],
    ]);
    expect(Object.entries(toArguments(odd, {}).args)).toEqual([]);
  });
});

describe("a text compared", () => {
  const shown = (before: string, after: string) =>
    textDiff(before, after).map(({ kind, text }) => ({ same: text, removed: `-${text}`, added: `+${text}` })[kind]);

  it("shows what went and what came", () => {
    expect(shown("Says it back.", "Says all of it back.")).toEqual(["Says ", "+all of ", "it back."]);
    expect(shown("查询订单", "删除订单")).toEqual(["-查询", "+删除", "订单"]);
    expect(shown("", "new")).toEqual(["+new"]);
    expect(shown("same", "same")).toEqual(["same"]);
  });

  it("stays quick with texts without end", () => {
    const compare = () => expect(textDiff("a ".repeat(50_000), "b ".repeat(50_000))).toHaveLength(2);
    expect(cpuMs(compare)).toBeLessThan(200);
  });
});

describe("the filter", () => {
  const tool = (over: Partial<McpToolDto>) =>
    ({
      name: "n",
      remoteName: "r",
      title: "",
      description: "",
      enabled: true,
      pending: null,
      missing: false,
      ...over,
    }) as McpToolDto;
  const server = (over: Partial<McpServerDto>) =>
    ({ id: "s", name: "Notes", url: "http://x", enabled: true, status: "normal", tools: [], ...over }) as McpServerDto;
  const list = {
    builtin: [
      { key: "calculate", enabled: true, ready: true, status: "normal" },
      { key: "web_search", enabled: true, ready: false, status: "abnormal" },
    ],
    servers: [
      server({
        tools: [
          tool({ remoteName: "echo" }),
          tool({ remoteName: "new", pending: {} as never }),
          tool({ missing: true }),
        ],
      }),
      server({ id: "away", name: "Away", status: "abnormal" }),
    ],
  } as unknown as ToolListDto;
  const left = (patch: object) => {
    const { builtin, servers } = filterTools(list, { ...toolsAddress.plain, ...patch }, ({ key }) => key);
    return [builtin.map(({ key }) => key), servers.map((entry) => [entry.server.name, entry.tools.length])];
  };

  it("counts and leaves what is in a state", () => {
    expect(["all", "on", "off", "abnormal", "review"].map((state) => countTools(list, state as never))).toEqual([
      5, 2, 3, 1, 1,
    ]);
    expect(left({})).toEqual([
      ["calculate", "web_search"],
      [
        ["Notes", 3],
        ["Away", 0],
      ],
    ]);
    expect(left({ state: "on" })).toEqual([["calculate"], [["Notes", 1]]]);
    expect(left({ state: "abnormal" })).toEqual([["web_search"], [["Away", 0]]]);
    expect(left({ state: "review" })).toEqual([[], [["Notes", 1]]]);
    expect(left({ keyword: "ECHO" })).toEqual([[], [["Notes", 1]]]);
    expect(left({ keyword: "away" })).toEqual([[], [["Away", 0]]]);
  });

  it("lives in the address", () => {
    const filter = { ...toolsAddress.plain, keyword: "a b", state: "off", open: "try:notes__echo" } as const;
    const query = toolsAddress.query(filter);
    expect(query).toBe("?q=a+b&state=off&open=try%3Anotes__echo");
    expect(toolsAddress.read(Object.fromEntries(new URLSearchParams(query)))).toEqual(filter);
    const hits = { ...toolsAddress.plain, tab: "hits", side: "output", rule: HIT, page: 3, open: HIT } as const;
    expect(toolsAddress.query(hits)).toBe(`?tab=hits&side=output&rule=${HIT}&page=3&open=${HIT}`);
    expect(toolsAddress.read(Object.fromEntries(new URLSearchParams(toolsAddress.query(hits))))).toEqual(hits);
    expect(toolsAddress.read({ state: "nope", open: "<script>", q: ["a"] })).toEqual(toolsAddress.plain);
  });
});
