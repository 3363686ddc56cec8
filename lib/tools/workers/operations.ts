/*
 * Reads operations out of a description of an API (OpenAPI 3.1; older ones are brought there first). Runs in a thread of its
 * own: it knows nothing of the rest of the product.
 */

import type { ApiBody, ApiOperation, ApiPlace } from "../../config/tool-kinds.ts";

type Json = Record<string, unknown>;

export interface ReadOperation {
  /** Its id, or method and path where it has none of its own. */
  remoteName: string;
  title: string;
  description: string;
  inputSchema: Json;
  readOnly: boolean;
  operation: ApiOperation;
  path: string;
  /** The first of its tags. */
  tag: string;
  base: string;
}

export interface ReadDescription {
  title: string;
  version: string;
  operations: ReadOperation[];
}

/** A description that cannot be read, in words for people who wrote it. */
export class DescriptionFault extends Error {}

const METHODS = ["get", "post", "put", "patch", "delete"] as const;
/** Operations of one description. */
const OPERATIONS_MAX = 2000;
/** Characters of all arguments of one operation: what is longer no model could be told. */
export const SCHEMA_MAX = 50_000;
/** Objects and lists of one schema; what is larger, or comes back to itself, may be anything there. */
const NODES_MAX = 400;
/** How deep arguments are told of. */
const DEPTHS = [8, 5, 3, 2, 1];
/** More choices than a model could weigh: then it may be anything of its type. */
const CHOICES_MAX = 200;
/** Headers the connection and the stored secrets decide about. */
const OWN_HEADERS = new Set(["accept", "content-type", "authorization", "host", "content-length", "cookie"]);
/** What a model is told of a schema. */
const KEPT = [
  ...["type", "description", "enum", "const", "default", "format", "required", "nullable"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems"],
];

/** How a body may be written, the best first. */
const BODY_TYPES: readonly [ApiBody, RegExp][] = [
  ["json", /^(application\/([\w.+-]+\+)?json\b|\*\/\*)/i],
  ["form", /^application\/x-www-form-urlencoded\b/i],
  ["multipart", /^multipart\/form-data\b/i],
  ["text", /^(text\/|application\/([\w.+-]+\+)?(xml|yaml)\b)/i],
];

interface ReadBody {
  kind: ApiBody;
  schema: Json;
  required: boolean;
  more: Pick<ApiOperation, "files" | "mediaType">;
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Every operation that can be called; `source` is where the description came from. Throws DescriptionFault. */
export function readOperations(document: unknown, source: string): ReadDescription {
  if (!isObject(document) || typeof document.openapi !== "string" || !isObject(document.paths)) {
    throw new DescriptionFault("neither OpenAPI 3 nor Swagger 2");
  }
  const reader = new Reader(document);
  const info = isObject(document.info) ? document.info : {};
  const operations: ReadOperation[] = [];
  for (const [path, item] of Object.entries(document.paths)) {
    const shared = reader.resolved(item);
    // Joined to the address of the server, anything else could lead to another host or beside it.
    if (!shared || !path.startsWith("/") || path.split("/").includes("..")) continue;
    for (const method of METHODS) {
      const operation = reader.resolved(shared[method]);
      if (!operation || operations.length >= OPERATIONS_MAX) continue;
      const base = baseOf([operation.servers, shared.servers, document.servers], source);
      operations.push(reader.operation({ method, path, base, shared, operation }));
    }
  }
  if (operations.length === 0) throw new DescriptionFault("no operations");
  return { title: textOf(info.title), version: textOf(info.version), operations: named(operations) };
}

/** The first server that is told, with the usual values of its variables; relative ones stand beside the description. */
function baseOf(servers: readonly unknown[], source: string): string {
  const server = servers.map((list) => listOf(list)[0]).find(isObject) ?? { url: "/" };
  const variables = isObject(server.variables) ? server.variables : {};
  const address = textOf(server.url).replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const variable = variables[name];
    return isObject(variable) ? textOf(variable.default) : "";
  });
  // What was handed over stands nowhere: only whole addresses lead anywhere.
  const beside = source || undefined;
  if (!URL.canParse(address, beside)) throw new DescriptionFault(`no address: ${address.slice(0, 200)}`);
  const url = new URL(address, beside);
  // An argument never chooses the host.
  if (/[{}]/.test(url.host)) throw new DescriptionFault(`no address: ${address.slice(0, 200)}`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

/** Ids that several operations share name none of them. */
function named(operations: readonly ReadOperation[]): ReadOperation[] {
  const counts = new Map<string, number>();
  for (const { remoteName } of operations) counts.set(remoteName, (counts.get(remoteName) ?? 0) + 1);
  return operations.map((one) => {
    const { method, address } = one.operation;
    return counts.get(one.remoteName) === 1 ? one : { ...one, remoteName: `${method} ${new URL(address).pathname}` };
  });
}

interface Described {
  method: (typeof METHODS)[number];
  path: string;
  base: string;
  shared: Json;
  operation: Json;
}

class Reader {
  private readonly document: Json;
  private readonly found = new Map<string, unknown>();
  private depth = 0;
  /** Some of the arguments were more objects and lists than are told. */
  private isCut = false;

  constructor(document: Json) {
    this.document = document;
  }

  /** An operation, told of as deep as all of its arguments can be: what lies deep leaves room for what lies above it. */
  operation(described: Described): ReadOperation {
    let told: ReadOperation | null = null;
    for (const depth of DEPTHS) {
      const read = this.atDepth(described, depth);
      const isShort = JSON.stringify(read.inputSchema).length <= SCHEMA_MAX;
      if (isShort && !this.isCut) return read;
      if (isShort || depth === DEPTHS.at(-1)) told ??= read;
    }
    return told!;
  }

  private atDepth({ method, path, base, shared, operation }: Described, depth: number): ReadOperation {
    this.depth = depth;
    this.isCut = false;
    const properties: Json = {};
    const required: string[] = [];
    const places: ApiPlace[] = [];
    for (const parameter of this.parameters(shared, operation)) {
      const name = textOf(parameter.name);
      const place = parameter.in;
      if (name === "" || (place !== "path" && place !== "query" && place !== "header")) continue;
      if (place === "header" && OWN_HEADERS.has(name.toLowerCase())) continue;
      const key = Object.hasOwn(properties, name) || name === "body" ? `${place}_${name}` : name;
      properties[key] = this.described(parameter.schema, parameter.description);
      if (parameter.required === true || place === "path") required.push(key);
      places.push({ key, name, in: place });
    }
    const body = this.body(operation.requestBody);
    if (body) {
      properties.body = body.schema;
      if (body.required) required.push("body");
    }
    const upper = method.toUpperCase();
    return {
      remoteName: textOf(operation.operationId) || `${upper} ${path}`,
      title: textOf(operation.summary),
      description: textOf(operation.description) || textOf(operation.summary),
      inputSchema: { type: "object", properties, required, additionalProperties: false },
      readOnly: method === "get",
      operation: { method: upper, address: base + path, places, body: body?.kind ?? null, ...body?.more },
      path,
      tag: textOf(listOf(operation.tags)[0]),
      base,
    };
  }

  /** What a reference within the document stands for; null for none. Nothing outside of it is ever looked at. */
  resolved(value: unknown): Json | null {
    let current = value;
    for (let hop = 0; hop < 20; hop++) {
      if (!isObject(current)) return null;
      const reference = current.$ref;
      if (typeof reference !== "string") return current;
      if (!reference.startsWith("#/")) return null;
      if (!this.found.has(reference)) this.found.set(reference, this.at(reference));
      current = this.found.get(reference);
    }
    return null;
  }

  private at(reference: string): unknown {
    return reference
      .slice(2)
      .split("/")
      .map((part) => decoded(part).replaceAll("~1", "/").replaceAll("~0", "~"))
      .reduce<unknown>((at, part) => (isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined), this.document);
  }

  /** Those of the path, and of the operation over them. */
  private parameters(shared: Json, operation: Json): Json[] {
    const found = new Map<string, Json>();
    for (const one of [...listOf(shared.parameters), ...listOf(operation.parameters)]) {
      const parameter = this.resolved(one);
      if (parameter) found.set(`${textOf(parameter.in)} ${textOf(parameter.name)}`, parameter);
    }
    return [...found.values()];
  }

  /** The first way of writing a body that we know, of those the description offers. */
  private body(value: unknown): ReadBody | null {
    const body = this.resolved(value);
    const content = isObject(body?.content) ? body.content : {};
    for (const [kind, pattern] of BODY_TYPES) {
      const type = Object.keys(content).find((one) => pattern.test(one));
      const media = type && content[type];
      if (!type || !isObject(media)) continue;
      const required = body?.required === true;
      if (kind === "text") {
        const description = [textOf(body?.description), type].filter(Boolean).join(" — ");
        return { kind, schema: { type: "string", description }, required, more: { mediaType: type } };
      }
      const schema = this.described(media.schema, body?.description);
      return { kind, schema, required, more: kind === "multipart" ? { files: this.files(media.schema) } : {} };
    }
    return null;
  }

  /** Fields of a form that are files, or lists of them. */
  private files(form: unknown): string[] {
    const properties = this.resolved(form)?.properties;
    return Object.entries(isObject(properties) ? properties : {}).flatMap(([name, value]) => {
      const field = this.resolved(value);
      const one = field?.items === undefined ? field : this.resolved(field.items);
      const isFile = one?.format === "binary" || typeof one?.contentMediaType === "string";
      return isFile ? [name] : [];
    });
  }

  private described(schema: unknown, description: unknown): Json {
    const plain = this.schema(schema, { left: NODES_MAX }, []);
    const text = textOf(description);
    return text && !plain.description ? { ...plain, description: text } : plain;
  }

  /** A schema without references; bounded. */
  private schema(value: unknown, budget: { left: number }, above: readonly Json[]): Json {
    const schema = this.resolved(value);
    if (!schema || above.includes(schema) || above.length >= this.depth) return {};
    if (budget.left-- <= 0) {
      this.isCut = true;
      return {};
    }
    const inside = [...above, schema];
    const plain: Json = {};
    for (const name of KEPT) if (Object.hasOwn(schema, name)) plain[name] = schema[name];
    if (listOf(plain.enum).length > CHOICES_MAX) delete plain.enum;
    if (isObject(schema.properties)) {
      const properties: Json = {};
      for (const [name, one] of Object.entries(schema.properties)) properties[name] = this.schema(one, budget, inside);
      plain.properties = properties;
    }
    if (schema.items !== undefined) plain.items = this.schema(schema.items, budget, inside);
    if (isObject(schema.additionalProperties)) {
      plain.additionalProperties = this.schema(schema.additionalProperties, budget, inside);
    }
    const several = [...listOf(schema.anyOf), ...listOf(schema.oneOf)];
    if (several.length > 0) plain.anyOf = several.map((one) => this.schema(one, budget, inside));
    return listOf(schema.allOf).reduce<Json>((all, one) => merged(all, this.schema(one, budget, inside)), plain);
  }
}

/** Two schemas that hold at once. */
function merged(first: Json, second: Json): Json {
  const both = { ...second, ...first };
  if (isObject(first.properties) && isObject(second.properties)) {
    both.properties = { ...second.properties, ...first.properties };
  }
  const required = [...new Set([...listOf(first.required), ...listOf(second.required)])];
  return required.length > 0 ? { ...both, required } : both;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
