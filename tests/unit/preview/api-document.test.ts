import { createConfig, lintFromString } from "@redocly/openapi-core";
import { z } from "zod";
import { API_ROUTES } from "@/app/api/openapi.json/routes";
import { openApiDocument } from "@/lib/endpoint/openapi";
import type { Handler } from "@/lib/endpoint/route";
import {
  curlOf,
  exampleOf,
  type JsonSchema,
  type OpenApiDocument,
  readGroups,
  searchGroups,
  typeOf,
} from "@/lib/features/preview/api-document";

const schema = (type: z.ZodType) => z.toJSONSchema(type, { io: "input" }) as Parameters<typeof typeOf>[0];

describe("types in a few words", () => {
  it.each([
    ["string", z.string()],
    ["integer | null", z.number().int().nullable()],
    ['"asc" | "desc"', z.enum(["asc", "desc"])],
    ["string[]", z.array(z.string())],
    ["(string | number)[]", z.array(z.union([z.string(), z.number()]))],
    ['"x"', z.literal("x")],
    ["object", z.record(z.string(), z.number())],
    ["any", z.any()],
  ])("%s", (text, type) => {
    expect(typeOf(schema(type))).toBe(text);
  });
});

it("an example holds what is required and nothing else", () => {
  const body = z.object({
    name: z.string(),
    size: z.number().min(5),
    on: z.boolean(),
    kind: z.enum(["a", "b"]),
    tags: z.array(z.string()),
    inner: z.object({ deep: z.string(), not: z.string().optional() }),
    left: z.string().optional(),
  });
  expect(exampleOf(schema(body))).toEqual({
    name: "",
    size: 5,
    on: false,
    kind: "a",
    tags: [],
    inner: { deep: "" },
  });
});

it("a schema that holds itself is shown to a depth, not for ever", () => {
  const endless: Parameters<typeof typeOf>[0] = { type: "object", required: ["next"] };
  endless.properties = { next: endless };
  endless.anyOf = [endless];
  expect(typeof typeOf(endless)).toBe("string");
  expect(exampleOf(endless)).toBeDefined();
});

describe("what a call answers", () => {
  const documentWith = (data: JsonSchema | null, schemas: Record<string, JsonSchema> = {}): OpenApiDocument => ({
    paths: {
      "/api/things": {
        get: {
          responses: {
            200: {
              content: {
                "application/json": {
                  schema: data
                    ? { allOf: [{ $ref: "#/components/schemas/Envelope" }, { type: "object", properties: { data } }] }
                    : { $ref: "#/components/schemas/Envelope" },
                },
              },
            },
          },
        },
      },
    },
    components: { schemas },
  });
  const answerIn = (document: OpenApiDocument) => readGroups(document)[0]?.calls[0]?.answer;
  const object = (properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema => ({
    type: "object",
    properties,
    required,
  });
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

  it("is told with its fields, those of named schemas too", () => {
    const answer = answerIn(
      documentWith(object({ items: { type: "array", items: ref("Thing") }, next: { type: "string" } }, ["items"]), {
        Thing: object({ id: { type: "string", format: "uuid" }, state: ref("State") }, ["id"]),
        State: { type: "string", enum: ["on", "off"] },
      }),
    );
    expect(answer).toMatchObject({
      type: "object",
      fields: [
        {
          name: "items",
          type: "Thing[]",
          required: true,
          children: [
            { name: "id", type: "string", required: true, rules: ["uuid"] },
            { name: "state", type: "State", required: false, children: [] },
          ],
        },
        { name: "next", type: "string", required: false },
      ],
    });
  });

  it("opens a schema that holds itself once", () => {
    const schemas = { Node: object({ children: { type: "array", items: ref("Node") } }, ["children"]) };
    const answer = answerIn(documentWith({ type: "array", items: ref("Node") }, schemas));
    expect(answer).toEqual({
      type: "Node[]",
      fields: [{ name: "children", type: "Node[]", required: true, rules: [], children: [] }],
    });
  });

  it("tells of one thing or another which fields both have", () => {
    const either = [
      object({ type: { const: "text" }, text: { type: "string" } }, ["type", "text"]),
      object({ type: { const: "file" }, size: { type: "integer" } }, ["type", "size"]),
    ];
    const answer = answerIn(documentWith({ anyOf: [...either, { type: "null" }] }));
    expect(answer).toMatchObject({
      type: "object | null",
      fields: [
        { name: "type", type: '"text" | "file"', required: true },
        { name: "text", required: false },
        { name: "size", required: false },
      ],
    });
  });

  it("is not made up where the document does not say it", () => {
    expect(answerIn(documentWith(null))).toBeNull();
  });
});

/** Whether every object within refuses fields it does not name. */
function isStrict(schema: z.core.$ZodType, seen = new Set<z.core.$ZodType>()): boolean {
  if (seen.has(schema)) return true;
  seen.add(schema);
  const def = schema._zod.def as unknown as { type: string } & Record<string, unknown>;
  if (def.type === "object" && (def.catchall as z.ZodType | undefined)?.def.type !== "never") return false;
  const inner = [
    def.shape ?? {},
    def.options ?? [],
    def.items ?? [],
    [def.element, def.innerType, def.valueType, def.left, def.right, def.in, def.out, def.rest],
  ];
  const lazy = def.type === "lazy" ? [(def.getter as () => z.core.$ZodType)()] : [];
  return [...inner.flatMap((part) => Object.values(part as object)), ...lazy].every(
    (part) => !part || isStrict(part as z.core.$ZodType, seen),
  );
}

describe("our own document", () => {
  let document: OpenApiDocument;
  beforeAll(async () => {
    document = (await openApiDocument(API_ROUTES, { title: "t", version: "1" })) as OpenApiDocument;
  }, 60_000);

  it("is read whole: every call once, each in a group, with what it needs", () => {
    const calls = readGroups(document).flatMap((group) => group.calls);
    const wanted = Object.values(document.paths ?? {}).reduce((sum, item) => sum + Object.keys(item ?? {}).length, 0);
    expect(wanted).toBeGreaterThan(API_ROUTES.length);
    expect(calls).toHaveLength(wanted);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(wanted);
    const keys = calls.find(({ id }) => id === "POST /api/admin/open/keys");
    expect(keys).toMatchObject({ access: "permission", permissions: ["SYSTEM:OPEN:API"], answers: "envelope" });
    expect(keys?.body?.fields.find(({ name }) => name === "name")).toMatchObject({ type: "string", required: true });
    expect(calls.find(({ path }) => path === "/api/health")).toMatchObject({ access: "public", body: null });
    expect(calls.find(({ path }) => path === "/api/v1/models")).toMatchObject({ access: "apiKey" });
    expect(calls.find(({ path }) => path.endsWith("/answer"))).toMatchObject({ answers: "ndjson", answer: null });
    const { answer } = calls.find(({ id }) => id === "GET /api/chat/sessions/{id}/messages")!;
    const items = answer?.fields.find(({ name }) => name === "items");
    expect(items).toMatchObject({ type: "ChatMessage[]", required: true });
    expect(items?.children.find(({ name }) => name === "parts")?.children.map(({ name }) => name)).toContain(
      "citation",
    );
    const menus = calls.find(({ id }) => id === "GET /api/admin/user/self-info")?.answer?.fields;
    expect(menus?.find(({ name }) => name === "menus")).toMatchObject({ type: "MenuNode[]" });
  });

  it("passes a linter", async () => {
    const config = await createConfig({
      extends: ["recommended"],
      // The framework takes a written segment before a parameter, and the product's licence is not the document's.
      rules: { "no-ambiguous-paths": "off", "info-license": "off" },
    });
    const source = JSON.stringify(document);
    const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  }, 60_000);

  it("declares the answer of every call that has our envelope", async () => {
    const silent: string[] = [];
    for (const { path, load } of API_ROUTES) {
      for (const [method, handler] of Object.entries(await load())) {
        const declared = (handler as Partial<Handler>).declaration;
        if (declared && (declared.answers ?? "envelope") === "envelope" && !declared.response)
          silent.push(`${method} ${path}`);
      }
    }
    expect(silent).toEqual([]);
  });

  it("declares answers by strict objects alone: what is not declared never leaves", async () => {
    const loose: string[] = [];
    for (const { path, load } of API_ROUTES) {
      for (const [method, handler] of Object.entries(await load())) {
        const response = (handler as Partial<Handler>).declaration?.response;
        if (response && !isStrict(response)) loose.push(`${method} ${path}`);
      }
    }
    expect(loose).toEqual([]);
  });

  it("is searched by every word, in path, text and permission", () => {
    const groups = readGroups(document);
    const found = (keyword: string, method = "all") =>
      searchGroups(groups, keyword, method).flatMap((group) => group.calls.map(({ id }) => id));
    expect(found("open KEYS", "POST")).toEqual(["POST /api/admin/open/keys", "POST /api/admin/open/keys/{id}/secret"]);
    expect(found("SYSTEM:ORG:USER").length).toBeGreaterThan(3);
    expect(found("no such call at all")).toEqual([]);
  });

  it("gives a line for a shell that carries no secret and breaks out of no quote", () => {
    const calls = readGroups(document).flatMap((group) => group.calls);
    for (const call of calls)
      expect(curlOf(call, "https://product.test")).toContain(`'https://product.test${call.path}'`);
    const keys = calls.find(({ id }) => id === "POST /api/admin/open/keys")!;
    expect(curlOf(keys, "https://it's.test")).toContain(`'https://it'\\''s.test`);
    expect(curlOf(keys, "https://product.test")).toContain('"Authorization: Bearer $TOKEN"');
  });
});
