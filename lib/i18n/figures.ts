export type Figures = Readonly<Record<string, string | number>>;

/** Names of the arguments of a text as it was written: braces are arguments at odd depths, their variants at even ones. */
function writtenArguments(text: string): Map<string, boolean> {
  let depth = 0;
  const found = new Map<string, boolean>();
  for (const [, brace, name = ""] of text.matchAll(/([{}])\s*(\w*)/g)) {
    depth += brace === "{" ? 1 : -1;
    if (brace === "{" && depth % 2 === 1) found.set(name, text.includes(`{${name}, select, none `));
  }
  return found;
}

/** The same of a text that the build compiled: a list of words, and of arguments as `[name, type, variants]`. */
function compiledArguments(parts: readonly unknown[], found = new Map<string, boolean>()): Map<string, boolean> {
  for (const part of parts) {
    if (!Array.isArray(part)) continue;
    const [name, type, variants] = part as [unknown, unknown, unknown];
    if (typeof name !== "string") continue;
    const own = variants && typeof variants === "object" ? (variants as Record<string, unknown>) : {};
    // A tag has its words behind its name, an argument the number of its type or nothing.
    if (typeof type === "number" || part.length === 1) found.set(name, found.get(name) || "none" in own);
    else compiledArguments(part.slice(1), found);
    for (const variant of Object.values(own)) if (Array.isArray(variant)) compiledArguments(variant, found);
  }
  return found;
}

/**
 * What a text of the error catalogue is filled with, by the text itself: as it was written, or as the build compiled it.
 * Where only the key of an error was kept, the text leaves its figure out by its variant `none`; null when it has none:
 * half a sentence is not said.
 */
export function wholeFigures(text: unknown, given: Figures): Figures | null {
  const named = Array.isArray(text) ? compiledArguments(text) : writtenArguments(String(text));
  const missing = [...named].filter(([name]) => !(name in given));
  if (missing.some(([, hasNone]) => !hasNone)) return null;
  return { ...Object.fromEntries(missing.map(([name]) => [name, "none"])), ...given };
}
