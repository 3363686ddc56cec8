import type { UIMessageChunk } from "ai";
import type { ErrorKey } from "@/lib/http/errors";

/** What the answer's first line tells besides its id (CONTRACT). */
export interface StartMetadata {
  runId: string;
  questionId: string;
  answerId: string;
  modelName: string;
}

export interface UsageData {
  inputTokens: number;
  outputTokens: number;
  estimated: boolean;
  firstTokenMs: number | null;
  durationMs: number;
}

/** How an answer ended, on its last line. */
export interface FinishMetadata {
  status: "done" | "stopped" | "interrupted" | "limited" | "failed";
  /** Key of the error catalogue; the reader shows its text in the reader's language. */
  error: ErrorKey | null;
}

/** Our data parts beside the SDK's text, reasoning, tool and source parts. */
export type AppDataParts = { usage: UsageData };

/** One line of a stream; the format is the AI SDK's UI message stream (ARCHITECTURE 5). */
export type StreamLine = UIMessageChunk<StartMetadata | FinishMetadata, AppDataParts>;

/** Parts of a stored message. */
export type MessagePart =
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string; milliseconds?: number }
  | { type: "file"; fileId: string; name: string; mediaType: string };

/** Ids of the one text and one reasoning block of an answer. */
export const TEXT_ID = "t";
export const REASONING_ID = "r";

/** The two lines that make up nearly all of a stream, written without building an object first. */
export function textDelta(delta: string): string {
  return `{"type":"text-delta","id":"${TEXT_ID}","delta":${JSON.stringify(delta)}}`;
}
export function reasoningDelta(delta: string): string {
  return `{"type":"reasoning-delta","id":"${REASONING_ID}","delta":${JSON.stringify(delta)}}`;
}

/** The message parts a run's lines add up to; what is said again after a crash, from the stored lines. */
export function partsOfLines(lines: readonly string[]): MessagePart[] {
  let text = "";
  let reasoning = "";
  for (const line of lines) {
    if (!line) continue;
    const part = JSON.parse(line) as StreamLine;
    if (part.type === "text-delta") text += part.delta;
    else if (part.type === "reasoning-delta") reasoning += part.delta;
  }
  return messageParts(text, reasoning);
}

export function messageParts(text: string, reasoning: string, reasoningMs?: number): MessagePart[] {
  const parts: MessagePart[] = [];
  if (reasoning) parts.push({ type: "reasoning", text: reasoning, milliseconds: reasoningMs });
  if (text) parts.push({ type: "text", text });
  return parts;
}
