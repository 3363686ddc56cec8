import "server-only";
import { DEFAULT_MAX_OUTPUT_TOKENS } from "@/lib/config/constants";
import { AppError, type ErrorKey } from "@/lib/errors/errors";
import { failureKey } from "@/lib/errors/known-failure";
import { log } from "@/lib/log";
import { type OutputGuard, outputGuard } from "@/lib/review/guard";
import type { ReviewHit } from "@/lib/review/review";
import { Call, type CallInput, type CallOutcome, type Used } from "./call";
import type { WriteSettlement } from "./ledger";
import { protocolOf } from "./protocols";
import { logRequest } from "./request-log";
import { estimateTokens, IMAGE_TOKENS } from "./tokens";
import {
  type ChatMessage,
  type ChatRequest,
  type ResolvedModel,
  type RoutedChannel,
  type StreamEnd,
  type StreamHandlers,
  SupplierError,
  type TokenUsage,
  type ToolCall,
} from "./types";

export interface ChatCallInput extends ChatRequest, CallInput {}
export type ChatStatus = CallOutcome;

export interface ChatOutcome {
  status: ChatStatus;
  error: ErrorKey | null;
  /** The supplier's own words about a failure, without keys and addresses; empty where there are none. For administrators. */
  detail: string;
  usage: TokenUsage;
  toolCalls: ToolCall[];
  firstTokenMs: number | null;
  durationMs: number;
  /** A rule held the answer back: what was said of it is not to be shown, and its reply takes its place. */
  review?: ReviewHit;
}

/** The most a call may write: what it asks for, what the model can, or a usual size (ARCHITECTURE 9). */
export function outputLimit(model: ResolvedModel, { options }: Pick<ChatRequest, "options">): number {
  return options.maxOutputTokens ?? model.maxOutputTokens ?? DEFAULT_MAX_OUTPUT_TOKENS;
}

export function estimateInput(messages: readonly ChatMessage[]): number {
  let tokens = 0;
  for (const { content } of messages) {
    if (typeof content === "string") tokens += estimateTokens(content);
    else for (const part of content) tokens += part.type === "text" ? estimateTokens(part.text) : IMAGE_TOKENS;
    tokens += 4;
  }
  return tokens;
}

/**
 * One metered call of a chat model. Create it, await `reserved` before the first byte leaves, then `read`, then `settle`.
 * `stop` and `interrupt` close the supplier's connection at once.
 */
export class ChatCall {
  private readonly controller = new AbortController();
  private readonly call: Call;
  private readonly handlers = Promise.withResolvers<StreamHandlers>();
  private readonly answer: Promise<StreamEnd>;
  private ending: "stopped" | "interrupted" | undefined;
  private firstTokenMs: number | null = null;
  private written = "";
  private guard: OutputGuard | null = null;

  constructor(private readonly input: ChatCallInput) {
    const demand = {
      inputTokens: estimateInput(input.messages),
      outputTokens: outputLimit(input.model, input),
      images: 0,
      characters: 0,
      audioMs: 0,
    };
    this.call = new Call(input, demand, this.controller.signal);
    this.call.reserved.catch(() => this.controller.abort());
    this.answer = this.call.attempt(
      (channel) => this.tryChannel(channel),
      () => this.firstTokenMs !== null,
    );
    // Nobody may be waiting yet.
    this.answer.catch(() => undefined);
  }

  /** Rejects with the limit that refused the call; the connection is closed then. */
  get reserved(): Promise<void> {
    return this.call.reserved;
  }

  /** When the call arrived at the model door, on the clock of `performance.now`. */
  get startedAt(): number {
    return this.call.started;
  }

  stop(): void {
    this.ending ??= "stopped";
    this.controller.abort();
  }

  interrupt(): void {
    this.ending ??= "interrupted";
    this.controller.abort();
  }

  /**
   * Streams the answer into the handlers, through the review rules. Never throws: failures are outcomes. `settle` it then.
   * `guard`: of an answer that is made by several calls; null without rules.
   */
  async read(handlers: StreamHandlers, guard?: OutputGuard | null): Promise<ChatOutcome> {
    try {
      this.guard = guard === undefined ? await this.ownGuard() : guard;
    } catch (cause) {
      // Rules that cannot be read hold everything back: nothing passes unseen.
      this.controller.abort();
      this.handlers.resolve({ onText: () => undefined, onReasoning: () => undefined });
      await this.answer.catch(() => undefined);
      return this.judge(undefined, failureKey(cause), "");
    }
    const reviewed = this.guard?.before(handlers, () => this.controller.abort()) ?? handlers;
    this.handlers.resolve({
      onText: (delta) => {
        this.note(delta);
        reviewed.onText(delta);
      },
      onReasoning: (delta) => {
        this.note(delta);
        reviewed.onReasoning(delta);
      },
      onToolCall: (delta) => {
        this.note(delta.argumentsDelta);
        reviewed.onToolCall?.(delta);
      },
    });
    try {
      const end = await this.answer;
      this.guard?.end(handlers);
      return this.judge(end, null, "");
    } catch (cause) {
      this.guard?.end(handlers);
      const error = failureKey(cause);
      const detail = (cause instanceof SupplierError && cause.options.detail) || "";
      if (error === "unknown") log().error({ err: cause }, "answer failed");
      return this.judge(undefined, error, detail);
    }
  }

  /**
   * Writes what the call used, with the rows of the area that belong to its end. Call it once after `read`, also for calls
   * that failed. Rejects when the database stayed away.
   */
  async settle(outcome: ChatOutcome, write?: WriteSettlement): Promise<void> {
    const used: Used = { ...outcome.usage, images: 0, audioMs: 0, characters: 0 };
    await logRequest(this.call, outcome, {
      kind: "chat",
      request: { messages: this.input.messages, options: this.input.options, tools: this.input.tools },
      answer: { text: this.written, toolCalls: outcome.toolCalls },
    });
    await this.call.settle({ ...outcome, used }, write);
  }

  /** What an outcome costs, before it is settled; null without a price. */
  priceOf({ usage }: ChatOutcome): { micros: number; currency: string } | null {
    return this.call.priceOf({ ...usage, images: 0, audioMs: 0, characters: 0 });
  }

  private async tryChannel(channel: RoutedChannel): Promise<StreamEnd> {
    const { chat } = await protocolOf(channel.template);
    if (!chat) throw new SupplierError("modelNotForChat");
    const opened = await chat.open(channel, this.input, this.controller.signal);
    const end = await opened.read(await this.handlers.promise);
    const isEmpty = this.firstTokenMs === null && end.toolCalls.length === 0;
    if (isEmpty && !end.finishReason) throw new SupplierError("interrupted", { retryable: true });
    return end;
  }

  private async ownGuard(): Promise<OutputGuard | null> {
    const { actor, app, sessionId, keepsContent, reviewRules, isShown = true } = this.input;
    return isShown ? outputGuard(actor, { app, sessionId, keepsContent, reviewRules }) : null;
  }

  private note(delta: string): void {
    this.firstTokenMs ??= this.call.elapsed();
    this.written += delta;
  }

  private judge(end: StreamEnd | undefined, error: ErrorKey | null, detail: string): ChatOutcome {
    const said = this.firstTokenMs !== null || (end?.toolCalls.length ?? 0) > 0;
    const base = {
      detail,
      usage: this.usage(end),
      toolCalls: end?.toolCalls ?? [],
      firstTokenMs: this.firstTokenMs,
      durationMs: this.call.elapsed(),
    };
    const review = this.guard?.hit;
    if (review) return { ...base, toolCalls: [], status: "limited", error: "contentReviewed", review };
    if (this.ending) return { ...base, status: this.ending, error: this.ending === "stopped" ? null : "interrupted" };
    if (error) return { ...base, status: said ? "interrupted" : "failed", error };
    if (!end?.finishReason) return { ...base, status: "interrupted", error: "interrupted" };
    if (end.finishReason === "length") return { ...base, status: "limited", error: null };
    if (end.finishReason === "filter") return { ...base, status: "limited", error: "contentFiltered" };
    if (!said) return { ...base, status: "failed", error: "supplierMalformed" };
    return { ...base, status: "done", error: null };
  }

  private usage(end: StreamEnd | undefined): TokenUsage {
    if (end?.usage) return { ...end.usage, estimated: false };
    const outputTokens = estimateTokens(this.written);
    // Nothing was said: the supplier refused or was not reached, and nothing is charged.
    const inputTokens = this.written ? estimateInput(this.input.messages) : 0;
    return { inputTokens, outputTokens, reasoningTokens: 0, cachedTokens: 0, estimated: true };
  }
}

/**
 * Whether an answer ended well, as far as its supplier is concerned, and nobody can read anything of it: the model only
 * thought, or called tools nobody offered. Areas that show or store answers call it a failure; a caller of the Open API
 * gets what the model said.
 */
export function isEmptyAnswer({ status, error }: Pick<ChatOutcome, "status" | "error">, text: string): boolean {
  return (status === "done" || (status === "limited" && error === null)) && text.trim() === "";
}

/** Refuses pictures for models that do not see (spec 3: abilities). */
export function assertCanRead(model: ResolvedModel, messages: readonly ChatMessage[]): void {
  const pictures = messages.some(
    ({ content }) => typeof content !== "string" && content.some((part) => part.type === "image"),
  );
  if (pictures && !canSee(model)) throw new AppError("modelCannotSee");
}

/** Takes pictures beside the text. */
export function canSee(model: ResolvedModel): boolean {
  return model.type === "vision" || model.abilities.includes("visual");
}
