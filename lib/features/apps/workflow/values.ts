import { splitBy } from "@/lib/text/parts";

/** Names a graph knows without a node: who runs it, and when. */
export const RUN_NAMES = ["today", "user", "run"] as const;

/** What a call of another service names its secrets by, as `{{secret.name}}`; nothing else knows them. */
export const SECRET = "secret";

const REFERENCE = /\{\{\s*([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)\s*\}\}/g;
const ALONE = /^\s*\{\{\s*([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)\s*\}\}\s*$/;

/** What the names before the first dot stand for: outputs of nodes, and what is known of the run. */
export type Scope = ReadonlyMap<string, unknown>;

/** References of a text, as `node.output.part`. */
export function referencesIn(text: string): string[] {
  return [...text.matchAll(REFERENCE)].map(([, path]) => path!);
}

/** A text in parts: words, and the references among them as they are written. */
export const partsOf = (text: string) => splitBy(text, REFERENCE);

/** The reference a text consists of; null where it says more, or none. */
export const soleReference = (text: string): string | null => ALONE.exec(text)?.[1] ?? null;

/** What stands at a path; undefined where nothing does. Only own fields count: no path leads into the language itself. */
export function lookUp(path: string, scope: Scope): unknown {
  const [first = "", ...rest] = path.split(".");
  let value = scope.get(first);
  for (const key of rest) {
    if (Array.isArray(value) && key === "length") value = value.length;
    else if (value !== null && typeof value === "object" && Object.hasOwn(value, key))
      value = (value as Record<string, unknown>)[key];
    else return undefined;
  }
  return value;
}

/** A value as a program takes it: nothing for what is not there, JSON for lists and objects. */
export function asData(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A value as people read it: a list of words and figures is lines, what else there is within one another JSON. */
export function asText(value: unknown): string {
  const isLines = Array.isArray(value) && value.every((item) => item === null || typeof item !== "object");
  return isLines ? value.map(asData).join("\n") : asData(value);
}

/** The text with its references filled in. */
export function fillText(text: string, scope: Scope, say: (value: unknown) => string = asText): string {
  return text.replace(REFERENCE, (_, path: string) => say(lookUp(path, scope)));
}

/** The value itself where the text is a single reference; else the text, filled in. */
export function resolve(text: string, scope: Scope): unknown {
  const path = soleReference(text);
  return path === null ? fillText(text, scope) : lookUp(path, scope);
}

/** The same with each name in a text of JSON put in as JSON, so that a quotation mark in a value breaks nothing. */
export function fillJson(text: string, scope: Scope): string {
  let isInString = false;
  let at = 0;
  return text.replace(REFERENCE, (_, path: string, offset: number) => {
    for (; at < offset; at += 1) {
      if (text[at] === "\\" && isInString) at += 1;
      else if (text[at] === '"') isInString = !isInString;
    }
    const value = lookUp(path, scope);
    return isInString ? JSON.stringify(asText(value)).slice(1, -1) : (JSON.stringify(value) ?? "null");
  });
}
