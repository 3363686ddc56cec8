import type { MessagePart, StepFinding } from "./parts";

type Found = "curated" | "search" | "selection";

/** What a step of an answer found; nothing where it did not take place. */
export const foundBy = (parts: readonly MessagePart[], name: Found): readonly StepFinding[] =>
  parts.find((part) => part.type === "steps")?.steps.find((step) => step.name === name)?.found ?? [];

/** Slices of bases that tools gave the model. */
export const foundByTools = (parts: readonly MessagePart[]): readonly StepFinding[] =>
  parts.flatMap((part) => (part.type === "tool" ? (part.found ?? []) : []));

/**
 * Ids of the bases that were searched for an answer, or whose pairs of question and answer were; of those a tool searched, the
 * ones it found something in.
 */
export function basesOfParts(parts: readonly MessagePart[]): string[] {
  const asked = [...foundBy(parts, "curated"), ...foundBy(parts, "search"), ...foundByTools(parts)];
  return [...new Set(asked.flatMap(({ baseId }) => baseId ?? []))];
}
