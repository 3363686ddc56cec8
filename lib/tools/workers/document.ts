import { parse } from "yaml";
import { DescriptionFault } from "./operations.ts";

/**
 * How often parts of a YAML text may stand for others, each within the others: descriptions that are written by programs
 * name a shared part hundreds of times, and a bomb reaches millions.
 */
const ALIASES_MAX = 10_000;

/** A description as JSON or YAML. Throws DescriptionFault, and the error of whichever reads it. */
export function documentOf(text: string): Record<string, unknown> {
  const document: unknown = text.trimStart().startsWith("{")
    ? JSON.parse(text)
    : parse(text, { maxAliasCount: ALIASES_MAX });
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    throw new DescriptionFault("neither OpenAPI 3 nor Swagger 2");
  }
  return document as Record<string, unknown>;
}
