/**
 * Texts of several files as one. Groups of one name are put together; no two files name one thing (a structure test).
 * Texts that were compiled are lists, and whole as they are.
 */
export function mergeTexts(parts: readonly object[]): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  for (const [key, value] of parts.flatMap((part) => Object.entries(part))) {
    const before = merged[key];
    merged[key] = isGroup(before) && isGroup(value) ? mergeTexts([before, value]) : value;
  }
  return merged;
}

const isGroup = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
