import type { MessagePart, StepFinding } from "./parts";

type Found = "curated" | "search" | "selection";

/** What a step of an answer found; nothing where it did not take place. */
export const foundBy = (parts: readonly MessagePart[], name: Found): readonly StepFinding[] =>
  parts.find((part) => part.type === "steps")?.steps.find((step) => step.name === name)?.found ?? [];

/** Ids of the bases that were searched for an answer, or whose pairs of question and answer were. */
export function basesOfParts(parts: readonly MessagePart[]): string[] {
  const asked = [...foundBy(parts, "curated"), ...foundBy(parts, "search")];
  return [...new Set(asked.flatMap(({ baseId }) => baseId ?? []))];
}
