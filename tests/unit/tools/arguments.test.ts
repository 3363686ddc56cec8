import { checkArguments } from "@/lib/tools/arguments";
import { cpuMs } from "@/tests/factories/cpu";

const schema = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 2, maxLength: 5 },
    count: { type: "integer", minimum: 1, maximum: 3 },
    kind: { enum: ["a", "b"] },
    tags: { type: "array", maxItems: 2, items: { type: "string" } },
    either: { anyOf: [{ type: "null" }, { type: "number", exclusiveMinimum: 0 }] },
    inner: { type: "object", properties: { x: { type: ["number", "null"] } }, required: ["x"] },
  },
  required: ["name"],
  additionalProperties: false,
};

it("passes what fits", () => {
  const args = { name: "知识库", count: 3, kind: "b", tags: ["x"], either: null, inner: { x: null } };
  expect(checkArguments(schema, args)).toBe(args);
  expect(checkArguments({ type: "object" }, { anything: { goes: [1] } })).toEqual({ anything: { goes: [1] } });
});

it.each([
  [null, "must be a JSON object"],
  [[], "must be a JSON object"],
  [{}, "name is required"],
  [{ name: 5 }, "name must be string"],
  [{ name: "x" }, "name (characters) must be at least 2"],
  [{ name: "abcdef" }, "name (characters) must be at most 5"],
  [{ name: "abc", count: 1.5 }, "count must be integer"],
  [{ name: "abc", count: 4 }, "count must be at most 3"],
  [{ name: "abc", kind: "c" }, 'kind must be one of ["a","b"]'],
  [{ name: "abc", tags: ["a", "b", "c"] }, "tags (entries) must be at most 2"],
  [{ name: "abc", tags: [1] }, "tags[0] must be string"],
  [{ name: "abc", either: 0 }, "either fits none of the allowed forms"],
  [{ name: "abc", inner: {} }, "inner.x is required"],
  [{ name: "abc", owner: "me" }, "owner is not known"],
])("refuses %j and says why", (args, words) => {
  expect(() => checkArguments(schema, args)).toThrow("toolArguments");
  try {
    checkArguments(schema, args);
  } catch (error) {
    expect((error as { detail: string }).detail).toContain(words);
  }
});

it("runs no pattern of a foreign schema and follows no reference", () => {
  const hostile = {
    type: "object",
    properties: { a: { type: "string", pattern: "^(a+)+$" }, b: { $ref: "http://x" } },
  };
  expect(cpuMs(() => checkArguments(hostile, { a: `${"a".repeat(50)}!`, b: 1 }))).toBeLessThan(100);
});

it("refuses depth without end and survives names of the prototype", () => {
  let deep: unknown = 1;
  for (let i = 0; i < 1000; i++) deep = { a: deep };
  const nested: Record<string, unknown> = { type: "object" };
  nested.additionalProperties = nested;
  expect(() => checkArguments(nested, { a: deep })).toThrow("toolArguments");
  const args = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}');
  expect(() => checkArguments(schema, args)).toThrow("toolArguments");
});
