import { upgrade } from "@scalar/openapi-upgrader";
import * as fc from "fast-check";
import type { ApiOperation } from "@/lib/config/tool-kinds";
import { requestOf } from "@/lib/tools/api/client";
import { ToolFailure } from "@/lib/tools/types";
import { readOperations } from "@/lib/tools/workers/operations";

const SOURCE = "https://api.example.com/docs/openapi.json";
const read = (document: object) => readOperations(upgrade(document as never, "3.1"), SOURCE);
const oneOf = (operation: object, more: object = {}) =>
  read({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { "/things/{id}": { get: operation } },
    ...more,
  }).operations[0]!;

describe("operations of a description", () => {
  it("have their arguments by place, without what the connection decides", () => {
    const one = oneOf({
      operationId: "getThing",
      summary: "A thing",
      parameters: [
        { name: "id", in: "path", required: true, schema: { type: "string" }, description: "Which" },
        { name: "id", in: "query", schema: { type: "integer" } },
        { name: "X-Trace", in: "header", schema: { type: "string" } },
        { name: "Authorization", in: "header", schema: { type: "string" } },
        { name: "session", in: "cookie", schema: { type: "string" } },
      ],
    });
    expect(one).toMatchObject({ remoteName: "getThing", title: "A thing", readOnly: true });
    expect(one.inputSchema).toEqual({
      type: "object",
      properties: {
        id: { type: "string", description: "Which" },
        query_id: { type: "integer" },
        "X-Trace": { type: "string" },
      },
      required: ["id"],
      additionalProperties: false,
    });
    expect(one.operation).toEqual({
      method: "GET",
      address: "https://api.example.com/things/{id}",
      places: [
        { key: "id", name: "id", in: "path" },
        { key: "query_id", name: "id", in: "query" },
        { key: "X-Trace", name: "X-Trace", in: "header" },
      ],
      body: null,
    });
  });

  it("are called at the nearest server that is told, with its usual variables", () => {
    const servers = [{ url: "https://{region}.example.org/v2/", variables: { region: { default: "eu" } } }];
    expect(oneOf({ servers }).operation.address).toBe("https://eu.example.org/v2/things/{id}");
    expect(oneOf({}, { servers: [{ url: "/base" }] }).operation.address).toBe(
      "https://api.example.com/base/things/{id}",
    );
    expect(() => oneOf({ servers: [{ url: "https://" }] })).toThrow("no address");
  });

  it("follow references within the document, cut what comes back to itself, and look at nothing outside", () => {
    const node = {
      type: "object",
      properties: { next: { $ref: "#/components/schemas/Node" }, name: { type: "string" } },
    };
    const one = oneOf(
      {
        parameters: [
          { $ref: "#/components/parameters/Limit" },
          { name: "far", in: "query", schema: { $ref: "https://elsewhere.example/x.json#/Y" } },
          { name: "near", in: "query", schema: { $ref: "file:///etc/passwd" } },
        ],
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Node" } } },
        },
      },
      {
        components: {
          schemas: { Node: node },
          parameters: { Limit: { name: "limit", in: "query", schema: { type: "integer", maximum: 100 } } },
        },
      },
    );
    const properties = one.inputSchema.properties as Record<string, object>;
    expect(properties.limit).toEqual({ type: "integer", maximum: 100 });
    expect(properties).toMatchObject({ far: {}, near: {} });
    expect(properties.body).toEqual({
      type: "object",
      properties: { next: {}, name: { type: "string" } },
    });
    expect(one.operation.body).toBe("json");
    expect(one.inputSchema.required).toEqual(["body"]);
  });

  it("of Swagger 2 are read alike: its base, its body and its forms", () => {
    const { operations } = read({
      swagger: "2.0",
      info: { title: "Old", version: "1" },
      host: "old.example.com",
      basePath: "/v1",
      schemes: ["https"],
      paths: {
        "/pets": {
          post: {
            operationId: "addPet",
            parameters: [{ name: "pet", in: "body", required: true, schema: { $ref: "#/definitions/Pet" } }],
            responses: {},
          },
        },
        "/login": {
          post: {
            consumes: ["application/x-www-form-urlencoded"],
            parameters: [{ name: "user", in: "formData", type: "string", required: true }],
            responses: {},
          },
        },
      },
      definitions: { Pet: { type: "object", required: ["name"], properties: { name: { type: "string" } } } },
    });
    expect(operations).toMatchObject([
      {
        remoteName: "addPet",
        readOnly: false,
        operation: { method: "POST", address: "https://old.example.com/v1/pets", body: "json" },
        inputSchema: { properties: { body: { type: "object", required: ["name"] } }, required: ["body"] },
      },
      {
        remoteName: "POST /login",
        operation: { body: "form" },
        inputSchema: { properties: { body: { type: "object" } } },
      },
    ]);
  });

  it("take the best way to write a body: JSON, fields, parts with their files, words", () => {
    const bodyOf = (...types: [string, object][]) => {
      const content = Object.fromEntries(types.map(([type, schema]) => [type, { schema }]));
      const { operation, inputSchema } = oneOf({ requestBody: { content, description: "What" } });
      return { ...operation, schema: (inputSchema.properties as Record<string, object>).body };
    };
    const fields = {
      type: "object",
      properties: {
        title: { type: "string" },
        file: { type: "string", format: "binary" },
        pictures: { type: "array", items: { type: "string", contentMediaType: "image/png" } },
      },
    };
    const parts: [string, object] = ["multipart/form-data", fields];
    expect(bodyOf(parts)).toMatchObject({ body: "multipart", files: ["file", "pictures"], schema: { type: "object" } });
    expect(bodyOf(["text/plain", {}], parts).body).toBe("multipart");
    expect(bodyOf(parts, ["application/json; charset=utf-8", fields]).body).toBe("json");
    expect(bodyOf(["application/soap+xml", { type: "object" }])).toMatchObject({
      ...{ body: "text", mediaType: "application/soap+xml" },
      schema: { type: "string", description: "What — application/soap+xml" },
    });
    expect(bodyOf(["image/png", {}])).toMatchObject({ body: null, schema: undefined });
  });

  it("that share an id are told apart by method and path", () => {
    const { operations } = read({
      openapi: "3.0.3",
      info: {},
      paths: { "/a": { get: { operationId: "x" } }, "/b": { get: { operationId: "x" }, delete: { operationId: "y" } } },
    });
    expect(operations.map(({ remoteName }) => remoteName)).toEqual(["GET /a", "GET /b", "y"]);
  });

  it.each([[{}], [{ openapi: "3.0.0" }], [{ openapi: "3.0.0", paths: {} }], [{ swagger: "2.0", paths: "no" }], [[1]]])(
    "%j is refused in words",
    (document) => {
      expect(() => read(document)).toThrow(Error);
    },
  );

  it("of hostile schemas stay small", () => {
    const wide = {
      type: "object",
      properties: Object.fromEntries(
        Array.from({ length: 5000 }, (_, n) => [`p${n}`, { type: "object", properties: { a: {}, b: {} } }]),
      ),
    };
    const deep = Array.from({ length: 500 }).reduce<object>((inside) => ({ type: "array", items: inside }), {
      type: "string",
    });
    for (const schema of [wide, deep]) {
      const body = { content: { "application/json": { schema } } };
      expect(JSON.stringify(oneOf({ requestBody: body }).inputSchema).length).toBeLessThan(150_000);
    }
  });
});

describe("the request of an operation", () => {
  const operation: ApiOperation = {
    method: "GET",
    address: "https://api.example.com/v1/things/{id}/parts",
    places: [
      { key: "id", name: "id", in: "path" },
      { key: "tag", name: "tag", in: "query" },
      { key: "trace", name: "X-Trace", in: "header" },
    ],
    body: null,
  };

  it("has each argument in its place", () => {
    expect(requestOf(operation, { id: "a b/c", tag: ["x", "y&z"], trace: "t" })).toEqual({
      method: "GET",
      url: "https://api.example.com/v1/things/a%20b%2Fc/parts?tag=x&tag=y%26z",
      headers: { accept: "application/json, */*", "X-Trace": "t" },
    });
    const post = { ...operation, method: "POST", body: "json" as const };
    expect(requestOf(post, { id: 1, body: { a: [1, "二"] } })).toMatchObject({ body: '{"a":[1,"二"]}' });
    expect(requestOf({ ...post, body: "form" }, { id: 1, body: { a: [1, 2], b: "x y" } }).body).toBe("a=1&a=2&b=x+y");
  });

  it("writes a form in parts as browsers do, what is a file as one", async () => {
    const upload = { ...operation, method: "POST", body: "multipart" as const, files: ["file"] };
    const body = { note: "二 \r\n--part", tags: ["a", "b"], 'od"d\r\n': 1, file: "a,b" };
    const { headers, body: text } = requestOf(upload, { id: 1, body });
    const form = await new Response(text, { headers }).formData();
    expect(form.get("note")).toBe("二 \r\n--part");
    expect(form.getAll("tags")).toEqual(["a", "b"]);
    expect(form.get('od"d\r\n')).toBe("1");
    const file = form.get("file") as File;
    expect([file.name, file.type, await file.text()]).toEqual(["file.txt", "text/plain", "a,b"]);
    expect(() => requestOf(upload, { id: 1, body: "words" })).toThrow(ToolFailure);
  });

  it("sends words as what they are", () => {
    const xml = { ...operation, method: "PUT", body: "text" as const, mediaType: "application/xml" };
    const sent = requestOf(xml, { id: 1, body: "<a>一</a>" });
    expect(sent).toMatchObject({ headers: { "content-type": "application/xml" }, body: "<a>一</a>" });
  });

  it.each([[{}], [{ id: "" }], [{ id: ".." }], [{ id: "x", trace: "a\r\nHost: b" }], [{ id: "x", trace: "中" }]])(
    "%j is refused",
    (args) => {
      expect(() => requestOf(operation, args)).toThrow(ToolFailure);
    },
  );

  it("never leads anywhere else, whatever the arguments say", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (id, tag) => {
        let url: URL;
        try {
          url = new URL(requestOf(operation, { id, tag }).url);
        } catch {
          return;
        }
        expect(url.origin).toBe("https://api.example.com");
        expect(url.pathname).toMatch(/^\/v1\/things\/[^/]+\/parts$/);
        expect([...url.searchParams.keys()]).toEqual(["tag"]);
      }),
      { numRuns: 2000 },
    );
  });
});
