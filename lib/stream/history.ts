import type { TurnNode } from "@/db/queries/chat";
import { DEFAULT_MAX_OUTPUT_TOKENS } from "@/lib/config/constants";
import { estimateTokens } from "@/lib/models/tokens";
import type { ChatMessage } from "@/lib/models/types";
import type { MessagePart } from "@/lib/stream/parts";

/** Assumed where nobody told the model's window, tokens. */
const DEFAULT_CONTEXT = 32_768;

export interface HistoryLimits {
  contextWindow: number | null;
  maxOutputTokens: number | null;
  /** Earlier rounds at most; unset: as many as fit. */
  memoryRounds?: number;
}

/** What was said in a message, without the thinking: that is never sent back. */
export function textOfParts(parts: unknown): string {
  return (parts as MessagePart[]).map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

/** The files of a message. */
export function fileIdsOf(parts: unknown): string[] {
  return (parts as MessagePart[]).flatMap((part) => (part.type === "file" ? [part.fileId] : []));
}

/**
 * The earlier messages that go along with a question, oldest first: whole rounds, the newest that fit the model's
 * context beside the system prompt, the question and room for the answer. `path` is newest first.
 */
export function fittingHistory(
  path: readonly TurnNode[],
  fixedTexts: readonly string[],
  limits: HistoryLimits,
): ChatMessage[] {
  const window = limits.contextWindow ?? DEFAULT_CONTEXT;
  const reserved = Math.min(limits.maxOutputTokens ?? DEFAULT_MAX_OUTPUT_TOKENS, Math.floor(window / 2));
  let left = window - reserved - fixedTexts.reduce((sum, text) => sum + estimateTokens(text) + 4, 0);
  const rounds = limits.memoryRounds ?? Number.POSITIVE_INFINITY;
  const history: ChatMessage[] = [];
  let taken = 0;
  let answer: ChatMessage | undefined;
  for (const node of path) {
    const content = textOfParts(node.parts);
    if (node.role === "assistant") {
      // Answers that failed before a word are no part of the conversation.
      answer = content ? { role: "assistant", content } : undefined;
      continue;
    }
    const cost = estimateTokens(content) + (answer ? estimateTokens(answer.content as string) : 0) + 8;
    if (taken >= rounds || cost > left) break;
    left -= cost;
    taken++;
    if (answer) history.push(answer);
    history.push({ role: "user", content });
    answer = undefined;
  }
  return history.reverse();
}
