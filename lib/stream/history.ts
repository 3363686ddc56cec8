import type { TurnNode } from "@/db/queries/conversation/turns";
import { DEFAULT_MAX_OUTPUT_TOKENS } from "@/lib/config/constants";
import { estimateTokens } from "@/lib/models/tokens";
import type { ChatMessage } from "@/lib/models/types";
import type { MessagePart } from "@/lib/stream/parts";

/** Assumed where nobody told the model's window, tokens. */
const DEFAULT_CONTEXT = 32_768;

export interface HistoryLimits {
  contextWindow: number | null;
  maxOutputTokens: number | null;
  /** Tokens that may be sent at most; unset: as many as the model takes. */
  contextTokens?: number;
  /** Earlier rounds at most; unset: as many as fit. */
  memoryRounds?: number;
}

/** What was said in a message, without the thinking: that is never sent back. */
export function textOfParts(parts: unknown): string {
  return (parts as MessagePart[]).map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

/** Whether a review rule answered instead of a model. */
export function isReviewed(parts: unknown): boolean {
  return (parts as MessagePart[]).some((part) => part.type === "review");
}

/** The files of a message. */
export function fileIdsOf(parts: unknown): string[] {
  return (parts as MessagePart[]).flatMap((part) => (part.type === "file" ? [part.fileId] : []));
}

export interface HistoryPlan {
  /** Oldest first. */
  messages: ChatMessage[];
  /** Estimated tokens of them. */
  tokens: number;
  rounds: number;
  /** Earlier rounds that stay behind, and what left them out first. */
  dropped: number;
  droppedBy: "rounds" | "limit" | "window" | null;
}

/** Tokens a model is assumed to read and write, and those of them that its answer may take. */
export function roomOf(limits: Pick<HistoryLimits, "contextWindow" | "maxOutputTokens">) {
  const window = limits.contextWindow ?? DEFAULT_CONTEXT;
  const reserved = Math.min(limits.maxOutputTokens ?? DEFAULT_MAX_OUTPUT_TOKENS, Math.floor(window / 2));
  return { window, reserved };
}

/** As `planHistory`, the messages alone. */
export function fittingHistory(
  path: readonly TurnNode[],
  fixedTexts: readonly string[],
  limits: HistoryLimits,
): ChatMessage[] {
  const fixed = fixedTexts.reduce((sum, text) => sum + estimateTokens(text) + 4, 0);
  return planHistory(path, fixed, limits).messages;
}

/**
 * The earlier messages that go along with a question: whole rounds, the newest that fit the model's context beside what
 * is fixed (system prompt, question, files, tools; tokens) and room for the answer. `path` is newest first.
 */
export function planHistory(path: readonly TurnNode[], fixedTokens: number, limits: HistoryLimits): HistoryPlan {
  const { window, reserved } = roomOf(limits);
  const own = limits.contextTokens ?? Number.POSITIVE_INFINITY;
  const room = Math.min(window - reserved, own) - fixedTokens;
  const most = limits.memoryRounds ?? Number.POSITIVE_INFINITY;
  const plan: HistoryPlan = { messages: [], tokens: 0, rounds: 0, dropped: 0, droppedBy: null };
  let answer: ChatMessage | undefined;
  let isWithheld = false;
  for (const node of path) {
    const content = textOfParts(node.parts);
    if (node.role === "assistant") {
      isWithheld = isReviewed(node.parts);
      // Answers that failed before a word are no part of the conversation.
      answer = content ? { role: "assistant", content } : undefined;
      continue;
    }
    // What a rule held back reaches no model later either.
    if (isWithheld) {
      [isWithheld, answer] = [false, undefined];
      continue;
    }
    const cost = estimateTokens(content) + (answer ? estimateTokens(answer.content as string) : 0) + 8;
    if (plan.rounds >= most) plan.droppedBy ??= "rounds";
    else if (plan.tokens + cost > room) plan.droppedBy ??= own < window - reserved ? "limit" : "window";
    if (plan.droppedBy) {
      plan.dropped++;
    } else {
      plan.tokens += cost;
      plan.rounds++;
      if (answer) plan.messages.push(answer);
      plan.messages.push({ role: "user", content });
    }
    answer = undefined;
  }
  plan.messages.reverse();
  return plan;
}
