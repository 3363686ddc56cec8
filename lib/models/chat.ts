import "server-only";
import type { Settlement } from "@/db/queries/usage";
import type { Actor } from "@/lib/auth/actor";
import { DEFAULT_MAX_OUTPUT_TOKENS } from "@/lib/config/constants";
import { AppError, type ErrorKey } from "@/lib/http/errors";
import { log } from "@/lib/log";
import { metrics } from "@/lib/metrics";
import { builtinProtocol } from "./builtin/extractive";
import { openAiProtocol } from "./openai/protocol";
import { reserve, settle, type WriteReservation, type WriteSettlement } from "./quota";
import { reportHealth } from "./registry";
import { BUILTIN_TEMPLATE } from "./templates";
import { estimateTokens, IMAGE_TOKENS } from "./tokens";
import {
  type Channel,
  type ChatMessage,
  type ChatRequest,
  type OpenedChat,
  type ResolvedModel,
  type StreamEnd,
  type StreamHandlers,
  SupplierError,
  type TokenUsage,
  type ToolCall,
} from "./types";

/** SECURITY rule 25: at most two more tries, only before the first token. */
const RETRIES = 2;
/** A supplier's Retry-After is honoured up to here, milliseconds; longer ones end the try. */
const RETRY_WAIT_MAX = 5000;

export interface ChatCallInput extends ChatRequest {
  actor: Actor;
  app: string;
  /** The ledger counts a request id once. */
  requestId: string;
  model: ResolvedModel;
  /** Rows of the area that belong to the call, written with its reservation. */
  writeReservation?: WriteReservation;
}

export type ChatStatus = "done" | "stopped" | "interrupted" | "limited" | "failed";

export interface ChatOutcome {
  status: ChatStatus;
  error: ErrorKey | null;
  /** The supplier's own words about a failure, without keys and addresses; empty where there are none. For administrators. */
  detail: string;
  usage: TokenUsage;
  toolCalls: ToolCall[];
  firstTokenMs: number | null;
  durationMs: number;
}

/** What a call will reserve: estimated input and the most it may write (ARCHITECTURE 9). */
export function reservationOf(model: ResolvedModel, { messages, options }: ChatRequest): number {
  const output = options.maxOutputTokens ?? model.maxOutputTokens ?? DEFAULT_MAX_OUTPUT_TOKENS;
  return estimateInput(messages) + output;
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
 * One metered call of a chat model: reserves and connects side by side, reads, settles. Create it, await `reserved`
 * before the first byte leaves, then `read`, then `settle`. `stop` and `interrupt` close the supplier's connection at once.
 */
export class ChatCall {
  /** Rejects with dailyTokenLimit; the connection is closed then. */
  readonly reserved: Promise<void>;
  private readonly started = performance.now();
  private readonly controller = new AbortController();
  private readonly opening: Promise<OpenedChat | SupplierError>;
  private ledgerId = "";
  private channel: Channel | null = null;
  private attempt = 0;
  private ending: "stopped" | "interrupted" | undefined;
  private firstTokenMs: number | null = null;
  private written = "";

  constructor(private readonly input: ChatCallInput) {
    const { actor, app, requestId, model, writeReservation } = input;
    const tokens = reservationOf(model, input);
    this.reserved = reserve({ actor, app, requestId, model, tokens }, writeReservation).then(
      (id) => {
        this.ledgerId = id;
      },
      (error: unknown) => {
        this.controller.abort();
        throw error;
      },
    );
    this.reserved.catch(() => undefined);
    this.opening = this.open();
  }

  stop(): void {
    this.ending ??= "stopped";
    this.controller.abort();
  }

  interrupt(): void {
    this.ending ??= "interrupted";
    this.controller.abort();
  }

  /** Streams the answer into the handlers. Never throws: failures are outcomes. `settle` it then. */
  async read(handlers: StreamHandlers): Promise<ChatOutcome> {
    const watched: StreamHandlers = {
      onText: (delta) => {
        this.note(delta);
        handlers.onText(delta);
      },
      onReasoning: (delta) => {
        this.note(delta);
        handlers.onReasoning(delta);
      },
    };
    let end: StreamEnd | undefined;
    let error: ErrorKey | null = null;
    let detail = "";
    try {
      end = await this.readWithRetry(watched);
    } catch (cause) {
      error = cause instanceof SupplierError ? cause.key : "unknown";
      detail = (cause instanceof SupplierError && cause.options.detail) || "";
      if (!(cause instanceof SupplierError)) log().error({ err: cause }, "answer failed");
    }
    return this.judge(end, error, detail);
  }

  /**
   * Writes what the call used, with the rows of the area that belong to its end. Call it once after `read`, also for calls
   * that failed. Rejects when the database stayed away.
   */
  async settle(outcome: ChatOutcome, write?: WriteSettlement): Promise<void> {
    this.report(outcome);
    const admitted = await this.reserved.then(
      () => true,
      () => false,
    );
    if (!admitted) return;
    const settlement: Settlement = {
      id: this.ledgerId,
      channelId: this.channel?.id ?? null,
      supplierId: this.channel?.supplierId ?? null,
      ...outcome.usage,
      outcome: outcome.status,
      error: outcome.error,
      firstTokenMs: outcome.firstTokenMs,
      durationMs: outcome.durationMs,
    };
    await settle(settlement, write);
  }

  private note(delta: string): void {
    this.firstTokenMs ??= Math.round(performance.now() - this.started);
    this.written += delta;
  }

  private async readWithRetry(handlers: StreamHandlers): Promise<StreamEnd> {
    let opened = await this.opening;
    for (;;) {
      if (opened instanceof SupplierError) throw opened;
      try {
        const end = await opened.read(handlers);
        const empty = this.firstTokenMs === null && end.toolCalls.length === 0;
        if (empty && !end.finishReason) throw new SupplierError("interrupted", { retryable: true });
        return end;
      } catch (error) {
        if (!(await this.mayRetry(error))) throw error;
        opened = await this.open();
      }
    }
  }

  /** Connects, trying again where repeating is harmless. Failures come back as values: nobody may be waiting yet. */
  private async open(): Promise<OpenedChat | SupplierError> {
    for (;;) {
      const channel = this.input.model.channels[this.attempt % this.input.model.channels.length];
      if (!channel) return new SupplierError("modelNotFound");
      this.channel = channel;
      const protocol = channel.template === BUILTIN_TEMPLATE ? builtinProtocol : openAiProtocol;
      try {
        return await protocol.open(channel, this.input, this.controller.signal);
      } catch (error) {
        if (!(await this.mayRetry(error))) {
          return error instanceof SupplierError ? error : new SupplierError("unknown");
        }
      }
    }
  }

  private async mayRetry(error: unknown): Promise<boolean> {
    if (!(error instanceof SupplierError) || !error.options.retryable) return false;
    if (this.firstTokenMs !== null || this.attempt >= RETRIES || this.controller.signal.aborted) return false;
    const wait = error.options.retryAfterMs ?? 200 * 2 ** this.attempt * (0.5 + Math.random());
    if (wait > RETRY_WAIT_MAX) return false;
    this.attempt++;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, wait);
      this.controller.signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    });
    return !this.controller.signal.aborted;
  }

  private judge(end: StreamEnd | undefined, error: ErrorKey | null, detail: string): ChatOutcome {
    const said = this.firstTokenMs !== null || (end?.toolCalls.length ?? 0) > 0;
    const base = {
      detail,
      usage: this.usage(end),
      toolCalls: end?.toolCalls ?? [],
      firstTokenMs: this.firstTokenMs,
      durationMs: Math.round(performance.now() - this.started),
    };
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

  private report(outcome: ChatOutcome): void {
    if (outcome.firstTokenMs !== null) metrics().firstTokenSeconds.observe(outcome.firstTokenMs / 1000);
    metrics().runs.inc({ outcome: outcome.status });
    const healthy = outcome.status === "done" || outcome.status === "limited" || outcome.status === "stopped";
    if (healthy || SUPPLIER_FAULTS.has(outcome.error ?? "unknown")) {
      void reportHealth(this.input.model.id, healthy, outcome.error ?? undefined);
    }
  }
}

/** Failures that say something about the model, not about the question. */
const SUPPLIER_FAULTS = new Set<ErrorKey>([
  "supplierUnreachable",
  "supplierTimeout",
  "supplierUnauthorized",
  "supplierQuota",
  "supplierError",
  "supplierMalformed",
]);

/** Refuses pictures for models that do not see (spec 3: abilities). */
export function assertCanRead(model: ResolvedModel, messages: readonly ChatMessage[]): void {
  const pictures = messages.some(
    ({ content }) => typeof content !== "string" && content.some((part) => part.type === "image"),
  );
  if (pictures && model.type !== "vision" && !model.abilities.includes("visual")) throw new AppError("modelCannotSee");
}
