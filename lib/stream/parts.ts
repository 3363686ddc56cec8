import type { UIMessageChunk } from "ai";
import type { Citation } from "@/lib/citations/dto";
import type { ReviewSide } from "@/lib/config/review-kinds";
import type { ErrorKey } from "@/lib/errors/errors";
import type {
  ContextData,
  CuratedData,
  GroundednessData,
  MessagePart,
  PageData,
  StepData,
  StepFinding,
  ToolPart,
} from "./part-dto";

export type {
  ContextData,
  CuratedData,
  GroundednessData,
  MessagePart,
  Money,
  PageData,
  StepData,
  StepFinding,
  ToolPart,
} from "./part-dto";

/** What the answer's first line tells besides its id (spec 10). */
export interface StartMetadata {
  runId: string;
  sessionId: string;
  questionId: string;
  answerId: string;
  modelName: string;
}

export interface UsageData {
  inputTokens: number;
  outputTokens: number;
  estimated: boolean;
  firstTokenMs: number | null;
  durationMs: number | null;
  /** Money in micro-units; null without a price. */
  cost?: { micros: number; currency: string } | null;
}

/** How an answer ended, on its last line. */
export interface FinishMetadata {
  status: "done" | "stopped" | "interrupted" | "limited" | "failed";
  /** Key of the error catalogue; the reader shows its text in the reader's language. */
  error: ErrorKey | null;
}

/** What a tool's output line carries. */
export interface ToolOutputData {
  text: string;
  ms: number;
  /** Slices of bases the result is of. */
  found?: readonly StepFinding[];
}

/** Our data parts beside the SDK's text, reasoning, tool and source parts. */
export type AppDataParts = {
  usage: UsageData;
  step: StepData;
  source: PageData;
  citation: Citation;
  support: GroundednessData;
  curated: CuratedData;
  context: ContextData;
  /** Whatever was said of the answer is taken back; what follows stands in its place. */
  review: { side: ReviewSide };
};

/** One line of a stream; the format is the AI SDK's UI message stream (ARCHITECTURE 5). */
export type StreamLine = UIMessageChunk<StartMetadata | FinishMetadata, AppDataParts>;

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
  let said: readonly MessagePart[] = [];
  const steps = new Map<StepData["name"], StepData>();
  const pages = new Map<string, PageData>();
  const citations: Citation[] = [];
  let support: GroundednessData | undefined;
  let curated: CuratedData | undefined;
  const withheld = lines.findLastIndex((line) => line.startsWith('{"type":"data-review"'));
  for (const line of lines.slice(Math.max(0, withheld))) {
    const part = lineOf(line);
    if (!part) continue;
    if (part.type === "data-review") said = [{ type: "review", side: part.data.side }];
    else if (part.type === "text-delta") text += part.delta;
    else if (part.type === "reasoning-delta") reasoning += part.delta;
    else if (part.type === "data-step") steps.set(part.data.name, part.data);
    else if (part.type === "data-source") pages.set(part.data.address, part.data);
    else if (part.type === "data-citation") citations.push(part.data);
    else if (part.type === "data-support") support = part.data;
    else if (part.type === "data-curated") curated = part.data;
    else if (isToolLine(part)) {
      said = withToolLine(withText(said, text), part);
      text = "";
    }
  }
  return [
    ...messageParts(text, reasoning, { said: said.map(brokenOff) }),
    ...workParts({ steps: interrupted(steps), pages: [...pages.values()], citations, support, curated }),
  ];
}

/** A stored line; null for one that was damaged, which must not cost the others. */
function lineOf(line: string): StreamLine | null {
  try {
    return JSON.parse(line) as StreamLine | null;
  } catch {
    return null;
  }
}

/** A tool nobody waits for any more. */
function brokenOff(part: MessagePart): MessagePart {
  const isOpen = part.type === "tool" && (part.state === "waiting" || part.state === "running");
  return isOpen ? { ...part, state: "failed", error: "interrupted" } : part;
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
  pages?: readonly PageData[];
  citations: readonly Citation[];
  support?: GroundednessData;
  curated?: CuratedData;
}): MessagePart[] {
  const parts: MessagePart[] = [];
  if (work.curated) parts.push({ type: "curated", curated: work.curated });
  if (work.steps.length > 0) parts.push({ type: "steps", steps: [...work.steps] });
  if (work.pages && work.pages.length > 0) parts.push({ type: "pages", pages: [...work.pages] });
  for (const citation of work.citations) parts.push({ type: "citation", citation });
  if (work.support) parts.push({ type: "support", support: work.support });
  return parts;
}

/** Figures of an answer's support for its row; null where nothing is cited. */
export function groundednessOf(parts: readonly MessagePart[]): { cited: number; supported: number } | null {
  const found = parts.find((part) => part.type === "support");
  return found && found.support.cited > 0 ? { cited: found.support.cited, supported: found.support.supported } : null;
}

/** Text and tools in the order they came; the thinking stands first. */
export function messageParts(
  text: string,
  reasoning: string,
  { milliseconds, said = [] }: { milliseconds?: number; said?: readonly MessagePart[] } = {},
): MessagePart[] {
  return [
    ...(reasoning ? [{ type: "reasoning" as const, text: reasoning, milliseconds }] : []),
    ...withText(said, text),
  ];
}

/** What was said before, and a text behind it. */
export function withText(said: readonly MessagePart[], text: string): readonly MessagePart[] {
  return text ? [...said, { type: "text", text }] : said;
}

type ToolLine = Extract<
  StreamLine,
  {
    type:
      | "tool-input-available"
      | "tool-approval-request"
      | "tool-approval-response"
      | "tool-output-available"
      | "tool-output-error"
      | "tool-output-denied";
  }
>;

export function isToolLine(line: StreamLine): line is ToolLine {
  return line.type.startsWith("tool-");
}

/** What was said so far, after one more line about a tool. */
export function withToolLine(said: readonly MessagePart[], line: ToolLine): readonly MessagePart[] {
  if (line.type === "tool-input-available") {
    const { toolCallId: callId, toolName: name, title, input } = line;
    return [...said, { type: "tool", callId, name, ...(title ? { title } : {}), input, state: "running" }];
  }
  const callId = line.type === "tool-approval-response" ? line.approvalId : line.toolCallId;
  return said.map((part) => (part.type === "tool" && part.callId === callId ? { ...part, ...newState(line) } : part));
}

function newState(line: Exclude<ToolLine, { type: "tool-input-available" }>): Partial<ToolPart> {
  switch (line.type) {
    case "tool-approval-request":
      return { state: "waiting" };
    case "tool-approval-response":
      return { state: line.approved ? "running" : "refused" };
    case "tool-output-denied":
      return { state: "refused" };
    case "tool-output-error":
      return { state: "failed", error: line.errorText as ErrorKey };
    case "tool-output-available": {
      const { text, ms, found } = line.output as ToolOutputData;
      return { state: "done", output: text, ms, ...(found && { found: [...found] }) };
    }
  }
}

/** The lines that make up a stored call of a tool. */
export function linesOf({
  callId,
  name,
  title,
  input,
  state,
  output = "",
  found,
  error,
  ms = 0,
}: ToolPart): ToolLine[] {
  const begun: ToolLine = {
    type: "tool-input-available",
    toolCallId: callId,
    toolName: name,
    title,
    input,
    dynamic: true,
  };
  if (state === "refused") return [begun, { type: "tool-output-denied", toolCallId: callId }];
  if (state === "failed")
    return [begun, { type: "tool-output-error", toolCallId: callId, errorText: error ?? "unknown" }];
  return [begun, { type: "tool-output-available", toolCallId: callId, output: { text: output, ms, found } }];
}
