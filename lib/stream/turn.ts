import "server-only";
import { db } from "@/db/client";
import { blankChunks, type FinishedTurn } from "@/db/queries/conversation/runs";
import type { NewTurn } from "@/db/queries/conversation/turns";
import { insertNotification } from "@/db/queries/notifications/notifications";
import type { Actor } from "@/lib/auth/actor";
import { inBackground } from "@/lib/background";
import type { ReviewSide } from "@/lib/config/review-kinds";
import { failureKey } from "@/lib/errors/known-failure";
import { log } from "@/lib/log";
import type { NoticeKind } from "@/lib/mail/notify";
import type { ChatOutcome } from "@/lib/models/chat";
import type { StreamHandlers } from "@/lib/models/types";
import { storableJson } from "@/lib/text/storable";
import type { CallTimes } from "./answer-times";
import {
  type FinishMetadata,
  linesOf,
  type MessagePart,
  messageParts,
  REASONING_ID,
  reasoningDelta,
  type StreamLine,
  TEXT_ID,
  textDelta,
  type UsageData,
  withText,
  withToolLine,
} from "./parts";
import { BLANK, Run } from "./run";
import { addRun, finishRun } from "./runs";

/** An answer longer than this is cut off, characters: bounded memory for a stream without end. */
const ANSWER_MAX = 2_000_000;

export function push(run: Run, line: StreamLine): void {
  run.push(JSON.stringify(line));
}

/** Opens the stream of a stored turn: from here on it belongs to the process, not to a connection. */
export function openRun(turn: NewTurn, end: (why: "stopped" | "interrupted") => void): Run {
  const run = new Run(turn.runId, turn.answer.id, end);
  addRun(run);
  const { id: answerId, parentId: questionId, modelName } = turn.answer;
  const messageMetadata = { runId: run.id, sessionId: turn.sessionId, questionId, answerId, modelName };
  push(run, { type: "start", messageId: answerId, messageMetadata });
  return run;
}

/** Carries what models say into a run: text and tools in their order and one block of thinking, kept for the message. */
export class AnswerWriter {
  /** What was said since the last tool. */
  text = "";
  reasoning = "";
  private said: readonly MessagePart[] = [];
  private isWriting = false;
  private thinkingSince: number | null = null;
  private thoughtMs: number | undefined;

  constructor(
    private readonly run: Run,
    /** Called when the answer has grown beyond all measure. */
    private readonly cut: () => void,
  ) {}

  readonly handlers: StreamHandlers = {
    onText: (delta) => this.write(delta),
    onReasoning: (delta) => this.think(delta),
  };

  /** Takes back all that was said: nobody who reads from now on gets it, and who has it is told. */
  withhold(side: ReviewSide): void {
    this.end();
    this.run.blank();
    push(this.run, { type: "data-review", data: { side } });
    [this.text, this.reasoning, this.thoughtMs] = ["", "", undefined];
    this.said = [{ type: "review", side }];
  }

  /** Takes up an answer that ended too early: its readers get what was said before once more. */
  restore(parts: readonly MessagePart[]): void {
    for (const part of parts) {
      if (part.type === "reasoning") {
        this.think(part.text);
        this.endThinking();
        this.thoughtMs = part.milliseconds;
      }
      if (part.type === "text") this.write(part.text);
      if (part.type === "tool") for (const line of linesOf(part)) this.tool(line);
    }
  }

  write(delta: string): void {
    if (!this.isWriting) {
      this.endThinking();
      push(this.run, { type: "text-start", id: TEXT_ID });
      this.isWriting = true;
    }
    this.text += delta;
    this.run.push(textDelta(delta));
    if (this.text.length > ANSWER_MAX) this.cut();
  }

  think(delta: string): void {
    if (this.thinkingSince === null) {
      this.thinkingSince = performance.now();
      push(this.run, { type: "reasoning-start", id: REASONING_ID });
      if (this.reasoning) this.addThought("\n\n");
    }
    this.addThought(delta);
    if (this.reasoning.length > ANSWER_MAX) this.cut();
  }

  /** One line about a tool; what was said so far stands above it. */
  tool(line: Parameters<typeof withToolLine>[1]): void {
    this.endThinking();
    if (line.type === "tool-input-available") {
      this.endText();
      this.said = withText(this.said, this.text);
      this.text = "";
    }
    this.said = withToolLine(this.said, line);
    push(this.run, line);
  }

  end(): void {
    this.endThinking();
    this.endText();
  }

  parts(): MessagePart[] {
    return messageParts(this.text, this.reasoning, { milliseconds: this.thoughtMs, said: this.said });
  }

  private addThought(delta: string): void {
    this.reasoning += delta;
    this.run.push(reasoningDelta(delta));
  }

  private endText(): void {
    if (this.isWriting) push(this.run, { type: "text-end", id: TEXT_ID });
    this.isWriting = false;
  }

  private endThinking(): void {
    if (this.thinkingSince === null) return;
    this.thoughtMs = (this.thoughtMs ?? 0) + Math.round(performance.now() - this.thinkingSince);
    this.thinkingSince = null;
    push(this.run, { type: "reasoning-end", id: REASONING_ID });
  }
}

/** What was stored on the way of an answer that was taken back is told to nobody who comes back. */
export function emptyWithheld({ id, blanked }: Run): void {
  if (blanked > 0) inBackground(blankChunks(db(), id, blanked, BLANK), "lines of a withheld answer not emptied");
}

/** How an answer ended; its times are null where no model was called. */
export type TurnEnd = Pick<ChatOutcome, "status" | "error" | "usage"> & CallTimes;

/** What a reader is told whose answer is lost to a failing database; what is stored of it is recovered later. */
function notStored(cause: unknown) {
  const error = failureKey(cause) === "storageFull" ? "storageFull" : "answerNotStored";
  return { status: "failed", error } satisfies FinishMetadata;
}

/**
 * Stores an answer whole and ends its stream; answers how it ended. `store` writes the turn, with the settlement of its
 * call, and tries again while the database is away. What could not be stored is never called done.
 */
export async function concludeTurn(
  run: Run,
  end: TurnEnd,
  message: { parts: unknown[]; cost?: UsageData["cost"] } & Pick<FinishedTurn, "support" | "context" | "before">,
  store: (turn: FinishedTurn) => Promise<void>,
): Promise<TurnEnd["status"]> {
  const { usage, ...ended } = end;
  const { status, error, firstTokenMs, durationMs } = ended;
  const { inputTokens, outputTokens, estimated } = usage;
  const { cost, parts, ...kept } = message;
  push(run, { type: "data-usage", data: { inputTokens, outputTokens, estimated, firstTokenMs, durationMs, cost } });
  // Stored before the reader hears of the end: who reads the messages then finds the whole answer. The last line is
  // stored with the rest, and shown once that succeeded.
  const last = JSON.stringify({ type: "finish", messageMetadata: { status, error } } satisfies StreamLine);
  const fromLine = run.flushed + 1;
  const toLine = run.lines.length + 1;
  const lines = [...run.lines.slice(run.flushed), last].join("\n");
  const { flushed } = run;
  run.flushed = toLine;
  try {
    await store({
      runId: run.id,
      messageId: run.messageId,
      ...ended,
      ...kept,
      // Passages that were cut out of documents may begin or end in the middle of a character.
      parts: storableJson(parts),
      inputTokens,
      outputTokens,
      usageEstimated: estimated,
      lines: toLine,
      rest: { runId: run.id, fromLine, toLine, lines },
    });
  } catch (err) {
    log().error({ err, runId: run.id }, "answer could not be stored");
    run.flushed = flushed;
    run.keepUnstored();
    const told = notStored(err);
    push(run, { type: "finish", messageMetadata: told });
    finishRun(run);
    return told.status;
  }
  run.push(last);
  finishRun(run);
  return status;
}

/** Whoever left before the end finds the answer behind the bell. */
export async function tellIfAway(actor: Actor, run: Run, about: { title: string; href: string }): Promise<void> {
  if (run.wasRead) return;
  await insertNotification(db(), {
    userId: actor.id,
    kind: "answerReady" satisfies NoticeKind,
    args: { title: about.title },
    href: about.href,
  }).catch((err) => log().warn({ err, runId: run.id }, "notification not written"));
}
