import "server-only";
import { z } from "zod";
import type { AnswerKind, Declaration, Handler } from "./route";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

/** One path of the API with its route module. */
export interface ApiRoute {
  path: string;
  load: () => Promise<Partial<Record<Method, Handler>>>;
}

interface JsonSchema {
  properties?: Record<string, object>;
  required?: string[];
  [name: string]: unknown;
}

const CONTENT: Record<AnswerKind, object> = {
  envelope: { "application/json": { schema: { $ref: "#/components/schemas/Envelope" } } },
  ndjson: { "application/x-ndjson": { schema: { type: "string", description: "One UI-message chunk a line" } } },
  file: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
  text: { "text/plain": { schema: { type: "string" } } },
  json: { "application/json": { schema: { type: "object" } } },
  headers: {},
  events: { "application/json": { schema: { type: "object" } }, "text/event-stream": { schema: { type: "string" } } },
};

/** The OpenAPI 3.1 document of the given calls, read from what their handlers declare. */
export async function openApiDocument(routes: readonly ApiRoute[], info: { title: string; version: string }) {
  const paths: Record<string, Record<string, object>> = {};
  const schemas: Record<string, object> = { ...COMPONENTS.schemas };
  for (const { path, load } of routes) {
    const handlers = await load();
    const item: Record<string, object> = {};
    for (const method of METHODS) {
      const handler = handlers[method];
      if (handler) item[method.toLowerCase()] = operation(method, path, handler.declaration, schemas);
    }
    paths[path.replace(/\[(?:\.\.\.)?(\w+)\]/g, "{$1}")] = item;
  }
  return { openapi: "3.1.0", info, servers: [{ url: "/" }], paths, components: { ...COMPONENTS, schemas } };
}

function operation(
  method: Method,
  path: string,
  { summary, answers = "envelope", access, body, query, params, multipart, resumable, response }: Declaration,
  schemas: Record<string, object>,
) {
  const content = body
    ? { "application/json": { schema: schemaOf(body) } }
    : multipart && {
        "multipart/form-data": { schema: schemaOf(multipart) },
        ...(resumable && { "application/json": { schema: finishOf(schemaOf(multipart)) } }),
      };
  return {
    operationId: operationId(method, path),
    summary,
    tags: [path.split("/")[2] ?? ""],
    security: securityOf(access),
    ...("any" in access ? { "x-permissions": access.any } : {}),
    parameters: [...parameters("path", params, path), ...parameters("query", query)],
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: {
      200: { description: "Success", content: response ? enveloped(answerOf(response, schemas)) : CONTENT[answers] },
      "4XX": FAILURE,
      "5XX": FAILURE,
    },
  };
}

/** `get /api/chat/sessions/[id]` is `getChatSessionsById`. */
function operationId(method: Method, path: string): string {
  const words = path.replace(/\[(?:\.\.\.)?(\w+)\]/g, "by-$1").split(/[^a-zA-Z0-9]+/);
  const name = words.filter((word) => word && word !== "api").map((word) => word[0]!.toUpperCase() + word.slice(1));
  return method.toLowerCase() + name.join("");
}

const enveloped = (data: object) => ({
  "application/json": {
    schema: { allOf: [{ $ref: "#/components/schemas/Envelope" }, { type: "object", properties: { data } }] },
  },
});

/** The schema of an answer; parts that have a name (`meta({ id })`) stand once, among the document's schemas. */
function answerOf(schema: z.ZodType, schemas: Record<string, object>): object {
  const { $schema: _dialect, $defs = {}, ...rest } = z.toJSONSchema(schema, { io: "output", unrepresentable: "any" });
  for (const [name, definition] of Object.entries($defs)) {
    if (name.startsWith("__"))
      throw new Error(`A schema that holds itself needs a name: meta({ id }), near ${Object.keys(rest)}`);
    schemas[name] = moved(definition);
  }
  return moved(rest);
}

const moved = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

function securityOf(access: Declaration["access"]): Record<string, string[]>[] {
  if ("public" in access) return [];
  if ("apiKey" in access) return [{ apiKey: [] }];
  return "scim" in access ? [{ scim: [] }] : [{ token: [] }, { session: [] }];
}

const FAILURE = { description: "A failure; `data.error` names it", content: CONTENT.envelope };

function parameters(place: "path" | "query", schema: z.ZodType | undefined, path = "") {
  const { properties = {}, required = [] } = schema ? schemaOf(schema) : {};
  const names = place === "path" ? [...path.matchAll(/\[(?:\.\.\.)?(\w+)\]/g)].map((match) => match[1] ?? "") : [];
  const all = { ...Object.fromEntries(names.map((name) => [name, { type: "string" }])), ...properties };
  return Object.entries(all).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

function schemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return rest as JsonSchema;
}

/** The form of an upload whose bytes arrived before, in pieces. */
function finishOf({ properties: { file: _bytes, ...rest } = {} }: JsonSchema): JsonSchema {
  return {
    type: "object",
    properties: { uploadId: { type: "string", format: "uuid" }, ...rest },
    required: ["uploadId"],
  };
}

const COMPONENTS = {
  schemas: {
    Envelope: {
      type: "object",
      required: ["code", "data", "message"],
      properties: {
        code: { type: "integer", description: "200, or the same number as the HTTP status" },
        data: { description: "The answer; null or details of a failure otherwise" },
        message: { type: "string", description: "Text for a person, in the caller's language" },
      },
    },
  },
  securitySchemes: {
    token: {
      type: "apiKey",
      in: "header",
      name: "Authorization",
      description: "The token of the login call, with or without Bearer",
    },
    apiKey: { type: "http", scheme: "bearer", description: "A key of the console's API management" },
    scim: { type: "http", scheme: "bearer", description: "The SCIM token of a login channel" },
    session: {
      type: "apiKey",
      in: "cookie",
      name: "authjs.session-token",
      description: "The page cookie; calls that change something also need a same-origin Origin",
    },
  },
};
