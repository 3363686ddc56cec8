import "server-only";
import { v7 } from "uuid";
import type { Reservation, Settlement } from "@/db/queries/models/usage";
import type { Attempt } from "@/db/schema/gateway";
import { APP } from "@/lib/areas/apps";
import type { Actor } from "@/lib/auth/actor";
import { inBackground } from "@/lib/background";
import { CHAT_TYPES } from "@/lib/config/model-kinds";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import type { ErrorKey } from "@/lib/errors/errors";
import { metrics } from "@/lib/metrics";
import type { OwnReviewRule } from "@/lib/review/rule-schema";
import { runtime } from "@/lib/runtime";
import { isFault } from "./breaker";
import { channelKeyId, mayTry, noteFailure, noteSuccess, openBreakers, releaseProbe } from "./health";
import { admit, settleSoon, settleWith, type WriteReservation, type WriteSettlement } from "./ledger";
import { countersOf, countsTokens, type Demand } from "./limits";
import { planNow } from "./plan";
import { type Consumption, costOf } from "./prices";
import { reportHealth } from "./registry";
import { takeSlot } from "./slots";
import { type ResolvedModel, type RoutedChannel, SupplierError } from "./types";

/** SECURITY rule 25: at most two more tries, only before the first token. */
const RETRIES = 2;
/** A channel that asks for patience gets so much of it within one call, milliseconds. */
const RETRY_WAIT_MAX = 5000;

export interface CallInput {
  actor: Actor;
  app: string;
  /** The ledger counts a request id once. */
  requestId: string;
  model: ResolvedModel;
  sessionId?: string | null;
  /** False where the words belong to a file or a question that is kept elsewhere: the request log makes no copy of them. */
  keepsContent?: boolean;
  /**
   * False for what nobody reads as an answer: the text of a page, a judgement, a question in other words. Review rules look at
   * answers alone (spec K7).
   */
  isShown?: boolean;
  /** Review rules of the app itself, besides those of the organisation. */
  reviewRules?: readonly OwnReviewRule[];
  /** For the reports: a person asked something, and whether it opened the conversation. */
  isQuestion?: boolean;
  isOpening?: boolean;
  /** Nothing leaves before the call is admitted: it may well be refused. */
  awaitsAdmission?: boolean;
  /** Rows of the area that belong to the call, written with its reservation. */
  writeReservation?: WriteReservation;
}

export type CallOutcome = "done" | "stopped" | "interrupted" | "limited" | "failed";

export interface Used extends Consumption {
  reasoningTokens: number;
  /** The supplier sent no figures: they were counted here. */
  estimated: boolean;
}

export interface Conclusion {
  status: CallOutcome;
  error: ErrorKey | null;
  used: Used;
  /** From the arrival at the model door to the first token; null where the answer did not come as a stream. */
  firstTokenMs: number | null;
  /** From the same arrival to the end: with limits, slots and failed attempts. Never less than `firstTokenMs`. */
  durationMs: number;
}

/**
 * One metered call of a model of any type (ARCHITECTURE 6): taken from its counters, tried on the model's channels in the
 * router's order, settled. Every area's call goes through here.
 */
export class Call {
  readonly id = v7();
  /** Rejects with the limit that refused the call. */
  readonly reserved: Promise<void>;
  readonly attempts: Attempt[] = [];
  /** Arrival at the model door: the origin of both times, and the call's time in every list. */
  readonly started = performance.now();
  private readonly startedAt = new Date();
  channel: RoutedChannel | null = null;
  private day = "";
  /** When the last attempt began, milliseconds after the call. */
  private attemptFrom = 0;
  /** Resolves when it is known whether any limit applies. */
  private readonly limited: Promise<boolean>;

  constructor(
    readonly input: CallInput,
    private readonly demand: Demand,
    private readonly signal: AbortSignal,
  ) {
    const reservation = this.prepare();
    this.limited = reservation.then(({ counters }) => counters.some(([, , , , limit]) => limit !== null));
    this.reserved = reservation.then((row) => admit(row, input.writeReservation));
    this.limited.catch(() => undefined);
    this.reserved.catch(() => undefined);
  }

  /** Whatever area it is made in, what somebody does by a key is the Open API's (ARCHITECTURE 9). */
  get app(): string {
    return this.input.actor.apiKey ? APP.OPEN_API : this.input.app;
  }

  get apiKeyId(): string | null {
    return this.input.actor.apiKey?.id ?? null;
  }

  private async prepare(): Promise<Reservation> {
    const { app, apiKeyId } = this;
    const { actor, requestId, model, sessionId = null } = this.input;
    const key = actor.apiKey ?? null;
    const { timeZone } = await loadConfig("customConfig");
    this.day = dayIn(timeZone);
    const counters = await countersOf({ actor, app, key, model, demand: this.demand, day: this.day });
    return {
      id: this.id,
      requestId,
      userId: actor.id,
      departmentId: actor.departmentId,
      departmentPath: actor.departmentPath,
      app,
      modelId: model.id,
      modelName: model.name,
      modelType: model.type,
      apiKeyId,
      sessionId,
      isQuestion: this.input.isQuestion ?? false,
      isOpening: this.input.isOpening ?? false,
      instance: runtime.instance,
      day: this.day,
      reservedTokens: this.demand.inputTokens + this.demand.outputTokens,
      counters,
      createdAt: this.startedAt,
    };
  }

  /**
   * Tries the channels until one does the work. Where a limit applies nothing leaves before the call is admitted; else
   * admission and connection run side by side. Fails over only before `begun` says that something was answered.
   * Throws SupplierError, or the refusal of `reserved`.
   */
  async attempt<T>(work: (channel: RoutedChannel) => Promise<T>, begun: () => boolean = () => false): Promise<T> {
    if (this.input.awaitsAdmission || (await this.limited)) await this.reserved;
    const queue = await this.plan();
    let last: { error: SupplierError; channel: RoutedChannel } | undefined;
    for (let tries = 0; ; ) {
      const channel = await this.next(queue, last);
      if (!channel) throw last?.error ?? (await this.allPaused());
      this.channel = channel;
      const ended = this.begin(channel);
      try {
        const result = await work(channel);
        ended(null);
        return result;
      } catch (cause) {
        const error = cause instanceof SupplierError ? cause : new SupplierError("unknown", { cause });
        ended(error);
        if (this.signal.aborted) await releaseProbe(channel);
        else if (isFault(error.key)) await noteFailure(channel, failureOf(error));
        // A refusal of this very question is an answer all the same.
        else if (error.options.status) await noteSuccess(channel, null);
        const mayGoOn = isFault(error.key) && !begun() && !this.signal.aborted && tries < RETRIES;
        if (!mayGoOn) throw error;
        tries++;
        last = { error, channel };
      }
    }
  }

  /** What is told when no channel may be tried, with when the first of them may be again. */
  private async allPaused(): Promise<SupplierError> {
    const open = await openBreakers();
    const times = this.input.model.channels.flatMap(
      (channel) => open.get(channelKeyId(channel))?.retryAt.getTime() ?? [],
    );
    if (times.length === 0) return new SupplierError("modelPaused");
    return new SupplierError("modelPaused", { retryAfterMs: Math.max(0, Math.min(...times) - Date.now()) });
  }

  /** The channels in order, the closed ones last. */
  private async plan(): Promise<RoutedChannel[]> {
    const planned = await planNow(this.input.model, this.demand, Math.random);
    return planned.map(({ channel }) => channel);
  }

  /** The next channel that may be tried: one not yet tried, else the last one again where repeating is harmless. */
  private async next(
    queue: RoutedChannel[],
    last: { error: SupplierError; channel: RoutedChannel } | undefined,
  ): Promise<RoutedChannel | null> {
    for (let channel = queue.shift(); channel; channel = queue.shift()) {
      const { may } = await mayTry(channel);
      if (may && (await takeSlot(channel, this.demand))) return channel;
    }
    if (!last?.error.options.retryable) return null;
    const wait = last.error.options.retryAfterMs ?? 200 * 2 ** this.attempts.length * (0.5 + Math.random());
    if (wait > RETRY_WAIT_MAX) return null;
    await pause(wait, this.signal);
    if (this.signal.aborted) return null;
    return (await mayTry(last.channel)).may ? last.channel : null;
  }

  /** Notes an attempt when it begins: an answer that comes whole is settled before its attempt returns. */
  private begin(channel: RoutedChannel): (error: SupplierError | null) => void {
    const from = performance.now();
    this.attemptFrom = from - this.started;
    const attempt: Attempt = {
      channelId: channel.id,
      supplier: channel.supplierName,
      upstreamModel: channel.upstreamModel,
      keyId: channel.keyId,
      error: null,
      status: null,
      ms: 0,
    };
    this.attempts.push(attempt);
    return (error) => {
      attempt.error = error?.key ?? null;
      attempt.status = error?.options.status ?? null;
      attempt.ms = Math.round(performance.now() - from);
    };
  }

  elapsed(): number {
    return Math.round(performance.now() - this.started);
  }

  /** The figures as the ledger keeps them. */
  settlement({ status, error, used, firstTokenMs, durationMs }: Conclusion): Settlement {
    const { reasoningTokens, estimated, ...consumed } = used;
    const cost = costOf(this.channel?.price ?? null, consumed);
    return {
      id: this.id,
      day: this.day,
      channelId: this.channel?.id ?? null,
      supplierId: this.channel?.supplierId ?? null,
      supplierKeyId: this.channel?.keyId ?? null,
      ...consumed,
      reasoningTokens,
      countedTokens: countsTokens(this.input.model) ? consumed.inputTokens + consumed.outputTokens : 0,
      estimated,
      outcome: status,
      error,
      attempts: this.attempts.length,
      firstTokenMs,
      durationMs,
      costMicros: cost,
      currency: cost === null ? null : (this.channel?.price?.currency ?? null),
    };
  }

  /** What a use costs on the way that was taken; null without a price. */
  priceOf({
    reasoningTokens: _thought,
    estimated: _guess,
    ...consumed
  }: Used): { micros: number; currency: string } | null {
    const price = this.channel?.price ?? null;
    const micros = costOf(price, consumed);
    return micros === null || !price ? null : { micros, currency: price.currency };
  }

  /**
   * Writes what the call used: at once with the rows of its area, or soon together with other calls. Call it once, also
   * for calls that failed. A call that was not admitted has nothing to settle.
   */
  async settle(conclusion: Conclusion, write?: WriteSettlement): Promise<void> {
    this.report(conclusion);
    const admitted = await this.reserved.then(
      () => true,
      () => false,
    );
    if (!admitted) return;
    this.measure(conclusion);
    const settlement = this.settlement(conclusion);
    if (write) await settleWith(settlement, write);
    else settleSoon(settlement);
  }

  /** The metrics count what the ledger counts: admitted calls, each once. */
  private measure({ status, firstTokenMs }: Conclusion): void {
    if (!CHAT_TYPES.includes(this.input.model.type)) return;
    metrics().runs.inc({ outcome: status });
    if (firstTokenMs !== null) metrics().firstTokenSeconds.observe(firstTokenMs / 1000);
  }

  /** The figures a request log shares with the ledger. */
  get logged(): { id: string; day: string; createdAt: Date } {
    return { id: this.id, day: this.day, createdAt: this.startedAt };
  }

  /** Health of model and channel from this call (spec 3: status from traffic). */
  private report({ status, error, firstTokenMs }: Conclusion): void {
    // Channels that failed before are not this one's slowness.
    const latency = firstTokenMs === null ? null : Math.max(0, Math.round(firstTokenMs - this.attemptFrom));
    const answered = status === "done" || status === "limited" || (status === "stopped" && firstTokenMs !== null);
    if (answered && this.channel) inBackground(noteSuccess(this.channel, latency), "success of a way not noted");
    if (answered || (error && error !== "interrupted" && isFault(error))) {
      inBackground(reportHealth(this.input.model.id, answered, error ?? undefined), "health of a model not noted");
    }
  }
}

function failureOf(error: SupplierError) {
  return { error: error.key, retryAfterMs: error.options.retryAfterMs };
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
