/** What a reader of our own OpenAPI document shows; the document is made by `lib/endpoint/openapi.ts`. */
export interface JsonSchema {
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  additionalProperties?: boolean | JsonSchema;
  format?: string;
  default?: unknown;
  /** The name of a schema that stands once, among the document's own. */
  $ref?: string;
  [name: string]: unknown;
}

interface Operation {
  summary?: string;
  security?: Record<string, unknown>[];
  "x-permissions"?: string[];
  parameters?: { name: string; in: string; required?: boolean; schema?: JsonSchema }[];
  requestBody?: { content?: Record<string, { schema?: JsonSchema }> };
  responses?: Record<string, { content?: Record<string, { schema?: JsonSchema }> }>;
}

export interface OpenApiDocument {
  info?: { version?: string };
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, JsonSchema> };
}

export type AnswerKind = "envelope" | "ndjson" | "file" | "text" | "json" | "events" | "headers";

export interface ApiCall {
  id: string;
  method: string;
  path: string;
  summary: string;
  access: "public" | "signedIn" | "permission" | "apiKey" | "scim";
  permissions: readonly string[];
  parameters: readonly SchemaNode[];
  body: { type: string; fields: readonly SchemaNode[]; schema: JsonSchema } | null;
  answers: AnswerKind;
  /** What the envelope carries, where the call says it. */
  answer: { type: string; fields: readonly SchemaNode[] } | null;
}

export interface ApiGroup {
  name: string;
  calls: ApiCall[];
}

/** One line of a schema and what hangs below it. */
export interface SchemaNode {
  name: string;
  type: string;
  required: boolean;
  /** Where a parameter stands. */
  place?: string;
  /** Limits, as the schema says them: "min 1", "max 120", "uuid". */
  rules: readonly string[];
  children: readonly SchemaNode[];
}

const DEPTH_MAX = 6;
const SCHEMAS = "#/components/schemas/";
const METHODS = ["get", "post", "put", "patch", "delete"];
const RULES = [
  ["minLength", "min"],
  ["maxLength", "max"],
  ["minimum", "≥"],
  ["maximum", "≤"],
  ["exclusiveMinimum", ">"],
  ["minItems", "min"],
  ["maxItems", "max"],
] as const;

/** The calls of a document, grouped by the part of the product they belong to. */
export function readGroups(document: OpenApiDocument): ApiGroup[] {
  const scope: Scope = { schemas: document.components?.schemas ?? {}, within: [] };
  const calls = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item[method] ? [callOf(method.toUpperCase(), path, item[method], scope)] : [])),
  );
  return [...Map.groupBy(calls, ({ path }) => groupOf(path))]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, group]) => ({ name, calls: group.sort((a, b) => a.path.localeCompare(b.path)) }));
}

/** `/api/admin/model/suppliers/{id}` belongs to `admin/model`, `/api/files/{id}` to `files`. */
function groupOf(path: string): string {
  const [first = "", ...rest] = path
    .replace(/^\/api\//, "/")
    .split("/")
    .filter(Boolean);
  return first === "admin" && rest[0] ? `${first}/${rest[0]}` : first;
}

/** The document's named schemas, and those that are being shown: one that holds itself is not opened again. */
interface Scope {
  schemas: Readonly<Record<string, JsonSchema>>;
  within: readonly string[];
}

const nameOf = (ref: string) => ref.replace(SCHEMAS, "");

function opened(schema: JsonSchema, scope: Scope): [JsonSchema, Scope] {
  if (!schema.$ref) return [schema, scope];
  const name = nameOf(schema.$ref);
  if (scope.within.includes(name)) return [{}, scope];
  return [scope.schemas[name] ?? {}, { ...scope, within: [...scope.within, name] }];
}

function callOf(method: string, path: string, operation: Operation, scope: Scope): ApiCall {
  const permissions = operation["x-permissions"] ?? [];
  const security = operation.security ?? [];
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  return {
    id: `${method} ${path}`,
    method,
    path,
    summary: operation.summary ?? "",
    access:
      security.length === 0
        ? "public"
        : security.some((way) => "apiKey" in way)
          ? "apiKey"
          : security.some((way) => "scim" in way)
            ? "scim"
            : permissions.length > 0
              ? "permission"
              : "signedIn",
    permissions,
    parameters: (operation.parameters ?? []).map(({ name, in: place, required, schema }) => ({
      ...nodeOf(name, schema ?? {}, required ?? false, 0, scope),
      place,
    })),
    body: type && media?.schema ? { type, schema: media.schema, fields: fieldsOf(media.schema, 0, scope) } : null,
    answers: answersOf(operation),
    answer: answerOf(operation, scope),
  };
}

/** The `data` of an envelope that says more of it than that it is there. */
function answerOf(operation: Operation, scope: Scope): ApiCall["answer"] {
  const parts = operation.responses?.["200"]?.content?.["application/json"]?.schema?.allOf ?? [];
  const data = parts.find(({ properties }) => properties?.data)?.properties?.data;
  return data ? { type: typeOf(data), fields: fieldsOf(data, 0, scope) } : null;
}

function answersOf(operation: Operation): AnswerKind {
  const content = operation.responses?.["200"]?.content ?? {};
  if (Object.keys(content).length === 0) return "headers";
  if ("text/event-stream" in content) return "events";
  if ("application/x-ndjson" in content) return "ndjson";
  if ("application/octet-stream" in content) return "file";
  if ("text/plain" in content) return "text";
  const { $ref, allOf } = content["application/json"]?.schema ?? {};
  return $ref || allOf ? "envelope" : "json";
}

function fieldsOf(given: JsonSchema, depth: number, within: Scope): SchemaNode[] {
  if (depth > DEPTH_MAX) return [];
  const [schema, scope] = opened(given, within);
  const own = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    nodeOf(name, property, schema.required?.includes(name) ?? false, depth, scope),
  );
  const parts = (schema.allOf ?? []).flatMap((part) => fieldsOf(part, depth, scope));
  const either = eitherOf(alternatives(schema).map((option) => fieldsOf(option, depth, scope)));
  const items = schema.items ? fieldsOf(schema.items, depth + 1, scope) : [];
  const more =
    typeof schema.additionalProperties === "object" && Object.keys(schema.additionalProperties).length > 0
      ? [nodeOf("*", schema.additionalProperties, false, depth, scope)]
      : [];
  const seen = new Set<string>();
  return [...own, ...parts, ...either, ...items, ...more].filter(({ name }) => !seen.has(name) && seen.add(name));
}

/** The fields of what is one thing or another: each once, required where every one of them has it. */
function eitherOf(options: readonly SchemaNode[][]): SchemaNode[] {
  const all = options.filter((fields) => fields.length > 0);
  if (all.length < 2) return all.flat();
  return [...Map.groupBy(all.flat(), ({ name }) => name)].map(([name, fields]) => ({
    name,
    type: united(fields.map(({ type }) => type)).join(" | "),
    required: fields.length === all.length && fields.every(({ required }) => required),
    rules: united(fields.flatMap(({ rules }) => rules)),
    children: eitherOf(fields.map(({ children }) => [...children])),
  }));
}

const united = (texts: readonly string[]) => [...new Set(texts)];

const alternatives = (schema: JsonSchema) => schema.anyOf ?? schema.oneOf ?? [];

function nodeOf(name: string, schema: JsonSchema, required: boolean, depth: number, scope: Scope): SchemaNode {
  // What may also be null has its limits in the other alternative.
  const limited = [schema, ...alternatives(schema)];
  const rules = limited.flatMap((part) =>
    RULES.flatMap(([key, sign]) => (isUseful(part[key]) ? [`${sign} ${part[key]}`] : [])),
  );
  rules.unshift(...limited.flatMap(({ format }) => format ?? []));
  if (schema.default !== undefined) rules.push(`= ${JSON.stringify(schema.default)}`);
  return { name, type: typeOf(schema), required, rules, children: fieldsOf(schema, depth + 1, scope) };
}

/** Numbers at the edge of what can be counted limit nothing. */
const isUseful = (value: unknown) => typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER;

/** A type in a few words: `string`, `integer | null`, `"asc" | "desc"`, `object[]`, or the name of a schema. */
export function typeOf(schema: JsonSchema, depth = 0): string {
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const options = alternatives(schema);
  if (options.length > 0 && depth < DEPTH_MAX) {
    return [...new Set(options.map((option) => typeOf(option, depth + 1)))].join(" | ");
  }
  if (schema.items && depth < DEPTH_MAX) {
    const inner = typeOf(schema.items, depth + 1);
    return inner.includes(" | ") ? `(${inner})[]` : `${inner}[]`;
  }
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? (schema.allOf ? "object" : "any")];
  return types.join(" | ");
}

/** A value a body may begin from: required fields only. */
export function exampleOf(schema: JsonSchema, depth = 0): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [option] = [...alternatives(schema), ...(schema.allOf ?? [])];
  if (option && !schema.properties && depth < DEPTH_MAX) return exampleOf(option, depth + 1);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "array") return [];
  if (type === "integer" || type === "number")
    return typeof schema.minimum === "number" ? Math.max(0, schema.minimum) : 0;
  if (type === "boolean") return false;
  if (type === "null") return null;
  if (type === "object" && depth < DEPTH_MAX) {
    const required = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name));
    return Object.fromEntries(required.map(([name, property]) => [name, exampleOf(property, depth + 1)]));
  }
  return "";
}

/** The call as a line for a shell; the secret stays in a variable. */
export function curlOf(call: ApiCall, origin: string): string {
  const lines = [`curl -X ${call.method} ${quoted(origin + call.path)}`];
  if (call.access !== "public")
    lines.push(
      `-H "Authorization: Bearer $${call.access === "apiKey" ? "API_KEY" : call.access === "scim" ? "SCIM_TOKEN" : "TOKEN"}"`,
    );
  if (call.body?.type === "application/json") {
    lines.push(`-H "Content-Type: application/json"`, `-d ${quoted(JSON.stringify(exampleOf(call.body.schema)))}`);
  } else if (call.body) {
    for (const { name } of call.body.fields) lines.push(`-F ${quoted(`${name}=@file`)}`);
  }
  return lines.join(" \\\n  ");
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The groups with the calls a search leaves: every word in path, method, summary or permission. */
export function searchGroups(groups: readonly ApiGroup[], keyword: string, method: string): ApiGroup[] {
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (call: ApiCall) => {
    if (method !== "all" && call.method !== method) return false;
    const text = `${call.method} ${call.path} ${call.summary} ${call.permissions.join(" ")}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups.map(({ name, calls }) => ({ name, calls: calls.filter(fits) })).filter(({ calls }) => calls.length > 0);
}
