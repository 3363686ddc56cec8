import type { ContextData } from "@/lib/stream/parts";

/** What tokens of a context are spent on, in the order they are shown. */
export const CONTEXT_PARTS = ["system", "files", "tools", "history", "question"] as const;
export type ContextPart = (typeof CONTEXT_PARTS)[number];

/** Tokens of a context that are taken. */
export function usedOf(context: ContextData): number {
  return CONTEXT_PARTS.reduce((sum, part) => sum + context[part], 0);
}

/** Tokens that may be sent. */
export function roomFor({ window, reserved, limit }: ContextData): number {
  return Math.min(window - reserved, limit ?? Number.POSITIVE_INFINITY);
}
