/** One field of what was before and after. */
export interface FieldChange {
  /** Names from the outside in: `limits.daily`; places in lists count from 1. */
  path: string;
  kind: "added" | "removed" | "changed" | "same";
  before: string | null;
  after: string | null;
}

const DEPTH_MAX = 6;

/** A value as it stands, where nobody gives a reader's form. */
const textOf = (_path: string, value: unknown) => (value === null || value === undefined ? "" : String(value));

/** The fields of two states side by side, changed ones first; a state alone gives its fields as they are. */
export function diffOf(before: unknown, after: unknown, write = textOf): FieldChange[] {
  const old = fieldsOf(before);
  const now = fieldsOf(after);
  const paths = [...new Set([...old.keys(), ...now.keys()])];
  const changes = paths.map((path): FieldChange => {
    const was = old.get(path);
    const is = now.get(path);
    const isSame = textsOf(path, was, textOf) === textsOf(path, is, textOf);
    const kind = isSame ? "same" : !was ? "added" : !is ? "removed" : "changed";
    return { path, kind, before: textsOf(path, was, write), after: textsOf(path, is, write) };
  });
  return [...changes.filter(({ kind }) => kind !== "same"), ...changes.filter(({ kind }) => kind === "same")];
}

const textsOf = (path: string, values: readonly unknown[] | undefined, write: typeof textOf) =>
  values ? values.map((value) => write(path, value)).join(", ") : null;

/** Leaves of a value by their path. Lists of plain values are one leaf. */
function fieldsOf(value: unknown): Map<string, readonly unknown[]> {
  const fields = new Map<string, readonly unknown[]>();
  const visit = (part: unknown, path: string, depth: number): void => {
    if (isPlain(part)) fields.set(path, [part]);
    else if (Array.isArray(part) && part.every(isPlain)) fields.set(path, part);
    else if (depth >= DEPTH_MAX) fields.set(path, [JSON.stringify(part)]);
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
