/** One field of what was before and after. */
export interface FieldChange {
  /** Names from the outside in: `limits.daily`; places in lists count from 1. */
  path: string;
  kind: "added" | "removed" | "changed" | "same";
  before: string | null;
  after: string | null;
}

const DEPTH_MAX = 6;

/** The fields of two states side by side, changed ones first; a state alone gives its fields as they are. */
export function diffOf(before: unknown, after: unknown): FieldChange[] {
  const old = fieldsOf(before);
  const now = fieldsOf(after);
  const paths = [...new Set([...old.keys(), ...now.keys()])];
  const changes = paths.map((path): FieldChange => {
    const [was, is] = [old.get(path) ?? null, now.get(path) ?? null];
    const kind = was === is ? "same" : !old.has(path) ? "added" : !now.has(path) ? "removed" : "changed";
    return { path, kind, before: was, after: is };
  });
  return [...changes.filter(({ kind }) => kind !== "same"), ...changes.filter(({ kind }) => kind === "same")];
}

/** Leaves of a value by their path. Lists of plain values are one leaf: `a, b`. */
function fieldsOf(value: unknown): Map<string, string> {
  const fields = new Map<string, string>();
  const visit = (part: unknown, path: string, depth: number): void => {
    if (isPlain(part)) fields.set(path, textOf(part));
    else if (Array.isArray(part) && part.every(isPlain)) fields.set(path, part.map(textOf).join(", "));
    else if (depth >= DEPTH_MAX) fields.set(path, JSON.stringify(part));
    else {
      const entries = Array.isArray(part)
        ? part.map((inner, index) => [String(index + 1), inner] as const)
        : Object.entries(part as object);
      for (const [name, inner] of entries) visit(inner, path ? `${path}.${name}` : name, depth + 1);
    }
  };
  if (value !== null && value !== undefined) visit(value, "", 0);
  return fields;
}

const isPlain = (value: unknown) => typeof value !== "object" || value === null;
const textOf = (value: unknown) => (value === null || value === undefined ? "" : String(value));
