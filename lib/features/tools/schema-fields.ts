import { ownValue } from "@/lib/text/own-value";
import type { JsonSchema } from "./dto";

/** A field of a try run, made from one property of a tool's JSON schema. */
export interface SchemaField {
  name: string;
  kind: "text" | "long" | "number" | "boolean" | "choice" | "json";
  integer: boolean;
  required: boolean;
  description: string;
  /** Of a choice: its values as text. */
  options: string[];
  maxLength: number;
}

export type FieldValues = Record<string, string | boolean>;

const FIELDS_MAX = 50;
const LENGTH_MAX = 20_000;

/** The fields of a schema's properties, the required ones first. */
export function fieldsOf(schema: JsonSchema): SchemaField[] {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(properties)
    .slice(0, FIELDS_MAX)
    .map(([name, property]) => fieldOf(name, isObject(property) ? property : {}, required.includes(name)))
    .sort((a, b) => Number(b.required) - Number(a.required));
}

function fieldOf(name: string, property: JsonSchema, required: boolean): SchemaField {
  const type = [property.type].flat().find((one) => one !== "null");
  const limit = typeof property.maxLength === "number" ? property.maxLength : LENGTH_MAX;
  const values = Array.isArray(property.enum) ? property.enum.filter((value) => typeof value === "string") : [];
  const kind =
    values.length > 0
      ? "choice"
      : type === "string"
        ? limit > 500
          ? "long"
          : "text"
        : type === "number" || type === "integer"
          ? "number"
          : type === "boolean"
            ? "boolean"
            : "json";
  return {
    name,
    kind,
    integer: type === "integer",
    required,
    description: typeof property.description === "string" ? property.description.slice(0, 500) : "",
    options: values,
    maxLength: Math.min(limit, LENGTH_MAX),
  };
}

/** The arguments the fields make, or what is wrong: field to key of `validation`. Empty optional ones are left out. */
export function toArguments(
  fields: readonly SchemaField[],
  values: FieldValues,
): { args: Record<string, unknown>; errors: Record<string, "required" | "number" | "json"> } {
  // Names are the tool's own: one called __proto__ is a field like any other.
  const args: Record<string, unknown> = Object.create(null);
  const errors: Record<string, "required" | "number" | "json"> = Object.create(null);
  for (const field of fields) {
    const value = ownValue(values, field.name);
    if (field.kind === "boolean") {
      if (value !== undefined || field.required) args[field.name] = value === true;
      continue;
    }
    const text = typeof value === "string" ? value : "";
    if (text.trim() === "") {
      if (field.required) errors[field.name] = "required";
      continue;
    }
    if (field.kind === "number") {
      const number = Number(text);
      if (Number.isFinite(number) && (!field.integer || Number.isInteger(number))) args[field.name] = number;
      else errors[field.name] = "number";
    } else if (field.kind === "json") {
      try {
        args[field.name] = JSON.parse(text);
      } catch {
        errors[field.name] = "json";
      }
    } else args[field.name] = text;
  }
  return { args: { ...args }, errors: { ...errors } };
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
