import type { Citation } from "@/lib/citations/dto";
import { ApiError } from "@/lib/client/api-error";
import type { ReviewSide } from "@/lib/config/review-kinds";
import {
  type ContextData,
  type CuratedData,
  type GroundednessData,
  isToolLine,
  type MessagePart,
  messageParts,
  type PageData,
  type StepData,
  type StreamLine,
  withText,
  withToolLine,
  workParts,
} from "@/lib/stream/parts";

/** The chat has an answer that is being written already. */
export function isBusy(error: unknown): boolean {
  return error instanceof ApiError && (error.data as { error?: unknown } | null)?.error === "chatAnswersLimit";
}

/** The answer being written. Text grows with every frame of the screen. */
export interface LiveAnswer {
  messageId: string;
  runId: string;
  /** Texts and tools above what is being written now. */
  said: readonly MessagePart[];
  /** What was written since the last tool. */
  text: string;
  reasoning: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
  thoughtMs: number | null;
  /** Of answers that are made in steps; in the order they began. */
  steps: readonly StepData[];
  /** Web pages that were looked at, in the order they were found. */
  pages: readonly PageData[];
  /** One for each mark the text has so far. */
  citations: readonly Citation[];
  support: GroundednessData | null;
  curated: CuratedData | null;
  context: ContextData | null;
  isReconnecting: boolean;
  isStopping: boolean;
}

export function newLiveAnswer(messageId: string, runId: string, startedAt: number): LiveAnswer {
  return {
    messageId,
    runId,
    said: [],
    text: "",
    reasoning: "",
    startedAt,
    thoughtMs: null,
    steps: [],
    pages: [],
    citations: [],
    support: null,
    curated: null,
    context: null,
    isReconnecting: false,
    isStopping: false,
  };
}

/** What a line that is neither text nor thinking changes of an answer; null where it changes nothing. */
export function noted(live: LiveAnswer, line: StreamLine): Partial<LiveAnswer> | null {
  if (isToolLine(line)) {
    if (line.type !== "tool-input-available") return { said: withToolLine(live.said, line) };
    return { said: withToolLine(withText(live.said, live.text), line), text: "" };
  }
  // Behind a rule's reply nothing belongs to the answer but its words.
  if (live.said.some(({ type }) => type === "review")) return null;
  switch (line.type) {
    case "reasoning-end":
      return { thoughtMs: Date.now() - live.startedAt };
    case "data-review":
      return withheld(line.data.side);
    case "data-support":
      return { support: line.data };
    case "data-curated":
      return { curated: line.data };
    case "data-context":
      return { context: line.data };
    case "data-citation":
      // A mark's citation follows its text at once, and again for a reader who was away.
      if (live.citations.some(({ id }) => id === line.data.id)) return null;
      return { citations: [...live.citations, line.data] };
    case "data-source": {
      const { data } = line;
      const isKnown = live.pages.some(({ address }) => address === data.address);
      return {
        pages: isKnown
          ? live.pages.map((page) => (page.address === data.address ? data : page))
          : [...live.pages, data],
      };
    }
    case "data-step": {
      const isKnown = live.steps.some(({ name }) => name === line.data.name);
      return {
        steps: isKnown
          ? live.steps.map((step) => (step.name === line.data.name ? line.data : step))
          : [...live.steps, line.data],
      };
    }
    default:
      return null;
  }
}

/** Nothing is left of an answer a rule held back. */
function withheld(side: ReviewSide): Partial<LiveAnswer> {
  return {
    ...{ said: [{ type: "review", side }], text: "", reasoning: "", thoughtMs: null, steps: [], pages: [] },
    ...{ citations: [], support: null, curated: null, context: null },
  };
}

/** The parts of the message an answer becomes when it has ended. */
export function partsOf(live: LiveAnswer): MessagePart[] {
  const { text, reasoning, thoughtMs, said, steps, pages, citations, support, curated } = live;
  return [
    ...messageParts(text, reasoning, { milliseconds: thoughtMs ?? undefined, said }),
    ...workParts({ steps, pages, citations, support: support ?? undefined, curated: curated ?? undefined }),
  ];
}
