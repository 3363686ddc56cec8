import { ToolFailure } from "./types";

type Json = Record<string, unknown>;

/** Nesting that is followed; deeper arguments are refused. */
const DEPTH_MAX = 20;
const PROBLEMS_MAX = 5;

/**
 * Checks a model's arguments against a tool's JSON schema. Throws toolArguments with what is wrong in words a model can act
 * on. Schemas of MCP servers are foreign: nothing is compiled from them, their patterns never run (SECURITY rule 17) and
 * references are not followed; what this does not know passes, the server checks again.
 */
export function checkArguments(schema: Json, value: unknown): Json {
  const problems: string[] = [];
  if (!isObject(value)) problems.push("the arguments must be a JSON object");
  else check(schema, value, "", problems, 0);
  if (problems.length > 0) throw new ToolFailure("toolArguments", problems.slice(0, PROBLEMS_MAX).join("; "));
  return value as Json;
}

function check(schema: unknown, value: unknown, path: string, problems: string[], depth: number): void {
  if (!isObject(schema) || problems.length >= PROBLEMS_MAX) return;
  const name = path || "the arguments";
  if (depth > DEPTH_MAX) {
    problems.push(`${name} is nested too deeply`);
    return;
  }
  const types = [schema.type].flat().filter((type) => typeof type === "string");
  if (types.length > 0 && !types.some((type) => hasType(type as string, value))) {
    problems.push(`${name} must be ${types.join(" or ")}`);
    return;
  }
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => same(one, value))) {
    problems.push(`${name} must be one of ${clip(JSON.stringify(schema.enum))}`);
  }
  if ("const" in schema && !same(schema.const, value)) {
    problems.push(`${name} must be ${clip(JSON.stringify(schema.const))}`);
  }
  if (Array.isArray(schema.anyOf)) {
    const fits = schema.anyOf.some((one) => {
      const found: string[] = [];
      check(one, value, path, found, depth + 1);
      return found.length === 0;
    });
    if (!fits) problems.push(`${name} fits none of the allowed forms`);
  }
  if (typeof value === "string") checkSize(schema, [...value].length, "Length", `${name} (characters)`, problems);
  if (typeof value === "number") checkNumber(schema, value, name, problems);
  if (Array.isArray(value)) {
    checkSize(schema, value.length, "Items", `${name} (entries)`, problems);
    value.forEach((item, index) => {
      check(schema.items, item, `${path}[${index}]`, problems, depth + 1);
    });
  } else if (isObject(value)) checkObject(schema, value, path, problems, depth);
}

function checkObject(schema: Json, value: Json, path: string, problems: string[], depth: number): void {
  const properties = isObject(schema.properties) ? schema.properties : {};
  for (const name of Array.isArray(schema.required) ? schema.required : []) {
    if (typeof name === "string" && !Object.hasOwn(value, name)) problems.push(`${join(path, name)} is required`);
  }
  for (const [name, child] of Object.entries(value)) {
    if (Object.hasOwn(properties, name)) check(properties[name], child, join(path, name), problems, depth + 1);
    else if (schema.additionalProperties === false) problems.push(`${join(path, clip(name))} is not known`);
    else check(schema.additionalProperties, child, join(path, name), problems, depth + 1);
  }
}

function checkNumber(schema: Json, value: number, name: string, problems: string[]): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (typeof minimum === "number" && value < minimum) problems.push(`${name} must be at least ${minimum}`);
  if (typeof maximum === "number" && value > maximum) problems.push(`${name} must be at most ${maximum}`);
  if (typeof exclusiveMinimum === "number" && value <= exclusiveMinimum)
    problems.push(`${name} must be over ${exclusiveMinimum}`);
  if (typeof exclusiveMaximum === "number" && value >= exclusiveMaximum)
    problems.push(`${name} must be under ${exclusiveMaximum}`);
}

function checkSize(schema: Json, size: number, what: "Length" | "Items", name: string, problems: string[]): void {
  const [min, max] = [schema[`min${what}`], schema[`max${what}`]];
  if (typeof min === "number" && size < min) problems.push(`${name} must be at least ${min}`);
  if (typeof max === "number" && size > max) problems.push(`${name} must be at most ${max}`);
}

function hasType(type: string, value: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isInteger(value);
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    default:
      return typeof value === type;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function same(first: unknown, second: unknown): boolean {
  return first === second || JSON.stringify(first) === JSON.stringify(second);
}

function join(path: string, name: string): string {
  return path ? `${path}.${name}` : name;
}

function clip(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
