import type { UIMessageChunk } from "ai";
import type { Citation } from "@/lib/citations/types";
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

/** One step of an answer that is made in several (design 7.5). A later line with the same name replaces the earlier. */
export interface StepData {
  name: "select" | "retrieve" | "read" | "answer" | "check";
  /** Skipped steps are not shown. */
  state: "waiting" | "running" | "done" | "failed" | "skipped";
  /** What the step found, as arguments of its text. */
  facts?: Record<string, string | number>;
  /** Key of the error catalogue. */
  error?: ErrorKey;
  ms?: number;
}

/** How much of an answer its passages bear out (AHEAD D6). */
export interface SupportData {
  cited: number;
  supported: number;
  /** Ids of the citations whose passage does not bear out its sentence. */
  unsupported: number[];
  /** `model`: judged by the referee; `words`: by shared words and figures. */
  judgedBy: "model" | "words";
}

/** Our data parts beside the SDK's text, reasoning, tool and source parts. */
export type AppDataParts = { usage: UsageData; step: StepData; citation: Citation; support: SupportData };

/** One line of a stream; the format is the AI SDK's UI message stream (ARCHITECTURE 5). */
export type StreamLine = UIMessageChunk<StartMetadata | FinishMetadata, AppDataParts>;

/** Parts of a stored message. */
export type MessagePart =
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string; milliseconds?: number }
  /** `versionId` of a file that was read: the reader opens it. */
  | { type: "file"; fileId: string; name: string; mediaType: string; size?: number; versionId?: string }
  /** Words of a document a question is about. */
  | { type: "quote"; text: string; versionId: string; fileName: string; from: number; to: number }
  | { type: "steps"; steps: StepData[] }
  /** One for each mark `[^c<id>]` in the text, in order. */
  | { type: "citation"; citation: Citation }
  | { type: "support"; support: SupportData };

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
  const steps = new Map<StepData["name"], StepData>();
  const citations: Citation[] = [];
  let support: SupportData | undefined;
  for (const line of lines) {
    if (!line) continue;
    const part = JSON.parse(line) as StreamLine;
    if (part.type === "text-delta") text += part.delta;
    else if (part.type === "reasoning-delta") reasoning += part.delta;
    else if (part.type === "data-step") steps.set(part.data.name, part.data);
    else if (part.type === "data-citation") citations.push(part.data);
    else if (part.type === "data-support") support = part.data;
  }
  return [...messageParts(text, reasoning), ...workParts({ steps: interrupted(steps), citations, support })];
}

/** A step that was under way did not come to its end, and those after it never began. */
function interrupted(steps: ReadonlyMap<StepData["name"], StepData>): StepData[] {
  return [...steps.values()].flatMap((step): StepData[] => {
    if (step.state === "running") return [{ ...step, state: "failed", error: "interrupted" }];
    return step.state === "waiting" ? [] : [step];
  });
}

/** The parts of an answer that was made in several steps and cites. */
export function workParts(work: {
  steps: readonly StepData[];
  citations: readonly Citation[];
  support?: SupportData;
}): MessagePart[] {
  const parts: MessagePart[] = [];
  if (work.steps.length > 0) parts.push({ type: "steps", steps: [...work.steps] });
  for (const citation of work.citations) parts.push({ type: "citation", citation });
  if (work.support) parts.push({ type: "support", support: work.support });
  return parts;
}

/** Figures of an answer's support for its row; null where nothing is cited. */
export function supportOf(parts: readonly MessagePart[]): { cited: number; supported: number } | null {
  const found = parts.find((part) => part.type === "support");
  return found ? { cited: found.support.cited, supported: found.support.supported } : null;
}

export function messageParts(text: string, reasoning: string, reasoningMs?: number): MessagePart[] {
  const parts: MessagePart[] = [];
  if (reasoning) parts.push({ type: "reasoning", text: reasoning, milliseconds: reasoningMs });
  if (text) parts.push({ type: "text", text });
  return parts;
}
