import "server-only";
import type { MESSAGE_STATUS } from "@/db/schema/conversation";
import type { AnswerOutcome, FindingCause, FindingKind } from "@/lib/config/knowledge-kinds";
import { foundBy, foundByTools } from "@/lib/stream/findings";
import type { MessagePart } from "@/lib/stream/parts";
import { LOW_SUPPORT } from "./limits";

/** A slice that went to the model, by its file and its words. */
export interface UsedSlice {
  knowledgeFileId: string;
  key: string;
  isCited: boolean;
}

/** What an answer says of its bases, without its words. */
export interface AnswerFacts {
  outcome: AnswerOutcome;
  cited: number;
  supported: number;
}

/** Ids of the slices that went to the model. */
export function slicesOfParts(parts: readonly MessagePart[]): string[] {
  const chosen = [...foundBy(parts, "selection"), ...foundByTools(parts)];
  return [...new Set(chosen.flatMap(({ sliceId, isKept }) => (sliceId && isKept ? [sliceId] : [])))];
}

export const citationsOf = (parts: readonly MessagePart[]) =>
  parts.flatMap((part) => (part.type === "citation" ? [part.citation] : []));

/** How an answer from bases came out. */
export function factsOf(parts: readonly MessagePart[], status: (typeof MESSAGE_STATUS)[number]): AnswerFacts {
  const support = parts.find((part) => part.type === "support")?.support;
  const [cited, supported] = [support?.cited ?? 0, support?.supported ?? 0];
  if (status !== "done") return { outcome: "failed", cited, supported };
  if (parts.some(({ type }) => type === "curated")) return { outcome: "curated", cited, supported };
  const isFound = citationsOf(parts).length > 0 || slicesOfParts(parts).length > 0;
  return { outcome: isFound ? "answered" : "notFound", cited, supported };
}

/** Whether too little of an answer is supported; one that was given slices and cites none of them says so as well. */
export function isLowSupport({ outcome, cited, supported }: AnswerFacts): boolean {
  return outcome === "answered" && (cited === 0 || supported / cited < LOW_SUPPORT);
}

/** What speaks for keeping an answer, and what for looking into it. */
export function causesOf(
  facts: AnswerFacts,
  { feedback, isAsked }: { feedback: "like" | "dislike" | null; isAsked: boolean },
): Record<FindingKind, FindingCause[]> {
  return {
    good: feedback === "like" ? ["like"] : [],
    wrong: [
      ...(feedback === "dislike" ? (["dislike"] as const) : []),
      ...(isAsked ? (["asked"] as const) : []),
      ...(facts.outcome === "notFound" ? (["notFound"] as const) : []),
      ...(isLowSupport(facts) ? (["lowSupport"] as const) : []),
    ],
  };
}

/** Causes that are the asker's own act: they were told who reads their question then. */
export const ASKERS_CAUSES: readonly FindingCause[] = ["like", "dislike", "asked"];
