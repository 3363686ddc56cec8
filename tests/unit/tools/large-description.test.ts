import { upgrade } from "@scalar/openapi-upgrader";
import { stringify } from "yaml";
import { documentOf } from "@/lib/tools/workers/document";
import { readOperations, SCHEMA_MAX } from "@/lib/tools/workers/operations";

const THINGS = 400;
const PATHS = 300;
const choices = Array.from({ length: 3000 }, (_, index) => `C${index}`);
const many = <T>(length: number, of: (index: number) => T) => Array.from({ length }, (_, index) => of(index));

/** Things that refer to each other without an end, as descriptions that are written by programs have them. */
function schemas(ref: (name: string) => object, isNew: boolean) {
  const things = many(THINGS, (index) => [
    `Thing${index}`,
    {
      description: `A thing. ${"It is told of at length. ".repeat(8)}`,
      required: ["id"],
      properties: {
        id: { type: "string", format: "uuid" },
        next: ref(`Thing${(index + 1) % THINGS}`),
        other: ref(`Thing${(index * 7 + 3) % THINGS}`),
        list: { type: "array", items: ref(`Thing${(index * 3 + 1) % THINGS}`) },
        currency: ref("Currency"),
        ...(isNew && { either: { oneOf: [ref(`Thing${(index + 2) % THINGS}`), { type: "null" }] } }),
      },
      allOf: [ref("Base")],
    },
  ]);
  const Base = { type: "object", required: ["at"], properties: { at: { type: "string" }, self: ref("Base") } };
  return { ...Object.fromEntries(things), Base, Currency: { type: "string", enum: choices } };
}

function pathsOf(one: (index: number) => object) {
  return Object.fromEntries(many(PATHS, (index) => [`/things${index}/{id}`, one(index)]));
}

const responses = { 200: { description: "done" } };

function openapi() {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const paths = pathsOf((index) => ({
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
    get: { parameters: [{ name: "currency", in: "query", schema: ref("Currency") }], responses },
    post: {
      operationId: `make${index}`,
      requestBody: { content: { "*/*": { schema: ref(`Thing${index}`) } } },
      responses,
    },
  }));
  const variables = { region: { default: "eu", enum: ["eu", "us"] }, stage: { default: "v1" } };
  const servers = [{ url: "https://{region}.example.com/{stage}", variables }];
  return { openapi: "3.1.0", info: { title: "Big" }, servers, paths, components: { schemas: schemas(ref, true) } };
}

function swagger() {
  const ref = (name: string) => ({ $ref: `#/definitions/${name}` });
  const paths = pathsOf((index) => ({
    parameters: [{ name: "id", in: "path", required: true, type: "string" }],
    get: { parameters: [{ name: "currency", in: "query", type: "string", enum: choices }], responses },
    post: {
      operationId: `make${index}`,
      parameters: [{ name: "thing", in: "body", schema: ref(`Thing${index}`) }],
      responses,
    },
  }));
  const at = { host: "eu.example.com", basePath: "/v1", schemes: ["https"] };
  return { swagger: "2.0", info: { title: "Big" }, ...at, paths, definitions: schemas(ref, false) };
}

describe.each([
  ["OpenAPI 3.1 as JSON", () => JSON.stringify(openapi())],
  ["OpenAPI 3.1 as YAML", () => stringify(openapi())],
  ["Swagger 2 as JSON", () => JSON.stringify(swagger())],
  ["Swagger 2 as YAML", () => stringify(swagger())],
])("600 operations of %s", (_, written) => {
  const text = written();

  it("are read in seconds, and none is larger than a model could be told", () => {
    const from = performance.now();
    const { operations } = readOperations(upgrade(documentOf(text) as never, "3.1"), "");
    expect(performance.now() - from).toBeLessThan(20_000);
    expect(operations).toHaveLength(2 * PATHS);
    const largest = Math.max(...operations.map(({ inputSchema }) => JSON.stringify(inputSchema).length));
    expect(largest).toBeLessThanOrEqual(SCHEMA_MAX);

    const [get, post] = operations as [(typeof operations)[0], (typeof operations)[0]];
    expect(get).toMatchObject({
      remoteName: "GET /things0/{id}",
      operation: { address: "https://eu.example.com/v1/things0/{id}" },
      inputSchema: { required: ["id"], properties: { id: { type: "string" }, currency: { type: "string" } } },
    });
    // Three thousand choices are told to nobody.
    expect(get.inputSchema.properties).not.toHaveProperty("currency.enum");
    // What holds at once is one; what comes back to itself may be anything.
    expect(post.inputSchema.properties).toMatchObject({
      body: {
        required: ["id", "at"],
        properties: {
          id: { type: "string", format: "uuid" },
          at: { type: "string" },
          self: {},
          next: { properties: { id: { type: "string" } } },
          list: { type: "array", items: {} },
        },
      },
    });
    expect(post.operation.body).toBe("json");
  });
});
