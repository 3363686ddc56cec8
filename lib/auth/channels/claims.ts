import type { Claims } from "./openid-provider";

const DEPTH_MAX = 4;
const NAMES_MAX = 300;
const VALUES_MAX = 1000;
const TEXT_MAX = 500;

/** Claims as texts by name for the rules of roles and departments: lists stay lists, what is nested is named by dots. */
export function flatClaims(claims: Claims): Record<string, string[]> {
  const flat = new Map<string, string[]>();
  const add = (name: string, value: unknown, depth: number): void => {
    if (flat.size >= NAMES_MAX) return;
    if (Array.isArray(value)) {
      const texts = value.slice(0, VALUES_MAX).flatMap(textOf);
      if (texts.length > 0) flat.set(name, texts);
    } else if (value !== null && typeof value === "object") {
      if (depth < DEPTH_MAX)
        for (const [key, inner] of Object.entries(value)) add(name ? `${name}.${key}` : key, inner, depth + 1);
    } else {
      const texts = textOf(value);
      if (texts.length > 0) flat.set(name, texts);
    }
  };
  add("", claims, 0);
  return Object.fromEntries(flat);
}

function textOf(value: unknown): string[] {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return [];
  const text = String(value);
  return text.length <= TEXT_MAX ? [text] : [];
}

/** The first text of a claim, named as the rules name it. */
export function claimText(flat: Record<string, string[]>, name: unknown): string | undefined {
  return flat[String(name ?? "")]?.[0]?.trim() || undefined;
}
