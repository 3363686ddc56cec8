const REFERENCE = /\{\{(\s*)([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)(\s*)\}\}/g;

/** A value with its references said otherwise, in whatever of its texts they stand; code is left alone. */
function withReferences<T>(value: T, change: (reference: string) => string): T {
  if (typeof value === "string") {
    const text = value.replace(
      REFERENCE,
      (_, before: string, reference: string, after: string) => `{{${before}${change(reference)}${after}}}`,
    );
    return text as T;
  }
  if (Array.isArray(value)) return value.map((item) => withReferences(item, change)) as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === "code" ? item : withReferences(item, change)]),
  ) as T;
}

/** A value with the names before the dots of its references replaced. */
export function withNames<T>(value: T, names: ReadonlyMap<string, string>): T {
  return withReferences(value, (reference) => {
    const [name = "", ...rest] = reference.split(".");
    return [names.get(name) ?? name, ...rest].join(".");
  });
}

/** A value whose references name something otherwise that is called by these words before its own fields: `start.word`. */
export function withRenamed<T>(value: T, before: string, after: string): T {
  return withReferences(value, (reference) =>
    reference === before || reference.startsWith(`${before}.`) ? after + reference.slice(before.length) : reference,
  );
}
