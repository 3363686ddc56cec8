import "server-only";
import type { Readable } from "node:stream";
import { inBackground } from "@/lib/background";
import { loadConfig } from "@/lib/config/system-config";
import type { ErrorKey } from "@/lib/errors/errors";
import { failureKey } from "@/lib/errors/known-failure";
import { type OutputGuard, outputGuard } from "@/lib/review/guard";
import { reviewInput } from "@/lib/review/review";
import { Call, type CallInput, type CallOutcome, type Used } from "../call";
import { protocolOf } from "../protocols";
import { logRequest } from "../request-log";
import {
  type ChatRequest,
  type Protocol,
  type RoutedChannel,
  type StreamEnd,
  type StreamHandlers,
  SupplierError,
} from "../types";
import { secretsOf } from "../wire/errors";
import { mediaTypeOf, readBytes } from "../wire/http";
import { Passthrough } from "./passthrough";
import { AnthropicTap, OpenAiTap, type Tapped, type Wire, wholeUsage } from "./taps";
import { type AnswerWriter, AnthropicWriter, OpenAiWriter } from "./writers";

/** Of an answer that comes whole, bytes. */
const WHOLE_MAX = 32_000_000;
/** What may wait for a slow reader, bytes; then the supplier is made to wait (SECURITY ST-08). */
const BUFFER = 262_144;
/** Of an answer of another protocol, which cannot be made to wait, bytes. */
const CONVERTED_BUFFER_MAX = 5_000_000;
/** Characters of an answer the request log keeps. */
const CAPTURE_MAX = 100_000;

export interface RelayInput extends CallInput {
  wire: Wire;
  /** The caller's body as it came. */
  body: Record<string, unknown> & { stream?: boolean | null };
  /** The body as our own request, for suppliers of other protocols. */
  convert(signal: AbortSignal): Promise<ChatRequest>;
  inputTokens: number;
  outputTokens: number;
  /** The caller asked for figures at the end of the stream. */
  wantsUsage: boolean;
  /** What the caller asks last, for the review rules. */
  asked: string;
  /** Ends when the caller is gone. */
  signal: AbortSignal;
  /** A failure inside a stream that has begun, in the caller's protocol. */
  failure(error: ErrorKey): Promise<string>;
}

/** What an attempt has opened: the first bytes are there, nothing has left yet. */
interface Opened {
  mediaType: string;
  /** Undefined: the answer came whole. */
  stream?: ReadableStream<Uint8Array>;
  whole?: Uint8Array<ArrayBuffer>;
}

/**
 * Passes a call of the Open API on and counts beside it (ARCHITECTURE 6). Where caller and supplier speak the same
 * protocol the bytes go through untouched; else the answer is written anew. Throws the refusal of a limit or
 * SupplierError; once bytes have left, failures end the stream with an event that says so.
 */
export async function relay(input: RelayInput): Promise<Response> {
  const answer = new Relaying(input);
  return answer.open();
}

class Relaying {
  private readonly controller = new AbortController();
  private readonly call: Call;
  private readonly streams: boolean;
  private firstByteMs: number | null = null;
  private concluded = false;
  private captured = "";
  private captures = false;
  private guard: OutputGuard | null = null;

  constructor(private readonly input: RelayInput) {
    this.streams = input.body.stream === true;
    const demand = { inputTokens: input.inputTokens, outputTokens: input.outputTokens };
    this.call = new Call(input, { ...demand, images: 0, characters: 0, audioMs: 0 }, this.controller.signal);
    if (input.signal.aborted) this.controller.abort();
    input.signal.addEventListener("abort", () => this.controller.abort(), { once: true });
    running.add(this.controller);
  }

  async open(): Promise<Response> {
    try {
      const { requestLogLevel } = await loadConfig("gatewayConfig");
      this.captures = requestLogLevel === "redacted" || requestLogLevel === "full";
      const { actor, app, asked } = this.input;
      const refused = await reviewInput(actor, asked, { app });
      this.guard = await outputGuard(actor, { app });
      const opened = refused
        ? await this.refuse(refused.reply)
        : await this.call.attempt((one) => this.tryChannel(one));
      await this.call.reserved;
      const headers = { "content-type": opened.mediaType, "cache-control": "no-store, no-transform" };
      return new Response(opened.stream ?? opened.whole, { headers });
    } catch (error) {
      const gone = this.input.signal.aborted;
      const key = failureKey(error);
      this.controller.abort();
      this.conclude(gone ? "stopped" : "failed", gone ? null : key, { usage: null, events: 0 });
      throw error;
    }
  }

  private async tryChannel(channel: RoutedChannel): Promise<Opened> {
    const protocol = await protocolOf(channel.template);
    // What is to be reviewed is read, and cannot go on as it is.
    if (protocol.relay?.wire === this.input.wire && !this.guard) return this.pass(channel, protocol.relay);
    if (!protocol.chat) throw new SupplierError("modelNotForChat");
    const request = await this.input.convert(this.controller.signal);
    const opened = await protocol.chat.open(channel, request, this.controller.signal);
    return this.write((writer) => this.reviewed(writer, opened));
  }

  /** A rule's reply instead of the model's. */
  private refuse(reply: string): Promise<Opened> {
    const nothing = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, reasoningTokens: 0 };
    return this.write(async (writer) => {
      writer.onText(reply);
      return { finishReason: "filter", usage: nothing, toolCalls: [], badLines: 0 };
    });
  }

  /** The answer through the review rules: a rule's reply ends it where it has its words. */
  private async reviewed(writer: AnswerWriter, opened: { read(writer: StreamHandlers): Promise<StreamEnd> }) {
    const { guard } = this;
    if (!guard) return opened.read(writer);
    // An answer that goes out whole waits until all of it may.
    const waiting: (() => void)[] = [];
    const later =
      <A>(give: (piece: A) => void) =>
      (piece: A) =>
        void waiting.push(() => give(piece));
    const whole: StreamHandlers = {
      onText: later((piece: string) => writer.onText(piece)),
      onReasoning: later((piece: string) => writer.onReasoning(piece)),
    };
    const handlers = this.streams ? writer : whole;
    const end = await opened.read(guard.before(handlers, () => this.controller.abort())).catch((error: unknown) => {
      if (!guard.hit) throw error;
      return null;
    });
    guard.end(handlers);
    if (end && !guard.hit) {
      for (const give of waiting) give();
      return end;
    }
    writer.onText(guard.hit?.reply ?? "");
    return { finishReason: "filter" as const, usage: end?.usage, toolCalls: [], badLines: 0 };
  }

  /** The supplier speaks the caller's protocol: its bytes go on as they are. */
  private async pass(channel: RoutedChannel, relay: NonNullable<Protocol["relay"]>): Promise<Opened> {
    const { body, headers } = await relay.send(channel, this.input.body, this.controller.signal);
    const mediaType = mediaTypeOf({ headers });
    if (this.streams && mediaType !== "application/json") return this.passStream(channel, body);
    const bytes = await readBytes(body, WHOLE_MAX);
    this.firstByteMs = this.call.elapsed();
    let answer: Record<string, unknown>;
    try {
      answer = JSON.parse(bytes.toString("utf8"));
    } catch {
      throw new SupplierError("supplierMalformed");
    }
    if (!answer || typeof answer !== "object" || !(answer.choices || answer.content)) {
      throw new SupplierError("supplierMalformed");
    }
    this.capture(bytes);
    this.settleBy(wholeUsage(this.input.wire, answer));
    return { mediaType: "application/json", whole: new Uint8Array(bytes) };
  }

  private async passStream(channel: RoutedChannel, body: Readable): Promise<Opened> {
    const hides = !this.input.wantsUsage;
    const tap = this.input.wire === "openai" ? new OpenAiTap(hides) : new AnthropicTap();
    const passing = new Passthrough(body, tap, secretsOf(channel));
    await passing.begun();
    this.firstByteMs = this.call.elapsed();
    const stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) =>
          passing.flowTo({
            take: (bytes) => {
              if (this.concluded) return true;
              this.capture(bytes);
              controller.enqueue(bytes);
              return (controller.desiredSize ?? 1) > 0;
            },
            end: (result) => {
              if (this.concluded) return;
              this.settleBy(result);
              controller.close();
            },
            fail: ({ key }, result) => {
              void this.fail(controller, this.input.signal.aborted ? "interrupted" : key, result);
            },
          }),
        pull: () => passing.resume(),
        cancel: () => this.gone(passing.result()),
      },
      { highWaterMark: BUFFER, size: (chunk) => chunk.byteLength },
    );
    return { mediaType: "text/event-stream; charset=utf-8", stream };
  }

  /** The supplier speaks another protocol: its answer is written anew. Resolves with the first event, or the end. */
  private write(read: (writer: AnswerWriter) => Promise<StreamEnd>): Promise<Opened> {
    const { wire, model, wantsUsage } = this.input;
    const Writer = wire === "openai" ? OpenAiWriter : AnthropicWriter;
    const encoder = new TextEncoder();
    let sink: ReadableStreamDefaultController<Uint8Array> | undefined;
    let events = 0;
    const stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          sink = controller;
        },
        cancel: () => this.gone({ usage: null, events }),
      },
      { highWaterMark: BUFFER, size: (chunk) => chunk.byteLength },
    );
    const begun = Promise.withResolvers<void>();
    const emit = (event: string) => {
      this.firstByteMs ??= this.call.elapsed();
      events++;
      if (!this.streams || this.concluded) return;
      const bytes = encoder.encode(event);
      this.capture(bytes);
      sink?.enqueue(bytes);
      if ((sink?.desiredSize ?? 0) < -CONVERTED_BUFFER_MAX) this.controller.abort();
      begun.resolve();
    };
    const writer = new Writer({ id: this.call.id, model: model.name, wantsUsage, emit });
    const finished = read(writer).then((end) => {
      const result: Tapped = { usage: end.usage ?? null, finish: end.finishReason, events };
      if (!end.finishReason) throw new SupplierError("interrupted", { retryable: this.firstByteMs === null });
      const whole = this.streams ? null : encoder.encode(JSON.stringify(writer.whole(end)));
      if (whole) this.capture(whole);
      else writer.end(end);
      // The log takes what was captured until here.
      this.settleBy(result);
      if (this.streams) sink?.close();
      return whole;
    });
    if (!this.streams) {
      return finished.then((whole) => ({ mediaType: "application/json", whole: whole ?? undefined }));
    }
    finished.then(
      () => begun.resolve(),
      (error: unknown) => {
        const key = error instanceof SupplierError ? error.key : "unknown";
        if (this.firstByteMs === null) begun.reject(error);
        else if (sink) void this.fail(sink, key, { usage: null, events });
      },
    );
    return begun.promise.then(() => ({ mediaType: "text/event-stream; charset=utf-8", stream }));
  }

  /** Bytes have left already: the caller is told inside the stream, in its own protocol. */
  private async fail(
    controller: ReadableStreamDefaultController<Uint8Array>,
    error: ErrorKey,
    result: Tapped,
  ): Promise<void> {
    if (this.concluded) return;
    this.conclude(this.input.signal.aborted ? "stopped" : "interrupted", error, result);
    try {
      controller.enqueue(new TextEncoder().encode(await this.input.failure(error)));
      controller.close();
    } catch {
      // The caller is gone as well.
    }
  }

  /** The caller is gone: the supplier's connection closes at once (SECURITY rule 24). */
  private gone(result: Tapped): void {
    this.controller.abort();
    this.conclude("stopped", null, result);
  }

  private settleBy(result: Tapped): void {
    const isLimited = result.finish === "length" || result.finish === "filter";
    this.conclude(isLimited ? "limited" : "done", null, result);
  }

  private conclude(status: CallOutcome, error: ErrorKey | null, { usage, events }: Tapped): void {
    if (this.concluded) return;
    this.concluded = true;
    running.delete(this.controller);
    const said = this.firstByteMs !== null;
    const used: Used = {
      inputTokens: usage?.inputTokens ?? (said ? this.input.inputTokens : 0),
      outputTokens: usage?.outputTokens ?? (said ? events : 0),
      cachedTokens: usage?.cachedTokens ?? 0,
      reasoningTokens: usage?.reasoningTokens ?? 0,
      estimated: usage === null,
      images: 0,
      audioMs: 0,
      characters: 0,
    };
    // An answer that comes whole has no first token.
    const firstTokenMs = this.streams ? this.firstByteMs : null;
    const durationMs = this.call.elapsed();
    const content = { kind: "chat", request: this.input.body, answer: this.captured };
    void logRequest(this.call, { status, error, usage: used, durationMs }, content);
    inBackground(this.call.settle({ status, error, used, firstTokenMs, durationMs }), "usage could not be settled");
  }

  private capture(bytes: Uint8Array): void {
    if (this.captures && this.captured.length < CAPTURE_MAX) this.captured += Buffer.from(bytes).toString("utf8");
  }
}

const shared = globalThis as typeof globalThis & { __relays?: Set<AbortController> };
shared.__relays ??= new Set();
const running = shared.__relays;

/** Lets relayed answers finish while the process drains; then ends the rest. Resolves when none is left. */
export async function drainRelays(timeoutMs: number): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (running.size > 0 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
  if (running.size === 0) return;
  for (const controller of running) controller.abort();
  // Their ends are told by events; what they used must be known before the ledger is written for the last time.
  await new Promise((resolve) => setTimeout(resolve, 100));
}
