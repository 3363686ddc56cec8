import { v7 } from "uuid";
import type { z } from "zod";

/** Texts that no input may be broken by. */
export const HOSTILE = {
  NUL: "a\0b",
  "half a pair": "a\ud800b",
  "right-to-left override": "a\u202eb",
  "nothing visible": "\u200b\u200d\u2060",
} as const;

/** Whether the database could not keep a text of the value. */
export function isUnstorable(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0") || !value.isWellFormed();
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, part]) => isUnstorable(name) || isUnstorable(part));
}

interface Def {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  options?: z.ZodType[];
  innerType?: z.ZodType;
  in?: z.ZodType;
  keyType?: z.ZodType;
  valueType?: z.ZodType;
  getter?: () => z.ZodType;
  values?: unknown[];
  entries?: Record<string, unknown>;
}
const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def;

/** What is inside optional, nullable, default and the first step of a pipe. */
function bare(schema: z.ZodType): z.ZodType {
  const { innerType, type, in: first, getter } = defOf(schema);
  if (innerType) return bare(innerType);
  if (type === "pipe" && first) return bare(first);
  return type === "lazy" && getter ? bare(getter()) : schema;
}

/** A part of a schema that holds no further parts, with where it stands. */
export interface Leaf {
  path: string;
  schema: z.ZodType;
}

export function leavesOf(schema: z.ZodType, path = ""): Leaf[] {
  const { type, shape = {}, element, options = [], keyType, valueType } = defOf(bare(schema));
  const below = (name: string) => (path ? `${path}.${name}` : name);
  if (type === "object") return Object.entries(shape).flatMap(([name, part]) => leavesOf(part, below(name)));
  if (type === "array" && element) return leavesOf(element, below("0"));
  if (type === "union") return options.flatMap((option) => leavesOf(option, path));
  if (type === "record" && keyType && valueType) {
    return [...leavesOf(keyType, below("(name)")), ...leavesOf(valueType, below("(value)"))];
  }
  return [{ path: path || "(all)", schema }];
}

const CANDIDATES = [
  "a text",
  "a",
  v7(),
  "2026-01-01",
  "2026-01",
  "2026-01-01T00:00:00.000Z",
  "http://127.0.0.1:1/",
  "https://127.0.0.1:1/",
  "person@product.test",
  "a".repeat(64),
  "1",
  "1.5",
  "true",
  "CNY",
  "127.0.0.1",
  "Secret-12345",
  "LINK:a",
  "{{question}} {{files}} {{passages}}",
  "aGVsbG8=",
  "audio/wav",
  "2026-01-01_00000000-0000-7000-8000-000000000000",
  1,
  0,
  10,
  300,
  true,
  null,
];

/** Values the schema takes, one for each branch at its top; `hostile` stands in every field that takes it. */
export function samplesOf(schema: z.ZodType, hostile?: string): unknown[] {
  const inner = bare(schema);
  const { type, options = [] } = defOf(inner);
  if (type === "union") return options.flatMap((option) => samplesOf(option, hostile));
  return [sampleOf(schema, hostile)];
}

function sampleOf(schema: z.ZodType, hostile?: string): unknown {
  const inner = bare(schema);
  const { type, shape = {}, element, options = [], valueType, entries, values } = defOf(inner);
  if (type === "object") {
    return Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, sampleOf(part, hostile)]));
  }
  if (type === "array" && element) {
    const whole = (length: number) => Array.from({ length }, () => sampleOf(element, hostile));
    return [whole(1), whole(2), []].find((list) => schema.safeParse(list).success) ?? whole(1);
  }
  if (type === "record" && valueType) return { name: sampleOf(valueType, hostile) };
  if (type === "union" && options[0] && !schema.safeParse(hostile).success) return sampleOf(options[0], hostile);
  if (entries) return Object.values(entries)[0];
  if (values) return values[0];
  const taken = [hostile, ...CANDIDATES].find((value) => value !== undefined && schema.safeParse(value).success);
  return taken ?? "a text";
}
